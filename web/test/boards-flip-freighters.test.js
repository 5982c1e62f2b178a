// Flip Freighters on a phone: two touches for a card, the price in hours in advance, taking back
// the day card by card, and single sheets.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE, aName, appears, openGame, player, touch, withBrowser } from "./helpers.js";

/** Touches the page while an element moves, and returns what still moves then. */
const skips = (page, selector) =>
  page.evaluate(
    (selector) =>
      new Promise((resolve) => {
        const changes = new MutationObserver(() => {
          if (!document.querySelector(selector)) return;
          changes.disconnect();
          dispatchEvent(new PointerEvent("pointerdown"));
          resolve({
            airs: document.querySelectorAll(".air").length,
            animations: document.getAnimations().filter((it) => it.constructor === Animation).length,
          });
        });
        changes.observe(document, { subtree: true, childList: true });
      }),
    selector,
  );

/** Opens a game of two on the phone of one player. Returns the page and its helpers. */
async function begun(browser) {
  const [ann, ben] = [await player(), await player(aName())];
  const { id } = await ann.call("POST", "/v1/games", { kind: "flip-freighters", seats: 2, entropy: "web" });
  await ben.call("POST", `/v1/games/${id}/seats`, { entropy: "web" });
  const { page, complaints } = await openGame(browser, id, ann, PHONE);
  await page.waitForSelector("#picture [data-offered]");
  const ready = () => page.waitForFunction(() => document.querySelector("#draft:not([aria-busy])"));
  /** Touches the element of a word, and waits until the words change. */
  const on = async (word) => {
    await ready();
    const before = await page.textContent("#draft");
    assert.ok(await touch(page, await page.waitForSelector(`#picture [data-word="${word}"][data-offered]`)), word);
    await page.waitForFunction((it) => document.querySelector("#draft")?.textContent !== it, before);
    await ready();
  };
  const cards = async () => (await ann.call("GET", `/v1/games/${id}`)).view.cards;
  return { page, complaints, id, ann, ben, on, cards, day: () => page.locator(".day li").allTextContents() };
}

test("two touches use a card, and it can be taken back", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const { page, complaints, id, ann, on, cards, day } = await begun(browser);
    const [first, second] = await cards();
    await on(first.name);
    assert.match(await page.textContent("#words"), /^The .*: on a square(, or to a circle)?\.$/);
    await page.waitForSelector(".stepper");
    const drops = appears(page, ".air .f-cargo");
    await on("any.0");
    await page.waitForSelector(".day li");
    assert.match((await day())[0], /on the truck for anything\.$/);
    await drops;
    // A truck that is touched itself drives as far as the card goes: here to the last circle, or with steps to spare.
    await on(second.name);
    const cab = await page.$('#picture [data-truck="any"] path');
    const skipped = skips(page, ".air .f-wheel");
    await touch(page, cab);
    await page.waitForFunction(() => document.querySelectorAll(".day li").length === 2);
    assert.match((await day())[1], /^Drive the truck for anything [1-5] steps? with the /);
    assert.deepEqual(await skipped, { airs: 0, animations: 0 });
    await page.getByRole("button", { name: "Take the last card back" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".day li").length === 1);
    const { view, seat } = await ann.call("GET", `/v1/games/${id}`);
    assert.deepEqual([view.players[seat].trucks.any.position, view.players[seat].today.used], [0, [true, false, false]]);
    assert.deepEqual(complaints, []);
  }),
);

test("a move that costs hours shows its price first, unless the player set the value", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const { page, complaints, on, cards, day } = await begun(browser);
    const [first, second] = await cards();
    await on(first.name);
    await page.click('.stepper [aria-label="One more"]');
    assert.match(await page.textContent(".stepper output"), /1 hour of overtime/);
    await on("any.5");
    await page.waitForSelector(".day li");
    assert.match((await day())[0], / as \d+ on the truck for anything\. It costs 1 hour of overtime\.$/);
    // The printed value nearest to an ace or a two is some hours away from a six, and the other way round.
    const square = (second.value ?? 6) > 3 ? "six_one.0" : "six_one.5";
    await on(second.name);
    if (await page.$(`[data-word="${square}"][data-offered]`)) {
      await on(square);
      const isFree = second.value === null;
      if (!isFree) assert.match(await page.textContent("#words"), /It costs \d hours? of overtime\.$/);
      if (!isFree) await page.click("#commit");
    }
    assert.deepEqual(complaints, []);
  }),
);

test("an ended day can be continued while others still play", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const { page, complaints, id, ann, on, cards, day } = await begun(browser);
    await on((await cards())[0].name);
    await on("any.0");
    await page.waitForSelector(".day li");
    await on("done");
    assert.equal(await page.textContent("#words"), "End the day. 2 cards stay unused.");
    await page.click("#commit");
    await page.getByRole("button", { name: "Go on with my day" }).click();
    await page.waitForSelector("#draft");
    assert.equal((await day()).length, 1);
    const { view, seat } = await ann.call("GET", `/v1/games/${id}`);
    assert.deepEqual([view.players[seat].ended, view.players[seat].today.used], [false, [true, false, false]]);
    assert.deepEqual(complaints, []);
  }),
);

test("each sheet can be shown alone, and nothing on it is too small", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const { page, complaints, ben, on, cards } = await begun(browser);
    const seen = () =>
      page.$$eval("#picture .part", (all) =>
        all.filter((it) => it.getBoundingClientRect().width > 0).map((it) => it.dataset.seat ?? "cards"),
      );
    const parts = page.getByRole("group", { name: "What the board shows" });
    const own = await seen();
    assert.equal(own.length, 1);
    await parts.getByRole("button", { name: ben.name }).click();
    assert.notDeepEqual(await seen(), own);
    await page.getByText("As it stood when the day began.").waitFor();
    await parts.getByRole("button", { name: "Cards to come" }).click();
    assert.deepEqual(await seen(), ["cards"]);
    // After choosing a card, the player sees the squares.
    await on((await cards())[0].name);
    assert.deepEqual(await seen(), own);
    const [text, target] = await page.evaluate(() => {
      const svg = document.querySelector("#picture svg");
      const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
      const texts = [...svg.querySelectorAll("text")].map((it) => Number.parseFloat(getComputedStyle(it).fontSize) * scale);
      const targets = [...svg.querySelectorAll("[data-offered]")].map((it) => it.getBoundingClientRect());
      return [Math.min(...texts), Math.min(...targets.map(({ width, height }) => Math.min(width, height)))];
    });
    assert.ok(text >= 11 && target >= 24, `text ${text}, target ${target}`);
    assert.deepEqual(complaints, []);
  }),
);
