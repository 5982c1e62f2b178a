// @ts-check
// Addresses for programs that show calendars and read feeds.

import { call } from "../api.js";
import { Time } from "../clock.js";
import { rich, t } from "../say.js";
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
      return t("feeds-copy");
    });
  const end = () =>
    deed.act(async () => {
      if (!(await ask(t("feeds-end-ask"), t("feeds-end-yes")))) return;
      await call("DELETE", "/v1/me/feeds");
      setMade(null);
      await again();
    });
  const at = feeds?.created_at;
  return html`<${Section} id="calendar" title=${t("feeds-title")}
    hint=${t("feeds-hint")}>
    ${feeds && html`<p id="feeds-state">${at ? rich("feeds-made", { at: html`<${Time} at=${at} />` }) : t("feeds-none")}</p>`}
    ${
      made &&
      html`<ul id="feeds">
        <li>${rich("feeds-calendar", { address: html`<code>${made.calendar_url}</code>` })}</li>
        <li>${rich("feeds-feed", { address: html`<code>${made.feed_url}</code>` })}</li>
      </ul>`
    }
    <p class="buttons">
      <button type="button" id="feeds-renew" disabled=${deed.isBusy} onClick=${renew}>${t("feeds-make")}</button>
      ${at && html`<button type="button" class="quiet" id="feeds-end" disabled=${deed.isBusy} onClick=${end}>${t("feeds-end-yes")}</button>`}
    </p>
    <${Outcome} deed=${deed} />
  <//>`;
}
