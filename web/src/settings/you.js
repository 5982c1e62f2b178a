// @ts-check
// The player's time zone and language.

import { Problem, call } from "../api.js";
import { LANGUAGES, t } from "../say.js";
import { html, useState } from "../view.js";
import { Choice, Field, Form, Outcome, Section, typed, useDeed } from "./parts.js";

/** @typedef {import("../../types/api.js").components["schemas"]["Account"]} Account */

/** The zone that this device is in. */
const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Whether there is such a zone, as far as this browser knows.
 * @param {string} zone */
function isZone(zone) {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** The time zone, and the language of mails.
 * @param {{ account: Account, changed: (account: Account) => void }} props */
export function You({ account, changed }) {
  const deed = useDeed({ time_zone: ["invalid-request"] });
  const [zone, setZone] = useState(account.time_zone);
  const languages = /** @type {[string, string][]} */ (Object.entries(LANGUAGES));
  /** @param {FormData} data */
  const save = async (data) => {
    const wanted = typed(data, "zone");
    if (!isZone(wanted)) {
      throw new Problem(400, { code: "invalid-request", detail: t("you-no-zone") });
    }
    /** @type {import("../../types/api.js").components["schemas"]["AccountUpdate"]} */
    const change = { time_zone: wanted, language: /** @type {Account["language"]} */ (data.get("language")) };
    changed(await call("PATCH", "/v1/me", change));
    return t("common-saved");
  };
  /** @param {InputEvent} event */
  const type = (event) => setZone(/** @type {HTMLInputElement} */ (event.currentTarget).value);
  const zones = globalThis.Intl.supportedValuesOf?.("timeZone") ?? [];
  return html`<${Section} id="you" title=${t("settings-zone-and-mails")}>
    <${Form} id="you-form" deed=${deed} onSend=${save}>
      <${Field} id="you-zone" label=${t("you-zone")} hint=${t("you-zone-hint")} wrong=${deed.at("time_zone")}
        name="zone" value=${zone} onInput=${type} list="zones" maxlength="64" required spellcheck=${false} autocapitalize="none" autocomplete="off" />
      <datalist id="zones">${zones.map((it) => html`<option key=${it} value=${it} />`)}</datalist>
      ${
        HERE !== zone &&
        html`<p class="near">${t("you-zone-device", { zone: HERE })}${" "}
          <button type="button" class="quiet small" id="you-zone-here" onClick=${() => setZone(HERE)}>${t("you-zone-take")}</button></p>`
      }
      <${Choice} id="you-language" label=${t("you-mail-language")} name="language" chosen=${account.language} options=${languages} />
      <p class="buttons"><button type="submit" disabled=${deed.isBusy}>${t("common-save")}</button></p>
      <${Outcome} deed=${deed} />
    <//>
  <//>`;
}
