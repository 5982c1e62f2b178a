#!/usr/bin/env node
// Measures the pages on a phone, with a new server: `../clients/with-server node figures.js`.
// Prints the smallest letters and touch targets, the touches for a move, the bytes of a first
// visit, and the delay until another player's move appears. Fails if a figure misses its target.

import { HANDS } from "./test/hands.js";
import { LEAST, PHONE, URL, makeGame, open, openGame, player, signUp, sizes, twoAtATable, withBrowser } from "./test/helpers.js";

/** The touches for a usual move of each kind, in order. */
const MOVES = {
  "thats-life": ["[id^=drawn-tile]"],
  "buttons": ["[id^=drawn-cell]"],
  "ferry-follies": ["[id^=drawn-hand]", "[id^=drawn-place]"],
  "flip-freighters": ["[id^=drawn-card]", "[data-word*='.']"],
  "paris-connection": ["[id^=drawn-company]", "[id^=drawn-hex]", "[id^=drawn-hex]"],
};

/** The number of moves to count for each kind, and of other players' moves to time. */
const [COUNTED, TIMED] = [5, 30];

/** How much a first visit may load, and how late a move may be seen. */
const MOST = { kilobytes: 150, milliseconds: 1000 };

const sorted = (numbers) => [...numbers].sort((a, b) => a - b);
const middle = (numbers) => sorted(numbers)[Math.floor(numbers.length / 2)];
const rounded = (number) => Math.round(10 * number) / 10;

/** Whether the page offers a touch target. */
const isReady = () => {
  const draft = document.getElementById("draft");
  const isMine = document.getElementById("state").className === "mine";
  return document.getElementById("end") !== null || (isMine && draft && !draft.hasAttribute("aria-busy"));
};

/** Makes moves. Returns the touches for each usual move, and the smallest sizes. */
async function touches(page, kind) {
  const [counts, seen] = [[], []];
  const ply = () => page.$eval("#ply", (it) => Number(it.max));
  let touched = 0;
  const press = async (element) => {
    if (!(await HANDS.touch.press(page, element).catch(() => false))) return;
    touched += 1;
    await page.waitForTimeout(700);
    await page.waitForFunction(isReady);
  };
  for (let tries = 0; counts.length < COUNTED && tries < 60; tries += 1) {
    await page.waitForFunction(isReady);
    const before = await ply();
    touched = 0;
    let isUsual = true;
    for (const what of MOVES[kind]) {
      if ((await ply()) !== before) break;
      seen.push(await sizes(page));
      // The page may already have chosen the only option.
      const offered = (await page.$$(`#picture :is(${what})[data-offered]`)).at(-1) ?? (await page.$(`#picture :is(${what})[data-chosen]`));
      if (offered) await press(offered);
      isUsual &&= offered !== null;
    }
    const confirm = (await ply()) === before && (await page.$("#commit:not(:disabled)"));
    if (confirm) await press(confirm);
    if ((await ply()) === before) {
      const [other] = await page.$$("#picture [data-offered], #controls > .buttons button");
      if (other) await press(other);
      isUsual = false;
    }
    if (isUsual) counts.push(touched);
  }
  return { counts, seen };
}

/** Returns the bytes of a first visit: bodies, and headers of responses. */
async function loaded(browser, address) {
  const context = await browser.newContext({ ...PHONE, serviceWorkers: "block" });
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  await network.send("Network.enable");
  const heads = new Map();
  const sum = { answers: 0, bytes: 0, headers: 0 };
  network.on("Network.responseReceived", ({ requestId, response }) => heads.set(requestId, response.encodedDataLength));
  network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const head = heads.get(requestId) ?? 0;
    sum.answers += 1;
    sum.bytes += encodedDataLength - head;
    sum.headers += head;
  });
  await page.goto(URL + address);
  await page.waitForTimeout(3000);
  await context.close();
  return sum;
}

/** Returns the milliseconds from the response to a move until another player's page shows it. */
async function delays(browser) {
  const [game, acting, waiting] = await twoAtATable("buttons", await player(), await player());
  const { page } = await openGame(browser, game, waiting);
  await page.waitForSelector("#picture svg");
  await page.evaluate(() => {
    globalThis.shown = [];
    const ply = document.getElementById("ply");
    new MutationObserver(() => globalThis.shown.push([Number(ply.max), Date.now()])).observe(ply, { attributes: true });
  });
  const [players, found] = [[acting, waiting], []];
  while (found.length < TIMED) {
    const games = await Promise.all(players.map((it) => it.call("GET", `/v1/games/${game}`)));
    const at = games.findIndex((it) => it.to_act.includes(it.seat));
    if (at < 0) break;
    await players[at].acts(game);
    const answered = Date.now();
    const { ply } = await players[at].call("GET", `/v1/games/${game}`);
    const seen = await page.waitForFunction((ply) => globalThis.shown.find(([it]) => it >= ply)?.[1], ply, { polling: 20 });
    // The event may arrive before the response to the player who moved.
    if (at === 0) found.push(Math.max(0, (await seen.jsonValue()) - answered));
  }
  await page.context().close();
  return found;
}

const failed = [];
const holds = (/** @type {boolean} */ it, /** @type {string} */ what) => it || failed.push(what);

await withBrowser(async (browser) => {
  const { page } = await open(browser, { ...PHONE, reducedMotion: "reduce" });
  await signUp(page);
  console.log("| board at 390 × 844 | smallest letters, px | smallest target, px | touches of usual moves |");
  console.log("| --- | --- | --- | --- |");
  const addresses = { "landing page": "/", "new game": "/new" };
  for (const kind of Object.keys(MOVES)) {
    await makeGame(page, kind);
    addresses[`game of ${kind}`] = new globalThis.URL(page.url()).pathname;
    const { counts, seen } = await touches(page, kind);
    const [text, target] = ["text", "target"].map((what) => rounded(Math.min(...seen.map((it) => it[what]))));
    console.log(`| ${kind} | ${text} | ${target} | ${counts.join(", ")} |`);
    holds(text >= LEAST.text && target >= LEAST.target, `${kind}: too small`);
    // A risky move needs one more touch, to confirm.
    holds(middle(counts) <= MOVES[kind].length + (kind === "paris-connection"), `${kind}: too many touches`);
  }
  console.log("\n| first visit | answers | KB, compressed | KB of headers |\n| --- | --- | --- | --- |");
  for (const [name, address] of Object.entries(addresses)) {
    const { answers, bytes, headers } = await loaded(browser, address);
    console.log(`| ${name} | ${answers} | ${rounded(bytes / 1000)} | ${rounded(headers / 1000)} |`);
    holds(bytes <= 1000 * MOST.kilobytes, `${name}: loads too much`);
  }
  const times = await delays(browser);
  console.log(`\nA move of somebody else is seen after ${middle(times)} ms (middle of ${times.length}), at most ${Math.max(...times)} ms.`);
  holds(Math.max(...times) < MOST.milliseconds, "a move is seen too late");
});
if (failed.length) throw new Error(failed.join("; "));
