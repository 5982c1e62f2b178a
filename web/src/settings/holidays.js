// @ts-check
// Days on which the player's clocks stand still.

import { call } from "../api.js";
import { locale, t } from "../say.js";
import { ask } from "../ui.js";
import { html } from "../view.js";
import { Field, Form, Outcome, Section, typed, useAsked, useDeed } from "./parts.js";

/** @typedef {import("../../types/api.js").components["schemas"]["HolidayList"]} Holidays */
/** @typedef {import("../../types/api.js").components["schemas"]["Holiday"]} Holiday */

/** A day, as the reader's language says it.
 * @param {string} date */
function day(date) {
  return new Date(`${date}T12:00:00`).toLocaleDateString(locale, { dateStyle: "long" });
}

/** Holidays to come, and a form for another one. */
export function HolidaysPart() {
  const deed = useDeed({ from: [], until: ["holiday-not-allowed"] });
  const [holidays, again] = useAsked(/** @returns {Promise<Holidays>} */ () => call("GET", "/v1/me/holidays"), deed);
  /** @param {FormData} data @param {HTMLFormElement} form */
  const take = async (data, form) => {
    await call("POST", "/v1/me/holidays", { from: typed(data, "from") || undefined, until: typed(data, "until") });
    form.reset();
    await again();
    return t("holidays-taken");
  };
  /** @param {Holiday} holiday */
  const end = (holiday) =>
    deed.act(async () => {
      if (!(await ask(t("holidays-end-ask"), t("settings-end-it")))) return;
      await call("DELETE", `/v1/me/holidays/${holiday.id}`);
      await again();
    });
  return html`<${Section} id="holidays" title=${t("holidays-title")} hint=${t("holidays-hint")}>
    ${
      holidays &&
      html`<p id="holidays-left">${t("holidays-left", { n: holidays.days_left, year: holidays.days_per_year })}</p>
      <ul class="games">
        ${holidays.holidays.map(
          (it) => html`<li key=${it.id}>
            <strong>${it.from === it.until ? day(it.from) : t("holidays-from-to", { from: day(it.from), until: day(it.until) })}</strong>
            <p class="buttons"><button type="button" class="quiet small" disabled=${deed.isBusy} onClick=${() => end(it)}>${t("settings-end-it")}</button></p>
          </li>`,
        )}
      </ul>`
    }
    <${Form} id="holidays-form" deed=${deed} onSend=${take}>
      <div class="row">
        <div><${Field} id="holidays-from" label=${t("holidays-first")} hint=${t("holidays-first-hint")} wrong=${deed.at("from")} type="date" name="from" /></div>
        <div><${Field} id="holidays-until" label=${t("holidays-last")} wrong=${deed.at("until")} type="date" name="until" required /></div>
      </div>
      <p class="buttons"><button type="submit" disabled=${deed.isBusy}>${t("holidays-take")}</button></p>
    <//>
    <${Outcome} deed=${deed} />
  <//>`;
}
