// @ts-check
// Webhooks: addresses of other services that get the events of the player's games.

import { call } from "../api.js";
import { Time } from "../clock.js";
import { rich, t } from "../say.js";
import { ask } from "../ui.js";
import { html, useState } from "../view.js";
import { Choice, Field, Form, Outcome, Section, Tick, typed, useAsked, useDeed } from "./parts.js";

/** @typedef {import("../../types/api.js").components["schemas"]["WebhookList"]} Webhooks */
/** @typedef {import("../../types/api.js").components["schemas"]["Webhook"]} Webhook */
/** @typedef {import("../../types/api.js").components["schemas"]["WebhookWithSecret"]} MadeWebhook */
/** @typedef {import("../../types/api.js").components["schemas"]["WebhookDelivery"]} Delivery */

/** The events of a webhook. The last one cannot be chosen: it is a test.
 * @type {Record<string, string>} */
const EVENTS = {
  "game.turn": t("webhooks-on-turn"),
  "game.reminder": t("webhooks-on-reminder"),
  "game.started": t("webhooks-on-start"),
  "game.finished": t("webhooks-on-end"),
  "game.changed": t("webhooks-on-news"),
  "game.invitation": t("webhooks-on-invited"),
  "chat.message": t("webhooks-on-chat"),
  "webhook.test": t("webhooks-on-test"),
};

/** The formats. The services' names are the same in all languages.
 * @type {[Webhook["format"], string][]} */
const FORMATS = [
  ["discord", "Discord"],
  ["slack", "Slack"],
  ["matrix", "Matrix (hookshot)"],
  ["standard", t("webhooks-own-program")],
];

/** @type {Record<Delivery["status"], string>} */
const STANDINGS = {
  waiting: t("webhooks-waits"),
  delivered: t("webhooks-arrived"),
  failed: t("webhooks-failed"),
  dropped: t("webhooks-given-up"),
};

/** @type {Record<string, string>} */
const ENDS = {
  player: t("webhooks-off-yourself"),
  failing: t("webhooks-off-failing"),
  gone: t("webhooks-off-gone"),
};

/** @param {string} event */
const eventName = (event) => EVENTS[event] ?? event;

/** The latest deliveries of a webhook.
 * @param {{ deliveries: Delivery[] }} props */
function Deliveries({ deliveries }) {
  if (!deliveries.length) return html`<p>${t("webhooks-nothing-yet")}</p>`;
  return html`<ul class="deliveries">
    ${deliveries.map(
      (it) => html`<li key=${it.id}>
        <${Time} at=${it.created_at} /> – ${eventName(it.event)}: <strong>${STANDINGS[it.status]}</strong>
        ${it.response_status !== null && ` · ${t("webhooks-answer", { answer: it.response_status })}`}
        ${it.next_attempt_at && [" · ", rich("webhooks-next-try", { at: html`<${Time} at=${it.next_attempt_at} />` })]}
      </li>`,
    )}
  </ul>`;
}

/** One webhook.
 * @param {{ webhook: Webhook, again: () => Promise<void> }} props */
