// The layout of a game's page: the board is legible and in sight on a phone on its side and on a
// small computer. The controls and the link to the next game stay in sight.

import assert from "node:assert/strict";
import { test } from "node:test";
import { LEAST, PHONE, URL, open, openGame, played, player, quiet, sizes, touch, twoAtATable, until, withBrowser } from "./helpers.js";

const ASIDE = { width: 844, height: 390 };
const COMPUTERS = [
  { width: 1280, height: 800 },
  { width: 1366, height: 768 },
];

/** Seats of a game of each kind, and after how many moves it is looked at: in Buttons one rolls, and then places. */
const GAMES = [
  ["thats-life", 3, 5],
  ["buttons", 2, 0],
  ["buttons", 2, 5],
  ["ferry-follies", 1, 5],
  ["flip-freighters", 3, 5],
  ["paris-connection", 3, 6],
];

/** Loads a game again in a window, until there are touch targets. */
async function look(page, id, size) {
  await page.setViewportSize(size);
  await page.goto(`${URL}/games/${id}`);
  await page.waitForSelector("#picture [data-offered], #picture [data-chosen]");
  await quiet(page);
}

/** Returns the number of pixels by which an element lies outside the window, or 0. */
const beyond = (page, what) =>
  page.$$eval(what, (all) => {
    const boxes = all.map((it) => it.getBoundingClientRect());
    return Math.max(0, ...boxes.map((box) => Math.max(-box.top, box.bottom - innerHeight, -box.left, box.right - innerWidth)));
  });

async function isLegible(page, what) {
  const { text, target } = await sizes(page);
  // Screens have pixels, and scales have not.
  assert.ok(text > LEAST.text - 0.05, `${what}: letters of ${text} px`);
  assert.ok(target > LEAST.target - 0.05, `${what}: a target of ${target} px`);
}

for (const [kind, seats, moves] of GAMES) {
  test(`${kind} after ${moves} moves is legible and in sight`, { timeout: 300000 }, () =>
    withBrowser(async (browser) => {
      const me = await player();
      const id = await played(me, kind, seats, moves);
      const { page, complaints } = await openGame(browser, id, me, { reducedMotion: "reduce" });
      const isParis = kind === "paris-connection";
      for (const size of COMPUTERS) {
        await look(page, id, size);
        const name = `${kind} at ${size.width} × ${size.height}`;
        await isLegible(page, name);
        const below = await beyond(page, isParis ? "[id^=drawn-hex-]" : "#picture > svg");
        assert.equal(below, 0, `${name}: the board ends ${below} px below`);
        assert.equal(await beyond(page, "#draft"), 0, `${name}: the bar ends below`);
        assert.equal(await beyond(page, ".companies li"), 0, `${name}: a company ends below`);
      }
      await look(page, id, ASIDE);
      await isLegible(page, `${kind} on its side`);
      assert.equal(await page.$eval("#picture > svg", (it) => it.clientWidth), 390, "the board is not as wide as it was drawn");
      assert.equal(await beyond(page, "#draft"), 0, `${kind} on its side: the bar ends below`);
      assert.equal(await beyond(page, ".companies button"), 0, `${kind} on its side: a company ends below`);
      assert.deepEqual(complaints, []);
    }),
  );
}

test("companies stay in sight while track is built", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const me = await player();
    const id = await played(me, "paris-connection", 3, 6);
    const { page } = await openGame(browser, id, me, { reducedMotion: "reduce", ...PHONE });
    const lay = async () => {
      const [hex] = await page.$$("#drawn-france [data-word][data-offered]");
      const box = await hex.boundingBox();
      await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
      await quiet(page);
    };
    const areSeen = async () => (await page.locator(".deal .build button").count()) === 6 && !(await beyond(page, ".deal button"));
    await look(page, id, PHONE.viewport);
    // Of some nothing can be built.
    for (const company of await page.$$("#picture [id^=drawn-company-]:is([data-offered], [data-other])")) {
      await touch(page, company);
      await quiet(page);
      if (await page.$("#drawn-france [data-word][data-offered]")) break;
    }
    for (let built = 0; built < 2; built += 1) {
      await until(areSeen);
      if (await page.$("#drawn-france [data-word][data-offered]")) await lay();
    }
    await until(areSeen);
    // On its side, the companies are beside the map, and the controls below them.
    await look(page, id, ASIDE);
    await page.locator(".companies button.head").last().click();
    await page.waitForSelector("#commit");
    await quiet(page);
    assert.equal(await beyond(page, ".companies button, #commit"), 0);
  }),
);

test("the link to the next game is in sight", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [one, other] = [await player(), await player()];
    const [id, , me] = await twoAtATable("thats-life", one, other);
    await played(me, "buttons", 2, 0);
    const { page } = await openGame(browser, id, me, PHONE);
    for (const size of [PHONE.viewport, ASIDE, ...COMPUTERS]) {
      await page.setViewportSize(size);
      await page.goto(`${URL}/games/${id}`);
      await page.waitForSelector(".next a");
      await page.waitForSelector("#picture svg");
      assert.equal(await beyond(page, ".next a"), 0, `at ${size.width} × ${size.height}`);
    }
  }),
);

test("the page of a game does not shift while it loads", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const me = await player();
    const id = await played(me, "thats-life", 2, 3);
    for (const viewport of [PHONE.viewport, ...COMPUTERS]) {
      const { page } = await open(browser, { viewport });
      await page.addInitScript(() => {
        window.shift = 0;
        const add = (list) => list.getEntries().forEach(({ value }) => (window.shift += value));
        new PerformanceObserver(add).observe({ type: "layout-shift", buffered: true });
      });
      await page.goto(`${URL}/games/${id}`);
      await page.waitForSelector("#picture svg");
      await quiet(page);
      // From 0.1 on it is felt (Core Web Vitals).
      const shift = await page.evaluate(() => window.shift);
      assert.ok(shift < 0.1, `${viewport.width}: ${shift}`);
    }
  }),
);
