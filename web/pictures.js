#!/usr/bin/env node
// Takes pictures of every page and board, in two sizes, light and dark. Writes them to web/pictures/,
// which Git ignores, and copies the picture that README.md shows to docs/pictures/. Needs a server
// without players: `../clients/with-server node pictures.js`. Fails if a page is wider than its screen.

import { copyFileSync, mkdirSync } from "node:fs";
import { PASSWORD, PHONE, URL, played, player, withBrowser } from "./test/helpers.js";

const OUT = new globalThis.URL("pictures/", import.meta.url).pathname;
/** The picture that README.md shows. */
const SHOWN = "game-thats-life-wide-light.jpg";
const SIZES = { phone: PHONE, wide: { viewport: { width: 1280, height: 800 } } };
/** How many seats a game of each kind has here, and how many moves of ann's are made before the picture. */
const KINDS = {
  "thats-life": [3, 8],
  "buttons": [3, 4],
  "ferry-follies": [1, 6],
  "flip-freighters": [3, 5],
  "paris-connection": [4, 4],
};

async function signIn(page, name) {
  await page.goto(URL);
  await page.evaluate(() => (document.getElementById("account").open = true));
  await page.fill("#in-name", name);
  await page.fill("#in-password", PASSWORD);
  await page.click("#sign-in [type=submit]");
  await page.waitForSelector("#who strong");
}

mkdirSync(OUT, { recursive: true });
const [ann, ben] = [await player("ann"), await player("ben")];
const games = {};
for (const [kind, [seats, moves]] of Object.entries(KINDS)) games[kind] = await played(ann, kind, seats, moves);
const over = await played(ann, "ferry-follies", 1, 1000);
const life = await played(ann, "thats-life", 2, 1000);
const open = await ben.call("POST", "/v1/games", { kind: "buttons", seats: 3, entropy: "pictures", invite: [{ player: "ann" }] });

const STRANGER = {
  "landing": "/",
  "how-to-play": "/how-to-play/thats-life",
  "rules": "/rules/buttons",
  "not-found": "/nowhere",
  "problem": "/problems/stale",
};
const OWN = {
  "home": "/",
  "new-game": "/new",
  "settings": "/settings",
  "about": "/about",
  "player": "/players/ben",
  "table": `/games/${open.id}`,
  ...Object.fromEntries(Object.entries(games).map(([kind, id]) => [`game-${kind}`, `/games/${id}`])),
  "end-ferry-follies": `/games/${over}`,
  "end-thats-life": `/games/${life}`,
};

const tooWide = [];
await withBrowser(async (browser) => {
  for (const [size, options] of Object.entries(SIZES)) {
    for (const colorScheme of ["light", "dark"]) {
      const context = await browser.newContext({ ...options, colorScheme, reducedMotion: "reduce" });
      const page = await context.newPage();
      const take = async (name, address) => {
        await page.goto(URL + address);
        // Do not wait for an idle network: a page with an event stream is never idle.
        await page.waitForTimeout(1500);
        // Small pictures come when they are looked at.
        for (const thumb of await page.$$(".thumb:not(:has(img))")) {
          if (!(await thumb.isVisible())) continue;
          await thumb.scrollIntoViewIfNeeded();
          await thumb.waitForSelector("img", { timeout: 5000 });
        }
        await page.evaluate(() => scrollTo(0, 0));
        await page.screenshot({ path: `${OUT}${name}-${size}-${colorScheme}.jpg`, type: "jpeg", quality: 55, fullPage: true });
        const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth + 1);
        if (isWide) tooWide.push(`${name} ${size}`);
      };
      for (const [name, address] of Object.entries(STRANGER)) await take(name, address);
      await signIn(page, "ann");
      for (const [name, address] of Object.entries(OWN)) await take(name, address);
      await context.close();
    }
  }
});
copyFileSync(OUT + SHOWN, new globalThis.URL(`../docs/pictures/${SHOWN}`, import.meta.url));
if (tooWide.length) throw new Error(`wider than the screen: ${tooWide.join(", ")}`);
