// @ts-check
// The address and the password of an account.

import { call } from "../api.js";
import { t } from "../say.js";
import { html } from "../view.js";
import { Field, Form, Outcome, Section, typed, useDeed } from "./parts.js";

/** @typedef {import("../../types/api.js").components["schemas"]["Account"]} Account */

/** Confirms an address with the mailed code. `code` comes from a link.
 * @param {{ waits: string, code: string, changed: () => Promise<void> }} props */
function Confirm({ waits, code, changed }) {
  const deed = useDeed({ code: ["bad-code"] });
  /** @param {FormData} data */
  const send = async (data) => {
    await call("POST", "/v1/me/confirmation", { code: typed(data, "code") });
    await changed();
    return t("The address is confirmed.");
  };
  return html`<${Form} id="yours-confirm" deed=${deed} onSend=${send}>
    <${Field} id="yours-code" label=${[t("The code from the mail to "), html`<strong>${waits}</strong>`]} wrong=${deed.at("code")} name="code" defaultValue=${code}
      maxlength="32" required autocomplete="one-time-code" autocapitalize="characters" spellcheck=${false} />
    <p class="buttons"><button type="submit" disabled=${deed.isBusy}>${t("Confirm the address")}</button></p>
    <${Outcome} deed=${deed} />
  <//>`;
}

/** The address and the password.
 * @param {{ account: Account, code: string, changed: () => Promise<void> }} props */
export function Address({ account, code, changed }) {
  const deed = useDeed({ password: ["bad-credentials"], email: ["address-taken"], new: ["bad-password"] });
  const waits = account.pending_email ?? (account.email_confirmed ? null : account.email);
  /** @param {FormData} data @param {HTMLFormElement} form */
  const change = async (data, form) => {
    const wanted = /** @type {Record<string, unknown>} */ ({ current_password: data.get("password") });
    if (typed(data, "email")) wanted.email = typed(data, "email");
    if (data.get("new")) wanted.password = data.get("new");
    /** @type {Account} */
    const { pending_email } = await call("PATCH", "/v1/me", wanted);
    form.reset();
    await changed();
    return pending_email ? t("Changed. A mail with a code is on its way to the new address.") : t("Changed.");
  };
  return html`<${Section} id="address" title=${t("Address and password")}>
    <p class="hint">${t("Mail goes to ")}<strong id="yours-email">${account.email}</strong>${t(". That address gets a mail about every change.")}</p>
    ${(waits || code) && html`<${Confirm} waits=${waits ?? account.email} code=${code} changed=${changed} />`}
    <${Form} id="yours-change" deed=${deed} onSend=${change}>
      <${Field} id="yours-new-email" label=${t("New mail address")} wrong=${deed.at("email")} type="email" name="email" maxlength="254" autocomplete="email" />
      <${Field} id="yours-new-password" label=${t("New password (8 to 256 characters)")} wrong=${deed.at("new")} type="password" name="new" minlength="8" maxlength="256" autocomplete="new-password" />
      <${Field} id="yours-current" label=${t("Your current password")} wrong=${deed.at("password")} type="password" name="password" maxlength="256" required autocomplete="current-password" />
      <p class="buttons"><button type="submit" disabled=${deed.isBusy}>${t("Change it")}</button></p>
      <${Outcome} deed=${deed} />
    <//>
  <//>`;
}
