// @ts-check
// Buttons: the dice tumble, a placed button drops onto its cell, and touches choose and release
// stars until their number is right.

import { rich, t } from "../say.js";
import { tumble } from "./dice.js";
import { drop, inAir } from "./motion.js";
import { draw } from "../svg.js";
import { html } from "../view.js";

/** @typedef {import("./board.js").Stage} Stage */
/** @typedef {import("./board.js").Schemas} Schemas */
/** @typedef {Schemas["ButtonsView"]} View */
/** @typedef {Schemas["ButtonsEvent"]} Happened */
/** @typedef {Schemas["ButtonsMove"]} Move */

/** The latest stage. */
let stage = /** @type {Stage | null} */ (null);

/** The cells that are to become stars, as the words for them, in the order of touching. */
let stars = /** @type {string[]} */ ([]);

/** Whether the stars are being sent to the page, word by word. */
let isTelling = false;

/** Returns the viewer's decision. @param {Stage} stage */
function due({ view, now }) {
  const seen = /** @type {View | null} */ (view);
  return (now && seen?.pending.find((it) => it.seat === seen.you && !it.decided)) || null;
}

/** How many stars the viewer has to place now; 0 in any other phase. @param {Stage} stage */
const owed = (stage) => due(stage)?.stars ?? 0;

const wordOf = (/** @type {number[]} */ cell) => cell.join("-");

/** Returns the name of a cell by its colour. @param {View} view @param {number} row @param {number} col */
function colourAt(view, row, col) {
  const letter = view.players.find((it) => it.seat === view.you)?.grid[row - 1]?.[col - 1];
  return (
    { R: t("buttons-cell-red"), Y: t("buttons-cell-yellow"), G: t("buttons-cell-green"), B: t("buttons-cell-blue") }[letter ?? ""] ?? ""
  );
}

/** The cell of the viewer's board. @param {Stage} stage @param {string} word */
const cellOf = (stage, word) => stage.svg.querySelector(`#drawn-cell-${/** @type {View} */ (stage.view).you}-${word}`);

/** Sends the chosen stars to the page once their number is right.
 * @param {Stage} stage @param {string[]} chosen */
async function choose(stage, chosen) {
  stars = chosen;
  isTelling = true;
  try {
    if ((stage.now?.words.length ?? 0) > 1) await stage.restart();
    if (stars.length === owed(stage)) await stage.choose([...stars].sort().join(" "));
  } finally {
    isTelling = false;
  }
  stage.renew();
}

/** Chooses a cell for a star, or releases it. If all stars are chosen, the first is released. @param {Stage} stage @param {string} word */
function toggle(stage, word) {
  if (isTelling) return;
  const others = stars.filter((it) => it !== word);
  const kept = others.length === stars.length ? [...others, word].slice(-owed(stage)) : others;
  choose(stage, kept);
}

/** Makes every button of the viewer one to be touched, and shows which are chosen. @param {Stage} stage */
function markStars(stage) {
  const told = stage.now?.words.slice(1) ?? [];
  // Words that were typed, or came by themselves.
  if (!isTelling && told.some((word) => !stars.includes(word))) stars = told;
  const cells = due(stage)?.cells.map(wordOf) ?? [];
  stars = stars.filter((word) => cells.includes(word));
  for (const word of cells) {
    const cell = cellOf(stage, word);
    const rect = cell?.querySelector("rect");
    if (!cell || !rect) continue;
    const isChosen = stars.includes(word);
    cell.setAttribute("data-offered", "");
    cell.removeAttribute("data-chosen");
    cell.setAttribute("tabindex", "0");
    cell.setAttribute("role", "button");
    cell.setAttribute("aria-pressed", String(isChosen));
    cell.setAttribute("aria-label", toldOf(stage, word));
    if (isChosen) stage.layer.append(star(rect));
  }
}

