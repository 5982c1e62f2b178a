// @ts-check
// Passkeys, which sign in without a password.

import { addPasskey, call, hasPasskeys } from "../api.js";
import { Time } from "../clock.js";
import { rich, t } from "../say.js";
import { ask } from "../ui.js";
import { html, useRef } from "../view.js";
import { Field, Form, Outcome, Section, Sure, sure, typed, useAsked, useDeed } from "./parts.js";

/** @typedef {import("../../types/api.js").components["schemas"]["PasskeyList"]} Passkeys */
/** @typedef {import("../../types/api.js").components["schemas"]["Passkey"]} Passkey */

/** When a passkey was added, and when it was used last.
 * @param {Passkey} it */
function used(it) {
  const added = html`<${Time} at=${it.created_at} />`;
  if (!it.last_used_at) return rich("passkeys-unused", { added });
  return rich("passkeys-used", { added, used: html`<${Time} at=${it.last_used_at} />` });
}

/** The passkeys, and a form for another one. */
export function PasskeysPart() {
  const deed = useDeed({ password: ["bad-credentials"] });
  const [list, again] = useAsked(/** @returns {Promise<Passkeys>} */ () => call("GET", "/v1/me/passkeys"), deed);
  const part = useRef(/** @type {HTMLDivElement | null} */ (null));
  /** @param {FormData} data @param {HTMLFormElement} form */
  const add = async (data, form) => {
    await addPasskey(typed(data, "passkey") || t("passkeys-default-name"), await sure(data));
    form.reset();
    await again();
    return t("passkeys-added");
  };
  /** @param {Passkey} it */
  const remove = (it) =>
    deed.act(async () => {
      if (!(await ask(t("passkeys-remove-ask", it), t("passkeys-remove")))) return;
      const form = part.current?.querySelector("form");
      await call("DELETE", `/v1/me/passkeys/${it.id}`, await sure(new FormData(form ?? undefined)));
      form?.reset();
      await again();
    });
  return html`<${Section} id="passkeys" title=${t("passkeys-title")}
    hint=${t("passkeys-hint")}>
    <ul class="games" id="passkey-list">
      ${list?.passkeys.map(
        (it) => html`<li key=${it.id}>
          <strong>${it.name}</strong>
          <p>${used(it)}</p>
          <p class="buttons"><button type="button" class="quiet small" disabled=${deed.isBusy} onClick=${() => remove(it)}>${t("passkeys-remove")}</button></p>
        </li>`,
      )}
    </ul>
    ${
      hasPasskeys()
        ? html`<div ref=${part}><${Form} id="passkey-form" deed=${deed} onSend=${add}>
          <${Field} id="passkey-name" label=${t("passkeys-new-name")} name="passkey" maxlength="60" autocomplete="off" />
          <${Sure} id="passkey-password" wrong=${deed.at("password")} />
          <p class="buttons"><button type="submit" id="passkey-add" disabled=${deed.isBusy}>${t("passkeys-add")}</button></p>
        <//></div>`
        : html`<p>${t("passkeys-unsupported")}</p>`
    }
    <${Outcome} deed=${deed} />
  <//>`;
}
