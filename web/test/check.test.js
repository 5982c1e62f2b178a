// "Check the dice" on the page of a finished game, as its reader sees it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { URL, open, player, withBrowser } from "./helpers.js";

/** A public game that is over after a move. */
async function finished() {
  const ann = await player();
  const { id } = await ann.call("POST", "/v1/games", { kind: "ferry-follies", seats: 1, entropy: "my own words" });
  await ann.acts(id);
  const { seq } = await ann.call("GET", `/v1/games/${id}`);
  await ann.call("POST", `/v1/games/${id}/moves`, { seq, moves: [{ type: "leave" }] });
  return { ann, id };
}

const button = (page) => page.getByRole("button", { name: /^Check the (dice|game)$/ });

test("one click reports what was checked, and that nothing was changed", () =>
  withBrowser(async (browser) => {
    const { ann, id } = await finished();
    const { page, complaints } = await open(browser);
    await page.goto(`${URL}/games/${id}`);
    await button(page).click();
    assert.match(await (await page.waitForSelector(".check .verdict")).innerText(), /^Yes\. Nobody could choose the dice/);
    // The hashes are there for those who want them.
    await page.click(".check summary");
    const found = await page.waitForSelector(".check .checked");
    const told = await found.innerText();
    const { seed_commitment: commitment } = await ann.call("GET", `/v1/games/${id}`);
    assert.ok(told.includes(`promised before anybody took a seat: its SHA-256 is ${commitment}.`), told);
    assert.ok(told.includes(`${ann.name} gave “my own words”`), told);
    assert.match(told, /All 2 entries of the log follow one another/);
    assert.match(told, /deals? of cards or tiles: each was derived again from the seed/);
    assert.ok((await page.innerText(".check")).includes(`turnpike verify ${id}.json`));
    const [saved] = await Promise.all([page.waitForEvent("download"), page.click("text=Save the history")]);
    assert.equal(saved.suggestedFilename(), `${id}.json`);
    assert.deepEqual(complaints, []);
  }));

test("a record changed in transit is reported with the entry", () =>
  withBrowser(async (browser) => {
    const { id } = await finished();
    const { page } = await open(browser);
    await page.route(`**/v1/games/${id}/export`, async (route) => {
      const record = await (await route.fetch()).json();
      record.entries[1].at = record.entries[0].at.replace(/^..../, "2001");
      await route.fulfill({ json: record });
    });
    await page.goto(`${URL}/games/${id}`);
    await button(page).click();
    await page.waitForSelector(".check .verdict.broken");
    assert.match(await page.innerText(".check"), /Entry 2 was changed: it does not fit its hash\./);
    assert.doesNotMatch(await page.innerText(".check"), /Nobody could choose/);
  }));

test("a running game cannot be checked", () =>
  withBrowser(async (browser) => {
    const ann = await player();
    const { id } = await ann.call("POST", "/v1/games", { kind: "ferry-follies", seats: 1, entropy: "web" });
    const { page } = await open(browser);
    await page.goto(`${URL}/games/${id}`);
    await page.waitForSelector("#game");
    assert.equal(await button(page).count(), 0);
  }));
