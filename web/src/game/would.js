// @ts-check
// What the chosen move would lead to: asked of the server, which plays nothing for that. Of dice and cards that nobody knows
// before, it tells nothing. Where there is no choice, as before most rolls of dice, nothing is asked.

import { call } from "../api.js";
import { effect, signal } from "../view.js";
import { choice, isPlaying, isSpent } from "./move.js";
import { id } from "./state.js";

/** What would be told of the move that is chosen, sentence by sentence; none while that is not known. */
export const would = signal(/** @type {string[]} */ ([]));

/** Milliseconds for which a choice rests before it is asked about. */
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
