// The parts of a score add up to it at the end of a game, and each seat shows its score while the
// game runs.

import assert from "node:assert/strict";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { partsOf } from "../src/boards/thats-life-tower.js";
import { PHONE, aName, openGame, played, player, twoAtATable, until, withBrowser } from "./helpers.js";

/** Numbers of a phrase that only count things. */
const COUNTS = / for \d+| \(the 18 counts twice\)|^\d stars?, (?=\d)/g;

/** The sum of the parts of a phrase. `3 × 7` is one part. */
function added(phrase) {
  const numbers =
    phrase
      .replaceAll("−", "-")
      .replace(COUNTS, "")
      .match(/-?\d+(?:\s×\s\d+)?/g) ?? [];
  return numbers.map((it) => it.split("×").reduce((product, factor) => product * Number(factor), 1)).reduce((sum, part) => sum + part, 0);
}

/** A name as people have them: not so long that it has a seat's line for itself. */
const aShortName = () => aName().replace("web-", "").padStart(9, "1");

/** The expected phrase of each kind. */
const PHRASES = {
  "buttons": /^\d+ stars?(, and 100 points for five in a line)?$/,
  "ferry-follies": /^a (win|loss), \d+ ferried( \(the 18 counts twice\))?, \d+ left behind$/,
  "flip-freighters": /^((no|\d) stars?, )?\d+ \+ \d+ \+ \d+ for the weeks(, \d+ for \d hours? left)?$/,
  "paris-connection": /^(, )?((black|blue|brown|purple|red|yellow): \d+\s×\s\d+(, )?)+(−\d+ for \d+ shares? too many)?$/,
  "thats-life": /^(plus tiles \d+)?(, )?(turned by luck \d+)?(, )?(minus tiles −\d+)?$/,
};

for (const [kind, seats] of [
  ["buttons", 2],
  ["ferry-follies", 1],
  ["flip-freighters", 1],
  ["flip-freighters", 2],
  ["paris-connection", 3],
  ["thats-life", 3],
]) {
  test(`the parts of a score add up to it: ${kind} for ${seats}`, { timeout: 300000 }, () =>
    withBrowser(async (browser) => {
      const ann = await player();
      const id = await played(ann, kind, seats, Infinity);
      const { page, complaints } = await openGame(browser, id, ann, PHONE);
      await page.waitForSelector("#end");
      const { result } = await ann.call("GET", `/v1/games/${id}`);
      const standings = [...result.standings].sort((one, other) => one.rank - other.rank);
      const cells = await page.$$eval("#end tbody tr", (all) =>
        all.map((it) => [it.lastElementChild.firstChild.textContent, it.querySelector(".hint")?.textContent ?? ""]),
      );
      assert.deepEqual(
        cells.map(([score]) => Number(score.replace("−", "-"))),
        standings.map((it) => it.score),
      );
      for (const [score, phrase] of cells) {
        assert.match(phrase, PHRASES[kind]);
        // Cards left behind count against the player, and are written as a number of cards.
        assert.equal(added(phrase.replace(/(\d+) left behind/, "−$1")), Number(score.replace("−", "-")), phrase);
      }
      if (seats === 1) assert.match(await page.textContent("#end-title"), /^[−\d]\d* points?, (a win|a loss|no stars|\d stars?)\.$/);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is wider than the page");
      assert.deepEqual(await page.$$(".points"), [], "what is over is told as its end");
      assert.deepEqual(complaints, []);
    }),
  );
}

test("lucky tiles turn the worst tiles, or the tile right under them", () => {
  const score = (tower, scoring) =>
    Object.values(partsOf(tower ? tower.split(" ") : [], scoring)).reduce((sum, part) => sum + (part ?? 0), 0);
  for (const [tower, basic, expert] of [
    ["m1a m2a m3a m4a m5a m6a m7a m8a L1 L2 p2 p3 p4 p8", 11, -3],
    ["L1 L2 m4a p5 m2b", 11, -1],
    ["L1 L2 L3 m3a p1", 4, -2],
    ["", 0, 0],
    ["L1 L2", 0, 0],
    ["p8 m10b m9b L1", 9, 7],
    ["m5a m5b L1 p3", 3, 3],
    ["m7a L1 p3 L2 L3 m10b", 20, -6],
    ["m10b L1 m9b L2", 19, 19],
    ["p8 L1", 8, -8],
    ["L1 p8", 8, 8],
    ["m2a L1 L2 L3", 2, 2],
  ]) {
    assert.deepEqual([score(tower, "basic"), score(tower, "expert")], [basic, expert], tower);
  }
  assert.deepEqual(partsOf(["p8", "m10b", "m9b", "L1"], "basic"), { plus: 8, turned: 10, minus: -9 });
  assert.deepEqual(partsOf(["L1"], "basic"), { plus: null, turned: null, minus: null });
});

/** The shown scores of the seats: the visible text, and the text for screen readers. */
const shown = (page) => page.$$eval("#seats .points", (all) => all.map((it) => [it.textContent, it.getAttribute("aria-label")]));

/** The heights of the seats with scores as wide as there are, and as they would be without. */
const heights = (page) =>
  page.evaluate(() => {
    const all = () => [...document.querySelectorAll("#seats .seat")].map((it) => it.getBoundingClientRect().height);
    const points = [...document.querySelectorAll("#seats .points")];
    for (const it of points) it.textContent = "−28";
    const own = all();
    for (const it of points) it.style.display = "none";
    const without = all();
    for (const it of points) it.style.display = "";
    return [own, without];
  });

/** A number as seats show it, and as screen readers read it. */
const inPoints = (n) => [String(n).replace("-", "−"), `${String(n).replace("-", "−")} ${Math.abs(n) === 1 ? "point" : "points"}`];

/** The expected scores of the seats, from the reader's view. */
const SCORES = {
  "buttons": ({ players }) => players.map(({ stars: { length } }) => [`${length}★`, `${length} ${length === 1 ? "star" : "stars"}`]),
  "ferry-follies": ({ score }) => [inPoints(score)],
  "flip-freighters": ({ players }) => players.map(({ score }) => inPoints(score)),
  "paris-connection": () => [],
  "thats-life": ({ scores }) => scores.map(inPoints),
};

for (const [kind, seats] of [
  ["buttons", 4],
  ["ferry-follies", 1],
  ["flip-freighters", 3],
  ["paris-connection", 3],
  ["thats-life", 6],
]) {
  test(`seats show the scores of a running game: ${kind}`, { timeout: 300000 }, () =>
    withBrowser(async (browser) => {
      const ann = await player(aShortName());
      // After more moves, greedy bots may have ended a game of Paris Connection.
      const id = await played(ann, kind, seats, 3);
      const { page, complaints } = await openGame(browser, id, ann, PHONE);
      // The events of other players are played back first.
      await page.waitForSelector("#state.mine");
      const { view } = await ann.call("GET", `/v1/games/${id}`);
      const wanted = SCORES[kind](view);
      await until(async () => isDeepStrictEqual(await shown(page), wanted));
      const [own, without] = await heights(page);
      assert.deepEqual(own, without, "no seat is higher by its score");
      assert.deepEqual(complaints, []);
    }),
  );
}

test("scores do not make the seats of two players higher", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [ann, ben] = [await player(aShortName()), await player(aShortName())];
    const [id] = await twoAtATable("thats-life", ann, ben);
    const { page } = await openGame(browser, id, ann, PHONE);
    await until(async () => isDeepStrictEqual(await shown(page), [inPoints(0), inPoints(0)]));
    const [own, without] = await heights(page);
    assert.deepEqual(own, without);
  }),
);
