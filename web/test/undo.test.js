// A move that a touch completes can be taken back for a moment, among people.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE, URL, hold, openAs, player, twoAtATable, until, withBrowser } from "./helpers.js";

const aBoard = "#picture svg [data-offered]";

/** The page of a game of That's Life! between two people, at the first touch target. */
async function atTheTable(browser, storage = {}) {
  const [id, acting, waiting] = await twoAtATable("thats-life", await player(), await player());
  const { ply } = await acting.call("GET", `/v1/games/${id}`);
  const { page } = await openAs(browser, acting, `/games/${id}`, PHONE, { "turnpike.seen": [[id, ply]], ...storage });
  await page.waitForSelector(aBoard);
  const posted = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/moves") && !request.postData()?.includes("dry_run"))
      posted.push(request.url());
  });
  return { id, acting, waiting, page, ply, posted };
}

/** Stops the page's clock, and touches the target, so that the page holds the move. */
async function touchAndHold(page) {
  await page.clock.install();
  await page.tap(aBoard);
  await page.waitForSelector("#commit.held");
}

const plyOf = async (who, id) => (await who.call("GET", `/v1/games/${id}`)).ply;

test("move_that_a_touch_completes_is_not_sent_before_it_can_be_undone", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const { page, posted } = await atTheTable(browser);
    await touchAndHold(page);
    await page.tap("#undo");
    await page.waitForSelector("#commit", { state: "detached" });
    await page.clock.runFor(10000);
    await page.waitForSelector(aBoard);
    assert.deepEqual(posted, []);
  }),
);

test("held_move_is_sent_when_its_time_is_over", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const { id, acting, page, ply } = await atTheTable(browser);
    await touchAndHold(page);
    assert.equal(await plyOf(acting, id), ply);
    await page.clock.runFor(4100);
    await until(async () => (await plyOf(acting, id)) > ply);
  }),
);

test("second_touch_sends_the_held_move_at_once", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const { id, acting, page, ply } = await atTheTable(browser);
    // The page's clock stands still.
    await touchAndHold(page);
    await page.clock.runFor(1000);
    await page.tap("#picture svg [data-chosen]");
    await until(async () => (await plyOf(acting, id)) > ply);
  }),
);

test("another_touch_keeps_the_held_move_from_being_sent_while_it_loads", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const { page, posted } = await atTheTable(browser);
    await touchAndHold(page);
    const release = await hold(page, /\/legal\/completions/);
    await page.tap(`${aBoard}:not([data-chosen])`);
    await page.clock.runFor(10000);
    assert.deepEqual(posted, []);
    release();
  }),
);

test("held_move_waits_while_its_player_looks_at_an_earlier_board", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const { page, posted } = await atTheTable(browser);
    await touchAndHold(page);
    await page.tap("#log [value='0'] .row");
    await page.waitForSelector("#to-now");
    await page.clock.runFor(10000);
    await page.tap("#to-now");
    await page.waitForSelector("#commit:not(.held)");
    assert.deepEqual(posted, []);
  }),
);

test("leaving_the_page_sends_the_held_move", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const { id, acting, page, ply } = await atTheTable(browser);
    await touchAndHold(page);
    await page.goto(`${URL}/about`);
    await until(async () => (await plyOf(acting, id)) > ply);
  }),
);

test("player_who_sends_at_once_has_no_undo", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const { id, acting, page, ply } = await atTheTable(browser);
    await page.clock.install();
    await page.selectOption("#sending", "now");
    await page.tap(aBoard);
    await until(async () => (await plyOf(acting, id)) > ply);
    assert.equal(await page.evaluate(() => localStorage.getItem("turnpike.ask")), "never");
  }),
);

test("move_against_bots_is_sent_at_once", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const ann = await player();
    const { id } = await ann.call("POST", "/v1/games", { kind: "thats-life", seats: 2, invite: [{ bot: "greedy" }], entropy: "web" });
    const { page } = await openAs(browser, ann, `/games/${id}`, PHONE);
    await page.waitForSelector(aBoard);
    await page.clock.install();
    const { ply } = await ann.call("GET", `/v1/games/${id}`);
    await page.tap(aBoard);
    await until(async () => (await plyOf(ann, id)) > ply);
    assert.equal(await page.$("#commit.held"), null);
  }),
);
