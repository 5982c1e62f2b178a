// @ts-check
// What may be chosen next in Ferry Follies, and where on the row that is.

import { rowAfter } from "./ferry-sums.js";

/** @typedef {import("./board.js").Stage} Stage */
/** @typedef {import("./ferry-sums.js").Card} Card */

/** What may be chosen next: its word, where it is in the row (a card, or a gap by the card behind it), and the row after it
 * where it is the last word. The word of a card's only place, which is chosen already, is empty.
 * @typedef {{ word: string, card?: number, gap?: number, after: Card[] | null }} Option */

/** The stage as it was shown last: what is touched later means that.
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

/** Where a word of what is chosen puts something, as the words before it say.
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

/** What may be chosen next of a card that is chosen.
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

/** Chooses until these words are chosen, as far as they can be; what was chosen otherwise is taken back first.
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

/** The words by which a card is played; the 9 lies upright until it is turned over.
 * @param {number} card
 * @param {string} [worth] */
export const playing = (card, worth = "9") => ["play", String(card), ...(card === 9 ? ["as", worth] : [])];

export const SVG = "drawn-";

/** @param {Stage} stage
 * @param {string} id
 * @returns {SVGGraphicsElement | null} */
export const find = (stage, id) => stage.svg.querySelector(`#${SVG}${id}`);

/** Where a card of the row lies.
 * @param {Stage} stage
 * @param {number} index */
export const laidAt = (stage, index) =>
  /** @type {SVGGraphicsElement | null} */ (find(stage, `row-${index}`)?.querySelector("rect"))?.getBBox() ?? null;

/** Where a gap of the row is: the middle of a place as high as a card.
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
