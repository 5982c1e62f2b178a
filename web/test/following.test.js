// Following a player, from the profile to the home page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE, URL, openAs, player, twoAtATable, until, withBrowser } from "./helpers.js";

test("a followed player is on the home page until the reader stops following", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [one, other, third] = [await player(), await player(), await player()];
    await twoAtATable("buttons", other, third);
    const { page, complaints } = await openAs(browser, one, `/players/${other.name}`, PHONE);
    const button = (text) => page.waitForSelector(`#follow:text-is("${text}"):not([disabled])`);
    await (await button("Follow")).click();
    await button("Following");
    await page.goto(URL);
    const link = await page.waitForSelector("#following a");
    const text = await link.innerText();
    assert.ok(text.includes(other.name) && text.includes("One game running"), text);
    await link.click();
    await page.waitForURL(`${URL}/players/${other.name}`);
    await (await button("Following")).click();
    await button("Follow");
    await until(async () => (await one.call("GET", "/v1/me/following")).players.length === 0);
    assert.deepEqual(complaints, []);
  }),
);
