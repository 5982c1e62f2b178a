// The board of Buttons on a phone: one touch on a marked cell, the odds, and choosing and releasing
// stars.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE, openGame, player, touch, withBrowser } from "./helpers.js";

/** Plays through the API until `enough` returns true. Players with two buttons opt out. */
async function playOn(id, players, enough) {
  for (;;) {
    const games = await Promise.all(players.map((it) => it.call("GET", `/v1/games/${id}`)));
    if (enough(games)) return;
    const at = games.findIndex((game) => game.to_act.includes(game.seat));
    const { seq, moves } = await players[at].call("GET", `/v1/games/${id}/legal`);
    const own = games[at].view.players[games[at].seat];
    const out = own.buttons.length > 1 && moves.find((it) => it.type === "opt_out");
    await players[at].call("POST", `/v1/games/${id}/moves`, { seq, moves: [out || moves[0]] });
  }
}

test("a round of Buttons can be played by touch", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [ann, ben] = [await player(), await player()];
    for (const it of [ann, ben]) await it.call("PATCH", "/v1/me", { play_forced_moves: false });
    const ply = (page) => page.$eval("#ply", (it) => Number(it.max));
    const isLater = (page, before) => page.waitForFunction((ply) => Number(document.getElementById("ply")?.max) > ply, before);
    /** Rolls in a new game; `null` if the roll busts. */
    async function rolled() {
      const { id } = await ann.call("POST", "/v1/games", { kind: "buttons", seats: 2, entropy: "web" });
      await ben.call("POST", `/v1/games/${id}/seats`, { entropy: "web" });
      await playOn(id, [ann, ben], ([one]) => {
        const { view, to_act, seat } = one;
        return view.phase === "turn_decision" && to_act.includes(seat) && view.players[seat].buttons.length > 0;
      });
      const { page, complaints } = await openGame(browser, id, ann, PHONE);
      const roll = await page.waitForSelector("#drawn-roll[data-offered]");
      assert.match(await roll.getAttribute("aria-label"), /^Roll: <?\d+% risk to bust$/);
      assert.match(await page.$eval("#drawn-out", (it) => it.getAttribute("aria-label")), /^Opt out, earns 1 star$/);
      const before = await ply(page);
      await touch(page, roll);
      await isLater(page, before);
      const { moves } = await ann.call("GET", `/v1/games/${id}/legal`);
      return moves.some((it) => it.type === "place") ? { id, page, complaints } : null;
    }
    let rolling;
    while (!rolling) rolling = await rolled();
    const { id, page, complaints } = rolling;
    const cell = await page.waitForSelector('[id^="drawn-cell-"]:is([data-offered], [data-chosen])');
    let before = await ply(page);
    await touch(page, cell);
    await isLater(page, before);

    await playOn(id, [ann, ben], ([one]) => {
      const { view, seat } = one;
      const due = view.pending.find((it) => it.seat === seat);
      return view.phase === "star_placement" && due && !due.decided && due.cells.length > due.stars;
    });
    await page.waitForFunction(() => document.getElementById("controls")?.textContent.includes("Stars chosen"));
    const marked = await page.$$('[id^="drawn-cell-"][aria-pressed]');
    const chosen = () => page.$$eval('#picture [aria-pressed="true"]', (all) => all.map((it) => it.id));
    const all = (await ann.call("GET", `/v1/games/${id}`)).view.pending.find((it) => it.seat === 0).stars;
    assert.ok(marked.length > all);
    const ids = await Promise.all(marked.map((it) => it.getAttribute("id")));
    for (const [i, it] of marked.entries()) {
      await touch(page, it);
      await page.waitForFunction((id) => document.getElementById(id)?.ariaPressed === "true", ids[i]);
      const n = Math.min(i + 1, all);
      assert.ok((await page.textContent("#controls")).includes(`Stars chosen: ${n} of ${all}`));
    }
    assert.deepEqual((await chosen()).sort(), ids.slice(-all).sort(), "the first has given way");
    await page.waitForSelector("#commit:not(:disabled)");
    before = await ply(page);
    await touch(page, await page.$("#commit"));
    await isLater(page, before);
    const { view } = await ann.call("GET", `/v1/games/${id}`);
    const own = view.players[0].stars.length || view.pending.find((it) => it.seat === 0)?.choice?.cells.length;
    assert.ok(own >= all);
    // A branch may be outdated because another player acts meanwhile.
    assert.deepEqual(
      complaints.filter((it) => !/^422 GET \S+\/legal\/completions/.test(it)),
      [],
    );
  }),
);

test("the result of a game of Buttons is shown in words", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const ann = await player();
    const { id } = await ann.call("POST", "/v1/games", { kind: "buttons", seats: 2, invite: [{ bot: "greedy" }], entropy: "web" });
    let game;
    for (;;) {
      game = await ann.call("GET", `/v1/games/${id}`);
      if (game.status === "finished") break;
      if (game.to_act.includes(game.seat)) await ann.acts(id).catch(() => {});
      else await new Promise((resume) => setTimeout(resume, 30));
    }
    const { page } = await openGame(browser, id, ann, PHONE);
    await page.waitForSelector("#end");
    // The ranking is there once.
    assert.equal(await page.$("#seats"), null);
    for (const { seat, rank, score } of game.result.standings) {
      assert.equal(await page.textContent(`#end tbody tr:nth-child(${rank}) .rank`), String(rank));
      assert.equal(await page.textContent(`#end tbody tr:nth-child(${rank}) strong`), String(score));
      const { stars, line } = game.view.players.find((it) => it.seat === seat);
      const row = await page.$eval(`#end tbody tr:nth-child(${rank})`, (it) => it.textContent);
      const told = `${stars.length} ${stars.length === 1 ? "star" : "stars"}${line ? ", and 100 points for five in a line" : ""}`;
      assert.ok(row.includes(told), `${row}: ${told}`);
    }
  }),
);
