// @ts-check
// The state of the page of a game: the game resource, its log, and the shown position.

import { me, reach } from "../api.js";
import { t } from "../say.js";
import { nameOf } from "../ui.js";
import { computed, signal } from "../view.js";

const [, , inAddress = "", position = ""] = location.pathname.split("/");

/** The game's id, as it stands in addresses. */
export const id = inAddress;

/** The secret of an invitation, which lets its recipient see and join the game. */
export const invitation = signal(new URLSearchParams(location.hash.slice(1)).get("invitation"));

/** The game; null before it is known. */
export const game = signal(/** @type {any} */ (null));

/** Whether the game does not exist for this reader. */
export const isMissing = signal(false);

/** The kind; null before it is known, or if the server no longer offers it. */
export const kind = signal(/** @type {import("../../types/api.js").components["schemas"]["KindSummary"] | null} */ (null));

/** The additions of the kind to its board. */
export const board = signal(/** @type {import("../boards/board.js").Board} */ ({}));

/** The name of its kind. */
export const kindName = computed(() => kind.value?.name ?? game.value?.kind ?? "");

/** The log as far as it is known: the entry `n` at the place `n - 1`. */
export const entries = signal(/** @type {any[]} */ ([]));

/** The events of the setup. */
export const setup = signal(/** @type {any[]} */ ([]));

/** The number of entries after which the board is looked at; null for the board as it stands. */
export const shown = signal(/^\d+$/.test(position) ? Number(position) : /** @type {number | null} */ (null));

/** Counts the ticks of the clocks. */
export const tick = signal(0);

export const isSeated = computed(() => typeof game.value?.seat === "number");

/** Whether it runs, and is not stopped by the operator. */
export const goesOn = computed(() => game.value?.status === "running" && !game.value.paused_at);

/** Whether the reader is to act, and can: not on a board that was kept for when the server cannot be reached. */
export const isMyTurn = computed(() => {
  const isSo = goesOn.value && isSeated.value && game.value.to_act.includes(game.value.seat);
  return isSo && reach.value === null;
});

/** The ply that is looked at. */
export const ply = computed(() => Math.max(0, Math.min(shown.value ?? Infinity, game.value?.ply ?? 0)));

/** Whose seat it is.
 * @param {number} seat */
export const nameAt = (seat) => nameOf(game.value.seats[seat]);

/** Returns whose seat it is, and whether it is the reader's.
 * @param {any} seat */
export function nameWithYou(seat) {
  const name = nameOf(seat);
  return isMe(seat.player) ? t("game-name-you", { name }) : name;
}

/** Returns the player who proposes a rematch: at first the only one who sits there. Null once
 * others have sat down.
 * @param {any} it the rematch */
export function proposerOf(it) {
  const seated = it.status === "open" ? it.seats.filter((/** @type {any} */ seat) => seat.player) : [];
  return seated.length === 1 ? seated[0].player : null;
}

/** Whether a player's name is the reader's.
 * @param {string | null} name */
export const isMe = (name) => name !== null && name === me()?.name;
