// The board of Ferry Follies on a phone: moves with two touches, dragging a card to a gap, sums in
// advance, abilities.

import assert from "node:assert/strict";
import { test } from "node:test";
import { groups, rowAfter } from "../src/boards/ferry-sums.js";
import { PHONE, openGame, player, quiet, touch, until, withBrowser } from "./helpers.js";

const laid = (...values) => values.map((value) => ({ value, worth: value, face_down: false }));
const values = (row) => row?.map(({ value }) => value);

test("each kind of move gives the expected row", () => {
  const row = laid(7, 12, 3, 16);
  const after = (words) => values(rowAfter(row, words.split(" ")));
  assert.deepEqual(after("play 5 at 0"), [5, 7, 12, 3, 16]);
  assert.deepEqual(after("play 9 as 6 at 4"), [7, 12, 3, 16, 9]);
  assert.equal(rowAfter(row, ["play", "9", "as", "6", "at", "4"])?.[4]?.worth, 6);
  assert.equal(rowAfter(row, ["play", "5", "at"]), null);
  assert.deepEqual(after("discard 1 order 3 2 1 0"), [16, 3, 12, 7]);
  assert.deepEqual(after("discard 2 on 0 and 3"), [16, 12, 3, 7]);
  assert.deepEqual(after("discard 4 on 1"), [7, 3, 16]);
  assert.deepEqual(after("discard 5 left to 2"), [12, 3, 7, 16]);
  assert.deepEqual(after("discard 5 right to 1"), [7, 16, 12, 3]);
  assert.deepEqual(after("discard 6 on 0 and 2"), [12, 16]);
  assert.deepEqual(after("discard 8 on 2 to left"), [3, 7, 12, 16]);
  assert.deepEqual(after("discard 11 on 3 left"), [7, 16, 12, 3]);
  assert.equal(rowAfter(row, ["discard", "12", "on", "1"])?.[1]?.worth, 1);
  assert.deepEqual(after("score 0 to 1"), [3, 16]);
});

test("a set sails with a sum of 19, or of 18 with a face-up 13", () => {
  assert.deepEqual(groups(laid(7, 12, 3, 16)), [
    { from: 0, to: 1, total: 19 },
    { from: 2, to: 3, total: 19 },
  ]);
  assert.deepEqual(groups(laid(10, 8, 18)), []);
  assert.deepEqual(groups(laid(5, 13)), [{ from: 0, to: 1, total: 18 }]);
  assert.deepEqual(groups([...laid(17), { value: 13, worth: 1, face_down: true }]), []);
});

/** Makes games of one until the first hand has a card that fits. Returns the game and the card. */
async function dealt(ann, fits) {
  for (;;) {
    const { id } = await ann.call("POST", "/v1/games", { kind: "ferry-follies", seats: 1, entropy: "web" });
    const { view } = await ann.call("GET", `/v1/games/${id}`);
    const card = view.hand.find((it) => fits(it, view.row));
    if (card !== undefined) return { id, card };
  }
}

/** Opens a game on a phone whose first hand has a suitable card. Returns the page and its state. */
async function begin(browser, fits) {
  const ann = await player();
  const { id, card } = await dealt(ann, fits);
  const { page, complaints } = await openGame(browser, id, ann, PHONE);
  await page.waitForSelector("#picture [data-offered]");
  const stands = () => ann.call("GET", `/v1/games/${id}`);
  const played = async (ply) => {
    await until(async () => (await stands()).ply > ply);
    await page.waitForFunction((ply) => Number(document.getElementById("ply")?.max) > ply, ply);
    return stands();
  };
  return { page, complaints, card, stands, played };
}

/** Touches an element of the picture. */
const tap = async (page, id) => touch(page, await page.waitForSelector(`#drawn-${id}`));

/** The last gap that may be chosen now, or the only one, which is chosen. */
async function lastGap(page) {
  const all = "#picture :is([data-offered], [data-chosen])[id^=drawn-place]";
  await page.waitForSelector(all);
  return page.$$eval(all, (it) => it.at(-1).id.replace("drawn-", ""));
}

/** Checks that the letters and targets on the board are large enough. */
async function areLargeEnough(page) {
  const sizes = await page.evaluate(() => {
    const svg = document.querySelector("#picture svg");
    const scale = svg.getScreenCTM().a;
    const texts = [...svg.querySelectorAll("text")].map((it) => scale * parseFloat(getComputedStyle(it).fontSize));
    const sides = [...svg.querySelectorAll("[data-offered]")].flatMap((it) => [
      it.getBoundingClientRect().width,
      it.getBoundingClientRect().height,
    ]);
    return { text: Math.min(...texts), target: Math.min(...sides) };
  });
  assert.ok(sizes.text >= 11 && sizes.target >= 24, JSON.stringify(sizes));
}

test("two touches on a phone use an ability", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const { page, complaints, card, stands, played } = await begin(browser, (it) => [3, 4, 12].includes(it));
    await areLargeEnough(page);
    const { view } = await stands();
    await tap(page, `ability-${card}`);
    await page.waitForFunction((card) => document.getElementById("words")?.textContent.includes(`Discard the ${card}`), card);
    await page.waitForFunction((n) => document.querySelectorAll("#picture [data-offered][id^=drawn-row]").length === n, view.row.length);
    await tap(page, "row-1");
    const now = await played(0);
    assert.ok(now.view.discard.includes(card));
    assert.deepEqual(complaints, []);
  }),
);

