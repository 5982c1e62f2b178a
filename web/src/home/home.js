// @ts-check
// The home of a signed-in player. Games that wait for the player come first.

import { call, identity, me } from "../api.js";
import { Live } from "../live.js";
import { onReturn } from "../offline.js";
import { t } from "../say.js";
import { CardSkeletons } from "../skeleton.js";
import { fault, openAccount, remember, remembered } from "../ui.js";
import { html, signal, useEffect, useState } from "../view.js";
import { Address } from "./address.js";
import { Following } from "./following.js";
import { Pages, inTurn, invites, mine, offers, sorted } from "./games.js";
import { Kinds } from "./kinds.js";
import { Folded, List, Tables } from "./lists.js";

/** @typedef {import("./games.js").Game} Game */
/** @typedef {import("./begin.js").Kind} Kind */
/** @typedef {import("./address.js").Account} Account */

/** Milliseconds from an event until the page shows it, together with later events. */
const TOGETHER = 1000;

/** Milliseconds until another try. */
const AGAIN = 5000;

/** Milliseconds after which relative times are updated. */
const RETOLD = 5 * 60000;

/** Milliseconds between loads of the lists without a stream. */
const POLL = 30000;

/** The most boards that are shown. */
const PICTURES = 12;

const account = signal(/** @type {Account | null} */ (null));

/** The lists of the signed-in player. */
class Lists {
  waiting = new Pages("my_turn=true&limit=100");
  open = new Pages("mine=true&status=open");
  running = new Pages("mine=true&status=running");
  #soon = /** @type {ReturnType<typeof setTimeout> | null} */ (null);
  /** The link that had the focus, of a game that no list has just now. @type {string | null} */
  #lost = null;

  async renew() {
    const focused = document.activeElement?.getAttribute("href") ?? this.#lost;
    await Promise.all([this.waiting.renew(), this.open.renew(), this.running.renew()]);
    if (!focused) return;
    // A game that went to another list takes the focus along.
    await new Promise((drawn) => requestAnimationFrame(drawn));
    this.#lost = null;
    if (document.activeElement !== document.body) return;
    for (const link of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".cards a"))) {
      if (link.getAttribute("href") === focused) return link.focus();
    }
    // Another list may get it a moment later.
    this.#lost = focused;
  }

  /** Something happened in a game of theirs. */
  renewSoon(after = TOGETHER) {
    if (document.hidden) return;
    this.#soon ??= setTimeout(() => {
      this.#soon = null;
      this.renew().catch(() => this.renewSoon(AGAIN));
    }, after);
  }

  end() {
    if (this.#soon) clearTimeout(this.#soon);
  }
}

/** Which of their games a player wants to see, and in which order.
 * @typedef {{ shown: "all" | "waiting" | "others" | "over", order: import("./games.js").Order }} Chosen */

const CHOICE = "turnpike.games";

/** Returns the last choice in this browser.
 * @returns {Chosen} */
function chosen() {
  try {
    return { shown: "all", order: "time", ...JSON.parse(remembered(CHOICE) ?? "{}") };
  } catch {
    return { shown: "all", order: "time" };
  }
}

/** Chooses which games are in sight, and their order.
 * @param {{ shown: Chosen["shown"], order: Chosen["order"], counts: { waiting: number, others: number }, hasClock: boolean, change: (it: Partial<Chosen>) => void }} props */
function Choice({ shown, order, counts, hasClock, change }) {
  /** @type {[Chosen["shown"], string, number | null][]} */
  const all = [
    ["all", t("home-show-all"), null],
    ["waiting", t("home-show-mine"), counts.waiting],
    ["others", t("home-show-others"), counts.others],
    ["over", t("home-show-finished"), null],
  ];
  return html`<div class="choice-bar">
    <div class="segments" role="group" aria-label=${t("home-which-to-show")}>
      ${all.map(
        ([id, text, count]) =>
          html`<button key=${id} type="button" aria-pressed=${String(id === shown)} data-shown=${id} onClick=${() => change({ shown: id })}>${text}${count !== null && html` <span>${count}</span>`}</button>`,
      )}
    </div>
    <label class="sort">${t("home-sort-by")}
      <select id="sort" value=${order} onChange=${(/** @type {any} */ event) => change({ order: event.currentTarget.value })}>
        <option value="time">${hasClock ? t("home-sort-time") : t("home-sort-longest")}</option>
        <option value="latest">${t("home-sort-latest")}</option>
        <option value="kind">${t("common-game")}</option>
      </select>
    </label>
  </div>`;
}

async function askAccount() {
  const who = identity();
  const mine = await call("GET", "/v1/me");
  if (who === identity()) account.value = mine;
}

