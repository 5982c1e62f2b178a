// The page for admins.

import assert from "node:assert/strict";
import { test } from "node:test";
import { findings } from "./axe.js";
import { LEAST, PASSWORD, PHONE, open, player, quiet, signIn, sizes, withBrowser } from "./helpers.js";
import { Server } from "./server.js";

/** Runs a test with a server of its own, whose admin the command line has appointed. */
async function withAdmin(run) {
  const server = new Server(() => ["--operator-email", "operator@example.org"]);
  await server.start();
  try {
    const [ann, ben] = [await player("ann", server.url), await player("ben", server.url)];
    await player("root2", server.url);
    await server.admin("appoint", "root2");
    await withBrowser((browser) => run({ server, browser, ann, ben }));
  } finally {
    await server.end();
  }
}

/** Opens a page of the server as a player who signs in with the form. */
async function openAs(browser, server, name, path, options = {}) {
  const { page } = await open(browser, options, server.url + path);
  await signIn(page, name);
  return page;
}

/** Asks for a session without a token, and returns the response. */
function signsIn(server, name) {
  const body = JSON.stringify({ name, password: PASSWORD });
  return fetch(`${server.url}/v1/sessions`, { method: "POST", headers: { "Content-Type": "application/json" }, body });
}

/** Opens a section from the list, which is a page of its own on a phone. */
async function turnTo(page, id) {
  const link = page.locator(`.subjects a[href="#${id}"]`);
  if (!(await link.isVisible())) await page.click(".to-all a");
  await link.click();
  await page.waitForSelector(`#${id}`);
}

/** Sends the act that the form in an element offers, or the given one. */
async function act(page, inside, type) {
  if (type) await page.selectOption(`${inside} [name=type]`, type);
  await page.fill(`${inside} [name=reason]`, "Insults, after two warnings.");
  await page.click(`${inside} form:has([name=reason]) [type=submit]`);
}

/** A game of two players, in which one has insulted the other, who has reported that. */
async function reported(ann, ben) {
  const { id } = await ann.call("POST", "/v1/games", { kind: "thats-life", seats: 2, pace: { days_per_move: 3 }, entropy: "web" });
  await ben.call("POST", `/v1/games/${id}/seats`, { entropy: "web" });
  await ann.call("POST", `/v1/games/${id}/chat`, { text: "You play like a potato." });
  await ben.call("POST", `/v1/games/${id}/reports`, { message: 1, reason: "An insult." });
  return id;
}

test("an admin closes a report, suspends its player and pauses the game", { timeout: 300000 }, () =>
  withAdmin(async ({ server, browser, ann, ben }) => {
    const id = await reported(ann, ben);
    const page = await openAs(browser, server, "root2", "/admin");
    await page.waitForSelector("#report-list li");
    assert.equal(await page.innerText("#report-list blockquote"), "You play like a potato.");
    await act(page, "#report-list", "suspend");
    await page.click("#ask-yes");
    await page.waitForSelector("#report-list .said");
    await assert.rejects(ann.call("GET", "/v1/me"), /401/);
    // The player cannot move, nor sign in.
    await assert.rejects(ann.acts(id), /401/);
    assert.match(await (await signsIn(server, "ann")).text(), /suspended/);
    await page.click("#report-list summary");
    await page.waitForSelector("#report-list .acts li");
    assert.match(await page.innerText("#report-list .acts"), /Account suspended/);
    await act(page, "#report-list", "resolve-report");
    await page.waitForSelector("#reports .empty");

    await turnTo(page, "players");
    await page.fill("#find-player [name=text]", "ann");
    await page.click("#find-player [type=submit]");
    await page.waitForSelector("#player-list .mark");
    assert.match(await page.innerText("#player-list .mark"), /suspended/);
    await act(page, "#player-list", "reinstate");
    await page.waitForSelector("#player-list .mark", { state: "detached" });
    assert.equal((await signsIn(server, "ann")).status, 201);

    // From an entry of the log to the game.
    await turnTo(page, "games");
    await page.fill("#find-game [name=id]", `${server.url}/games/${id}`);
    await page.click("#find-game [type=submit]");
    await act(page, "#game", "pause");
    await page.waitForFunction(() => document.querySelector("#game dd")?.textContent.includes("paused"));
    assert.ok((await ben.call("GET", `/v1/games/${id}`)).paused_at);
    await turnTo(page, "actions");
    await page.click("#actions li:has-text('Game paused') button");
    await page.waitForSelector("#games #game");
    await act(page, "#game", "resume");
    await page.waitForFunction(() => document.querySelector("#game dd")?.textContent === "running");
    await act(page, "#game", "verify");
    await page.waitForSelector("#game .said:has-text('The game is right')");
  }),
);

test("players and visitors find no page for admins", { timeout: 300000 }, () =>
  withAdmin(async ({ server, browser }) => {
    const page = await openAs(browser, server, "ann", "/admin");
    assert.equal(await page.innerText("h1"), "There is no such page");
    assert.equal(await page.locator("#self-menu a[href='/admin']").count(), 0);
    await page.context().close();
    const own = await openAs(browser, server, "root2", "/");
    await own.click("#who .self");
    await own.click("#self-menu a[href='/admin']");
    await own.waitForSelector("#reports .empty");
    await own.evaluate(() => localStorage.removeItem("turnpike.session"));
    await own.reload();
    await own.waitForSelector("h1:has-text('There is no such page')");
  }),
);

test("the page for admins fits a small phone and is accessible", { timeout: 300000 }, () =>
  withAdmin(async ({ server, browser, ann, ben }) => {
    const id = await reported(ann, ben);
    const small = { ...PHONE, viewport: { width: 360, height: 740 }, colorScheme: "dark" };
    const page = await openAs(browser, server, "root2", "/admin", small);
    /** Checks what is visible, all unfolded. */
    const check = async (section) => {
      await page.evaluate(() => document.querySelectorAll("#app details").forEach((it) => (it.open = true)));
      await quiet(page);
      assert.deepEqual(await findings(page), [], section);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), section);
      const { text, target } = await sizes(page);
      assert.ok(text >= LEAST.text && target >= LEAST.target, `${section}: ${text} ${target}`);
    };
    await check("the list");
    for (const section of ["reports", "players", "games", "mails", "overview", "actions"]) {
      await turnTo(page, section);
      if (section === "games") {
        await page.fill("#find-game [name=id]", id);
        await page.click("#find-game [type=submit]");
        await page.waitForSelector("#game dl");
      }
      await check(section);
    }
  }),
);
