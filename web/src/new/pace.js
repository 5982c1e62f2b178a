// @ts-check
// The pace of a game, in plain words.

import { t } from "../say.js";
import { html } from "../view.js";

/** @typedef {import("../../types/api.js").components["schemas"]["Pace"]} Pace */
/** @typedef {import("../../types/api.js").components["schemas"]["TimeoutAction"]} TimeoutAction */

/** The possible paces: name, explanation, and the value for the server.
 * @type {{ id: string, name: string, hint: string, pace: Partial<Pace> | null }[]} */
export const PACES = [
  { id: "live", name: t("Live"), hint: t("Everyone is online now: one day for the whole game."), pace: { bank_days: 1 } },
  { id: "day", name: t("A day a move"), hint: t("For those who look in every day."), pace: { days_per_move: 1 } },
  { id: "three", name: t("Three days a move"), hint: t("Weekends and busy days fit in."), pace: { days_per_move: 3 } },
  {
    id: "bank",
    name: t("A bank of time"),
    hint: t("14 days to spend as you like; each move adds 12 hours."),
    pace: { bank_days: 14, increment_hours: 12 },
  },
  { id: "none", name: t("No clock"), hint: t("As much time as you like."), pace: null },
];

/** The possible consequences when time runs out.
 * @type {[TimeoutAction, string][]} */
export const TIMEOUTS = [
  ["leave", t("A late player leaves the game")],
  ["bot", t("A bot takes over the seat")],
  ["move", t("A bot makes that move")],
  ["end", t("The game is over, and the late player is last")],
];

/** @param {{ chosen: string, choose: (id: string) => void }} props */
export function PaceChoice({ chosen, choose }) {
  return html`<div class="tiles">
    ${PACES.map(
      ({ id, name, hint }) =>
        html`<label key=${id} class="tile">
          <input type="radio" name="pace" value=${id} checked=${id === chosen} onChange=${() => choose(id)} />
          <span><strong>${name}</strong><span class="hint">${hint}</span></span>
        </label>`,
    )}
  </div>`;
}
