// A page that outlives its server, its session, and a choice in another tab.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Server } from "./server.js";

const server = new Server();
await server.start();
after(() => server.end());
process.env.TURNPIKE_URL = server.url;
const { URL, newContext, openGame, player, quiet, signIn, twoAtATable, withBrowser } = await import("./helpers.js");

const entries = (page) => page.$eval("#ply", (it) => Number(it.max));
const grows = (page, before) => page.waitForFunction((before) => Number(document.getElementById("ply")?.max) > before, before);
const isMine = (page) => page.waitForSelector("#state.mine");
const words = (page) => page.textContent("#words");

test("the form for a forgotten password reports that a mail is on its way", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const page = await (await newContext(browser)).newPage();
    await page.goto(URL);
    await page.click("#who button");
    await page.click("#forgot");
    await page.fill("#reset-email", "nobody@example.org");
    await page.click("#reset [type=submit]");
    await page.waitForSelector("#note:text('on its way')", { state: "visible" });
    assert.ok(await page.isHidden("#reset"));
    // The form shows its own problems.
    await page.fill("#up-name", "somebody-new");
    await page.fill("#up-email", "new@example.org");
    await page.fill("#up-password", "password");
    await page.click("#sign-up [type=submit]");
    await page.waitForSelector("#sign-up #fault:has-text('easy to guess')", { state: "visible" });
  }),
);

/** Presses the first target on the board. */
const press = async (page) => (await page.waitForSelector("#picture [data-offered]")).click();

/** Opens a page that asks before each move, so that the choice stays visible. */
async function asking(page) {
  await page.evaluate(() => localStorage.setItem("turnpike.ask", "always"));
  await page.reload();
  await page.waitForSelector("#picture [data-offered]");
}

/** Invalidates tokens of this browser, as if time had passed. Another tab does it, so that this one
 * gets an event. */
async function spoil(page, ...names) {
  const other = await page.context().newPage();
  await other.goto(`${URL}/rules`);
  await other.evaluate((names) => {
    const session = JSON.parse(localStorage.getItem("turnpike.session"));
    for (const name of names) session[name] = "worn-out";
    localStorage.setItem("turnpike.session", JSON.stringify(session));
  }, names);
  await other.close();
}

test("a page reconnects by itself after a server outage", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [game, acting, waiting] = await twoAtATable("thats-life", await player(), await player());
    const { page } = await openGame(browser, game, waiting);
    await page.waitForSelector("#picture svg");
    await server.stop();
    await page.waitForSelector(".note.offline");
    assert.ok(await page.isVisible("#picture svg"));
    await server.start();
    const before = await entries(page);
    for (let i = 0; i < 40; i += 1) {
      const { to_act, seats } = await acting.call("GET", `/v1/games/${game}`);
      if (!to_act.some((seat) => seats[seat].player === acting.name)) break;
      await acting.acts(game);
    }
    await grows(page, before);
    await isMine(page);
    const then = await entries(page);
    await press(page);
    await grows(page, then);
    assert.ok(await page.isHidden("#fault"), await page.innerText("#fault"));
  }),
);

test("a move chosen before a server outage can be played after it", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [game, acting] = await twoAtATable("buttons", await player(), await player());
    const { page } = await openGame(browser, game, acting);
    await asking(page);
    await press(page);
    await page.waitForSelector("#commit:not(:disabled)");
    const [chosen, before] = [await words(page), await entries(page)];
    await server.stop();
    await page.waitForSelector(".note.offline");
    assert.ok(await page.isHidden("#commit"));
    await server.start();
    await page.waitForSelector(".note.offline", { state: "detached" });
    await page.waitForSelector("#commit:not(:disabled)");
    assert.deepEqual([await words(page), await entries(page)], [chosen, before]);
    await page.click("#commit");
    await grows(page, before);
  }),
);

