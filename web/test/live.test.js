// A page whose server or reader is quicker or slower than expected.

import assert from "node:assert/strict";
import { test } from "node:test";
import { hold, openGame, player, quiet, twoAtATable, withBrowser } from "./helpers.js";

const state = (page) => page.textContent("#state");
const becomesMine = (page) => page.waitForSelector("#state.mine");
/** Waits for a word in the log, which may come after the state of the game. */
const logSays = (page, words) =>
  page.waitForFunction((words) => new RegExp(words).test(document.getElementById("log")?.textContent ?? ""), words);

for (const what of ["log", "board.svg", "legal/completions", ""]) {
  test(`a request that fails once is repeated (${what || "the game"})`, { timeout: 300000 }, () =>
    withBrowser(async (browser) => {
      const [game, acting, waiting] = await twoAtATable("thats-life", await player(), await player());
      const { page } = await openGame(browser, game, waiting);
      assert.match(await state(page), /is to act/);
      let failed = false;
      await page.route(
        (url) => url.pathname === `/v1/games/${game}${what && `/${what}`}`,
        (route) => {
          if (failed) return route.continue();
          failed = true;
          return route.fulfill({ status: 503, json: { code: "unavailable", detail: "Busy.", title: "Busy", status: 503 } });
        },
      );
      for (let i = 0; i < 40; i += 1) {
        const { to_act, seats } = await acting.call("GET", `/v1/games/${game}`);
        if (!to_act.some((seat) => seats[seat].player === acting.name)) break;
        await acting.acts(game);
      }
      await becomesMine(page);
      await page.waitForSelector("#draft");
      assert.ok(failed);
    }),
  );
}

test("no second move is sent while one is in transit", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [game, acting] = await twoAtATable("buttons", await player(), await player());
    const { page } = await openGame(browser, game, acting);
    await becomesMine(page);
    const sent = [];
    page.on("request", (request) => request.url().endsWith("/moves") && sent.push(request.postDataJSON()));
    const release = await hold(page, "**/moves");
    // One touch; then, however often and wherever it is touched, nothing more.
    const before = (await acting.call("GET", `/v1/games/${game}`)).ply;
    const cell = await page.waitForSelector("#picture :is([data-offered], [data-chosen])");
    await cell.click();
    for (const button of await page.$$("#moves button, #commit")) await button.click({ timeout: 200, force: true }).catch(() => {});
    release();
    await page.waitForFunction((before) => Number(document.getElementById("ply")?.max) > before, before);
    assert.equal(sent.length, 1);
  }),
);

test("no move is sent from an earlier board", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [game, acting] = await twoAtATable("buttons", await player(), await player());
    const { page } = await openGame(browser, `${game}/0`, acting);
    const sent = [];
    page.on("request", (request) => request.method() === "POST" && request.url().endsWith("/moves") && sent.push(request.url()));
    await page.waitForFunction(() => document.getElementById("ply-title")?.textContent.startsWith("0 "));
    await page.evaluate(() => (document.getElementById("play-part").open = true));
    const word = await page.waitForSelector("#moves button");
    await word.click();
    await page.waitForFunction(() => document.getElementById("ply-title")?.textContent.includes(" ") === false);
    await quiet(page);
    assert.deepEqual(sent, []);
  }),
);

test("a page is in the language of the browser, or in the chosen one", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [game, acting] = await twoAtATable("thats-life", await player(), await player());
    const { page } = await openGame(browser, game, acting, { locale: "de-DE" });
    await becomesMine(page);
    assert.equal(await page.getAttribute("html", "lang"), "de");
    assert.match(await state(page), /^Du bist/);
    await logSays(page, "Figur|Strecke");
    await page.selectOption("#language", "fr");
    await page.waitForSelector("html[lang=fr] #state.mine");
    await logSays(page, "pion|parcours");
    await page.reload();
    await page.waitForFunction(() => document.documentElement.lang === "fr");
  }),
);
