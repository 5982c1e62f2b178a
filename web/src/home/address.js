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
      note(t("A mail with a link is on its way. Follow it, and mail about your games comes."));
    });
  const suspended = account.mail_suspended;
  if (suspended) {
    const why =
      suspended.reason === "complained"
        ? t("One of our mails was reported as spam at your address, so none about your games goes there.")
        : t("Mail to your address came back, so none about your games goes there.");
    return html`<p id="suspended" class="note">${why} <button type="button" class="link" id="confirm-suspended" onClick=${again}>${t("Confirm the address again")}</button></p>`;
  }
  if (account.email_confirmed) return null;
  return html`<p id="unconfirmed" class="note">
    ${t("Your mail address is not confirmed yet, so no mail about your games goes there. Follow the link in the mail we sent.")}${" "}
    <button type="button" class="link" id="confirm-again" onClick=${again}>${t("Send another one")}</button>
  </p>`;
}
