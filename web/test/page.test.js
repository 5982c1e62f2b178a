// The page of a game, besides its board: chat, notes, moves by one touch, earlier positions, pauses, and other tabs.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { chromium } from "playwright-core";
import { LAUNCH, PATIENCE, URL, complaintsOf, open, openAs, openGame, player, signIn, twoAtATable, withBrowser } from "./helpers.js";
import { freePort } from "./server.js";

/** Two players without automatic moves. */
async function twoPlayers() {
  const both = [await player(), await player()];
  for (const one of both) await one.call("PATCH", "/v1/me", { play_forced_moves: false });
  return both;
}

/** Waits until the text of an element is this. */
const reads = (page, selector, text) =>
  page.waitForFunction(([selector, text]) => document.querySelector(selector)?.textContent === text, [selector, text]);

const logHas = (page, lines) => page.waitForFunction((lines) => document.getElementById("log")?.children.length === lines, lines);

test("the page of a game supports chat and notes", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [ann, ben] = await twoPlayers();
    const [game] = await twoAtATable("thats-life", ann, ben);
    const [chat, note] = ["chat", "note"].map((part) => `/v1/games/${game}/${part}`);
    const first = 'Hello <img src=x onerror=alert(1)> & "you"';
    await ben.call("POST", chat, { text: first });
    const { page, complaints } = await open(browser, {}, `/games/${game}`);
    // A stranger sees the game without its chat.
    await page.waitForSelector("#tab-about");
    assert.equal(await page.locator("#tab-chat, #tab-own").count(), 0);
    await signIn(page, ann.name);
    await page.click("#tab-chat");
    const last = "#messages li:last-child p";
    await reads(page, last, first);
    assert.equal(await page.locator("#messages img").count(), 0);

    await page.fill("#message", "Hello, Ben!");
    await page.click("#say [type=submit]");
    await reads(page, last, "Hello, Ben!");
    await page.waitForFunction(() => document.getElementById("message")?.value === "");
    const { messages } = await ben.call("GET", chat);
    assert.deepEqual([messages[1].text, messages[1].author], ["Hello, Ben!", ann.name]);

    await page.click("#tab-own");
    await page.fill("#own-note:not(:disabled)", "Ben is polite.");
    await page.click("#write-note [type=submit]");
    await page.waitForFunction(() => document.getElementById("note-state")?.textContent.startsWith("Saved"));
    assert.equal((await ann.call("GET", note)).text, "Ben is polite.");
    assert.equal((await ben.call("GET", note)).text, "");
    // Another client changes the note meanwhile. Both texts are kept.
    await ann.call("PUT", note, { text: "From my telephone." });
    await page.fill("#own-note", "Ben is polite. Really.");
    await page.click("#write-note [type=submit]");
    await page.waitForFunction(() => document.getElementById("own-note")?.value === "From my telephone.\nBen is polite. Really.");
    assert.ok(
      complaints.every((it) => it.startsWith("412 ")),
      String(complaints),
    );
  }),
);

/** Loses the response to the next game that the page makes, as a proxy does that gave up waiting. */
const loseResponse = (page) =>
  page.route(
    "**/v1/games",
    async (route) => {
      await route.fetch();
      await route.fulfill({ status: 503, body: "" });
    },
    { times: 1 },
  );

test("a second click after a lost response creates no second game", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const ann = await player();
    const games = async () => (await ann.call("GET", "/v1/games?mine=true")).games.map(({ id }) => id);
    const { page } = await openAs(browser, ann, "/new");
    const ready = async () => {
      await page.waitForSelector("#new-game");
      await page.evaluate(() => (document.getElementById("advanced").open = true));
    };
    const make = () => page.click("#new-game [type=submit]");
    const failed = () => page.waitForSelector("body:has-text('The server answered 503')");
    await ready();
    await loseResponse(page);
    await make();
    await failed();
    assert.equal((await games()).length, 1);
    await make();
    await page.waitForSelector("#game");
    const [made, ...others] = await games();
    assert.deepEqual(others, []);
    assert.equal(new globalThis.URL(page.url()).pathname, `/games/${made}`);

    // With another entropy the page reports the game of the first click, and then makes another.
    await page.goto(`${URL}/new`);
    await ready();
    await loseResponse(page);
    await make();
    await failed();
    await page.locator("#entropy").pressSequentially(" and more");
    await make();
    await page.waitForSelector("body:has-text('Look at your games')");
    assert.equal((await games()).length, 2);
    await make();
    await page.waitForSelector("#game");
    assert.equal((await games()).length, 3);
  }),
);

test("the page of a game shows that the operator has paused it", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [ann, ben] = await twoPlayers();
    const [game] = await twoAtATable("thats-life", ann, ben);
    const { TURNPIKE_BIN, TURNPIKE_FOLDER } = process.env;
    await promisify(execFile)(TURNPIKE_BIN, ["admin", "--data-dir", TURNPIKE_FOLDER, "pause", game, "--reason", "a test"]);
    const { page } = await open(browser, {}, `/games/${game}`);
    await page.waitForSelector("#state:has-text('has paused the game')");
    await signIn(page, ann.name);
    await page.waitForSelector("#game");
    assert.equal(await page.textContent("#state"), "The operator of this server has paused the game. Nobody can move, and no clock runs.");
    assert.doesNotMatch(await page.title(), /turn/);
  }),
);

