// @ts-check
// The second factor: codes of an app.

import { call } from "../api.js";
import { t } from "../say.js";
import { ask } from "../ui.js";
import { html, useEffect, useRef, useState } from "../view.js";
import { Field, Outcome, Section, Sure, sure, typed, useAsked, useDeed } from "./parts.js";

/** @typedef {import("../../types/api.js").components["schemas"]["SecondFactor"]} Standing */
/** @typedef {import("../../types/api.js").components["schemas"]["TotpSecret"]} Secret */
/** @typedef {import("../../types/api.js").components["schemas"]["RecoveryCodes"]} Codes */

/** The state of the second factor, and its actions. A secret stays until the next action. */
export function Totp() {
  const deed = useDeed({ password: ["bad-credentials"], totp: ["bad-code"] });
  const [standing, again] = useAsked(/** @returns {Promise<Standing>} */ () => call("GET", "/v1/me/totp"), deed);
  const [secret, setSecret] = useState(/** @type {Secret | null} */ (null));
  const [codes, setCodes] = useState(/** @type {string[]} */ ([]));
  const form = useRef(/** @type {HTMLFormElement | null} */ (null));
  const data = () => new FormData(form.current ?? undefined);
  useEffect(() => {
    if (secret) document.getElementById("totp-code")?.focus();
  }, [secret]);

  /** @param {(data: FormData) => Promise<void>} what */
  const act = (what) =>
    deed.act(async () => {
      await what(data());
      await again();
    });
  /** @param {Codes} made */
  const show = ({ recovery_codes }) => {
    setSecret(null);
    form.current?.reset();
    setCodes(recovery_codes);
  };
  const begin = () =>
    act(async (data) => {
      /** @type {Secret} */
      const made = await call("POST", "/v1/me/totp", await sure(data));
      form.current?.reset();
      setCodes([]);
      setSecret(made);
    });
  const confirm = () => act(async (data) => show(await call("POST", "/v1/me/totp/confirm", { totp: typed(data, "totp") })));
  const renew = () => act(async (data) => show(await call("POST", "/v1/me/totp/recovery-codes", await sure(data))));
  const end = () =>
    act(async (data) => {
      if (!(await ask(t("totp-off-ask"), t("settings-turn-off")))) return;
      await call("DELETE", "/v1/me/totp", await sure(data));
      form.current?.reset();
      setCodes([]);
    });
  /** @param {SubmitEvent} event */
  const submit = (event) => {
    event.preventDefault();
    if (secret) confirm();
    else if (standing && !standing.enabled) begin();
  };

  const left = standing?.recovery_codes_left ?? 0;
  const state = standing?.enabled ? t("totp-is-on", { n: left }) : t("totp-is-off");
  return html`<${Section} id="totp" title=${t("totp-title")}>
    ${standing && html`<p class="hint" id="totp-state">${state}</p>`}
    <form ref=${form} onSubmit=${submit}>
      ${
        secret &&
        html`<div id="totp-scan">
          <p>${t("totp-scan")}</p>
          <p><img id="totp-qr" class="qr" alt=${t("totp-qr")} src=${`data:image/svg+xml,${encodeURIComponent(secret.qr)}`} /></p>
          <p><code id="totp-secret">${secret.secret.replace(/(.{4})(?=.)/g, "$1 ")}</code></p>
          <${Field} id="totp-code" label=${t("totp-code")} wrong=${deed.at("totp")} name="totp" inputmode="numeric" maxlength="16" autocomplete="one-time-code" />
          <p class="buttons"><button type="submit" id="totp-confirm" disabled=${deed.isBusy}>${t("settings-turn-on")}</button></p>
        </div>`
      }
      ${
        codes.length > 0 &&
        html`<div id="recovery">
          <p><strong>${t("totp-recovery")}</strong> ${t("totp-recovery-hint")}</p>
          <ul class="codes" id="recovery-codes">${codes.map((it) => html`<li key=${it}><code>${it}</code></li>`)}</ul>
        </div>`
      }
      ${
        standing &&
        !secret &&
        html`<${Sure} id="totp-password" wrong=${deed.at("password")} />
        <p class="buttons">
          ${
            standing.enabled
              ? html`<button type="button" class="quiet" id="totp-renew" disabled=${deed.isBusy} onClick=${renew}>${t("totp-recovery-new")}</button>
                <button type="button" class="quiet" id="totp-off" disabled=${deed.isBusy} onClick=${end}>${t("settings-turn-off")}</button>`
              : html`<button type="submit" id="totp-begin" disabled=${deed.isBusy}>${t("totp-set-up")}</button>`
          }
        </p>`
      }
    </form>
    <${Outcome} deed=${deed} />
  <//>`;
}
