// @ts-check
// Who of the table is here just now. To ask counts as being here, so it is asked only while somebody looks at the page and has
// touched something lately: a mail about a turn may wait for whoever is here.

import { call, reach } from "../api.js";
import { computed, effect, signal, untracked } from "../view.js";
import { game, id, isSeated } from "./state.js";

/** The seats whose players are here. */
export const here = signal(/** @type {number[]} */ ([]));

/** Milliseconds from one question to the next, as the server expects it of whoever looks on. */
const PAUSE = 60000;

/** Milliseconds after which whoever has touched nothing may have gone away. */
const IDLE = 5 * 60000;

let touchedAt = Date.now();

/** Whether somebody looks at the page, and at a table that they sit at. */
const isWatched = () =>
  !document.hidden &&
  Date.now() - touchedAt < IDLE &&
  isSeated.value &&
  reach.value === null &&
  ["open", "running"].includes(game.value.status);

async function ask() {
  const told = isWatched() ? await call("GET", `/v1/games/${id}/here`).catch(() => null) : null;
  // What is not known any more is not shown.
  here.value = told?.seats ?? [];
}

/** Asks from now on who is here. */
export function askWhoIsHere() {
  setInterval(ask, PAUSE);
  for (const touch of ["pointerdown", "pointermove", "keydown", "scroll"]) {
    addEventListener(touch, () => (touchedAt = Date.now()), { passive: true, capture: true });
  }
  document.addEventListener("visibilitychange", () => {
    touchedAt = Date.now();
    ask();
  });
  // Whoever sits down, or another player who does, is seen at once.
  const table = computed(() =>
    JSON.stringify([isSeated.value, game.value?.status, game.value?.seats.map((/** @type {any} */ seat) => seat.player)]),
  );
  effect(() => {
    if (table.value) untracked(ask);
  });
}