test("one touch plays a move, also if its verb is not drawn on the board", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [ann, ben] = await twoPlayers();
    const [life, acting, other] = await twoAtATable("thats-life", ann, ben);
    const { page, complaints } = await openGame(browser, life, acting);
    await page.waitForSelector("#state.mine");
    // The page chooses the only move.
    await page.click("#picture [data-word=roll][data-chosen]");
    await logHas(page, 2);
    await page.click("#picture [data-word=start][data-chosen]");
    await page.waitForSelector("#state:not(.mine)");
    const { ply, to_act, seats } = await acting.call("GET", `/v1/games/${life}`);
    assert.equal(ply, 2);
    assert.deepEqual(
      to_act.map((seat) => seats[seat].player),
      [other.name],
    );

    // The board of Buttons draws cells, but not the verb “place”.
    const [buttons, first] = await twoAtATable("buttons", ann, ben);
    const { seq } = await first.call("GET", `/v1/games/${buttons}`);
    await first.call("POST", `/v1/games/${buttons}/moves`, { seq, moves: [{ type: "text", text: "roll" }] });
    await page.goto(`${URL}/games/${buttons}`);
    await page.waitForSelector("#state.mine");
    const before = (await acting.call("GET", `/v1/games/${buttons}`)).ply;
    await page.click("#picture [id^=drawn-cell][data-offered]");
    await page.waitForSelector("#state:not(.mine)");
    assert.equal((await acting.call("GET", `/v1/games/${buttons}`)).ply, before + 1);
    assert.deepEqual(complaints, []);
  }),
);

test("the setting to ask before each move requires a confirmation, and persists", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [game, acting] = await twoAtATable("thats-life", ...(await twoPlayers()));
    const { page } = await openGame(browser, game, acting);
    await page.waitForSelector("#picture [data-word=roll][data-chosen]");
    await page.selectOption("#sending", "ask");
    await page.click("#picture [data-word=roll]");
    await reads(page, "#commit", "Play");
    assert.equal((await acting.call("GET", `/v1/games/${game}`)).ply, 0);
    await page.click("#commit");
    await logHas(page, 2);
    await page.reload();
    await page.waitForFunction(() => document.getElementById("sending")?.value === "ask");
  }),
);

test("an earlier position has an address, and the arrow keys change it", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [game, acting] = await twoAtATable("thats-life", ...(await twoPlayers()));
    await acting.acts(game);
    await acting.acts(game);
    const { page, complaints } = await open(browser, {}, `/games/${game}/1`);
    await reads(page, "#ply-title", "1 of 2");
    await page.waitForSelector(".past #picture svg");
    await page.keyboard.press("ArrowRight");
    await reads(page, "#ply-title", "2");
    await page.waitForURL(`${URL}/games/${game}`);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await reads(page, "#ply-title", "0 of 2");
    await page.waitForURL(`${URL}/games/${game}/0`);
    assert.deepEqual(complaints, []);
  }),
);

/** Runs a test in a browser that hides the tabs in the background. Playwright keeps its own pages visible. */
async function withTabs(test) {
  const port = await freePort();
  const browser = await chromium.launch({ ...LAUNCH, args: [...LAUNCH.args, `--remote-debugging-port=${port}`] });
  try {
    const tabs = await chromium.connectOverCDP(`http://127.0.0.1:${port}`, { noDefaults: true, timeout: PATIENCE });
    const [context] = tabs.contexts();
    context.setDefaultTimeout(PATIENCE);
    await test(context);
  } finally {
    await browser.close();
  }
}

test("a tab in the background shows the opponent's move in its title", { timeout: 300000 }, () =>
  withTabs(async (context) => {
    const [game, acting, waiting] = await twoAtATable("thats-life", ...(await twoPlayers()));
    const [page, home] = [await context.newPage(), await context.newPage()];
    const complaints = [page, home].map(complaintsOf);
    await page.goto(`${URL}/games/${game}`);
    await page.waitForSelector(`#state:text-is('${acting.name} is to act.')`);
    await page.bringToFront();
    await signIn(page, waiting.name);
    await page.waitForSelector("#tab-own");
    // The streams that the browser has open.
    const streams = new Set();
    context.on("request", (request) => request.url().endsWith("/events") && streams.add(request));
    for (const over of ["requestfinished", "requestfailed"]) context.on(over, (request) => streams.delete(request));
    await page.reload();
    await page.waitForSelector("#tab-own");
    await home.bringToFront();
    await home.goto(URL);
    await home.waitForSelector("#mine-list > li:only-child");
    await acting.acts(game);
    await acting.acts(game);
    await page.waitForFunction(() => document.hidden && document.title.startsWith("● Your turn"), null, { polling: 50 });
    // The home page receives the same stream.
    await home.waitForSelector("#waiting-list:has-text('Your turn')");
    assert.equal(streams.size, 1);
    assert.deepEqual(complaints, [[], []]);
  }),
);
