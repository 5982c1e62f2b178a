// A browser for the tests of the pages: Debian's Chromium, or the one in CHROMIUM.

import { chromium } from "playwright-core";

export const URL = process.env.TURNPIKE_URL ?? "http://127.0.0.1:8080";
export const PASSWORD = "correct horse battery";

/** Returns unused names. */
let players = 0;
export const aName = () => `web-${process.pid}-${(players += 1)}`;

/** How many milliseconds to wait for anything: a machine that also runs other tests may be slow. */
export const PATIENCE = 120000;

/** How to launch a browser. */
export const LAUNCH = { executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"], timeout: PATIENCE };

/** Runs a test with a browser: the one at `BROWSER_ENDPOINT`, or one of its own. Closes its pages afterwards. */
export async function withBrowser(test) {
  const endpoint = process.env.BROWSER_ENDPOINT;
  const browser = await (endpoint ? chromium.connect(endpoint) : chromium.launch(LAUNCH));
  try {
    return await test(browser);
  } finally {
    await browser.close();
  }
}

/** A telephone: narrow, and touched. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** The requests of each page that have no response yet, besides its streams. */
const pending = new WeakMap();

/** Waits until a page is quiet: no request waits, and for so many milliseconds nothing changes, moves, scrolls or loads. */
export async function quiet(page, span = 250) {
  do {
    const calm = page.evaluate(
      (span) =>
        new Promise((resolve) => {
          let timer;
          const isMoving = ({ playState, effect }) => playState === "running" && effect?.getComputedTiming().endTime !== Infinity;
          const over = () => {
            if (document.getAnimations().some(isMoving)) return again();
            changes.disconnect();
            loads.disconnect();
            removeEventListener("scroll", again, true);
            resolve();
          };
          const again = () => {
            clearTimeout(timer);
            timer = setTimeout(over, span);
          };
          const changes = new MutationObserver(again);
          changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
          const loads = new PerformanceObserver(again);
          loads.observe({ type: "resource" });
          addEventListener("scroll", again, true);
          again();
        }),
      span,
    );
    await soon(calm, "quiet");
  } while (pending.get(page).size);
}

/** Rejects if a promise that a page never settles takes too long. */
function soon(promise, what) {
  let timer;
  const late = new Promise((_, reject) => (timer = setTimeout(() => reject(new Error(`${what} took too long`)), PATIENCE)));
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Waits until a condition holds. */
export async function until(isSo) {
  for (const end = Date.now() + PATIENCE; !(await isSo());) {
    if (Date.now() > end) throw new Error(`it never was: ${isSo}`);
    await new Promise((resume) => setTimeout(resume, 50));
  }
}

/** Holds a page's requests to an address back until the function that it returns is called. */
export async function hold(page, address) {
  let release;
  const released = new Promise((resume) => (release = resume));
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Watches for an element that the page soon removes. Resolves when the element has appeared. */
export const appears = (page, selector) =>
  soon(
    page.evaluate(
      (selector) =>
        new Promise((resolve) => {
          const changes = new MutationObserver(() => {
            if (!document.querySelector(selector)) return;
            changes.disconnect();
            resolve();
          });
          changes.observe(document, { subtree: true, childList: true, attributes: true });
        }),
      selector,
    ),
    selector,
  );

/** Collects the complaints of the browser about a page. */
export function complaintsOf(page) {
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => {
    // Rejections are added below, together with the request.
    if (message.type() === "error" && !message.text().includes("Failed to load")) complaints.push(message.text());
  });
  page.on("response", async (answer) => {
    if (answer.status() < 400) return;
    const asked = answer.request();
    const told = await answer.text().catch(() => "");
    // The server reveals nothing new before a move is played.
    if (/"dry_run":true/.test(asked.postData() ?? "") && /"code":"reveals-information"/.test(told)) return;
    // A busy server rejects a read. That is no fault of the page.
    if (answer.status() === 503 && asked.method() === "GET" && /"code":"unavailable"/.test(told)) return;
    complaints.push(`${answer.status()} ${asked.method()} ${answer.url()} ${asked.postData() ?? ""} ${told}`);
  });
  return complaints;
}

/** Makes a context whose pages wait long enough for a busy machine. */
export async function newContext(browser, options = {}) {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PATIENCE);
  return context;
}

/** Opens a page in a new context, and collects the complaints of the browser. `path` may be an address of another server. */
export async function open(browser, options = {}, path = "/") {
  const context = await newContext(browser, options);
  const page = await context.newPage();
  const requests = new Set();
  pending.set(page, requests);
  page.on("request", (request) => request.url().endsWith("/events") || requests.add(request));
  for (const over of ["requestfinished", "requestfailed"]) page.on(over, (request) => requests.delete(request));
  const complaints = complaintsOf(page);
  await page.goto(/^http/.test(path) ? path : URL + path);
  return { page, complaints };
}

/** Signs a player in with the form of the page that is shown. */
export async function signIn(page, name) {
  await page.evaluate(() => (document.getElementById("account").open = true));
  await page.fill("#in-name", name);
  await page.fill("#in-password", PASSWORD);
  await page.click("#sign-in [type=submit]");
  await page.waitForSelector("#who strong");
}

/** Opens a page in a browser in which a player is signed in, with a separate session. `storage` is
 * the stored data of the browser. */
export async function openAs(browser, player, path, options = {}, storage = {}) {
  const tokens = await player.call("POST", "/v1/sessions", { name: player.name, password: PASSWORD });
  const session = { ...tokens, kept: player.name, expires_at: Date.now() + 1000 * tokens.expires_in };
  const items = Object.entries({ "turnpike.session": session, ...storage });
  const localStorage = items.map(([name, value]) => ({ name, value: typeof value === "string" ? value : JSON.stringify(value) }));
  const storageState = { cookies: [], origins: [{ origin: URL, localStorage }] };
  const opened = await open(browser, { ...options, storageState }, path);
  await opened.page.waitForSelector("#who strong");
  return opened;
}

/** Signs the player of a page out. */
export async function signOut(page) {
  await page.click("#who .self");
  await page.click("#self-menu button");
}

/** Signs up a player on the home page, as a person would. */
export async function signUp(page, name = aName()) {
  await page.evaluate(() => (document.getElementById("account").open = true));
  await page.fill("#up-name", name);
  await page.fill("#up-email", `${name}@example.org`);
  await page.fill("#up-password", PASSWORD);
  await page.click("#sign-up [type=submit]");
  await page.waitForSelector("#who strong");
  return name;
}

/** Makes a game against bots on the page for that, and comes to its page. */
export async function makeGame(page, kind) {
  await page.goto(`${URL}/new?kind=${kind}`);
  await page.waitForSelector(`#new-game [name=kind][value=${kind}]:checked`);
  for (const place of await page.$$("#new-game [name^=place-]")) await place.selectOption("greedy");
  await page.click("#new-game [type=submit]");
  await page.waitForSelector("#picture svg");
}

/** Touches the middle of an element, even if another one covers it. */
export async function touch(page, element) {
  await element.evaluate((it) => it.scrollIntoView({ block: "center", inline: "center" }));
  const box = await element.boundingBox();
  if (!box) return false;
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  return true;
}

/** A player who plays through the API. */
export async function player(name = aName(), url = URL) {
  let token = null;
  const call = async (method, path, body) => {
    const headers = { "Content-Type": "application/json", ...(token && { Authorization: `Bearer ${token}` }) };
    const answer = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) });
    if (answer.status === 503) {
      // The server is busy, and says when to try again.
      await new Promise((resume) => setTimeout(resume, 1000 * Number(answer.headers.get("Retry-After") ?? 1)));
      return call(method, path, body);
    }
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text && JSON.parse(text);
  };
  const made = await call("POST", "/v1/players", { name, email: `${name}@example.org`, password: PASSWORD });
  token = made.session.access_token;
  /** Plays the first legal move, and returns the seats to act. */
  const acts = async (game) => {
    const { seq, moves } = await call("GET", `/v1/games/${game}/legal`);
    await call("POST", `/v1/games/${game}/moves`, { seq, moves: [moves[0]] });
  };
  return { name, call, acts };
}

