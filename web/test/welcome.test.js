// What makes the pages a place: boxes, lists to sort, tables to invite to, and the end of a game.

import assert from "node:assert/strict";
import { test } from "node:test";
import { generate } from "../src/vendor/lean-qr.js";
import { PHONE, URL, aName, open, openAs, openGame, played, player, twoAtATable, withBrowser } from "./helpers.js";

const links = (page, list) => page.$$eval(`#${list}-list a`, (all) => all.map((it) => it.getAttribute("href").split("/").at(-1)));

/** A game of two players in which the second one leaves. */
async function leftBy(winner, loser) {
  const [game] = await twoAtATable("thats-life", winner, loser);
  const { seq } = await loser.call("GET", `/v1/games/${game}`);
  await loser.call("POST", `/v1/games/${game}/moves`, { seq, moves: [{ type: "leave" }] });
  return game;
}

test("visitor picks a box and plays that game at once", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const { page, complaints } = await open(browser, PHONE);
    await page.tap(".shelf label:has([value=ferry-follies])");
    await page.tap("#play-now:has-text('Ferry Follies')");
    await page.waitForSelector("#picture svg");
    assert.equal(await page.textContent("#title"), "Ferry Follies");
    assert.deepEqual(
      complaints.filter((it) => !/^422 GET \S+\/legal\/completions/.test(it)),
      [],
    );
  }),
);

test("headings have the display face, from this server", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const { page, complaints } = await open(browser, PHONE);
    await page.waitForSelector("#hero-title");
    const faces = await page.evaluate(async () => {
      await document.fonts.ready;
      return [...document.fonts].map(({ family, status }) => `${family.replaceAll('"', "")} ${status}`);
    });
    assert.deepEqual(faces, ["Overpass loaded"]);
    assert.deepEqual(complaints, []);
  }),
);

test("player hides the games of others' turn, and they stay hidden", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [ann, ben] = [await player(), await player()];
    const [game, acting, waiting] = await twoAtATable("thats-life", ann, ben);
    const own = (await acting.call("POST", "/v1/games", { kind: "buttons", seats: 2, entropy: "web" })).id;
    const { page } = await openAs(browser, acting, "/", PHONE);
    await page.waitForSelector("#mine-list li");
    await page.tap("[data-shown=waiting]");
    await page.waitForSelector("#mine", { state: "hidden" });
    await page.reload();
    await page.waitForSelector("#waiting-list li");
    assert.deepEqual(await links(page, "waiting"), [game]);
    assert.equal(await page.isVisible("#mine"), false);
    await page.tap("[data-shown=others]");
    await page.waitForSelector("#mine-list li");
    assert.deepEqual(await links(page, "mine"), [own]);
    assert.equal(await page.isVisible("#waiting-list li"), false);
    // The other player sees whose turn it is.
    const { page: others } = await openAs(browser, waiting, "/", PHONE);
    await others.waitForSelector(`#mine-list li:has-text("${acting.name} to move")`);
  }),
);

test("games that are over have their results, without a fold", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [ann, ben] = [await player(), await player()];
    await leftBy(ann, ben);
    await ann.call("POST", "/v1/games", { kind: "buttons", seats: 2, entropy: "web" });
    const { page } = await openAs(browser, ann, "/", PHONE);
    await page.tap("[data-shown=over]");
    await page.waitForSelector("#finished-list li:has-text('You won')");
    assert.equal(await page.isVisible("#mine"), false);
  }),
);

test("games sort by their latest move", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const ann = await player();
    const invite = [{ bot: "greedy" }];
    const made = [];
    for (const days_per_move of [1, 3]) {
      const pace = { days_per_move };
      made.push((await ann.call("POST", "/v1/games", { kind: "buttons", seats: 2, invite, pace, entropy: "web" })).id);
    }
    const { page } = await openAs(browser, ann, "/");
    await page.waitForSelector("#waiting-list li:nth-child(2)");
    assert.deepEqual(await links(page, "waiting"), made);
    await page.selectOption("#sort", "latest");
    await page.waitForFunction((last) => document.querySelector("#waiting-list a").href.endsWith(last), made[1]);
    assert.deepEqual(await links(page, "waiting"), made.toReversed());
  }),
);

test("the QR code of a table is its link", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const ann = await player();
    const { id, invitation } = await ann.call("POST", "/v1/games", { kind: "buttons", seats: 2, visibility: "private", entropy: "web" });
    const { page, complaints } = await openGame(browser, id, ann);
    const link = `${URL}/games/${id}#invitation=${invitation}`;
    assert.equal(await page.inputValue("#link"), link);
    const dark = await page.$eval(".share-code path", (it) => it.getAttribute("d"));
    const { size, get } = generate(link);
    const drawn = new Set();
    for (const [, x, y, width] of dark.matchAll(/M(\d+) (\d+)h(\d+)/g)) {
      for (let n = 0; n < Number(width); n += 1) drawn.add(`${Number(x) + n} ${y}`);
    }
    for (let x = 0; x < size; x += 1) for (let y = 0; y < size; y += 1) assert.equal(drawn.has(`${x} ${y}`), get(x, y), `${x} ${y}`);
    assert.deepEqual(complaints, []);
  }),
);

