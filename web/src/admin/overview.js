// @ts-check
// Sign-ups, queues, and what fails. The server counts all of it, so the page asks only when its
// reader does.

import { call } from "../api.js";
import { Time, ago } from "../clock.js";
import { locale, t } from "../say.js";
import { Outcome, useAsked, useDeed } from "../settings/parts.js";
import { html } from "../view.js";
import { LookUp } from "./parts.js";

/** @typedef {import("../../types/api.js").components["schemas"]["AdminOverview"]} State */

/** A day of the server, which counts in UTC.
 * @param {string} day */
const inWords = (day) => new Date(day).toLocaleDateString(locale, { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" });

/** @param {{ state: State }} props */
function Counts({ state }) {
  /** @type {[string, number, boolean?][]} What is counted, how many there are, and whether any are bad. */
  const counts = [
    [t("admin-open-reports"), state.open_reports, true],
    [t("admin-mails-send"), state.mails_waiting],
    [t("admin-mails-failed"), state.mails_failed, true],
    [t("admin-mails-refused-mail-server"), state.mails_refused],
    [t("admin-addresses-get-no-mail"), state.addresses_suspended],
    [t("admin-incoming-mails-process"), state.inbound_waiting],
    [t("admin-deliveries-webhooks-wait"), state.deliveries_waiting],
  ];
  return html`<table class="counts">
    <caption>
      ${t("admin-now")}
    </caption>
    <tbody>
      ${counts.map(([what, n, isBad]) => html`<tr key=${what}><th scope="row">${what}</th><td class=${isBad && n ? "bad" : ""}>${n.toLocaleString(locale)}</td></tr>`)}
    </tbody>
  </table>`;
}

/** @param {{ state: State }} props */
function SignUps({ state }) {
  return html`<table class="counts">
    <caption>
      ${t("admin-new-players")}
    </caption>
    <thead>
      <tr>
        <th scope="col">${t("admin-day-utc")}</th>
        <th scope="col">${t("admin-players")}</th>
        <th scope="col">${t("admin-guests")}</th>
      </tr>
    </thead>
    <tbody>
      ${state.sign_ups.map(({ day, players, guests }) => html`<tr key=${day}><th scope="row">${inWords(day)}</th><td>${players}</td><td>${guests}</td></tr>`)}
    </tbody>
  </table>`;
}

export function Overview() {
  const deed = useDeed();
  const [state, again] = useAsked(/** @returns {Promise<State>} */ () => call("GET", "/v1/admin/overview"), deed);
  return html`${
    state &&
    html`<${Counts} state=${state} />
      ${state.oldest_mail_due_at && html`<p>${t("admin-oldest-mail-send-was", { ago: ago(state.oldest_mail_due_at) })}</p>`}
      <h3>${t("admin-webhooks-fail")}</h3>
      ${state.failing_webhooks.length === 0 && html`<p class="empty">${t("admin-none")}</p>`}
      <ul class="games">
        ${state.failing_webhooks.map(
          ({ player, host, failing_since }, at) =>
            html`<li key=${at}><strong class="address">${host}</strong> · <${LookUp} of="players" name=${player} /><p>${t("admin-nothing-arrived-since")}<${Time} at=${failing_since} /></p></li>`,
        )}
      </ul>
      <${SignUps} state=${state} />
      <p class="hint">${t("admin-version-program", { version: state.version })}</p>`
  }
    <p class="buttons"><button type="button" class="quiet" disabled=${deed.isBusy} onClick=${() => deed.act(again)}>${t("admin-count-again")}</button></p>
    <${Outcome} deed=${deed} />`;
}