/** A game of two players and the player to act: `[id, toAct, other]`. */
export async function twoAtATable(kind, one, other) {
  const { id } = await one.call("POST", "/v1/games", { kind, seats: 2, entropy: "web" });
  await other.call("POST", `/v1/games/${id}/seats`, { entropy: "web" });
  const { to_act, seats } = await one.call("GET", `/v1/games/${id}`);
  const isOne = seats[to_act[0]].player === one.name;
  return isOne ? [id, one, other] : [id, other, one];
}

/** So many moves are not the first that is legal. */
const VARIED = 40;

/** A game of a player against bots, after this many of the player's moves, or at its end. */
export async function played({ call }, kind, seats, moves) {
  const invite = Array.from({ length: seats - 1 }, () => ({ bot: "greedy" }));
  const { id } = await call("POST", "/v1/games", { kind, seats, invite, entropy: "pictures" });
  for (let made = 0; ;) {
    const game = await call("GET", `/v1/games/${id}`);
    if (game.status === "finished") return id;
    if (!game.to_act.includes(game.seat)) {
      await new Promise((resume) => setTimeout(resume, 100));
      continue;
    }
    if (made >= moves) return id;
    const { seq, moves: legal } = await call("GET", `/v1/games/${id}/legal`);
    // A random player could restart a day of Flip Freighters for ever.
    const choice = made < VARIED ? (made * 7) % legal.length : 0;
    await call("POST", `/v1/games/${id}/moves`, { seq, moves: [legal[choice]] }).catch(() => {});
    made += 1;
  }
}

/** Opens the page of a game as a player who has seen everything, and sends moves at once. */
export async function openGame(browser, id, player, options = {}) {
  const [game] = id.split("/");
  const { ply } = await player.call("GET", `/v1/games/${game}`);
  const opened = await openAs(browser, player, `/games/${id}`, options, { "turnpike.seen": [[game, ply]], "turnpike.ask": "never" });
  await opened.page.waitForSelector("#tab-own");
  return opened;
}

/** How small letters and targets may be, in pixels. */
export const LEAST = { text: 11, target: 24 };

/** Returns the size of the smallest letters of a page and the smallest side of its touch targets,
 * in CSS pixels. A link in a text is as high as its line (WCAG 2.2, 2.5.8). */
export const sizes = (page) =>
  page.evaluate(() => {
    const isSeen = (it) => it.getClientRects().length && it.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const isWritten = (it) => [...it.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    const letters = (it) => {
      const matrix = it instanceof SVGElement ? it.getScreenCTM() : null;
      return Number.parseFloat(getComputedStyle(it).fontSize) * (matrix ? Math.hypot(matrix.a, matrix.b) : 1);
    };
    const written = [...document.querySelectorAll("body *")].filter((it) => isWritten(it) && isSeen(it));
    const targets = [...document.querySelectorAll("button, summary, select, input, [data-offered], [data-chosen]")].filter(isSeen);
    const sides = targets.flatMap((it) => [it.getBoundingClientRect().width, it.getBoundingClientRect().height]);
    return { text: Math.min(...written.map(letters)), target: Math.min(...sides) };
  });
