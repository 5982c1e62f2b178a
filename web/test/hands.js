// Hands for the tests: touch, mouse, or keyboard only. They do what a browser does for fingers, a
// pointer and keys. No script sets the focus or clicks.

import { PASSWORD, PHONE, URL, aName, open } from "./helpers.js";

const DESK = { viewport: { width: 1280, height: 800 } };

/** So many keys may lie between two elements. */
const FAR = 400;

/** The page counts two Enters within a fifth of a second as one: people choose more slowly. */
const BEAT = 220;

/** The time of the last Enter on each page. */
const enteredAt = new WeakMap();

/** How often in a row a player who must act may have nothing to press: this takes a minute. */
const MOST_IDLE = 2000;

/** Brings an element into sight, and returns its centre, or null. */
async function middle(element) {
  await element.evaluate((it) => it.scrollIntoView({ block: "center", inline: "center" }));
  const box = await element.boundingBox();
  return box && [box.x + box.width / 2, box.y + box.height / 2];
}

/** Points at elements. `act` acts on the point. */
function pointing(act) {
  const press = async (page, element) => {
    const at = await middle(element);
    if (at) await act(page, at);
    return at !== null;
  };
  return { press, enter: press };
}

/** Returns the key that moves the focus to an element, "" once it is there, or null. */
const way = (element) =>
  element.evaluate((it) => {
    const now = document.activeElement;
    if (it === now) return "";
    if (!it.isConnected || it.disabled || it.tabIndex < 0 || !it.getClientRects().length) return null;
    return it.compareDocumentPosition(now) & Node.DOCUMENT_POSITION_FOLLOWING ? "Shift+Tab" : "Tab";
  });

const keys = {
  /** Goes from one element to the next until the focus is there. */
  async enter(page, element) {
    for (let presses = 0; presses < FAR; presses += 1) {
      const key = await way(element);
      if (key === null) return false;
      if (!key) return true;
      await page.keyboard.press(key);
    }
    throw new Error(`no key leads to ${await element.evaluate((it) => it.outerHTML.slice(0, 300))}`);
  },
  async press(page, element) {
    if (!(await keys.enter(page, element))) return false;
    const early = (enteredAt.get(page) ?? 0) + BEAT - Date.now();
    if (early > 0) await page.waitForTimeout(early);
    enteredAt.set(page, Date.now());
    await page.keyboard.press("Enter");
    return true;
  },
};

/** The ways to play: browser options, `press` for buttons, and `enter` for fields. Both return
 * whether the element was reachable. */
export const HANDS = {
  touch: { options: PHONE, ...pointing((page, [x, y]) => page.touchscreen.tap(x, y)) },
  mouse: { options: DESK, ...pointing((page, [x, y]) => page.mouse.click(x, y)) },
  keyboard: { options: DESK, ...keys },
};

/** Opens a browser and signs up a player with these hands. */
export async function comes(browser, by) {
  const hands = HANDS[by];
  // No playback, which would cost time.
  const { page, complaints } = await open(browser, { ...hands.options, reducedMotion: "reduce" });
  const press = async (selector) => {
    const element = await page.waitForSelector(selector);
    if (!(await hands.press(page, element))) throw new Error(`${by}: ${selector} cannot be reached`);
  };
  const write = async (selector, text) => {
    await hands.enter(page, await page.waitForSelector(selector));
    await page.keyboard.type(text);
  };
  const name = aName();
  await press("#who button");
  await write("#up-name", name);
  await write("#up-email", `${name}@example.org`);
  await write("#up-password", PASSWORD);
  await press("#sign-up [type=submit]");
  await page.waitForSelector("#who strong");
  // No time to take moves back, either.
  await page.evaluate(() => localStorage.setItem("turnpike.ask", "never"));
  return { by, hands, page, complaints, name, press };
}

