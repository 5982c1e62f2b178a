// @ts-check
// The result of the chosen move. The server computes it without playing the move. It rejects moves
// that reveal dice or cards, so the page asks for none of those.

import { call } from "../api.js";
import { t } from "../say.js";
import { effect, signal } from "../view.js";
import { choice, held, isPlaying, isSpent } from "./move.js";
import { board, id } from "./state.js";

/** The sentences about the result of the chosen move. Empty while they are unknown. */
export const would = signal(/** @type {string[]} */ ([]));

/** Returns the numbers in a text, with their signs.
 * @param {string} text */
const numbers = (text) => text.match(/[+\u2212]?\d+/g) ?? [];

/** Returns what the result adds to the sentence about the choice. The first event is the move, which
 * that sentence has in its own words, and of the others it has those with the same numbers.
 * @param {string[]} texts
 * @param {string | null} sentence
 * @param {string | null} name the reader's, in the events */
export function additions(texts, sentence, name) {
  const known = new Set(numbers(sentence ?? ""));
  const adds = (/** @type {string} */ text) => !numbers(text).length || numbers(text).some((number) => !known.has(number));
  const more = sentence === null ? texts : texts.slice(1).filter(adds);
  const own = `${name} `;
  return more.map((text) => (text.startsWith(own) ? t("game-would-you", { what: text.slice(own.length) }) : text));
}

/** Milliseconds for which a choice must rest before the page asks. */
const REST = 150;

effect(() => {
  const now = choice.value;
  would.value = [];
  if (!now?.move || !now.before || isSpent.value || isPlaying.value || held.value) return undefined;
  if (now.words.some((word) => board.value.unforeseen?.includes(word))) return undefined;
  let isOver = false;
  const soon = setTimeout(async () => {
    const answer = await call("POST", `/v1/games/${id}/moves`, { seq: now.seq, moves: [now.move], dry_run: true }).catch(() => null);
    if (!isOver && answer) would.value = answer.events.map((/** @type {{ text: string }} */ { text }) => text);
  }, REST);
  return () => {
    isOver = true;
    clearTimeout(soon);
  };
});
