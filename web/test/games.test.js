// Whole games from signing up to the end. Each player has a browser: by touch on a phone, by mouse,
// or by keyboard only. They press any target on the board, which leads to a move.
//
// By default: a game of two by mouse and by touch, one by keyboard, and the beginning of one by
// touch. With WHOLE=1, every kind with every hand, and with the usual number of players.

import assert from "node:assert/strict";
import { test } from "node:test";
import { withBrowser } from "./helpers.js";
import { comes, plays, sitDown } from "./hands.js";

/** The number of players for each kind, and of bots with them. A game of Buttons in which nobody
 * plays to win takes thousands of moves. */
const KINDS = {
  "thats-life": { people: [1, 2, 3, 4], bots: (count) => Math.max(0, 2 - count) },
  "buttons": { people: [1, 2, 3], bots: () => 1 },
  "ferry-follies": { people: [1], bots: () => 0 },
  "flip-freighters": { people: [1, 2, 3, 4], bots: () => 0 },
  "paris-connection": { people: [1, 2, 3, 4], bots: (count) => Math.max(0, 3 - count) },
};

const ALL = ["touch", "mouse", "keyboard"];

const SHORT = [
  { kind: "thats-life", hands: ["mouse", "touch"], checks: true },
  { kind: "ferry-follies", hands: ["keyboard"] },
  { kind: "buttons", hands: ["touch", "keyboard"], entries: 24 },
];

/** Each number of people, with each of the hands as the first. */
const WHOLE = Object.entries(KINDS).flatMap(([kind, { people, bots }]) =>
  people.flatMap((count) =>
    ALL.map((_, first) => ({
      kind,
      hands: Array.from({ length: count }, (_, i) => ALL[(first + i) % ALL.length]),
      bots: bots(count),
      checks: true,
    })),
  ),
);

/** Numbers by lot, the same for the same seed. */
function lots(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >> 8) % below;
  };
}

/** Expected rejections: another player or the server's automatic move was quicker than the page, or
 * the reader took a seat while the page loaded the spectators' chat. */
const isLate = (it) =>
  /^422 GET \S+\/legal\/completions/.test(it) ||
  /^403 GET \S+\/chat\?room=spectators/.test(it) ||
  /^409 POST \S+\/moves .*"code":"(stale|not-your-turn)"/.test(it);

for (const { kind, hands, bots = 0, entries, checks } of process.env.WHOLE ? WHOLE : SHORT) {
  const what = entries ? "the beginning of" : "a whole game of";
  test(`${what} ${kind} can be played by ${hands.join(", ")}${bots ? `, and ${bots} bots` : ""}`, { timeout: 300000 }, () =>
    withBrowser(async (browser) => {
      const people = await Promise.all(hands.map((by) => comes(browser, by)));
      await sitDown(people, kind, bots);
      const seed = Number(process.env.SEED ?? 1);
      const done = await Promise.all(people.map((it, n) => plays(it, lots(seed + n), { entries })));
      for (const { by, pressed, moves } of done)
        console.log(`${kind}, SEED=${seed}, by ${by}: pressed ${pressed} times for ${moves} moves`);
      for (const { page, press } of entries ? [] : people) {
        const standings = await page.textContent("#end .standings");
        for (const { name } of people) assert.ok(standings.includes(name), standings);
        assert.match(await page.textContent("#state"), /^The game is over\./);
        if (!checks) continue;
        await press(".check button");
        assert.match(await (await page.waitForSelector(".verdict")).textContent(), /^\s*Yes\./);
      }
      for (const { complaints } of people)
        assert.deepEqual(
          complaints.filter((it) => !isLate(it)),
          [],
        );
    }),
  );
}