/** A star in the middle of a cell. @param {Element} rect */
function star(rect) {
  const [x, y, w] = ["x", "y", "width"].map((name) => Number(rect.getAttribute(name)));
  const [cx, cy, r] = [(x ?? 0) + (w ?? 0) * 0.46, (y ?? 0) + (w ?? 0) * 0.46, (w ?? 0) * 0.42];
  const points = Array.from({ length: 10 }, (_, i) => {
    const [far, angle] = [i % 2 ? r * 0.44 : r, (Math.PI * (i - 2.5)) / 5];
    return `${cx + far * Math.cos(angle)},${cy + far * Math.sin(angle)}`;
  });
  return draw("polygon", { "class": "f-star s-edge", "points": points.join(" "), "stroke-width": 2, "stroke-linejoin": "round" });
}

/** A cell in words. @param {Stage} stage @param {string} word */
function toldOf(stage, word) {
  const [row = 0, col = 0] = word.split("-").map(Number);
  return t("buttons-cell-at", { cell: colourAt(stage.view, row, col), row, col });
}

/** @param {Stage} stage @returns {Happened[]} */
const eventsOf = (stage) =>
  /** @type {Schemas["LogEntry"] | null} */ (stage.entry)?.events.map((it) => /** @type {Happened} */ (it.event)) ?? [];

/** The dice tumble, all at once. @param {SVGGElement} air @param {Schemas["ButtonsEventRolled"]} event */
function roll(air, event) {
  const black = { body: "f-black", edge: "f-black-edge s-line", ground: "f-panel" };
  const ivory = { body: "f-ivory", edge: "f-ivory-edge s-line", pip: "f-gilt", ground: "f-panel" };
  return Promise.all([
    tumble(air, "die-white", event.white, ivory),
    tumble(air, "die-gold", event.gold, { ...black, pip: "f-gold" }),
    ...event.plain.map((value, i) => tumble(air, `die-${i}`, value, { ...black, pip: "f-white" })),
  ]);
}

/** Drops a placed button onto its cell. @param {SVGGElement} air @param {Stage} stage @param {number} seat @param {number[]} cell */
async function place(air, stage, seat, cell) {
  const circle = stage.svg.querySelector(`#drawn-cell-${seat}-${wordOf(cell)} > circle:not(.f-shade)`);
  if (circle instanceof SVGElement) await drop(air, circle);
}

/** @param {{ stage: Stage }} props */
function Controls({ stage }) {
  const all = owed(stage);
  if (!all) return null;
  return html`<p class="stars-chosen">${t("buttons-chosen", { n: stars.length, all })}
    <button type="button" class="quiet small" disabled=${!stars.length} onClick=${() => choose(stage, [])}>${t("buttons-choose-others")}</button></p>`;
}

