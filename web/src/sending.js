// @ts-check
// What happens when a touch has completed a move, in this browser.

import { t } from "./say.js";
import { remember, remembered } from "./ui.js";
import { signal } from "./view.js";

/** `hold` sends the move after a moment, `now` at once, and `ask` after a confirmation.
 * @typedef {"hold" | "now" | "ask"} Sending */

/** The choices, and their texts. @type {[Sending, string][]} */
export const SENDING = [
  ["hold", t("common-sending-hold")],
  ["now", t("common-sending-now")],
  ["ask", t("common-sending-ask")],
];

const KEY = "turnpike.ask";

/** What the choice is called in storage. The default has no entry. @type {Record<string, Sending>} */
const STORED = { always: "ask", never: "now" };

/** The reader's choice. */
export const sending = signal(/** @type {Sending} */ (STORED[remembered(KEY) ?? ""] ?? "hold"));

/** @param {Sending} wanted */
export function chooseSending(wanted) {
  sending.value = wanted;
  remember(KEY, Object.keys(STORED).find((name) => STORED[name] === wanted) ?? null);
}
