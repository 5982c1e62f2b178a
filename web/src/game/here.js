// @ts-check
// Shows which players of the table are here. A request counts as presence, so the page asks only
// while it is visible and was touched recently: a turn mail may wait for a player who is here.

import { call, reach } from "../api.js";
import { computed, effect, signal, untracked } from "../view.js";
import { game, id, isSeated } from "./state.js";

/** The seats whose players are here. */
export const here = signal(/** @type {number[]} */ ([]));

/** Milliseconds between two requests, as the server expects them from a present player. */
const PAUSE = 60000;

/** Milliseconds without a touch after which the player may have left. */
const IDLE = 5 * 60000;

let touchedAt = Date.now();

/** Whether the page is visible and shows a table at which the reader sits. */
const isWatched = () =>
  !document.hidden &&
  Date.now() - touchedAt < IDLE &&
  isSeated.value &&
  reach.value === null &&
  ["open", "running"].includes(game.value.status);

async function ask() {
  const told = isWatched() ? await call("GET", `/v1/games/${id}/presence`).catch(() => null) : null;
  // Do not show outdated data.
  here.value = told?.seats ?? [];
}

/** Begins to ask who is here. */
export function askWhoIsHere() {
  setInterval(ask, PAUSE);
  for (const touch of ["pointerdown", "pointermove", "keydown", "scroll"]) {
    addEventListener(touch, () => (touchedAt = Date.now()), { passive: true, capture: true });
  }
  document.addEventListener("visibilitychange", () => {
    touchedAt = Date.now();
    ask();
  });
  // Show a player who sits down at once.
  const table = computed(() =>
    JSON.stringify([isSeated.value, game.value?.status, game.value?.seats.map((/** @type {any} */ seat) => seat.player)]),
  );
  effect(() => {
    if (table.value) untracked(ask);
  });
}