/** Makes a table with a free seat for each other person, and bots on the seats that are left; the others take theirs. */
export async function sitDown([first, ...others], kind, bots = 0) {
  const { page, hands } = first;
  await page.goto(`${URL}/new?kind=${kind}`);
  await page.waitForSelector(`#new-game [name=kind][value=${kind}]:checked`);
  const choose = async (element, value) => {
    // The browser draws an opened list. Only keys can choose without it.
    if (first.by !== "keyboard") return element.selectOption(value);
    await hands.enter(page, element);
    const at = await element.evaluate((it, value) => [...it.options].findIndex((one) => one.value === value), value);
    await page.keyboard.press("Home");
    for (let i = 0; i < at; i += 1) await page.keyboard.press("ArrowDown");
  };
  const seats = 1 + others.length + bots;
  const count = await page.$("#new-game [name=seats]");
  if (count) await choose(count, String(seats));
  for (let place = seats - bots + 1; place <= seats; place += 1) {
    await choose(await page.waitForSelector(`#new-game [name=place-${place}]`), "greedy");
  }
  await first.press("#new-game [type=submit]");
  await page.waitForURL("**/games/*");
  const link = others.length ? await (await page.waitForSelector("#link")).inputValue() : "";
  for (const other of others) {
    await other.page.goto(link);
    await other.press("#take-seat");
  }
  await Promise.all([first, ...others].map((it) => it.page.waitForSelector("#picture svg")));
}

/** Returns the state of the page: the number of entries, whether the game is over, whether it is
 * the reader's turn, and the choice. */
const stands = (page) =>
  page.evaluate(() => {
    const state = document.getElementById("state");
    const draft = document.getElementById("draft");
    return {
      isOver: document.getElementById("end") !== null,
      isMine: state.className === "mine" && draft !== null && !draft.hasAttribute("aria-busy"),
      ply: Number(document.getElementById("ply").max),
      words: document.getElementById("words")?.textContent,
    };
  });

/** Plays any targets until the game is over or has this many entries. Returns the numbers of
 * presses and moves. */
export async function plays({ by, hands, page }, lot, { entries = Infinity, most = 3000 } = {}) {
  let [pressed, moves, since, idle] = [0, 0, 0, 0];
  for (;;) {
    const now = await stands(page);
    if (now.isOver || now.ply >= entries) return { by, pressed, moves };
    if (pressed >= most) throw new Error(`${by}: pressed ${pressed} times and no end: “${now.words}”`);
    if (!now.isMine) {
      await page.waitForTimeout(50);
      continue;
    }
    // After some choices the move is played as soon as it is whole.
    const play = await page.$("#commit:not(:disabled)");
    const offered = await page.$$("#picture [data-offered], #controls > .buttons button");
    let target = play && (since > 2 || !offered.length) ? play : offered[lot(offered.length)];
    // The targets may still be loading. If none appears, the controls beside the board trade
    // shares, or turn over a 9 that is the only card.
    if (!target && idle > 20) {
      const steps = await page.$$("#controls .step button:not([aria-disabled=true]), #draft [aria-pressed=false], #undo:not(:disabled)");
      target = steps[lot(steps.length || 1)];
    }
    // It may have gone meanwhile, or lie in a part that is not shown.
    if (!target || !(await hands.press(page, target).catch(gone))) {
      if (idle > MOST_IDLE) throw new Error(`${by}: there is nothing to press: “${now.words}”`);
      idle += 1;
      await page.waitForTimeout(30);
      continue;
    }
    idle = 0;
    pressed += 1;
    since += 1;
    // The result: another choice, or a move.
    await page
      .waitForFunction(
        ({ ply, words }) => {
          const it = (id) => document.getElementById(id);
          if (it("draft")?.hasAttribute("aria-busy")) return false;
          return Number(it("ply").max) !== ply || it("words")?.textContent !== words || it("state").className !== "mine";
        },
        now,
        { timeout: 3000, polling: 20 },
      )
      .catch((problem) => {
        if (problem.name !== "TimeoutError") throw problem;
      });
    await page.waitForFunction(() => !document.getElementById("draft")?.hasAttribute("aria-busy"));
    if ((await stands(page)).ply !== now.ply) {
      moves += 1;
      since = 0;
    }
  }
}

/** The element disappeared before it was pressed. */
function gone(problem) {
  if (/not attached|detached/.test(problem.message)) return false;
  throw problem;
}
