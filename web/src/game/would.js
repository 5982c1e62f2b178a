// @ts-check
// The result of the chosen move. The server computes it without playing the move, and leaves out
// unknown dice and cards. Without a choice, as before most rolls, the page does not ask.

import { call } from "../api.js";
import { effect, signal } from "../view.js";
import { choice, isPlaying, isSpent } from "./move.js";
import { id } from "./state.js";

/** The sentences about the result of the chosen move. Empty while they are unknown. */
export const would = signal(/** @type {string[]} */ ([]));

/** Milliseconds for which a choice must rest before the page asks. */
const REST = 150;

effect(() => {
  const now = choice.value;
  would.value = [];
  if (!now?.move || !now.before || isSpent.value || isPlaying.value) return undefined;
  let isOver = false;
  const soon = setTimeout(async () => {
    const told = await call("POST", `/v1/games/${id}/moves`, { seq: now.seq, moves: [now.move], dry_run: true }).catch(() => null);
    if (!isOver && told) would.value = told.events.map((/** @type {{ text: string }} */ event) => event.text);
  }, REST);
  return () => {
    isOver = true;
    clearTimeout(soon);
  };
});