function Line({ webhook, again }) {
  const deed = useDeed();
  const [deliveries, setDeliveries] = useState(/** @type {Delivery[] | null} */ (null));
  const [secret, setSecret] = useState("");
  const look = async () => setDeliveries((await call("GET", `/v1/me/webhooks/${webhook.id}/deliveries`)).deliveries);
  const toggle = () =>
    deed.act(async () => {
      const { url, events, format } = webhook;
      const game_id = webhook.game_id ?? undefined;
      await call("PUT", `/v1/me/webhooks/${webhook.id}`, { url, events, format, game_id, enabled: !webhook.enabled });
      await again();
    });
  const test = () =>
    deed.act(async () => {
      await call("POST", `/v1/me/webhooks/${webhook.id}/test`);
      await look();
      return t("webhooks-test-sent");
    });
  const renew = () =>
    deed.act(async () => {
      setSecret((await call("POST", `/v1/me/webhooks/${webhook.id}/secret`)).secret);
      return t("webhooks-copy-new-secret");
    });
  const end = () =>
    deed.act(async () => {
      if (!(await ask(t("webhooks-delete-ask"), t("webhooks-delete")))) return;
      await call("DELETE", `/v1/me/webhooks/${webhook.id}`);
      await again();
    });
  const format = FORMATS.find(([it]) => it === webhook.format)?.[1] ?? webhook.format;
  return html`<li>
    <strong class="address">${webhook.url}</strong>
    <p>${format} · ${webhook.events.map(eventName).join(" · ")}</p>
    ${webhook.game_id && html`<p><a href=${`/games/${webhook.game_id}`}>${t("webhooks-one-game")}</a></p>`}
    ${!webhook.enabled && html`<p class="wrong">${ENDS[webhook.disabled_by ?? "player"]}${webhook.disabled_at && [" · ", html`<${Time} at=${webhook.disabled_at} />`]}</p>`}
    ${webhook.enabled && webhook.failing_since && html`<p class="wrong">${rich("webhooks-failing-since", { since: html`<${Time} at=${webhook.failing_since} />` })}</p>`}
    <p class="buttons">
      <button type="button" class="quiet small" disabled=${deed.isBusy} onClick=${test}>${t("webhooks-test")}</button>
      <button type="button" class="quiet small" disabled=${deed.isBusy} onClick=${() => deed.act(look)}>${t("webhooks-deliveries")}</button>
      <button type="button" class="quiet small" disabled=${deed.isBusy} onClick=${toggle}>${webhook.enabled ? t("settings-turn-off") : t("settings-turn-on")}</button>
      ${webhook.format === "standard" && html`<button type="button" class="quiet small" disabled=${deed.isBusy} onClick=${renew}>${t("webhooks-new-secret")}</button>`}
      <button type="button" class="quiet small" disabled=${deed.isBusy} onClick=${end}>${t("webhooks-delete")}</button>
    </p>
    ${secret && html`<p class="note">${rich("webhooks-secret", { secret: html`<code>${secret}</code>` })}</p>`}
    ${deliveries && html`<${Deliveries} deliveries=${deliveries} />`}
    <${Outcome} deed=${deed} />
  </li>`;
}

/** The webhooks, and a form for another one. */
export function WebhooksPart() {
  const deed = useDeed({ url: ["bad-url"], events: [] });
  const [list, again] = useAsked(/** @returns {Promise<Webhooks>} */ () => call("GET", "/v1/me/webhooks"), deed);
  const [made, setMade] = useState(/** @type {MadeWebhook | null} */ (null));
  /** @param {FormData} data @param {HTMLFormElement} form */
  const make = async (data, form) => {
    setMade(null);
    const wanted = { url: typed(data, "url"), format: data.get("format"), events: data.getAll("event") };
    /** @type {MadeWebhook} */
    const webhook = await call("POST", "/v1/me/webhooks", wanted);
    form.reset();
    await again();
    if (webhook.format !== "standard") return t("webhooks-made-test");
    setMade(webhook);
    return t("webhooks-made-copy");
  };
  const events = Object.entries(EVENTS).filter(([event]) => event !== "webhook.test");
  return html`<${Section} id="webhooks" title=${t("webhooks-title")} hint=${t("webhooks-hint")}>
    <ul class="games" id="webhook-list">
      ${list?.webhooks.map((it) => html`<${Line} key=${it.id} webhook=${it} again=${again} />`)}
      ${list?.webhooks.length === 0 && html`<li><p>${t("settings-none")}</p></li>`}
    </ul>
    ${made && html`<p class="note" id="webhook-secret">${rich("webhooks-secret", { secret: html`<code>${made.secret}</code>` })}</p>`}
    <details>
      <summary>${t("webhooks-make")}</summary>
      <${Form} id="webhook-form" deed=${deed} onSend=${make}>
        <${Choice} id="webhook-format" label=${t("webhooks-receiver")} name="format" chosen="discord" options=${FORMATS} />
        <${Field} id="webhook-url" label=${t("webhooks-address")} hint=${t("webhooks-address-hint")} wrong=${deed.at("url")} type="url" name="url" maxlength="2000" required autocomplete="off" />
        <fieldset>
          <legend>${t("webhooks-notify-when")}</legend>
          ${events.map(([event, text]) => html`<${Tick} key=${event} name="event" value=${event} checked=${event === "game.turn"}>${text}<//>`)}
          ${deed.at("events") && html`<p class="wrong" role="alert">${deed.at("events")}</p>`}
        </fieldset>
        <p class="buttons"><button type="submit" disabled=${deed.isBusy}>${t("webhooks-make")}</button></p>
      <//>
    </details>
    <${Outcome} deed=${deed} />
  <//>`;
}
