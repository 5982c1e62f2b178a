// The archive of finished public games, and the ways to it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE, URL, open, player, twoAtATable, withBrowser } from "./helpers.js";

/** A game of Buttons that the first of two players has just won: `[id, winner, loser]`. */
async function finished() {
  const [one, other] = [await player(), await player()];
  const [id] = await twoAtATable("buttons", one, other);
  const { seq } = await other.call("GET", `/v1/games/${id}`);
  await other.call("POST", `/v1/games/${id}/moves`, { seq, moves: [{ type: "leave" }] });
  return [id, one, other];
}

test("the archive lists a finished game of a player, and leads to it", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [id, one, other] = await finished();
    const { page, complaints } = await open(browser, PHONE, `/players/${one.name}`);
    await page.click(`a[href="/archive?player=${one.name}"]`);
    await page.waitForSelector(`#found a[href="/games/${id}"]`);
    assert.equal(await page.$$eval("#found li", (all) => all.length), 1);
    assert.equal(await page.innerText("#found .mark"), `${one.name} (won)`);
    assert.ok((await page.innerText("#found")).includes(other.name));
    await page.selectOption("#result", "loss");
    await page.waitForSelector("#no-games");
    await page.selectOption("#result", "win");
    await page.click(`#found a[href="/games/${id}"]`);
    await page.waitForURL(`${URL}/games/${id}`);
    assert.deepEqual(complaints, []);
  }),
);

test("the archive opens a random finished game", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [, one] = await finished();
    const { page, complaints } = await open(browser, PHONE, "/archive?kind=buttons");
    await page.click("#random");
    await page.waitForURL(`${URL}/games/*`);
    const game = await one.call("GET", `/v1${new globalThis.URL(page.url()).pathname}`);
    assert.deepEqual([game.kind, game.status], ["buttons", "finished"]);
    assert.deepEqual(complaints, []);
  }),
);

test("the address contains the search in the archive", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [id, one, other] = await finished();
    const { page, complaints } = await open(browser, PHONE, "/archive");
    await page.selectOption("#kind", "buttons");
    await page.waitForURL(`${URL}/archive?kind=buttons`);
    await page.fill("#player", one.name);
    await page.press("#player", "Enter");
    await page.waitForURL(`${URL}/archive?kind=buttons&player=${one.name}`);
    await page.fill("#opponent", other.name);
    await page.press("#opponent", "Enter");
    await page.waitForURL(`${URL}/archive?kind=buttons&player=${one.name}&opponent=${other.name}`);
    await page.reload();
    await page.waitForSelector(`#found a[href="/games/${id}"]`);
    const values = await page.$$eval("#kind, #player, #opponent", (all) => all.map((it) => it.value));
    assert.deepEqual(values, ["buttons", one.name, other.name]);
    await page.fill("#since", "2999-01-01");
    await page.waitForSelector("#no-games");
    assert.ok(page.url().endsWith("&since=2999-01-01"), page.url());
    assert.deepEqual(complaints, []);
  }),
);
