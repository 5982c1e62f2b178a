// @ts-check
// The pace of a game, in plain words.

import { t } from "../say.js";
import { html } from "../view.js";

/** @typedef {import("../../types/api.js").components["schemas"]["Pace"]} Pace */
/** @typedef {import("../../types/api.js").components["schemas"]["TimeoutAction"]} TimeoutAction */

/** The possible paces: name, explanation, and the value for the server.
 * @type {{ id: string, name: string, hint: string, pace: Partial<Pace> | null }[]} */
export const PACES = [
  { id: "live", name: t("new-pace-live"), hint: t("new-pace-live-hint"), pace: { bank_days: 1 } },
  { id: "day", name: t("new-pace-day"), hint: t("new-pace-day-hint"), pace: { days_per_move: 1 } },
  { id: "three", name: t("new-pace-three"), hint: t("new-pace-three-hint"), pace: { days_per_move: 3 } },
  {
    id: "bank",
    name: t("new-pace-bank"),
    hint: t("new-pace-bank-hint"),
    pace: { bank_days: 14, increment_hours: 12 },
  },
  { id: "none", name: t("new-pace-none"), hint: t("new-pace-none-hint"), pace: null },
];

/** The possible consequences when time runs out.
 * @type {[TimeoutAction, string][]} */
export const TIMEOUTS = [
  ["leave", t("new-timeout-leave")],
  ["bot", t("new-timeout-bot")],
  ["move", t("new-timeout-move")],
  ["end", t("new-timeout-end")],
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
