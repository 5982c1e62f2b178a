// axe-core finds nothing on the pages, and leaves nothing undecided. In short: each page in one of two looks; with WHOLE=1
// each page in both, and every board.

import assert from "node:assert/strict";
import { test } from "node:test";
import { findings, weakTexts } from "./axe.js";
import { PHONE, URL, open, openAs, openGame, played, player, withBrowser } from "./helpers.js";

/** How many seats a game of each kind has here, and how many moves are made until its middle. */
const MIDDLE = { "thats-life": [3, 8], "buttons": [3, 4], "ferry-follies": [1, 6], "flip-freighters": [3, 5], "paris-connection": [4, 4] };
const KINDS = Object.keys(MIDDLE);
/** On screens with more pixels, more of a small letter has its full colour. */
const FINE = { deviceScaleFactor: 2 };

const WHOLE = Boolean(process.env.WHOLE);
const WIDE = ["wide and light", { ...FINE, colorScheme: "light" }];
const TELEPHONE = ["a telephone, dark", { ...PHONE, ...FINE, colorScheme: "dark" }];

/** Unfolds everything on a page. */
const openAll = (page) => page.evaluate(() => document.querySelectorAll("details").forEach((it) => (it.open = true)));

for (const [name, options] of WHOLE ? [WIDE, TELEPHONE] : [TELEPHONE]) {
  test(`pages have no accessibility violations, ${name}`, { timeout: 300000 }, () =>
    withBrowser(async (browser) => {
      const { page: landing } = await open(browser, options);
      await landing.waitForFunction(() => document.querySelectorAll("#kinds li").length === 5);
      assert.deepEqual(await findings(landing), [], "landing page");
      await landing.click("#who button");
      assert.deepEqual(await findings(landing), [], "signing in and up");
      await landing.context().close();
      const ann = await player();
      const { page } = await openAs(browser, ann, "/", { ...options, reducedMotion: "reduce" });
      await page.waitForSelector("#waiting-title");
      await openAll(page);
      assert.deepEqual(await findings(page), [], "home, all opened");
      for (const [kind, [seats]] of Object.entries(MIDDLE)) {
        await page.goto(`${URL}/new?kind=${kind}`);
        await page.waitForSelector("#new-game");
        await openAll(page);
        assert.deepEqual(await findings(page), [], `a new game of ${kind}`);
        await page.goto(`${URL}/games/${await played(ann, kind, seats, 0)}`);
        await page.waitForSelector("#state.mine");
        assert.deepEqual(await findings(page), [], kind);
      }
      await page.goto(`${URL}/how-to-play/thats-life`);
      assert.deepEqual(await findings(page), [], "how to play");
      await page.goto(URL);
      await page.waitForSelector("#waiting-list li");
      await openAll(page);
      assert.deepEqual(await findings(page), [], "home, with games");
    }),
  );
}

for (const [name, options] of WHOLE ? [WIDE, TELEPHONE] : [WIDE]) {
  test(`settings, player pages and documents have no accessibility violations, ${name}`, { timeout: 300000 }, () =>
    withBrowser(async (browser) => {
      const { page: strangers } = await open(browser, options, "/settings");
      await strangers.waitForSelector("#signed-out");
      assert.deepEqual(await findings(strangers), [], "settings, signed out");
      await strangers.context().close();
      const other = await player();
      const { page } = await openAs(browser, await player(), "/settings", options);
      await page.waitForSelector("#totp-state", { state: "attached" });
      assert.deepEqual(await findings(page), [], "settings");
      await page.evaluate(() => {
        location.hash = "#playing";
        document.querySelectorAll("#app details").forEach((it) => (it.open = true));
      });
      await page.waitForSelector("#people");
      await page.evaluate(() => document.querySelectorAll(".group").forEach((it) => (it.hidden = false)));
      await page.fill("#muted-name", "nobody-at-all");
      await page.click("#muted [type=submit]");
      await page.waitForSelector("#muted-name[aria-invalid=true]");
      await page.fill("#blocked-name", other.name);
      await page.click("#blocked [type=submit]");
      await page.waitForSelector("#blocked li");
      assert.deepEqual(await findings(page), [], "settings, all opened");
      for (const path of [
        `/players/${other.name}`,
        "/leaderboards/buttons",
        "/archive",
        "/archive?kind=buttons&player=nobody-at-all",
        "/players/nobody-at-all",
        "/nowhere",
        "/about",
        "/problems",
        "/problems/stale",
        "/docs/guides",
        "/docs/guides/api",
      ]) {
        await page.goto(URL + path);
        await page.waitForSelector("h1");
        assert.deepEqual(await findings(page), [], path);
      }
      for (const kind of KINDS) {
        for (const path of [`/how-to-play/${kind}`, `/rules/${kind}`]) {
          await page.goto(URL + path);
          assert.deepEqual(await findings(page), [], path);
          const isWider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
          assert.ok(!isWider, `${path} is wider than the screen`);
          // In every language the head is one line.
          for (const language of ["en", "fr", "de"]) {
            await page.goto(`${URL}${path}?language=${language}`);
            assert.ok((await page.$eval("header", (it) => it.offsetHeight)) < 72, `${path} in ${language}`);
          }
        }
      }
    }),
  );
}

// A board at its beginning, in its middle and at its end: a quarter of an hour for all of them.
for (const [kind, [seats, middle]] of WHOLE ? Object.entries(MIDDLE) : []) {
  test(`a board of ${kind} has enough contrast`, { timeout: 300000 }, () =>
    withBrowser(async (browser) => {
      const ann = await player();
      const [games, found] = [[], []];
      for (const moves of [0, middle, Infinity]) games.push(await played(ann, kind, seats, moves));
      for (const size of [{ viewport: { width: 1280, height: 800 } }, PHONE]) {
        for (const colorScheme of ["light", "dark"]) {
          const { page } = await openGame(browser, games[0], ann, { ...size, ...FINE, colorScheme, reducedMotion: "reduce" });
          for (const [i, id] of games.entries()) {
            await page.goto(`${URL}/games/${id}`);
            await page.waitForSelector("#picture svg");
            const when = ["beginning", "middle", "end"][i];
            const told = `${when}, ${size.viewport.width} wide, ${colorScheme}`;
            found.push(...(await weakTexts(page)).map((it) => `${told}: ${it}`));
          }
          await page.context().close();
        }
      }
      assert.deepEqual(found, []);
    }),
  );
}
