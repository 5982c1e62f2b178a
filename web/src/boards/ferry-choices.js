// @ts-check
// The next choices in Ferry Follies, and their places on the row.

import { rowAfter } from "./ferry-sums.js";

/** @typedef {import("./board.js").Stage} Stage */
/** @typedef {import("./ferry-sums.js").Card} Card */

/** A next choice: its word, its place in the row (a card, or a gap by the card behind it), and the
 * row after it if it is the last word. The word of a card's only place is empty, because it is
 * already chosen.
 * @typedef {{ word: string, card?: number, gap?: number, after: Card[] | null }} Option */

/** The latest stage. Later touches refer to it.
 * @type {Stage | null} */
export let current = null;

/** @param {Stage} stage */
export function standAt(stage) {
  current = stage;
}

/** The row as it lies.
 * @param {Stage} stage
 * @returns {Card[]} */
export const rowOf = (stage) => stage.view?.row ?? [];

/** Returns the place that a chosen word refers to, according to the words before it.
 * @param {string} word
 * @param {readonly string[]} words
 * @param {number} n cards in the row
 * @returns {{ card?: number, gap?: number }} */
function spot(word, words, n) {
  const [last, at] = [words.at(-1), Number(word)];
  const isSide = word === "left" || word === "right";
  if (words[0] === "play") return last === "at" ? { gap: at } : {};
  if (words[0] !== "discard") return isSide || word === "decline" ? {} : { card: at };
  if (words[1] === "5" && words.length > 2) return { gap: words[2] === "left" ? at + 1 : at };
  if (!isSide) return { card: at };
  if (words[1] === "5") return { card: word === "left" ? 0 : n - 1 };
  if (words[1] === "8") return { gap: word === "left" ? 0 : n };
  const from = Number(words[3]);
  return { gap: word === "left" ? from - 2 : from + 3 };
}

/** Returns the next choices for a chosen card.
 * @param {Stage} stage
 * @returns {Option[]} */
export function options(stage) {
  const { now } = stage;
  if (!now || now.words.length < 2) return [];
  const row = rowOf(stage);
  const last = now.words.slice(-1);
  if (now.move && now.words[0] === "play") {
    return last.map((word) => ({
      word: "",
      ...spot(word, now.words.slice(0, -1), row.length),
      after: rowAfter(row, now.words),
    }));
  }
  return now.next.map((word) => ({
    word,
    ...spot(word, now.words, row.length),
    after: rowAfter(row, [...now.words, word]),
  }));
}

/** Chooses these words as far as possible, after taking back any other choice.
 * @param {readonly string[]} words
 * @param {Event} [event] */
export async function reach(words, event) {
  const stands = () => current?.now?.words ?? [];
  const isOnTheWay = () => stands().every((word, i) => word === words[i]);
  if (!isOnTheWay()) await current?.restart();
  for (let before = -1; isOnTheWay() && stands().length < words.length && stands().length > before;) {
    before = stands().length;
    await current?.choose(/** @type {string} */ (words[before]), event);
  }
}

/** Returns the words that play a card. The 9 is upright until the player turns it over.
 * @param {number} card
 * @param {string} [worth] */
export const playing = (card, worth = "9") => ["play", String(card), ...(card === 9 ? ["as", worth] : [])];

export const SVG = "drawn-";

/** @param {Stage} stage
 * @param {string} id
 * @returns {SVGGraphicsElement | null} */
export const find = (stage, id) => stage.svg.querySelector(`#${SVG}${id}`);

/** Returns the place of a card of the row.
 * @param {Stage} stage
 * @param {number} index */
export const laidAt = (stage, index) =>
  /** @type {SVGGraphicsElement | null} */ (find(stage, `row-${index}`)?.querySelector("rect"))?.getBBox() ?? null;

/** Returns the place of a gap of the row: its centre, and the height of a card.
 * @param {Stage} stage
 * @param {number} gap
 * @returns {{ x: number, y: number, height: number } | null} */
export function gapAt(stage, gap) {
  const n = rowOf(stage).length;
  const beside = laidAt(stage, Math.min(gap, n - 1));
  if (!beside) {
    const place = find(stage, `place-${gap}`)?.getBBox();
    return place ? { x: place.x + place.width / 2, y: place.y, height: place.height } : null;
  }
  const room = stage.isNarrow ? 7 : 10.5;
  const { x, y, width, height } = beside;
  return { x: gap === n ? x + width + room : x - room, y, height };
}
