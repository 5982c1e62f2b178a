// @ts-check
// The aim of a game, and hints, for players who play its kind for the first time.

import { t } from "../say.js";
import { remember, remembered } from "../ui.js";
import { computed, html, signal } from "../view.js";
import { game, isSeated, kind } from "./state.js";

const KEY = "turnpike.known";

/** The kinds of games that had been played in this browser when the page was opened. What is shown
 * then stays. */
const known = (remembered(KEY) ?? "").split(" ");

/** Whether the reader has made a move since the page was opened. */
export const hasMoved = signal(false);

/** The reader has made a move in such a game.
 * @param {string} id */
export function learn(id) {
  hasMoved.value = true;
  const others = (remembered(KEY) ?? "").split(" ").filter((one) => one && one !== id);
  remember(KEY, [...others, id].join(" "));
}

/** Whether the reader plays a game of an unknown kind. */
const isFirst = computed(() => isSeated.value && !game.value.result && !known.includes(game.value.kind));

/** The aim, and a link to more. */
export function Aim() {
  const { value } = kind;
  if (!value || !isFirst.value) return null;
  return html`<p id="aim" class="hint">${value.summary} <a href=${`/how-to-play/${encodeURIComponent(value.id)}`} target="_blank">${t("common-how-to-play")}</a></p>`;
}

/** Shows the hints; null for readers who know the kind, who do not load them. */
const hints = signal(/** @type {typeof import("./coach.js").Coach | null} */ (null));

/** Loads the hints if the reader of a game needs them. The game goes on without them.
 * @param {any} it */
export async function fetchHints(it) {
  if (it.status !== "running" || typeof it.seat !== "number" || known.includes(it.kind) || hints.value) return;
  hints.value = (await import("./coach.js").catch(() => null))?.Coach ?? null;
}

/** The hints in the bar, one after the other.
 * @param {{ board: import("../boards/board.js").Board, resized: () => void }} props */
export const Hints = (props) => (isFirst.value && hints.value ? html`<${hints.value} ...${props} />` : null);
