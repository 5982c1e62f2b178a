// @ts-check
// Passkeys, which sign in without a password.

import { addPasskey, call, hasPasskeys } from "../api.js";
import { Time } from "../clock.js";
import { t } from "../say.js";
import { ask } from "../ui.js";
import { html, useRef } from "../view.js";
import { Field, Form, Outcome, Section, Sure, sure, typed, useAsked, useDeed } from "./parts.js";

/** @typedef {import("../../types/api.js").components["schemas"]["PasskeyList"]} Passkeys */
/** @typedef {import("../../types/api.js").components["schemas"]["Passkey"]} Passkey */

/** The passkeys, and a form for another one. */
export function PasskeysPart() {
  const deed = useDeed({ password: ["bad-credentials"] });
  const [list, again] = useAsked(/** @returns {Promise<Passkeys>} */ () => call("GET", "/v1/me/passkeys"), deed);
  const part = useRef(/** @type {HTMLDivElement | null} */ (null));
  /** @param {FormData} data @param {HTMLFormElement} form */
  const add = async (data, form) => {
    await addPasskey(typed(data, "passkey") || t("A passkey"), await sure(data));
    form.reset();
    await again();
    return t("The passkey is added. You can sign in with it from now on.");
  };
  /** @param {Passkey} it */
  const remove = (it) =>
    deed.act(async () => {
      if (!(await ask(t("Remove the passkey “{name}”?", it), t("Remove")))) return;
      const form = part.current?.querySelector("form");
      await call("DELETE", `/v1/me/passkeys/${it.id}`, await sure(new FormData(form ?? undefined)));
      form?.reset();
      await again();
    });
  return html`<${Section} id="passkeys" title=${t("Passkeys")}
    hint=${t("A passkey signs you in without a password and without a second factor: your phone, computer or key checks that it is you.")}>
    <ul class="games" id="passkey-list">
      ${list?.passkeys.map(
        (it) => html`<li key=${it.id}>
          <strong>${it.name}</strong>
          <p>${t("Added ")}<${Time} at=${it.created_at} />${it.last_used_at ? [t(" · last used "), html`<${Time} at=${it.last_used_at} />`] : t(" · never used")}</p>
          <p class="buttons"><button type="button" class="quiet small" disabled=${deed.isBusy} onClick=${() => remove(it)}>${t("Remove")}</button></p>
        </li>`,
      )}
    </ul>
    ${
      hasPasskeys()
        ? html`<div ref=${part}><${Form} id="passkey-form" deed=${deed} onSend=${add}>
          <${Field} id="passkey-name" label=${t("What to call a new one")} name="passkey" maxlength="60" autocomplete="off" />
          <${Sure} id="passkey-password" wrong=${deed.at("password")} />
          <p class="buttons"><button type="submit" id="passkey-add" disabled=${deed.isBusy}>${t("Add a passkey")}</button></p>
        <//></div>`
        : html`<p>${t("This browser does not support passkeys.")}</p>`
    }
    <${Outcome} deed=${deed} />
  <//>`;
}
