// @ts-check
// The address and the password of an account.

import { call } from "../api.js";
import { rich, t } from "../say.js";
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
    return t("address-confirmed");
  };
  return html`<${Form} id="yours-confirm" deed=${deed} onSend=${send}>
    <${Field} id="yours-code" label=${rich("address-code-to", { address: html`<strong>${waits}</strong>` })} wrong=${deed.at("code")} name="code" defaultValue=${code}
      maxlength="32" required autocomplete="one-time-code" autocapitalize="characters" spellcheck=${false} />
    <p class="buttons"><button type="submit" disabled=${deed.isBusy}>${t("address-confirm")}</button></p>
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
    return pending_email ? t("address-changed-code") : t("address-changed");
  };
  return html`<${Section} id="address" title=${t("address-title")}>
    <p class="hint">${rich("address-mail-goes-to", { address: html`<strong id="yours-email">${account.email}</strong>` })}</p>
    ${(waits || code) && html`<${Confirm} waits=${waits ?? account.email} code=${code} changed=${changed} />`}
    <${Form} id="yours-change" deed=${deed} onSend=${change}>
      <${Field} id="yours-new-email" label=${t("address-new")} wrong=${deed.at("email")} type="email" name="email" maxlength="254" autocomplete="email" />
      <${Field} id="yours-new-password" label=${t("address-new-password")} wrong=${deed.at("new")} type="password" name="new" minlength="8" maxlength="256" autocomplete="new-password" />
      <${Field} id="yours-current" label=${t("address-current-password")} wrong=${deed.at("password")} type="password" name="password" maxlength="256" required autocomplete="current-password" />
      <p class="buttons"><button type="submit" disabled=${deed.isBusy}>${t("address-change")}</button></p>
      <${Outcome} deed=${deed} />
    <//>
  <//>`;
}
