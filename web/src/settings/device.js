// @ts-check
// Settings of this browser, which need no account.

import { LANGUAGES, chooseLanguage, language, t } from "../say.js";
import { chooseLargeBoards, chooseTheme, hasLargeBoards, theme } from "../theme.js";
import { remember, remembered } from "../ui.js";
import { html, useState } from "../view.js";
import { Choice, Section, Tick } from "./parts.js";

/** @typedef {import("../theme.js").Theme} Theme */

/** @type {[Theme, string][]} */
const THEMES = [
  ["auto", t("As the device")],
  ["light", t("Light")],
  ["dark", t("Dark")],
];

/** Light or dark, the language of the pages, how boards look and when a move is played. */
export function Device() {
  const [said, setSaid] = useState("");
  /** @param {() => void} change */
  const keep = (change) => {
    change();
    setSaid(t("Kept on this browser."));
  };
  const languages = /** @type {[string, string][]} */ (Object.entries(LANGUAGES));
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
    <${Choice} id="device-language" label=${t("Language of the pages")} chosen=${language} options=${languages} onChange=${chooseLanguage} />
    <${Tick} id="device-ask" checked=${remembered("turnpike.ask") === "always"} onChange=${(/** @type {boolean} */ yes) => keep(() => remember("turnpike.ask", yes ? "always" : null))}
      hint=${t("A touch that completes a move then waits for your word. Without it, only moves that end something do.")}>
      ${t("Ask me before each move")}
    <//>
    <${Tick} id="device-large" checked=${hasLargeBoards()} onChange=${(/** @type {boolean} */ yes) => keep(() => chooseLargeBoards(yes))}
      hint=${t("Where the screen is narrow, boards are then larger than it, and are scrolled.")}>
      ${t("Large boards")}
    <//>
    <div role="status" class="outcome">${said && html`<p class="said">✓ ${said}</p>`}</div>
  <//>`;
}
