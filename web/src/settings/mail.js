// @ts-check
// Which mails the player gets, and when. Also reports problems of the address.

import { call } from "../api.js";
import { Time } from "../clock.js";
import { locale, t } from "../say.js";
import { html, useState } from "../view.js";
import { Choice, Form, Outcome, Section, Tick, useAsked, useDeed } from "./parts.js";

/** @typedef {import("../../types/api.js").components["schemas"]["Account"]} Account */
/** @typedef {import("../../types/api.js").components["schemas"]["MailSettingsInput"]} MailSettingsInput */
/** @typedef {import("../../types/api.js").components["schemas"]["MailDelivery"]} Delivery */
/** @typedef {import("../../types/api.js").components["schemas"]["MailSettings"]} MailSettings */

/** @type {["turns" | "reminders" | "news" | "invitations", string][]} */
const KINDS = [
  ["turns", t("It is your turn")],
  ["reminders", t("Reminders before a deadline")],
  ["news", t("News: starts, ends, holidays and the like")],
  ["invitations", t("Invitations")],
];

/** @type {[Delivery, string][]} */
const DELIVERIES = [
  ["at_once", t("At once")],
  ["digest", t("In the digest")],
  ["off", t("Not at all")],
];

const REASONS = {
  bounced: t("Mail to your address came back"),
  complained: t("One of our mails was reported as spam at your address"),
};

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
      return t("A mail with a link is on its way. Follow it, and mail about your games comes again.");
    });
  const why = suspended && (REASONS[suspended.reason] ?? t("Mail did not arrive"));
  return html`<div class="note" id="mail-trouble">
    <p>${suspended ? [t("{why}, so none about your games goes there since ", { why }), html`<${Time} at=${suspended.since} />`, "."] : t("Your mail address is not confirmed yet, so no mail about your games goes there.")}</p>
    <p class="buttons"><button type="button" class="quiet" disabled=${deed.isBusy} onClick=${again}>${t("Mail me a link")}</button></p>
    <${Outcome} deed=${deed} />
  </div>`;
}

/** Which mails come, and when.
 * @param {{ account: Account }} props */
export function Mail({ account }) {
  const deed = useDeed();
  const [mail] = useAsked(/** @returns {Promise<MailSettings>} */ () => call("GET", "/v1/me/mail-settings"), deed);
  return html`<${Section} id="mail" title=${t("Notifications by mail")}>
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
    return t("Saved. It holds for mails that were not sent yet as well.");
  };
  return html`<${Form} id="mail-form" deed=${deed} onSend=${save}>
    <div class="columns">
      ${KINDS.map(([kind, text]) => html`<div key=${kind}><${Choice} id=${`mail-${kind}`} label=${text} name=${kind} chosen=${mail[kind]} options=${DELIVERIES} /></div>`)}
    </div>
    <${Choice} id="mail-digest" label=${t("Hour of the digest")} name="digest" chosen=${mail.digest_hour} options=${HOURS}
      hint=${t("One mail a day, with all games that wait for you and what happened; none when there is nothing to say.")} />
    <${Tick} id="mail-quiet" checked=${isQuiet} onChange=${setQuiet}>${t("Quiet hours")}<//>
    ${
      isQuiet &&
      html`<div class="row" id="mail-hours">
        <div><${Choice} id="mail-from" label=${t("From")} name="from" chosen=${mail.quiet_hours?.from ?? 22} options=${HOURS} /></div>
        <div><${Choice} id="mail-to" label=${t("To")} name="to" chosen=${mail.quiet_hours?.to ?? 7} options=${HOURS} /></div>
      </div>`
    }
    <${Tick} id="mail-active" name="active" checked=${mail.wait_while_active}>${t("Let turn mails wait while I am here")}<//>
    <${Tick} id="mail-answers" name="answers" checked=${mail.always_reply}>${t("Answer each of my mails, also when my moves were played and it is not my turn")}<//>
    <p class="buttons"><button type="submit" disabled=${deed.isBusy}>${t("Save")}</button></p>
    <${Outcome} deed=${deed} />
  <//>`;
}
