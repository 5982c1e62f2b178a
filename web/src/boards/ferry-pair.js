// @ts-check
// Two cards of the row are touched in any order, though the words name the left one first.

import { current, reach } from "./ferry-choices.js";

/** @typedef {import("./board.js").Stage} Stage */

/** The known facts about a choice of cards: the choice, all possible cards if it takes two, and the
 * first one touched.
 * @type {{ of: string, cards: string[], first: string | null }} */
let pair = { of: "", cards: [], first: null };

/** The choice of two that is open now, if it is one.
 * @param {Stage} stage */
function open(stage) {
  const { now } = stage;
  if (now?.words[0] !== "discard" || now.words.at(-1) !== "on") {
    pair.first = null; // The choice was taken back, so it begins again.
    return null;
  }
  const of = `${now.seq} ${now.text}`;
  if (pair.of !== of) {
    pair = { of, cards: [], first: null };
    // Behind the last card but one there is only the last: whether another belongs to it, and which cannot be the left one.
    stage.ask(`${now.text} ${now.next.at(-1)}`).then(
      ({ words }) => {
        const [and, last = ""] = words.slice(-2);
        if (pair.of !== of || and !== "and") return;
        pair.cards = [...now.next, last];
        current?.renew();
      },
      () => {},
    ); // Without it, the left one is touched first.
  }
  return pair;
}

/** Returns the cards that may be touched but are not next words.
 * @param {Stage} stage
 * @returns {string[]} */
export const otherCards = (stage) => open(stage)?.cards.filter((it) => !stage.now?.next.includes(it)) ?? [];

/** The card that was touched first, by its place in the row.
 * @param {Stage} stage */
export const firstCard = (stage) => open(stage)?.first ?? null;

/** A card of the row is touched.
 * @param {Stage} stage
 * @param {string} card
 * @param {Event} event
 * @returns {boolean} whether it is one of two */
export function touchOfTwo(stage, card, event) {
  const two = open(stage);
  if (!two?.cards.includes(card)) return false;
  if (two.first === null || two.first === card) {
    two.first = two.first === null ? card : null;
    stage.renew();
    return true;
  }
  const [left = "", right = ""] = [two.first, card].sort((one, other) => Number(one) - Number(other));
  two.first = null;
  reach([...(stage.now?.words ?? []), left, "and", right], event);
  return true;
}
