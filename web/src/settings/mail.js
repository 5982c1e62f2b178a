// @ts-check
// Which mails the player gets, and when. Also reports problems of the address.

import { call } from "../api.js";
import { Time } from "../clock.js";
import { locale, rich, t } from "../say.js";
import { html, useState } from "../view.js";
import { Choice, Form, Outcome, Section, Tick, useAsked, useDeed } from "./parts.js";

/** @typedef {import("../../types/api.js").components["schemas"]["Account"]} Account */
/** @typedef {import("../../types/api.js").components["schemas"]["MailSettingsInput"]} MailSettingsInput */
/** @typedef {import("../../types/api.js").components["schemas"]["MailDelivery"]} Delivery */
/** @typedef {import("../../types/api.js").components["schemas"]["MailSettings"]} MailSettings */

/** @type {["turns" | "reminders" | "news" | "invitations", string][]} */
const KINDS = [
  ["turns", t("mail-turn")],
  ["reminders", t("mail-reminders")],
  ["news", t("mail-news")],
  ["invitations", t("mail-invitations")],
];

/** @type {[Delivery, string][]} */
const DELIVERIES = [
  ["at_once", t("mail-at-once")],
  ["digest", t("mail-digest")],
  ["off", t("mail-never")],
];

/** The hours of a day, as the reader writes them.
 * @type {[number, string][]} */
const HOURS = Array.from({ length: 24 }, (_, hour) => {
  return [hour, new Date(2000, 0, 1, hour).toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit" })];
});

/** Why mail does not arrive, with the way to have it again.
 * @param {{ account: Account }} props */
function Trouble({ account }) {
  const deed = useDeed();
  const suspended = account.mail_suspended;
  if (!suspended && account.email_confirmed) return null;
  const again = () =>
    deed.act(async () => {
      await call("POST", "/v1/me/confirmation/mail");
      return t("mail-confirm-sent");
    });
  return html`<div class="note" id="mail-trouble">
    <p>${suspended ? rich("mail-suspended", { reason: suspended.reason, since: html`<${Time} at=${suspended.since} />` }) : t("mail-unconfirmed")}</p>
    <p class="buttons"><button type="button" class="quiet" disabled=${deed.isBusy} onClick=${again}>${t("common-mail-link")}</button></p>
    <${Outcome} deed=${deed} />
  </div>`;
}

/** Which mails come, and when.
 * @param {{ account: Account }} props */
export function Mail({ account }) {
  const deed = useDeed();
  const [mail] = useAsked(/** @returns {Promise<MailSettings>} */ () => call("GET", "/v1/me/mail-settings"), deed);
  return html`<${Section} id="mail" title=${t("mail-title")}>
    <${Trouble} account=${account} />
    ${mail ? html`<${Wishes} mail=${mail} />` : html`<${Outcome} deed=${deed} />`}
  <//>`;
}

/** @param {{ mail: MailSettings }} props */
function Wishes({ mail }) {
  const deed = useDeed();
  const [isQuiet, setQuiet] = useState(Boolean(mail.quiet_hours));
  /** @param {FormData} data */
  const save = async (data) => {
    const kinds = KINDS.map(([kind]) => [kind, data.get(kind)]);
    /** @type {MailSettingsInput} */
    const wanted = {
      ...Object.fromEntries(kinds),
      digest_hour: Number(data.get("digest")),
      quiet_hours: isQuiet ? { from: Number(data.get("from")), to: Number(data.get("to")) } : undefined,
      wait_while_active: data.has("active"),
      always_reply: data.has("answers"),
    };
    await call("PUT", "/v1/me/mail-settings", wanted);
    return t("mail-saved");
  };
  return html`<${Form} id="mail-form" deed=${deed} onSend=${save}>
    <div class="columns">
      ${KINDS.map(([kind, text]) => html`<div key=${kind}><${Choice} id=${`mail-${kind}`} label=${text} name=${kind} chosen=${mail[kind]} options=${DELIVERIES} /></div>`)}
    </div>
    <${Choice} id="mail-digest" label=${t("mail-digest-hour")} name="digest" chosen=${mail.digest_hour} options=${HOURS}
      hint=${t("mail-digest-hint")} />
    <${Tick} id="mail-quiet" checked=${isQuiet} onChange=${setQuiet}>${t("mail-quiet")}<//>
    ${
      isQuiet &&
      html`<div class="row" id="mail-hours">
        <div><${Choice} id="mail-from" label=${t("mail-quiet-from")} name="from" chosen=${mail.quiet_hours?.from ?? 22} options=${HOURS} /></div>
        <div><${Choice} id="mail-to" label=${t("mail-quiet-to")} name="to" chosen=${mail.quiet_hours?.to ?? 7} options=${HOURS} /></div>
      </div>`
    }
    <${Tick} id="mail-active" name="active" checked=${mail.wait_while_active}>${t("mail-wait-while-here")}<//>
    <${Tick} id="mail-answers" name="answers" checked=${mail.always_reply}>${t("mail-answer-each")}<//>
    <p class="buttons"><button type="submit" disabled=${deed.isBusy}>${t("common-save")}</button></p>
    <${Outcome} deed=${deed} />
  <//>`;
}
