// The statistics on the page of a player.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE, URL, open, player, twoAtATable, withBrowser } from "./helpers.js";

/** A player leaves a game. */
async function leave({ call }, id) {
  const { seq } = await call("GET", `/v1/games/${id}`);
  await call("POST", `/v1/games/${id}/moves`, { seq, moves: [{ type: "leave" }] });
}

test("a profile shows results against people and bots, reliability and opponents", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [one, other] = [await player(), await player()];
    for (const loser of [other, other, one]) await leave(loser, (await twoAtATable("buttons", one, other))[0]);
    const against = { kind: "buttons", seats: 2, invite: [{ bot: "greedy" }], entropy: "web" };
    await leave(one, (await one.call("POST", "/v1/games", against)).id);
    const { page, complaints } = await open(browser, PHONE);
    await page.goto(`${URL}/players/${one.name}`);
    await page.waitForSelector(".records li");
    const text = async (selector) => (await page.innerText(selector)).replace(/\s+/g, " ").trim();
    assert.match(
      await text(".records li"),
      /3 games finished · 2 won · best score: \d+ · longest winning streak: 2 Against bots: One game finished · 0 won$/,
    );
    assert.match(await text(".reliability"), /^Games left early: 2 of the last 4 · time-outs: 0/);
    assert.match(await text(".opponents li"), /3 games · 2 won · 1 lost/);
    assert.deepEqual(complaints, []);
  }),
);