/** @param {{ kinds: Kind[], kindOf: import("./lists.js").KindOf }} props */
export function Home({ kinds, kindOf }) {
  const [lists] = useState(() => new Lists());
  const [renewed, setRenewed] = useState(0);
  const [{ shown, order }, setChoice] = useState(chosen);
  const choose = (/** @type {Partial<Chosen>} */ it) => {
    const all = { shown, order, ...it };
    remember(CHOICE, JSON.stringify(all));
    setChoice(all);
  };
  useEffect(() => {
    account.value = null;
    const live = new Live(
      () => lists.renewSoon(),
      () => {},
    );
    const all = () => {
      if (document.hidden) return;
      setRenewed(Date.now());
      Promise.all([lists.renew(), askAccount()]).catch(fault);
    };
    const shown = (/** @type {PageTransitionEvent} */ event) => event.persisted && all();
    const clock = setInterval(() => document.hidden || setRenewed(Date.now()), RETOLD);
    const poll = setInterval(() => live.isOn || lists.renewSoon(), POLL);
    live.own();
    const endReturn = onReturn(all);
    document.addEventListener("visibilitychange", all);
    addEventListener("pageshow", shown);
    all();
    return () => {
      live.end();
      lists.end();
      clearInterval(clock);
      clearInterval(poll);
      endReturn();
      document.removeEventListener("visibilitychange", all);
      removeEventListener("pageshow", shown);
    };
  }, [lists]);

  const waiting = lists.waiting.games.value;
  const open = lists.open.games.value;
  const running = lists.running.games.value;
  if (!waiting || !open || !running) return html`<${CardSkeletons} />`;
  // Lists stored at different times may contain the same game. Show it once, among the waiting
  // ones.
  const seen = new Set();
  const once = (/** @type {Game} */ { id }) => !seen.has(id) && Boolean(seen.add(id));
  const first = sorted([...inTurn(waiting), ...running.filter(offers), ...open.filter(invites)].filter(once), order);
  const rest = sorted([...running, ...open].filter(once), order);
  const isNew = first.length + rest.length === 0;
  const isGuest = me()?.isGuest;
  const isOver = !isNew && shown === "over";
  const isAbout = shown === "all" || shown === "waiting";
  const waitingTitle = first.length ? t("home-waiting") : t("home-waiting-none");
  const title = isAbout ? waitingTitle : t("home-your-games");
  return html`<${Address} account=${account.value} />
    ${
      isGuest &&
      html`<p class="note">
      ${t("common-guest-only-here")}${" "}
      <button type="button" class="link" onClick=${() => openAccount("up-name")}>${t("common-keep-games")}</button>
    </p>`
    }
    <section aria-labelledby="waiting-title" id="waiting">
      <div class="over">
        <h1 id="waiting-title">${isNew ? t("common-welcome", { name: me()?.name }) : title}${isAbout && first.length > 1 && html` <span class="count">${first.length}</span>`}</h1>
        <a class="act" id="to-new" href="/new">${t("common-new-game")}</a>
      </div>
      ${!isNew && html`<${Choice} shown=${shown} order=${order} counts=${{ waiting: first.length, others: rest.length }} hasClock=${[...first, ...rest].some(({ pace }) => pace)} change=${choose} />`}
      ${isNew && !isGuest && html`<p>${t("home-begin")}</p>`}
      <div hidden=${!isNew && !isAbout}><${List} id="waiting" games=${first} kindOf=${kindOf} pictures=${PICTURES} /></div>
    </section>
    <section aria-labelledby="mine-title" id="mine" hidden=${rest.length === 0 || shown === "waiting" || shown === "over"}>
      <h2 id="mine-title">${t("home-other-games")}</h2>
      <${List} id="mine" games=${rest} kindOf=${kindOf} pictures=${PICTURES - first.length} pages=${lists.running} more=${t("home-more-games")} />
    </section>
    ${!isNew && shown === "others" && rest.length === 0 && html`<p class="hint">${t("common-none-now")}</p>`}
    ${isNew && html`<${Kinds} kinds=${kinds} />`}
    ${!isGuest && html`<${Following} renewed=${renewed} />`}
    ${isOver && html`<${Folded} key="over" id="finished" isOpen=${true} order=${order} pictures=${PICTURES} title=${t("home-over-games")} query="mine=true&status=finished" kindOf=${kindOf} more=${t("home-more-games")} />`}
    ${!isGuest && html`<${Tables} kinds=${kinds} kindOf=${kindOf} renewed=${renewed} pictures=${6} drop=${(/** @type {Game} */ { id }) => seen.has(id)} />`}
    ${!isOver && html`<${Folded} id="finished" order=${order} pictures=${PICTURES} title=${t("home-over-games")} query="mine=true&status=finished" kindOf=${kindOf} more=${t("home-more-games")} />`}
    <${Folded} id="running" title=${t("home-watch")} query="status=running" kindOf=${kindOf} more=${t("home-watch-more")} drop=${(/** @type {Game} */ game) => Boolean(mine(game))} />
    ${!isNew && html`<details><summary>${t("home-learn")}</summary><${Kinds} kinds=${kinds} /></details>`}`;
}
