// @ts-check
// The board of Ferry Follies: touch a card, then a gap, or drag the card there. The targets of an
// ability are lit. A group that would sail is shown before the player releases the card.

import { pointsOf } from "../game/parts.js";
import { t } from "../say.js";
import { draw } from "../svg.js";
import { html } from "../view.js";
import { find, gapAt, laidAt, options, playing, reach, rowOf, standAt } from "./ferry-choices.js";
import { letDrag } from "./ferry-drag.js";
import { firstCard, otherCards, touchOfTwo } from "./ferry-pair.js";
import { groups, nearest, sum } from "./ferry-sums.js";
import { sail } from "./ferry-voyage.js";
import { placeName, sentence, sums, worthAt } from "./ferry-words.js";
import { inAir } from "./motion.js";

/** @typedef {import("./board.js").Stage} Stage */
/** @typedef {import("./board.js").Schemas["FerryFolliesView"]} View */
/** @typedef {import("./ferry-choices.js").Option} Option */

// Drawings above the picture

/** The actions of elements that are drawn here, or that the page does not offer.
 * @type {WeakMap<Element, (event: Event) => void>} */
const deeds = new WeakMap();

/** Those of the picture that have a deed.
 * @type {Set<SVGElement>} */
const lent = new Set();

/** Runs an action when an element is touched.
 * @param {SVGElement} element
 * @param {(event: Event) => void} deed */
function lend(element, deed) {
  element.dataset.own = "";
  deeds.set(element, deed);
}

/** Draws a sum on the row, lit if the group sails.
 * @param {Stage} stage
 * @param {number} x
 * @param {number} y
 * @param {number} total
 * @param {boolean} isFull */
function tell(stage, x, y, total, isFull) {
  const at = Math.max(16, Math.min(Number(stage.svg.getAttribute("width")) - 16, x));
  if (isFull) stage.layer.append(draw("rect", { class: "sails", x: at - 15, y: y - 9, width: 30, height: 19, rx: 9.5 }));
  stage.layer.append(
    draw("text", { "class": isFull ? "sails b mid" : "f-faint mid", "x": at, "y": y + 5, "font-size": 12 }, String(total)),
  );
}

/** Shows the effect of an option, and makes it a touch target if the picture has none.
 * @param {Stage} stage
 * @param {Option} option */
function light(stage, { word, card, gap, after }) {
  const row = rowOf(stage);
  const box = card === undefined ? null : laidAt(stage, card);
  const middle = gap === undefined ? null : gapAt(stage, gap);
  const at = box ? { x: box.x + box.width / 2, y: box.y, height: box.height } : middle;
  if (!at) return;
  const full = after ? groups(after) : [];
  if (full.length && gap !== undefined) {
    const glow = { class: "glow", x: at.x - 13, y: at.y - 4, width: 26, height: at.height + 8, rx: 8 };
    stage.layer.append(draw("rect", glow));
  }
  // The cards beside the gap that would sail together with the new card.
  const isPlay = stage.now?.words[0] === "play";
  for (const { from, to } of isPlay ? full : []) {
    for (let i = from; i <= to; i += 1) {
      const beside = gap === undefined || i === gap ? null : laidAt(stage, i < gap ? i : i - 1);
      if (beside)
        stage.layer.append(draw("rect", { class: "glow", x: beside.x, y: beside.y, width: beside.width, height: beside.height, rx: 6 }));
    }
  }
  if (full.length) tell(stage, at.x, at.y - 14, full[0]?.total ?? 0, true);
  else if (isPlay && gap !== undefined && after && row.length) {
    const total = nearest(after, gap);
    if (total !== null) tell(stage, at.x, at.y - 14, total, false);
  }
  const drawn = gap === undefined ? find(stage, `row-${card}`) : find(stage, `place-${gap}`);
  if (!word || (drawn && "offered" in drawn.dataset)) return;
  const area = box ?? { x: at.x - 13, y: at.y - 4, width: 26, height: at.height + 8 };
  const lit = draw("rect", { class: "lit", x: area.x, y: area.y, width: area.width, height: area.height, rx: 7 });
  lend(lit, (event) => stage.choose(word, event));
  stage.layer.append(lit);
}

