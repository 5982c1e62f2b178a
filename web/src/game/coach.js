// @ts-check
// Hints for a player's first game of a kind. They point at the targets, at the bar and at the tabs.
//
// They are part of the bar. So the page keeps the targets above them, and they cover nothing.

import { t } from "../say.js";
import { remember, remembered } from "../ui.js";
import { html, signal, useEffect, useLayoutEffect } from "../view.js";
import { choice, isSentAtOnce } from "./move.js";
import { still } from "./pictures.js";
import { game } from "./state.js";

/** @typedef {import("../boards/board.js").Board} Board */

/** A hint: its id in storage, the part of the page that it points at, and its text in this situation.
 * @typedef {{ id: string, at: "board" | "aside" | "bar" | "tabs", text: () => string }} Hint */

const KEY = "turnpike.hints";

/** The ids of dismissed hints. */
const dismissed = () => (remembered(KEY) ?? "").split(" ").filter(Boolean);

/** The hints that were not dismissed when the first one was shown: so the numbers stay. @type {Hint[] | null} */
let all = null;

/** The place of the shown hint in them. */
const at = signal(0);

/** All hints of a kind. The last two are the same for all kinds, so a reader dismisses them once.
 * @param {Board} board
 * @returns {Hint[]} */
const hintsOf = (board) => [
  {
    id: game.value.kind,
    at: board.isAside ? "aside" : "board",
    text: () => board.hint?.(game.value.view) ?? t("game-coach-touch"),
  },
  { id: "bar", at: "bar", text: () => t(isSentAtOnce.value ? "game-coach-words-at-once" : "game-coach-words") },
  { id: "tabs", at: "tabs", text: () => t("game-coach-history") },
];

/** Brings the tabs into sight. */
function showTabs() {
  const tab = document.querySelector("[role=tab][aria-selected=true]");
  if (!(tab instanceof HTMLElement)) return;
  tab.scrollIntoView({ block: "center", behavior: still.matches ? "instant" : "smooth" });
  tab.focus({ preventScroll: true });
}

/** Whether another part of the page uses the key.
 * @param {KeyboardEvent} event */
function isUsed({ target }) {
  if (!(target instanceof Element) || target.closest("#coach")) return false;
  return Boolean(
    target.closest("input, textarea, select") || document.querySelector("dialog[open], :popover-open") || choice.value?.before,
  );
}

/** The first hint that the player has not dismissed.
 * @param {{ board: Board, resized: () => void }} props `resized` is called after each change of its size */
export function Coach({ board, resized }) {
  all ??= hintsOf(board).filter(({ id }) => !dismissed().includes(id));
  const hint = all[at.value];
  const next = () => {
    if (!hint) return;
    remember(KEY, [...dismissed(), hint.id].join(" "));
    const isLast = at.value + 1 === all?.length;
    if (isLast && document.activeElement?.closest("#coach")) document.getElementById("play-title")?.focus({ preventScroll: true });
    at.value += 1;
  };
  // A player who touches a target does not need the first hint.
  const isDone = Boolean(choice.value?.before) && hint?.id === game.value.kind;
  useEffect(() => void (isDone && next()), [isDone]);
  useEffect(() => {
    const key = (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Escape" || event.repeat || isUsed(event)) return;
      event.preventDefault();
      next();
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, [at.value]);
  useLayoutEffect(resized, [at.value]);
  if (!hint) return null;
  const count = t("common-n-of-all", { n: at.value + 1, all: all.length });
  return html`<div id="coach" class=${`coach at-${hint.at}`} role="note" aria-label=${t("game-coach-count", { count })}>
    <p>${hint.text()}</p>
    <div class="acts">
      ${hint.at === "tabs" && html`<button type="button" class="quiet small" id="coach-show" onClick=${showTabs}>${t("game-coach-show")}</button>`}
      <button type="button" class="quiet small" id="coach-next" onClick=${next}>${t("game-coach-got-it")}</button>
      ${all.length > 1 && html`<span class="count" aria-hidden="true">${count}</span>`}
    </div>
  </div>`;
}