test("a waiting table shows its terms to the player who made it", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const ann = await player();
    const pace = { days_per_move: 3, on_timeout: "leave" };
    const { id } = await ann.call("POST", "/v1/games", { kind: "buttons", seats: 2, pace, entropy: "web" });
    const { page } = await openGame(browser, id, ann);
    await page.waitForSelector(".terms:has-text('3 days for each move')");
  }),
);

test("the link to a table is copied with one press", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const ann = await player();
    const { id } = await ann.call("POST", "/v1/games", { kind: "buttons", seats: 2, entropy: "web" });
    const { page } = await openGame(browser, id, ann, { permissions: ["clipboard-read", "clipboard-write"] });
    await page.click("#copy-link");
    await page.waitForSelector("#note:has-text('The link is copied')");
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), `${URL}/games/${id}`);
  }),
);

test("an invited player sees who invites, and the board", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [ann, ben] = [await player(), await player()];
    const invite = [{ player: ben.name }];
    const { id } = await ann.call("POST", "/v1/games", { kind: "thats-life", seats: 3, invite, entropy: "web" });
    const { page } = await openGame(browser, id, ben, PHONE);
    assert.equal(await page.textContent("#join-part h2"), `${ann.name} invites you`);
    await (await page.waitForSelector(".preview")).scrollIntoViewIfNeeded();
    await page.waitForFunction(() => [...document.querySelectorAll(".preview img")].every((it) => it.complete && it.naturalWidth));
  }),
);

test("the winner is greeted in person, and may play again first", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [ann, ben] = [await player(), await player()];
    const { page, complaints } = await openGame(browser, await leftBy(ann, ben), ann, PHONE);
    assert.equal(await page.textContent("#end-title"), "You win!");
    assert.equal(await page.textContent("#end-title + p"), `${ben.name} left the game.`);
    assert.equal(await page.textContent("#end .buttons :first-child"), "Propose a rematch");
    assert.deepEqual(complaints, []);
  }),
);

test("the bar of the winner is the longest", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const ann = await player();
    const id = await played(ann, "thats-life", 3, Infinity);
    const { page } = await openGame(browser, id, ann, PHONE);
    await page.waitForSelector("#end .gauge i");
    const widths = await page.$$eval("#end .gauge i", (all) => all.map((it) => Number.parseInt(it.style.width)));
    assert.equal(widths[0], 100);
    assert.deepEqual(
      widths,
      widths.toSorted((one, other) => other - one),
    );
    assert.match(await page.textContent("#end-title + p"), /ahead of|behind|tie-break|decided/);
  }),
);

test("opponents of a player can be challenged from the profile", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [ann, ben] = [await player(), await player()];
    await leftBy(ann, ben);
    const { page } = await openAs(browser, await player(aName()), `/players/${ann.name}`, PHONE);
    await page.tap(`.opponents a[aria-label="Challenge ${ben.name}"]`);
    await page.waitForSelector("#new-game");
    assert.equal(await page.inputValue("[name=guest-2]"), ben.name);
  }),
);

test("a link to an earlier board of a game that is over shows the board first", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const ann = await player();
    const id = await played(ann, "thats-life", 3, Infinity);
    const { page, complaints } = await openGame(browser, `${id}/20`, ann, PHONE);
    await page.waitForSelector("#end.folded");
    await page.waitForSelector("#picture svg");
    assert.ok(await page.$eval("#picture", (it) => it.getBoundingClientRect().top <= 170));
    await page.tap("#unfold");
    await page.waitForSelector("#end .standings");
    assert.deepEqual(complaints, []);
  }),
);

test("the header stays on one row, and the board is in the upper fifth of a phone", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const ann = await player(`Wilhelmine-${process.pid}-Bernstein`.slice(0, 24));
    const id = await played(ann, "thats-life", 4, 2);
    const { page } = await openGame(browser, id, ann, PHONE);
    await page.waitForSelector("#picture svg");
    const tops = await page.$$eval("header .brand, header .self", (all) => all.map((it) => it.getBoundingClientRect().top));
    assert.ok(Math.abs(tops[0] - tops[1]) < 10, String(tops));
    assert.ok(await page.$eval("#picture", (it) => it.getBoundingClientRect().top + scrollY <= 170));
  }),
);
