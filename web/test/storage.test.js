// Browsers that store nothing, or data that does not come from a page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PASSWORD, PHONE, URL, newContext, played, player, withBrowser } from "./helpers.js";

const KEYS = ["session", "devices", "seen", "known", "tab", "words", "ask", "theme", "language"].map((it) => `turnpike.${it}`);

/** Signs in on the page of a game, and waits for the board and its targets. */
async function playsOn(browser, init, argument) {
  const ann = await player();
  const id = await played(ann, "ferry-follies", 1, 2);
  const context = await newContext(browser, { ...PHONE, serviceWorkers: "block" });
  await context.addInitScript(init, argument);
  const page = await context.newPage();
  const problems = [];
  page.on("pageerror", (problem) => problems.push(String(problem)));
  await page.goto(`${URL}/games/${id}`);
  await page.waitForSelector("#picture svg");
  await page.tap("#who button");
  await page.fill("#in-name", ann.name);
  await page.fill("#in-password", PASSWORD);
  await page.tap("#sign-in [type=submit]");
  await page.waitForSelector("#picture [data-offered]");
  assert.deepEqual(problems, []);
  await context.close();
}

test("a game can be played in a browser that stores nothing", { timeout: 300000 }, () =>
  withBrowser((browser) =>
    playsOn(browser, () => {
      for (const name of ["localStorage", "sessionStorage"]) {
        Object.defineProperty(globalThis, name, {
          get: () => {
            throw new DOMException("blocked", "SecurityError");
          },
        });
      }
    }),
  ),
);

for (const value of ["x{", "null", "5", "{}", "[]", "[null]"]) {
  test(`a game can be played in a browser that has stored ${value}`, { timeout: 300000 }, () =>
    withBrowser((browser) =>
      playsOn(
        browser,
        ([keys, value]) => {
          // Do not overwrite data of the page itself.
          for (const key of keys) if (localStorage.getItem(key) === null) localStorage.setItem(key, value);
        },
        [KEYS, value],
      ),
    ),
  );
}