/** Shows which of two cards was touched first, and makes cards touch targets that are not next
 * words.
 * @param {Stage} stage */
function lightPair(stage) {
  const first = firstCard(stage);
  const box = first === null ? null : laidAt(stage, Number(first));
  if (box) stage.layer.append(draw("rect", { class: "glow", x: box.x, y: box.y, width: box.width, height: box.height, rx: 6 }));
  for (const card of otherCards(stage)) {
    const area = laidAt(stage, Number(card));
    if (!area) continue;
    const lit = draw("rect", { class: "lit", x: area.x, y: area.y, width: area.width, height: area.height, rx: 7 });
    lend(lit, (event) => touchOfTwo(stage, card, event));
    stage.layer.append(lit);
  }
}

/** The cards of the row that were chosen for their new order, by number.
 * @param {Stage} stage */
function number(stage) {
  const { now } = stage;
  if (now?.words[2] !== "order") return;
  now.words.slice(3).forEach((word, i) => {
    const box = laidAt(stage, Number(word));
    if (!box) return;
    stage.layer.append(
      draw("circle", { class: "f-accent", cx: box.x + box.width / 2, cy: box.y - 2, r: 9 }),
      draw("text", { "class": "f-paper b mid", "x": box.x + box.width / 2, "y": box.y + 2, "font-size": 12 }, String(i + 1)),
    );
  });
}

/** Cards of the hand stand for themselves also while another is chosen.
 * @param {Stage} stage */
function lendHand(stage) {
  for (const element of lent) {
    element.removeAttribute("data-own");
    if (!("offered" in element.dataset)) for (const name of ["role", "tabindex", "aria-label"]) element.removeAttribute(name);
  }
  lent.clear();
  let first = stage.now;
  while (first?.before) first = first.before;
  if (!first) return;
  const { words, next, beyond = [] } = first;
  const verbs = words.length === 1 ? next.map((word) => [words[0], word]) : beyond;
  for (const [verb, card] of verbs) {
    const element = find(stage, `${verb === "play" ? "hand" : "ability"}-${card}`);
    if (!element) continue;
    const name = verb === "play" ? t("ferry-play", { card }) : t("ferry-use", { card });
    if ("offered" in element.dataset) element.setAttribute("aria-label", name);
    if ("offered" in element.dataset || "chosen" in element.dataset) continue;
    const goal = verb === "play" ? playing(Number(card)) : ["discard", String(card)];
    lend(element, (event) => reach(goal, event));
    element.setAttribute("role", "button");
    element.setAttribute("tabindex", "0");
    element.setAttribute("aria-label", name);
    lent.add(element);
  }
}

/** Makes the sums of the groups touch targets.
 * @param {Stage} stage */
function lendGroups(stage) {
  if (!stage.now || stage.view?.phase !== "choose") return;
  for (const set of /** @type {{ from: number, to: number, total: number }[]} */ (stage.view.sets)) {
    const box = find(stage, `set-${set.from}-${set.to}`)?.getBBox();
    if (!box) continue;
    const { x, y, width, height } = box;
    const lit = draw("rect", { class: "lit", x: x - 3, y: y - 2, width: width + 6, height: Math.max(24, height), rx: 6 });
    lend(lit, (event) => reach(["score", String(set.from), "to", String(set.to)], event));
    stage.layer.append(lit);
  }
}

/** Names the option on the row.
 * @param {Stage} stage
 * @param {Option} option */
function name(stage, { word, card, gap, after }) {
  const element = gap === undefined ? find(stage, `row-${card}`) : find(stage, `place-${gap}`);
  if (!element || !("offered" in element.dataset)) return;
  const where = gap === undefined ? t("ferry-the-card", { card: worthAt(stage, Number(word)) }) : placeName(stage, gap);
  element.setAttribute("aria-label", [where, ...sums(after)].join(". "));
}

/** A button that chooses these words.
 * @param {string} label
 * @param {readonly string[]} goal
 * @param {boolean} [isOn] */
const button = (label, goal, isOn) =>
  html`<button
    type="button"
    class="quiet small"
    aria-pressed=${isOn}
    onClick=${(/** @type {Event} */ event) => reach(goal, event)}
  >
    ${label}
  </button>`;

