// @ts-check
// The mails that the server has given up.

import { call } from "../api.js";
import { Time } from "../clock.js";
import { t } from "../say.js";
import { Outcome, useAsked, useDeed } from "../settings/parts.js";
import { html } from "../view.js";
import { Acts, LookUp } from "./parts.js";

/** @typedef {import("../../types/api.js").components["schemas"]["FailedMail"]} Mail */

/** The acts on all of these mails.
 * @type {import("./parts.js").Offer[]} */
const OFFERS = [
  { type: "resend-mail", text: t("admin-send-them-again"), hint: t("admin-only-mails-about-games") },
  {
    type: "discard-failed-mails",
    text: t("admin-discard-them"),
    hint: t("admin-server-does-not-send"),
    ask: t("admin-discard-all-failed-mails"),
  },
];

/** One mail.
 * @param {{ mail: Mail }} props */
function Line({ mail }) {
  const { kind, player, game, attempts, error, resendable, failed_at } = mail;
  return html`<li>
    <strong>${kind}</strong>${player && html` · <${LookUp} of="players" name=${player} />`}${game && html` · <${LookUp} of="games" name=${game} />`}
    <p>${failed_at && html`<${Time} at=${failed_at} /> · `}${t("admin-attempts", { n: attempts })} · ${resendable ? t("admin-can-be-sent-again") : t("admin-lost")}</p>
    ${error && html`<p class="wrong">${error}</p>`}
  </li>`;
}

export function Mails() {
  const deed = useDeed();
  const [mails, again] = useAsked(async () => /** @type {Mail[]} */ ((await call("GET", "/v1/admin/failed-mails")).mails), deed);
  return html`${mails?.length === 0 && html`<p class="empty">${t("admin-no-failed-mails")}</p>`}
    <ul class="games" id="mail-list">
      ${mails?.map((it, at) => html`<${Line} key=${at} mail=${it} />`)}
    </ul>
    ${mails !== null && mails.length > 0 && html`<${Acts} offers=${OFFERS} done=${again} />`}
    <p class="hint">${t("admin-list-players-mark-shows")}</p>
    <${Outcome} deed=${deed} />`;
}
