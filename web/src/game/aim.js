// @ts-check
// The aim of a game, for players who play its kind for the first time.

import { t } from "../say.js";
import { remember, remembered } from "../ui.js";
import { html } from "../view.js";
import { game, isSeated, kind } from "./state.js";

const KEY = "turnpike.known";

/** The kinds of games that had been played in this browser when the page was opened. What is shown
 * then stays. */
const known = (remembered(KEY) ?? "").split(" ");

/** The reader has made a move in such a game.
 * @param {string} id */
export function learn(id) {
  const others = (remembered(KEY) ?? "").split(" ").filter((one) => one && one !== id);
  remember(KEY, [...others, id].join(" "));
}

/** The aim, and a link to more. */
export function Aim() {
  const { value } = kind;
  if (!value || !isSeated.value || game.value.result || known.includes(value.id)) return null;
  return html`<p id="aim" class="hint">${value.summary} <a href=${`/how-to-play/${encodeURIComponent(value.id)}`} target="_blank">${t("How to play")}</a></p>`;
}
