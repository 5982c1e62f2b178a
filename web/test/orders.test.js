// Orders for later turns, given by touch and in words.

import assert from "node:assert/strict";
import { test } from "node:test";
import { findings } from "./axe.js";
import { PHONE, openGame, player, twoAtATable, until, withBrowser } from "./helpers.js";

/** A game of three players: `[id, toAct, other]`. */
async function threeAtATable(kind) {
  const players = [await player(), await player(), await player()];
  const { id } = await players[0].call("POST", "/v1/games", { kind, seats: 3, entropy: "web" });
  for (const one of players.slice(1)) await one.call("POST", `/v1/games/${id}/seats`, { entropy: "web" });
  const { to_act, seats } = await players[0].call("GET", `/v1/games/${id}`);
  const isActing = ({ name }) => seats[to_act[0]].player === name;
  return [id, players.find(isActing), players.find((it) => !isActing(it))];
}

/** Opens the page of a game for a player who does not begin, with the plans unfolded. */
async function waiting(browser, kind, options = PHONE) {
  const isForThree = kind === "paris-connection";
  const [id, acting, other] = await (isForThree ? threeAtATable(kind) : twoAtATable(kind, await player(), await player()));
  const orders = () => other.call("GET", `/v1/games/${id}/orders`);
  const opened = await openGame(browser, id, other, options);
  await opened.page.waitForSelector("#plan");
  const { to_act, seat } = await other.call("GET", `/v1/games/${id}`);
  const title = to_act.includes(seat) ? "Plan later moves" : "For your next turn: nothing planned. Plan a move";
  assert.equal(await opened.page.innerText("#plan > summary"), title);
  await opened.page.click("#plan > summary");
  return { ...opened, id, acting, other, orders };
}

const suggestion = (page, text) => page.locator(".suggestion", { hasText: text });

/** Adds a suggestion, and waits until it is in the list. */
async function add(page, text) {
  const before = await page.locator("#planned li").count();
  await suggestion(page, text).locator("button").click();
  await page.waitForFunction((count) => document.querySelectorAll("#planned li").length > count, before);
}

const planned = (page) => page.$$eval("#planned li > span", (all) => all.map((it) => it.innerText));

test("a player plans pawns of That's Life! by touch, and the server moves them", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const { page, complaints, id, acting, other, orders } = await waiting(browser, "thats-life");
    await add(page, "furthest behind");
    await page.waitForSelector(".plans > .said:has-text('Saved.')");
    assert.deepEqual((await orders()).conditional, ["pawns back"]);
    // A planned order is not offered again.
    assert.equal(await suggestion(page, "furthest behind").count(), 0);
    const from = suggestion(page, "away from");
    await from.locator("select").selectOption("start");
    await add(page, "away from");
    // The newest order is the first that the server tries.
    assert.deepEqual((await orders()).conditional, ["pawns from start", "pawns back"]);
    assert.deepEqual(await planned(page), [
      "After a roll: move my pawn away from Start.",
      "After each roll: move my pawn that is furthest behind.",
    ]);
    assert.deepEqual(await findings(page), []);
    await page.tap("#planned li:first-child button");
    await page.waitForFunction(() => document.querySelectorAll("#planned li").length === 1);
    assert.deepEqual((await orders()).conditional, ["pawns back"]);
    // It is followed without a touch.
    const { ply } = await other.call("GET", `/v1/games/${id}`);
    const hasMoved = async () => {
      const { entries } = await other.call("GET", `/v1/games/${id}/log?since=${ply}`);
      const { seat } = await other.call("GET", `/v1/games/${id}`);
      return entries.some((entry) => entry.seat === seat && entry.move?.type === "move_pawn");
    };
    await until(async () => {
      const { to_act, seat } = await acting.call("GET", `/v1/games/${id}`);
      if (to_act.includes(seat)) await acting.acts(id);
      return hasMoved();
    });
    assert.deepEqual(complaints, []);
  }),
);

