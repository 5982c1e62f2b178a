// @ts-check
// The open reports, each with the earlier acts on the reported player.

import { call } from "../api.js";
import { Time } from "../clock.js";
import { t } from "../say.js";
import { Outcome, useAsked, useDeed } from "../settings/parts.js";
import { html, useState } from "../view.js";
import { Acts, Earlier, Folded, LookUp } from "./parts.js";
import { SUSPEND } from "./players.js";

/** @typedef {import("../../types/api.js").components["schemas"]["Report"]} Report */

/** One report.
 * @param {{ report: Report, others: number, closed: () => Promise<void> }} props */
function Line({ report, others, closed }) {
  const { id, game, reported, message, text, reason } = report;
  const [acted, setActed] = useState(0);
  const offers = [
    { type: "resolve-report", text: t("admin-close-report"), more: () => ({ report: id }) },
    ...(message === null
      ? []
      : [
          {
            type: "delete-message",
            text: t("admin-delete-message"),
            ask: t("admin-delete-text-message-good"),
            more: () => ({ game, n: message }),
          },
        ]),
    { ...SUSPEND, more: () => ({ player: reported }) },
  ];
  return html`<li class="report">
    <p><${LookUp} of="players" name=${reported} /> · <a href=${`/games/${game}`}>${t("admin-game")}</a> · <${LookUp} of="games" name=${game}>${t("admin-pause-cancel")}<//></p>
    ${message === null ? html`<p>${t("admin-report-player-not-message")}</p>` : html`<blockquote>${text || t("admin-message-no-text-any")}</blockquote>`}
    <dl>
      <dt>${t("admin-reason-report")}</dt>
      <dd>${reason}</dd>
      <dt>${t("admin-sent")}</dt>
      <dd><${Time} at=${report.created_at} /></dd>
    </dl>
    ${others > 0 && html`<p class="mark">${t("admin-more-open-reports-about", { n: others })}</p>`}
    <${Folded} title=${t("admin-earlier-acts-on", { name: reported })}>${() => html`<${Earlier} key=${acted} player=${reported} />`}<//>
    <${Acts} offers=${offers} done=${(/** @type {string} */ type) => (type === "resolve-report" ? closed() : setActed((n) => n + 1))} />
  </li>`;
}

export function Reports() {
  const deed = useDeed();
  const [reports, again] = useAsked(async () => /** @type {Report[]} */ ((await call("GET", "/v1/admin/reports")).reports), deed);
  const closed = () =>
    deed.act(async () => {
      await again();
      // The form that had the focus is gone.
      document.getElementById("admin-title")?.focus();
      return t("admin-report-closed");
    });
  return html`<${Outcome} deed=${deed} />
    ${reports?.length === 0 && html`<p class="empty">${t("admin-no-open-reports")}</p>`}
    <ul class="games" id="report-list">
      ${reports?.map((it) => {
        const others = reports.filter(({ reported }) => reported === it.reported).length - 1;
        return html`<${Line} key=${it.id} report=${it} others=${others} closed=${closed} />`;
      })}
    </ul>`;
}
