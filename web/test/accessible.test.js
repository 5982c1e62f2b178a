// What axe-core finds on the pages: nothing.

import assert from "node:assert/strict";
import { test } from "node:test";
import { AxeBuilder } from "@axe-core/playwright";
import { PHONE, URL, makeGame, open, player, signUp, withBrowser } from "./helpers.js";

const KINDS = ["buttons", "ferry-follies", "flip-freighters", "paris-connection", "thats-life"];

/** What is against a rule, and where; what a program cannot decide is only counted. */
async function findings(page) {
  const parts = [await new AxeBuilder({ page }).exclude("#picture").analyze()];
  if (await page.$("#picture svg")) {
    // Of a drawing the rule joins all texts without blanks, and looks for that in the name.
    parts.push(await new AxeBuilder({ page }).include("#picture").disableRules("label-content-name-mismatch").analyze());
  }
  const [violations, incomplete] = ["violations", "incomplete"].map((part) => parts.flatMap((it) => it[part]));
  const undecided = incomplete.flatMap(({ id, nodes }) => nodes.map(() => id));
  if (undecided.length) console.log(`${page.url().replace(URL, "")}: ${undecided.length} undecided (${[...new Set(undecided)]})`);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`));
}

for (const [name, options] of [
  ["wide and light", { colorScheme: "light" }],
  ["a telephone, dark", { ...PHONE, colorScheme: "dark" }],
]) {
  test(`pages, ${name}`, { timeout: 300000 }, () =>
    withBrowser(async (browser) => {
      const { page } = await open(browser, options);
      await page.waitForFunction(() => document.querySelectorAll("#kinds li").length === 5);
      assert.deepEqual(await findings(page), [], "landing page");
      await page.click("#who button");
      assert.deepEqual(await findings(page), [], "signing in and up");
      await signUp(page);
      const openAll = async () => {
        await page.waitForTimeout(500);
        await page.evaluate(() => document.querySelectorAll("details").forEach((it) => (it.open = true)));
        await page.waitForTimeout(500);
      };
      await page.waitForSelector("#waiting-title");
      await openAll();
      assert.deepEqual(await findings(page), [], "home, all opened");
      for (const kind of KINDS) {
        await page.goto(`${URL}/new?kind=${kind}`);
        await page.waitForSelector("#new-game");
        await openAll();
        assert.deepEqual(await findings(page), [], `a new game of ${kind}`);
        await makeGame(page, kind);
        await page.waitForTimeout(500);
        assert.deepEqual(await findings(page), [], kind);
        await page.goto(`${URL}/how-to-play/${kind}`);
        assert.deepEqual(await findings(page), [], `how to play ${kind}`);
      }
      await page.goto(URL);
      await page.waitForSelector("#waiting-list li");
      await openAll();
      assert.deepEqual(await findings(page), [], "home, with games");
    }),
  );

  test(`settings, players and what is read, ${name}`, { timeout: 300000 }, () =>
    withBrowser(async (browser) => {
      const { page } = await open(browser, options);
      await page.goto(`${URL}/settings`);
      await page.waitForSelector("#signed-out");
      assert.deepEqual(await findings(page), [], "settings, signed out");
      const other = await player();
      await signUp(page);
      await page.goto(`${URL}/settings`);
      await page.waitForSelector("#totp-state", { state: "attached" });
      assert.deepEqual(await findings(page), [], "settings");
      await page.evaluate(() => document.querySelectorAll("#app details").forEach((it) => (it.open = true)));
      await page.fill("#muted-name", "nobody-at-all");
      await page.click("#muted [type=submit]");
      await page.waitForSelector("#muted-name[aria-invalid=true]");
      await page.fill("#blocked-name", other.name);
      await page.click("#blocked [type=submit]");
      await page.waitForSelector("#blocked li");
      assert.deepEqual(await findings(page), [], "settings, all opened");
      for (const path of [`/players/${other.name}`, "/players/nobody-at-all", "/nowhere", "/about", "/problems", "/problems/stale"]) {
        await page.goto(URL + path);
        await page.waitForSelector("h1");
        await page.waitForTimeout(300);
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
