// @ts-check
// Settings of this browser, which need no account.

import { LANGUAGES, chooseLanguage, language, t } from "../say.js";
import { SENDING, chooseSending, sending } from "../sending.js";
import { chooseSounds, hasSounds } from "../sound.js";
import { chooseLargeBoards, chooseTheme, hasLargeBoards, theme } from "../theme.js";
import { html, useState } from "../view.js";
import { Choice, Section, Tick } from "./parts.js";

/** @typedef {import("../theme.js").Theme} Theme */

/** @type {[Theme, string][]} */
const THEMES = [
  ["auto", t("As the device")],
  ["light", t("Light")],
  ["dark", t("Dark")],
];

/** Whether a setting was just kept, and the function that keeps one. */
function useKept() {
  const [said, setSaid] = useState("");
  /** @param {() => void} change */
  const keep = (change) => {
    change();
    setSaid(t("Kept on this browser."));
  };
  return { keep, said: html`<div role="status" class="outcome">${said && html`<p class="said">✓ ${said}</p>`}</div>` };
}

/** Light or dark, how boards look, and sounds. */
export function Device() {
  const { keep, said } = useKept();
  return html`<${Section} id="device" title=${t("Appearance")} hint=${t("For this browser alone.")}>
    <fieldset class="themes">
      <legend>${t("Colours")}</legend>
      ${THEMES.map(
        ([value, text]) => html`<label class="choice" key=${value}>
          <input type="radio" name="theme" value=${value} defaultChecked=${theme() === value} onChange=${() => keep(() => chooseTheme(value))} />
          ${" "}${text}</label
        >`,
      )}
    </fieldset>
    <${Tick} id="device-large" checked=${hasLargeBoards()} onChange=${(/** @type {boolean} */ yes) => keep(() => chooseLargeBoards(yes))}
      hint=${t("Where the screen is narrow, boards are then larger than it, and are scrolled.")}>
      ${t("Large boards")}
    <//>
    <${Tick} id="device-sounds" checked=${hasSounds()} onChange=${(/** @type {boolean} */ yes) => keep(() => chooseSounds(yes))}
      hint=${t("A tick when the page takes your touch, and a note when it is your turn. Telephones vibrate, too, if they can.")}>
      ${t("Sounds and vibration")}
    <//>
    ${said}
  <//>`;
}

/** The language of the pages. */
export function Pages() {
  const languages = /** @type {[string, string][]} */ (Object.entries(LANGUAGES));
  return html`<${Section} id="pages" title=${t("This browser")}>
    <${Choice} id="device-language" label=${t("Language of the pages")} chosen=${language} options=${languages} onChange=${chooseLanguage} />
  <//>`;
}

/** When moves are sent. */
export function Sending() {
  const { keep, said } = useKept();
  return html`<${Section} id="sending" title=${t("Sending moves")} hint=${t("For this browser alone.")}>
    <${Choice} id="device-sending" label=${t("Once a touch completes a move")} chosen=${sending.value} options=${SENDING} onChange=${(/** @type {import("../sending.js").Sending} */ wanted) => keep(() => chooseSending(wanted))}
      hint=${t("Against bots alone, moves are sent at once unless you confirm them. You always confirm a move that ends something.")} />
    ${said}
  <//>`;
}