test("two touches on a phone play a card, and the set that will sail is marked", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    // At the end of the row the card completes a group.
    const completes = (card, row) =>
      card !== 9 && card !== 17 && groups(rowAfter(row, ["play", `${card}`, "at", `${row.length}`])).length > 0;
    const { page, complaints, card, played } = await begin(browser, completes);
    await areLargeEnough(page);
    await tap(page, `hand-${card}`);
    await page.waitForFunction((card) => document.getElementById("words")?.textContent.includes(`Play the ${card}`), card);
    await page.waitForSelector(".layer .glow", { state: "attached" });
    assert.match(await page.$eval(".layer text.sails", (it) => it.textContent), /^1[89]$/);
    assert.match(await page.textContent("#words"), /= 1[89]/);
    await tap(page, await lastGap(page));
    await played(0);
    assert.deepEqual(complaints, []);
  }),
);

test("a finger drags a card to a gap, and can still scroll the page", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const { page, complaints, card, played } = await begin(browser, (it) => it !== 9);
    const finger = await page.context().newCDPSession(page);
    const move = (type, x, y) => finger.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y }] });
    const middle = async (id) => {
      const { x, y, width, height } = await (await page.$(`#drawn-${id}`)).boundingBox();
      return [x + width / 2, y + height / 2];
    };
    const slide = async ([x, y], [toX, toY]) => {
      await move("touchStart", x, y);
      for (let i = 1; i <= 8; i += 1) {
        await move("touchMove", x + ((toX - x) * i) / 8, y + ((toY - y) * i) / 8);
        await page.waitForTimeout(20);
      }
    };
    let before;
    await until(async () => {
      await quiet(page); // Later content moves the page.
      await page.$eval("#picture", (it) => it.scrollIntoView({ block: "center" }));
      await quiet(page);
      before = await page.evaluate(() => scrollY);
      await slide(await middle(`card-${card}`), await middle(card === 17 ? "row-1" : "row-2"));
      const isHeld = await page.waitForSelector("#picture .held", { timeout: 2000 }).catch(() => null);
      if (isHeld) return true;
      // A browser that is too busy to ask the page scrolls.
      await move("touchEnd");
      return false;
    });
    assert.equal(await page.evaluate(() => scrollY), before);
    const place = await lastGap(page);
    await move("touchMove", ...(await middle(place)));
    await move("touchEnd");
    const after = await played(0);
    assert.ok(!after.view.hand.includes(card));
    assert.equal(await page.$("#picture .held"), null);

    await quiet(page); // The picture of the new position replaces the old one.
    const [deckX, deckY] = await middle("ferry");
    await slide([deckX, deckY], [deckX, deckY - 150]);
    await move("touchEnd");
    await page.waitForFunction((before) => scrollY > before + 20, before);
    assert.deepEqual(complaints, []);
  }),
);

test("two cards can be touched in any order", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    // Cards are played until an ability can be used that works on any two of three cards or more.
    const ann = await player();
    let [id, card] = ["", ""];
    while (!card) {
      ({ id } = await ann.call("POST", "/v1/games", { kind: "ferry-follies", seats: 1, entropy: "web" }));
      for (let seq = 1; !card; seq += 1) {
        const it = await ann.call("GET", `/v1/games/${id}`);
        if (it.status !== "running") break;
        const { texts } = await ann.call("GET", `/v1/games/${id}/legal`);
        if (it.view.row.length > 2) card = ["2", "6"].find((it) => texts.some((text) => text.startsWith(`discard ${it} on 1 and 2`))) ?? "";
        const play = texts.find((text) => text.startsWith("play")) ?? texts[0];
        if (!card) await ann.call("POST", `/v1/games/${id}/moves`, { seq: it.seq, moves: [{ type: "text", text: play }] });
      }
    }
    const { page, complaints } = await openGame(browser, id, ann, PHONE);
    await page.waitForSelector(`#drawn-ability-${card}[data-offered]`);
    const { view, ply } = await ann.call("GET", `/v1/games/${id}`);
    await tap(page, `ability-${card}`);
    await page.waitForFunction(() => document.querySelector("#picture .layer .lit"));
    const last = view.row.length - 1;
    await touch(page, await page.waitForSelector("#picture .layer .lit"));
    await page.waitForFunction(
      (worth) => new RegExp(`with the ${worth}\\.`).test(document.getElementById("words")?.textContent),
      view.row[last].worth,
    );
    await tap(page, "row-0");
    await page.waitForFunction((ply) => Number(document.getElementById("ply")?.max) > ply, ply);
    const [entry] = (await ann.call("GET", `/v1/games/${id}/log?since=${ply}`)).entries;
    assert.deepEqual([entry.move.card, entry.move.indexes], [Number(card), [0, last]]);
    assert.deepEqual(complaints, []);
  }),
);

test("one key lays the 9 upright, and the next key turns it over", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const ann = await player();
    const { id } = await dealt(ann, (it) => it === 9);
    const { page, complaints } = await openGame(browser, id, ann, { viewport: { width: 1280, height: 800 } });
    for (const [key, name] of [
      ["#drawn-hand-9[data-offered]", "As a 9"],
      ["#draft [aria-pressed=false]", "Turned over, as a 6"],
    ]) {
      await (await page.waitForSelector(key)).focus();
      await page.keyboard.press("Enter");
      await page.locator("#draft [aria-pressed=true]", { hasText: name }).waitFor();
      await page.waitForTimeout(250); // Two keys that are quicker are meant once.
    }
    assert.deepEqual(complaints, []);
  }),
);
