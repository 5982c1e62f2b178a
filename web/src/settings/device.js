// @ts-check
// Settings of this browser, which need no account.

import { chooseLanguage, language, LANGUAGES, t } from "../say.js";
import { SENDING, chooseSending, sending } from "../sending.js";
import { chooseSounds, hasSounds } from "../sound.js";
import { chooseLargeBoards, chooseTheme, hasLargeBoards, theme } from "../theme.js";
import { html, useState } from "../view.js";
import { Choice, Section, Tick } from "./parts.js";

/** @typedef {import("../theme.js").Theme} Theme */

/** @type {[Theme, string][]} */
const THEMES = [
  ["auto", t("device-theme-auto")],
  ["light", t("device-theme-light")],
  ["dark", t("device-theme-dark")],
];

/** Whether a setting was just kept, and the function that keeps one. */
function useKept() {
  const [said, setSaid] = useState("");
  /** @param {() => void} change */
  const keep = (change) => {
    change();
    setSaid(t("device-kept"));
  };
  return { keep, said: html`<div role="status" class="outcome">${said && html`<p class="said">✓ ${said}</p>`}</div>` };
}

/** Light or dark, how boards look, and sounds. */
export function Device() {
  const { keep, said } = useKept();
  return html`<${Section} id="device" title=${t("device-title")} hint=${t("device-only-this")}>
    <fieldset class="themes">
      <legend>${t("device-colours")}</legend>
      ${THEMES.map(
        ([value, text]) => html`<label class="choice" key=${value}>
          <input type="radio" name="theme" value=${value} defaultChecked=${theme() === value} onChange=${() => keep(() => chooseTheme(value))} />
          ${" "}${text}</label
        >`,
      )}
    </fieldset>
    <${Tick} id="device-large" checked=${hasLargeBoards()} onChange=${(/** @type {boolean} */ yes) => keep(() => chooseLargeBoards(yes))}
      hint=${t("device-large-hint")}>
      ${t("device-large")}
    <//>
    <${Tick} id="device-sounds" checked=${hasSounds()} onChange=${(/** @type {boolean} */ yes) => keep(() => chooseSounds(yes))}
      hint=${t("device-sounds-hint")}>
      ${t("device-sounds")}
    <//>
    ${said}
  <//>`;
}

/** The language of the pages. */
export function Pages() {
  const languages = /** @type {[string, string][]} */ (Object.entries(LANGUAGES));
  return html`<${Section} id="pages" title=${t("device-this")}>
    <${Choice} id="device-language" label=${t("device-language")} chosen=${language} options=${languages} onChange=${chooseLanguage} />
  <//>`;
}

/** When moves are sent. */
export function Sending() {
  const { keep, said } = useKept();
  return html`<${Section} id="sending" title=${t("device-sending")} hint=${t("device-only-this")}>
    <${Choice} id="device-sending" label=${t("device-once-complete")} chosen=${sending.value} options=${SENDING} onChange=${(/** @type {import("../sending.js").Sending} */ wanted) => keep(() => chooseSending(wanted))}
      hint=${t("device-sending-hint")} />
    ${said}
  <//>`;
}