test("a session with an expired token is renewed without a notice", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [game, acting] = await twoAtATable("buttons", await player(), await player());
    const { page, complaints } = await openGame(browser, game, acting);
    await isMine(page);
    await spoil(page, "access_token");
    const before = await entries(page);
    await press(page);
    await grows(page, before);
    await spoil(page, "access_token");
    await page.reload();
    await page.waitForSelector("#tab-own");
    assert.equal(await page.textContent("#who strong"), acting.name);
    assert.ok(await page.isHidden("#fault"));
    assert.ok(await page.isHidden("#note"));
    assert.ok(
      complaints.every((it) => it.startsWith("401 ")),
      String(complaints),
    );
  }),
);

/** Suspends a tab, as browsers do with hidden tabs. */
async function suspend(page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Page.setWebLifecycleState", { state: "frozen" });
}

test("a suspended tab does not keep events from other tabs", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [game, acting, waiting] = await twoAtATable("thats-life", await player(), await player());
    const { page } = await openGame(browser, game, waiting);
    await page.waitForSelector("#picture svg");
    const other = await page.context().newPage();
    await other.goto(`${URL}/games/${game}`);
    await other.waitForSelector("#tab-own");
    await suspend(page);
    const before = await entries(other);
    await acting.acts(game);
    await grows(other, before);
    const locks = await other.evaluate(async () => (await navigator.locks.query()).held.map((lock) => lock.name));
    assert.ok(locks.includes(`turnpike.live.${waiting.name}`), String(locks));
  }),
);

test("a suspended tab that holds the token lock does not block other tabs", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [game, acting] = await twoAtATable("buttons", await player(), await player());
    const { page } = await openGame(browser, game, acting);
    await isMine(page);
    const holder = await page.context().newPage();
    await holder.goto(`${URL}/rules`);
    await holder.evaluate(() => new Promise((held) => navigator.locks.request("turnpike.session", () => new Promise(() => held()))));
    await spoil(page, "access_token");
    await page.reload();
    await isMine(page);
  }),
);

test("a signed-out player sees a notice, and keeps the chosen words after signing in again", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const acting = await player();
    const { id: game } = await acting.call("POST", "/v1/games", { kind: "ferry-follies", seats: 1, entropy: "web" });
    const { page } = await openGame(browser, game, acting);
    await asking(page);
    await press(page);
    await page.waitForSelector("#undo:not(:disabled)");
    // The page shows the sums of ferries a moment later.
    await quiet(page);
    const chosen = await words(page);
    await spoil(page, "access_token", "refresh_token");
    await page.reload();
    await page.waitForFunction(() => document.getElementById("note")?.textContent.startsWith("You were signed out."));
    assert.ok(await page.isVisible("#note"));
    await page.waitForSelector("#draft", { state: "detached" });
    await signIn(page, acting.name);
    await page.waitForSelector("#undo:not(:disabled)");
    await quiet(page);
    assert.equal(await words(page), chosen);
  }),
);

test("a move in one tab appears in another tab, whose stale choice is rejected", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [game, acting] = await twoAtATable("buttons", await player(), await player());
    const { page } = await openGame(browser, game, acting);
    await asking(page);
    const other = await page.context().newPage();
    await other.goto(`${URL}/games/${game}`);
    // Another move: the same one again would only get the same answer.
    await other.waitForSelector("#picture [data-offered]");
    await other.locator("#picture [data-offered]").last().click();
    await other.waitForSelector("#commit:not(:disabled)");

    // The other tab learns nothing of this move for now.
    let tell;
    const told = new Promise((resume) => (tell = resume));
    await other.route(`**/v1/games/${game}?*`, (route) => told.then(() => route.continue()));
    const before = await entries(page);
    await press(page);
    await page.click("#commit:not(:disabled)");
    await grows(page, before);
    const { ply, head } = await acting.call("GET", `/v1/games/${game}`);
    const answer = other.waitForResponse((it) => it.request().method() === "POST" && it.url().endsWith("/moves"));
    await other.click("#commit");
    assert.equal((await answer).status(), 409);
    tell();
    await grows(other, before);
    assert.equal(await entries(other), ply);
    assert.deepEqual(await acting.call("GET", `/v1/games/${game}`).then((it) => [it.ply, it.head]), [ply, head]);
  }),
);
