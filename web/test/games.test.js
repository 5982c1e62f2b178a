// Whole games by touch alone, from signing up to the end, on a telephone: every element that is offered on a board may be
// touched, and leads to a move. That's Life! and Ferry Follies; with WHOLE=1 all five.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE, makeGame, open, signUp, touch, withBrowser } from "./helpers.js";

const SHORT = ["thats-life", "ferry-follies"];
const ALL = [...SHORT, "buttons", "flip-freighters", "paris-connection"];

/** So many touches may a game take. */
const MOST = 3000;

/** Numbers by lot, the same for the same seed. */
function lots(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >> 8) % below;
  };
}

/** What the page is doing: `ply` entries, and whether it is over, the reader's turn, or somebody else's. */
const stands = (page) =>
  page.evaluate(() => {
    const state = document.getElementById("state");
    const draft = document.getElementById("draft");
    return {
      over: state.textContent.startsWith("The game is over"),
      mine: state.className === "mine" && draft !== null && !draft.hasAttribute("aria-busy"),
      ply: Number(document.getElementById("ply").max),
      words: document.getElementById("words")?.textContent,
    };
  });

for (const kind of process.env.WHOLE ? ALL : SHORT) {
  test(`a whole game of ${kind} by touch`, { timeout: 900000 }, () =>
    withBrowser(async (browser) => {
      const seed = Number(process.env.SEED ?? 1);
      const lot = lots(seed);
      // Nobody waits for what is played back.
      const { page, complaints } = await open(browser, { ...PHONE, reducedMotion: "reduce" });
      await signUp(page);
      await makeGame(page, kind);
      let [touches, plies, since] = [0, 0, 0];
      for (;;) {
        const now = await stands(page);
        if (now.over) break;
        assert.ok(touches < MOST, `${kind}, SEED=${seed}: ${touches} touches and no end`);
        if (!now.mine) {
          await page.waitForTimeout(50);
          continue;
        }
        // After some choices the move is played as soon as it is whole.
        const play = await page.$("#commit:not(:disabled)");
        const marked = await page.$$("#picture [data-offered]");
        const chosen = await page.$$("#picture [data-chosen]");
        const words = await page.$$("#moves button");
        let target = null;
        if (play && (since > 2 || !marked.length)) target = play;
        else if (marked.length) target = marked[lot(marked.length)];
        else if (words.length) target = words[lot(words.length)];
        else target = chosen[0];
        if (!target || !(await touch(page, target).catch(() => false))) {
          await page.waitForTimeout(30);
          continue;
        }
        touches += 1;
        since += 1;
        // What came of it: another choice, or a move.
        await page
          .waitForFunction(
            ({ ply, words }) => {
              const it = (id) => document.getElementById(id);
              if (it("draft")?.hasAttribute("aria-busy")) return false;
              return Number(it("ply").max) !== ply || it("words")?.textContent !== words || it("state").className !== "mine";
            },
            now,
            { timeout: 3000 },
          )
          .catch(() => {});
        await page.waitForFunction(() => !document.getElementById("draft")?.hasAttribute("aria-busy"));
        if ((await stands(page)).ply !== now.ply) {
          plies += 1;
          since = 0;
        }
      }
      console.log(`${kind}: ${touches} touches for ${plies} moves`);
      // What can be played may have been played by the server just now, as there was no choice.
      assert.deepEqual(complaints.filter((it) => !/^422 GET \S+\/legal\/branch/.test(it)), []);
    }),
  );
}