/** @type {import("./board.js").Board} */
export default {
  Controls,
  hint: () => t("buttons-hint"),
  hasDice: true,
  lead: (gap, name) => t("buttons-ahead", { n: gap, name }),
  behind: (gap, place) => t("buttons-behind", { n: gap, place }),
  decided: (/** @type {View} */ view, seat) =>
    view.players.every((it) => Boolean(it.line) === (it.seat === seat)) ? t("buttons-decided-line") : null,
  risky: ["out", "stars"],
  unforeseen: ["roll", "place", "pass", "stars"],

  shown(now) {
    stage = now;
    stars = [];
    // Keys of the board cannot choose what the page does not offer.
    now.svg.addEventListener("keydown", (event) => {
      if (!stage || !owed(stage) || (event.key !== "Enter" && event.key !== " ") || event.repeat) return;
      const word = event.target instanceof SVGElement ? event.target.dataset.word : undefined;
      if (word === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      toggle(stage, word);
    });
  },

  offered(now) {
    stage = now;
    if (owed(now)) return markStars(now);
    const view = /** @type {View | null} */ (now.view);
    if (!view || !now.now) return;
    for (const element of now.svg.querySelectorAll("[data-offered]")) {
      const word = /^drawn-cell-\d-(\d-\d)$/.exec(element.id)?.[1];
      const own = [...element.children].find((it) => it.localName === "title")?.textContent;
      if (word) element.setAttribute("aria-label", toldOf(now, word));
      else if (own) element.setAttribute("aria-label", own);
    }
  },

  touched(now, element) {
    const word = element.dataset.word;
    if (!owed(now) || word === undefined || !element.id.startsWith("drawn-cell-")) return false;
    toggle(now, word);
    return true;
  },

  played: (now) =>
    inAir(now, async (air) => {
      for (const event of eventsOf(now)) {
        if (event.type === "rolled") await roll(air, event);
        if (event.type === "placed") await Promise.all(event.placements.map((it) => it.cell && place(air, now, it.seat, it.cell)));
      }
    }),

  noted: () => null,

  score(/** @type {View} */ view, seat) {
    const player = view.players.find((it) => it.seat === seat);
    if (!player) return null;
    const stars = t("game-stars", { n: player.stars.length });
    if (!player.line) return stars;
    return t("buttons-score-line", { stars, points: player.score - player.stars.length });
  },

  points(/** @type {View} */ view, seat) {
    const stars = view.players.find((it) => it.seat === seat)?.stars.length;
    return stars === undefined ? null : { short: `${stars}★`, said: t("game-stars", { n: stars }) };
  },

  plans,

  sentence: toldNow,
};

/** Returns the numbers between two, as choices. @param {number} from @param {number} to */
const numbers = (from, to) =>
  Array.from({ length: to - from + 1 }, (_, at) => /** @type {[string, string]} */ ([`${from + at}`, `${from + at}`]));

/** @param {View} view @returns {import("./board.js").Plan[]} */
function plans(view) {
  const round = { label: t("buttons-plan-round"), options: numbers(view.round, view.round + 1) };
  /** @type {[string, string][]} */
  const colours = [
    ["red", t("buttons-cell-red")],
    ["yellow", t("buttons-cell-yellow")],
    ["green", t("buttons-cell-green")],
    ["blue", t("buttons-cell-blue")],
  ];
  return [
    {
      order: "roll until {n} stars in round {round}",
      says: (values) => rich("buttons-plan-until-stars", values),
      parts: { n: { label: t("buttons-plan-stars"), options: numbers(1, 12), first: "3" }, round },
    },
    {
      order: "roll until {n} buttons in round {round}",
      says: (values) => rich("buttons-plan-until-buttons", values),
      parts: { n: { label: t("buttons-plan-buttons"), options: numbers(2, 18), first: "4" }, round },
    },
    { order: "gold always", says: (values) => rich("buttons-plan-gold-always", values) },
    { order: "gold never", says: (values) => rich("buttons-plan-gold-never", values) },
    {
      order: "gold {colours}",
      says: (values) => rich("buttons-plan-gold-colours", values),
      parts: { colours: { label: t("buttons-plan-colours"), options: colours, isSeveral: true } },
    },
  ];
}

/** Describes the choice. @param {Stage} now */
function toldNow(now) {
  const view = /** @type {View | null} */ (now.view);
  if (!view || !now.now) return null;
  const all = owed(now);
  if (all) {
    const left = all - stars.length;
    if (!left) return t("buttons-become-stars", { n: all });
    return t("buttons-touch-more", { n: left });
  }
  const move = /** @type {Move | null} */ (now.now.move);
  const own = view.players.find((it) => it.seat === view.you);
  if (move?.type === "opt_out") return t("buttons-opt-out", { n: own?.earned ?? 0 });
  if (move?.type === "roll") return now.now.before ? t("buttons-roll") : t("buttons-touch-roll");
  if (move?.type === "pass") return t("buttons-pass");
  if (move?.type === "place") return t("buttons-place", { cell: toldOf(now, `${view.roll?.white ?? 0}-${move.col}`) });
  if (view.phase === "turn_decision") return t("buttons-roll-or-out");
  if (view.phase !== "placement") return null;
  return due(now)?.may_pass ? t("buttons-touch-or-pass") : t("buttons-touch-cell");
}
