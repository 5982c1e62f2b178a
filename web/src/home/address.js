// @ts-check
// Reports a problem with the mail address of the signed-in player.

import { call } from "../api.js";
import { t } from "../say.js";
import { doing, note } from "../ui.js";
import { html } from "../view.js";

/** @typedef {import("../../types/api.js").components["schemas"]["Account"]} Account */

/** @param {{ account: Account | null }} props */
export function Address({ account }) {
  if (!account?.email) return null;
  const again = (/** @type {MouseEvent} */ event) =>
    doing(event.currentTarget, async () => {
      await call("POST", "/v1/me/confirmation/mail");
      note(t("home-address-confirm-sent"));
    });
  const suspended = account.mail_suspended;
  if (suspended) {
    const why = suspended.reason === "complained" ? t("home-address-spam") : t("home-address-bounced");
    return html`<p id="suspended" class="note">${why} <button type="button" class="link" id="confirm-suspended" onClick=${again}>${t("home-address-confirm")}</button></p>`;
  }
  if (account.email_confirmed) return null;
  return html`<p id="unconfirmed" class="note">
    ${t("home-address-unconfirmed")}${" "}
    <button type="button" class="link" id="confirm-again" onClick=${again}>${t("home-address-send-again")}</button>
  </p>`;
}
