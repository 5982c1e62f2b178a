// @ts-check
// Addresses for programs that show calendars and read feeds.

import { call } from "../api.js";
import { Time } from "../clock.js";
import { t } from "../say.js";
import { ask } from "../ui.js";
import { html, useState } from "../view.js";
import { Outcome, Section, useAsked, useDeed } from "./parts.js";

/** @typedef {import("../../types/api.js").components["schemas"]["Feeds"]} Feeds */
/** @typedef {import("../../types/api.js").components["schemas"]["FeedsWithUrls"]} MadeFeeds */

/** Whether there are addresses. New ones are shown only once. */
export function FeedsPart() {
  const deed = useDeed();
  const [feeds, again] = useAsked(/** @returns {Promise<Feeds>} */ () => call("GET", "/v1/me/feeds"), deed);
  const [made, setMade] = useState(/** @type {MadeFeeds | null} */ (null));
  const renew = () =>
    deed.act(async () => {
      setMade(await call("POST", "/v1/me/feeds"));
      await again();
      return t("Copy the addresses: they are shown only once. Anybody who knows one can read it.");
    });
  const end = () =>
    deed.act(async () => {
      if (!(await ask(t("End the addresses of your calendar and feed?"), t("End them")))) return;
      await call("DELETE", "/v1/me/feeds");
      setMade(null);
      await again();
    });
  const at = feeds?.created_at;
  return html`<${Section} id="calendar" title=${t("Addresses for your calendar")}
    hint=${t("A program that shows calendars finds your deadlines at an address, and one that reads feeds what waits for you.")}>
    ${feeds && html`<p id="feeds-state">${at ? [t("You have addresses, made "), html`<${Time} at=${at} />`, t(". New ones take their place.")] : t("You have none.")}</p>`}
    ${
      made &&
      html`<ul id="feeds">
        <li>${t("Calendar: ")}<code>${made.calendar_url}</code></li>
        <li>${t("Feed: ")}<code>${made.feed_url}</code></li>
      </ul>`
    }
    <p class="buttons">
      <button type="button" id="feeds-renew" disabled=${deed.isBusy} onClick=${renew}>${t("Make addresses")}</button>
      ${at && html`<button type="button" class="quiet" id="feeds-end" disabled=${deed.isBusy} onClick=${end}>${t("End them")}</button>`}
    </p>
    <${Outcome} deed=${deed} />
  <//>`;
}
