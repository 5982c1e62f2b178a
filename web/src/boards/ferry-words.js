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
  if (!n) return t("The empty row");
  if (gap === 0) return t("The left end");
  if (gap === n) return t("The right end");
  return t("Between the {left} and the {right}", { left: worthAt(stage, gap - 1), right: worthAt(stage, gap) });
}

/** Returns the sentence about a card that is played: the next step, or the effect.
 * @param {Stage} stage
 * @param {Choice} now */
function sayPlay(stage, now) {
  const card = now.words[3] === "6" && now.words[2] === "as" ? t("9 as a 6") : now.words[1];
  const last = now.words.at(-1);
  if (now.move) {
    const [gap, n] = [Number(last), rowOf(stage).length];
    if (!n) return t("Play the {card} into the empty row.", { card });
    if (gap === 0) return t("Play the {card} at the left end.", { card });
    if (gap === n) return t("Play the {card} at the right end.", { card });
    return t("Play the {card} between the {left} and the {right}.", {
      card,
      left: worthAt(stage, gap - 1),
      right: worthAt(stage, gap),
    });
  }
  if (last === "as") return t("Play the 9 as it is, or turned over as a 6.");
  const there = options(stage).flatMap(({ gap, after }) =>
    sums(after)
      .slice(0, 1)
      .map((sum) => `${placeName(stage, gap ?? 0)}: ${sum}.`),
  );
  return [t("Play the {card}: touch a gap.", { card }), ...there].join(" ");
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
      if (!at.length) return t("Discard the 1: touch the cards of the row in their new order.");
      return isWhole ? t("Discard the 1, the new order: {cards}.", { cards }) : t("Discard the 1, the new order: {cards} …", { cards });
    }
    case "3":
      return isWhole
        ? t("Discard the 3: the {one} goes on top of the deck.", { one })
        : t("Discard the 3: touch the card that goes on top of the deck.");
    case "4":
      return isWhole
        ? t("Discard the 4: the {one} is shuffled into the deck.", { one })
        : t("Discard the 4: touch the card that is shuffled into the deck.");
    case "5": {
      const end = worthAt(stage, side === "left" ? 0 : rowOf(stage).length - 1);
      if (!side) return t("Discard the 5: touch the end whose card goes to the middle.");
      return isWhole
        ? t("Discard the 5: the {end} goes to the middle.", { end })
        : t("Discard the 5: touch where in the middle the {end} goes.", { end });
    }
    case "6":
      if (isWhole) return t("Discard the 6: the {one} and the {other} are shuffled into the deck.", { one, other });
      return one === undefined
        ? t("Discard the 6: touch two cards that are shuffled into the deck.")
        : t("Discard the 6: touch the card that is shuffled into the deck with the {one}.", { one });
    case "8":
      if (one === undefined) return t("Discard the 8: touch the card that goes to an end.");
      if (!isWhole) return t("Discard the 8: touch the end where the {one} goes.", { one });
      return side === "left"
        ? t("Discard the 8: the {one} goes to the left end.", { one })
        : t("Discard the 8: the {one} goes to the right end.", { one });
    case "11":
      if (one === undefined) return t("Discard the 11: touch the card that moves two places.");
      if (!isWhole) return t("Discard the 11: touch where the {one} goes.", { one });
      return side === "left"
        ? t("Discard the 11: the {one} moves two places to the left.", { one })
        : t("Discard the 11: the {one} moves two places to the right.", { one });
    case "12":
      return isWhole
        ? t("Discard the 12: the {one} is turned face down and is worth 1.", { one })
        : t("Discard the 12: touch the card that is turned face down.");
    case "14":
      return isWhole
        ? t("Discard the 14: the {one} in the middle is discarded too.", { one })
        : t("Discard the 14: touch the card in the middle that is discarded too.");
    default:
      if (isWhole) return t("Discard the {card}: the {one} and the {other} change places.", { card, one, other });
      if (one === undefined) return t("Discard the {card}: touch two cards that change places.", { card });
      return t("Discard the {card}: touch the card that changes places with the {one}.", { card, one });
  }
}

/** Returns the sentence about the choice.
 * @param {Stage} stage */
export function sentence(stage) {
  const { now, view } = stage;
  if (!now || !view) return null;
  const [verb] = now.words;
  if (verb === "decline") return t("Nothing sails now.");
  if (view.phase === "choose" && !now.move) return t("Choose the group that sails.");
  if (cardOf(now) === null) return t("Touch a card of your hand to play it, or its text to use its ability.");
  const what = verb === "play" ? [sayPlay(stage, now)] : verb === "discard" ? [sayDiscard(stage, now)] : [];
  const sailing = verb === "score" ? scored(stage, now.words) : now.move ? sums(rowAfter(rowOf(stage), now.words)) : [];
  return [...what, ...sailing.slice(0, 1).map((sum) => t("{sum} sails away.", { sum }))].join(" ");
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