test("a player turns automatic moves on and off beside the board", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const { page, complaints, orders } = await waiting(browser, "flip-freighters");
    const before = (await orders()).play_forced_moves;
    assert.equal(await page.isChecked("#plan-forced"), before);
    assert.equal(await page.locator(".suggestion").count(), 0);
    await page.tap("#plan-forced");
    await until(async () => (await orders()).play_forced_moves === !before);
    await page.waitForSelector(".plans > .said:has-text('Saved.')");
    assert.equal(await page.isChecked("#plan-forced"), !before);
    assert.deepEqual(complaints, []);
  }),
);

test("a player plans a round of Buttons by touch", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const { page, complaints, orders } = await waiting(browser, "buttons");
    await suggestion(page, "I would get").locator("[name=n]").selectOption("1");
    await add(page, "I would get");
    const golden = suggestion(page, "take only these");
    await golden.locator("button").click();
    await page.waitForSelector("#fault:has-text('Choose something first.')");
    await golden.locator("[value=red]").check();
    await golden.locator("[value=blue]").check();
    await add(page, "take only these");
    assert.deepEqual((await orders()).conditional, ["gold red blue", "roll until 1 star in round 1"]);
    assert.deepEqual(await planned(page), [
      "When others roll: take only these, and pass otherwise: red cell, blue cell",
      "In round 1: roll until I would get 1 ★, then opt out.",
    ]);
    assert.deepEqual(complaints, []);
  }),
);

test("a player plans trades of Paris Connection by touch", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const { page, complaints, orders } = await waiting(browser, "paris-connection", {});
    const choose = (form, name, value) => form.locator(`[name=${name}]`).selectOption(value);
    for (const text of ["At my next turn", "is worth", "in stock", "has come to"]) {
      const form = suggestion(page, text);
      const give = await form.locator("[name=give]").inputValue();
      await choose(form, "take", give === "red" ? "blue" : "red");
      await add(page, text);
    }
    const { moves, conditional } = await orders();
    assert.match(moves[0].text ?? `trade ${moves[0].give} ${moves[0].take} ${moves[0].count}`, /^trade \w+ (red|blue) 1$/);
    assert.equal(moves.length, 1);
    assert.match(conditional.join("\n"), /^when \w+ taken: trade .*\nwhen black stock below 5: trade .*\nwhen black worth 8: trade .*$/);
    for (const text of await planned(page))
      assert.match(text, /^(At my next turn|Once .+): give 1 × \w+ \(\w\) and take 1 × (red|blue) \([RB]\)\.$/);
    assert.deepEqual(complaints, []);
  }),
);

test("a player writes orders, and the page keeps typed text", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const { page, complaints, other, orders, id } = await waiting(browser, "thats-life", {});
    await page.click("#write-orders > summary");
    await page.waitForSelector("#known-orders:has-text('furthest behind')");
    await page.fill("#conditional", "pawns last");
    await page.click("#give-orders [type=submit]");
    await page.waitForFunction(() => document.getElementById("conditional")?.value === "pawns back");
    assert.deepEqual((await orders()).conditional, ["pawns back"]);
    assert.deepEqual(await planned(page), ["After each roll: move my pawn that is furthest behind."]);
    await page.fill("#queue", "roll");
    await other.call("PUT", `/v1/games/${id}/orders`, { moves: [], conditional: ["pawns front"] });
    // A change elsewhere is not overwritten.
    const onto = suggestion(page, "leads there");
    await onto.locator("select").selectOption("finish");
    await onto.locator("button").click();
    await page.waitForFunction(() => document.querySelectorAll("#planned li").length === 2);
    assert.equal(await page.inputValue("#queue"), "roll");
    assert.deepEqual((await orders()).conditional, ["pawns onto finish", "pawns front"]);
    await page.fill("#conditional", "pawns sideways");
    await page.click("#give-orders [type=submit]");
    await page.waitForSelector("#fault:has-text('pawns back')");
    assert.equal(await page.inputValue("#conditional"), "pawns sideways");
    assert.ok(
      complaints.every((it) => it.startsWith("422 ")),
      String(complaints),
    );
  }),
);