/** How the 9 is to lie.
 * @param {{ stage: Stage }} props */
function Choice({ stage: { now } }) {
  const [verb, card, , worth] = now?.words ?? [];
  if (verb !== "play" || card !== "9") return null;
  return html`<p class="buttons">
    ${button(t("ferry-as-9"), playing(9), worth === "9")} ${button(t("ferry-as-6"), playing(9, "6"), worth === "6")}
  </p>`;
}

/** @param {{ stage: Stage }} props */
function Controls({ stage }) {
  const { now, view } = stage;
  if (!now || !view) return null;
  const { words } = now;
  /** @type {unknown[]} */
  let buttons;
  if (view.phase === "choose") {
    /** @type {{ from: number, to: number, total: number }[]} */
    const sets = view.sets;
    buttons = sets.map((set) => button(sum(rowOf(stage), set), ["score", String(set.from), "to", String(set.to)]));
    if (view.may_decline) buttons.push(button(t("ferry-sail-none"), ["decline"]));
  } else if (words[2] === "order" && !now.move) {
    buttons = [button(t("ferry-sail-as-they-lie"), [...words, ...now.next])];
  } else {
    const away = options(stage).filter(
      (option) => /^(left|right)$/.test(option.word) || (words[0] === "discard" && option.gap !== undefined),
    );
    const label = (/** @type {Option} */ { card, gap }) =>
      gap === undefined ? t("ferry-the-card", { card: worthAt(stage, card) }) : placeName(stage, gap);
    buttons = away.map((option) => button([label(option), ...sums(option.after)].join(": "), [...words, option.word]));
  }
  return buttons.length ? html`<p class="buttons">${buttons}</p>` : null;
}

/** Describes the ferried cards minus those left behind.
 * @param {View} view */
function score(view) {
  const n = view.scored_count;
  const ferried = view.doubled ? t("ferry-ferried-18", { n }) : t("ferry-ferried", { n });
  const behind = view.left_behind && t("ferry-left-behind", { n: view.left_behind });
  return [ferried, behind].filter(Boolean).join(", ");
}

/** @type {import("./board.js").Board} */
export default {
  hint: () => t("ferry-hint"),
  risky: ["decline"],
  unforeseen: ["play", "discard"],
  shown(stage) {
    const { svg } = stage;
    standAt(stage);
    lent.clear();
    const does = (/** @type {Event} */ event) => {
      const element = event.target instanceof Element ? event.target.closest("[data-own]") : null;
      const deed = element && deeds.get(element);
      if (!deed) return;
      event.stopPropagation();
      event.preventDefault();
      deed(event);
    };
    svg.addEventListener("click", does);
    svg.addEventListener("keydown", (event) => {
      if ((event.key === "Enter" || event.key === " ") && !event.repeat) does(event);
    });
    letDrag(svg);
  },
  offered(stage) {
    standAt(stage);
    lendHand(stage);
    for (const option of options(stage)) {
      light(stage, option);
      name(stage, option);
    }
    lightPair(stage);
    number(stage);
    lendGroups(stage);
  },
  touched(stage, element, event) {
    const [, what, card] = /^drawn-(hand|ability|place|row)-(\d+)$/.exec(element.id) ?? [];
    const { words = [], move = null } = stage.now ?? {};
    const isChosen = "chosen" in element.dataset;
    if (what === "row" && card && touchOfTwo(stage, card, event)) return true;
    if (what === "place" || what === "row") {
      // If there was only one place, it was chosen together with the card.
      if (isChosen && move) stage.commit();
      return isChosen;
    }
    if (!what) return false;
    if (isChosen) {
      // The 9 is turned over; any other is put back.
      if (what === "hand" && card === "9") reach(playing(9, words[3] === "9" ? "6" : "9"), event);
      else stage.restart();
      return true;
    }
    if (what !== "hand" || card !== "9") return false;
    reach(playing(9), event);
    return true;
  },
  played: (stage, from) => inAir(stage, (air) => sail(air, stage, from)),
  noted: (note) => ({ won: t("ferry-win"), lost: t("ferry-loss") })[note] ?? null,
  score,
  points: (/** @type {View} */ view) => pointsOf(view.score),
  sentence,
  Choice,
  Controls,
};
