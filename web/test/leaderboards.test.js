// The leaderboards, and the way to them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE, URL, open, player, twoAtATable, until, withBrowser } from "./helpers.js";

/** Two players of whom the first has just won a rated game of Buttons. */
async function rated() {
  const [one, other] = [await player(), await player()];
  const [id] = await twoAtATable("buttons", one, other);
  const { seq } = await other.call("GET", `/v1/games/${id}`);
  await other.call("POST", `/v1/games/${id}/moves`, { seq, moves: [{ type: "leave" }] });
  await until(async () => (await one.call("GET", `/v1/players/${one.name}/ratings`)).ratings.length);
  return [one, other];
}

test("the leaderboard lists provisional ratings on request, the winner first", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [one, other] = await rated();
    const { page, complaints } = await open(browser, PHONE);
    await page.goto(`${URL}/leaderboards/buttons`);
    await page.waitForSelector("#nobody");
    await page.check("#provisional");
    await page.waitForSelector(".ranks li");
    const listed = () => page.$$eval(".ranks a", (all) => all.map((it) => it.innerText));
    // Players of other tests are listed, too.
    while (!(await listed()).includes(other.name)) {
      const before = (await listed()).length;
      await page.click("#more-ratings");
      await until(async () => (await listed()).length > before);
    }
    const names = await listed();
    assert.ok(names.indexOf(one.name) >= 0 && names.indexOf(one.name) < names.indexOf(other.name), String(names));
    assert.deepEqual(complaints, []);
  }),
);

test("a rating on a profile leads to its leaderboard", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [one] = await rated();
    const { page } = await open(browser, PHONE);
    await page.goto(`${URL}/players/${one.name}`);
    await page.click(".records a");
    await page.waitForURL(`${URL}/leaderboards/buttons?seats=two`);
  }),
);
