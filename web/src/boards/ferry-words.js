// @ts-check
// The sentence about the choice in Ferry Follies.

import { t } from "../say.js";
import { options, rowOf } from "./ferry-choices.js";
import { firstCard } from "./ferry-pair.js";
import { groups, rowAfter, sum } from "./ferry-sums.js";

/** @typedef {import("./board.js").Stage} Stage */
/** @typedef {import("./board.js").Choice} Choice */
/** @typedef {import("./ferry-sums.js").Card} Card */

/** @param {Choice} now */
const cardOf = (now) => (now.words[1] === undefined ? null : Number(now.words[1]));

/** @param {Stage} stage
 * @param {number | undefined} index */
export const worthAt = (stage, index) => rowOf(stage)[index ?? -1]?.worth ?? "";

/** The groups that would sail, as sums.
 * @param {Card[] | null} after */
export const sums = (after) => (after ? groups(after).map((group) => sum(after, group)) : []);

/** @param {Stage} stage
 * @param {number} gap */
export function placeName(stage, gap) {
  const n = rowOf(stage).length;
  if (!n) return t("ferry-place-empty");
  if (gap === 0) return t("ferry-place-left");
  if (gap === n) return t("ferry-place-right");
  return t("ferry-place-between", { left: worthAt(stage, gap - 1), right: worthAt(stage, gap) });
}

/** Returns the sentence about a card that is played: the next step, or the effect.
 * @param {Stage} stage
 * @param {Choice} now */
function sayPlay(stage, now) {
  const card = now.words[3] === "6" && now.words[2] === "as" ? t("ferry-9-as-6") : now.words[1];
  const last = now.words.at(-1);
  if (now.move) {
    const [gap, n] = [Number(last), rowOf(stage).length];
    if (!n) return t("ferry-play-empty", { card });
    if (gap === 0) return t("ferry-play-left", { card });
    if (gap === n) return t("ferry-play-right", { card });
    return t("ferry-play-between", {
      card,
      left: worthAt(stage, gap - 1),
      right: worthAt(stage, gap),
    });
  }
  if (last === "as") return t("ferry-play-9");
  const there = options(stage).flatMap(({ gap, after }) =>
    sums(after)
      .slice(0, 1)
      .map((sum) => `${placeName(stage, gap ?? 0)}: ${sum}.`),
  );
  return [t("ferry-play-gap", { card }), ...there].join(" ");
}

/** Returns the sentence about a card that is discarded: the next step, or the effect.
 * @param {Stage} stage
 * @param {Choice} now */
function sayDiscard(stage, now) {
  const card = now.words[1];
  const at = now.words
    .slice(2)
    .filter((word) => /^\d+$/.test(word))
    .map(Number);
  const first = firstCard(stage);
  if (first !== null) at.push(Number(first));
  const side = now.words.slice(2).find((word) => word === "left" || word === "right");
  const [one, other] = at.map((index) => worthAt(stage, index));
  const isWhole = Boolean(now.move);
  switch (card) {
    case "1": {
      const cards = at.map((index) => worthAt(stage, index)).join(", ");
      if (!at.length) return t("ferry-1-touch");
      return isWhole ? t("ferry-1-order", { cards }) : t("ferry-1-order-so-far", { cards });
    }
    case "3":
      return isWhole ? t("ferry-3-card", { one }) : t("ferry-3-touch");
    case "4":
      return isWhole ? t("ferry-4-card", { one }) : t("ferry-4-touch");
    case "5": {
      const end = worthAt(stage, side === "left" ? 0 : rowOf(stage).length - 1);
      if (!side) return t("ferry-5-touch");
      return isWhole ? t("ferry-5-end", { end }) : t("ferry-5-touch-middle", { end });
    }
    case "6":
      if (isWhole) return t("ferry-6-cards", { one, other });
      return one === undefined ? t("ferry-6-touch") : t("ferry-6-touch-other", { one });
    case "8":
      if (one === undefined) return t("ferry-8-touch");
      if (!isWhole) return t("ferry-8-touch-end", { one });
      return side === "left" ? t("ferry-8-left", { one }) : t("ferry-8-right", { one });
    case "11":
      if (one === undefined) return t("ferry-11-touch");
      if (!isWhole) return t("ferry-11-touch-place", { one });
      return side === "left" ? t("ferry-11-left", { one }) : t("ferry-11-right", { one });
    case "12":
      return isWhole ? t("ferry-12-card", { one }) : t("ferry-12-touch");
    case "14":
      return isWhole ? t("ferry-14-card", { one }) : t("ferry-14-touch");
    default:
      if (isWhole) return t("ferry-swap-cards", { card, one, other });
      if (one === undefined) return t("ferry-swap-touch", { card });
      return t("ferry-swap-touch-other", { card, one });
  }
}

/** Returns the sentence about the choice.
 * @param {Stage} stage */
export function sentence(stage) {
  const { now, view } = stage;
  if (!now || !view) return null;
  const [verb] = now.words;
  if (verb === "decline") return t("ferry-sails-none");
  if (view.phase === "choose" && !now.move) return t("ferry-sails-choose");
  if (cardOf(now) === null) return t("ferry-touch-hand");
  const what = verb === "play" ? [sayPlay(stage, now)] : verb === "discard" ? [sayDiscard(stage, now)] : [];
  const sailing = verb === "score" ? scored(stage, now.words) : now.move ? sums(rowAfter(rowOf(stage), now.words)) : [];
  return [...what, ...sailing.slice(0, 1).map((sum) => t("ferry-sails", { sum }))].join(" ");
}

/** The sum of a set that is chosen.
 * @param {Stage} stage
 * @param {readonly string[]} words */
function scored(stage, words) {
  const [from, to] = words.filter((word) => /^\d+$/.test(word)).map(Number);
  /** @type {{ from: number, to: number, total: number }[]} */
  const sets = stage.view.sets;
  return sets.filter((set) => set.from === from && set.to === to).map((set) => sum(rowOf(stage), set));
}
