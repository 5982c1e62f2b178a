// @ts-check
// Webhooks: addresses of other services that get the events of the player's games.

import { call } from "../api.js";
import { Time } from "../clock.js";
import { t } from "../say.js";
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
  "game.turn": t("It is your turn"),
  "game.reminder": t("It still is, and time runs"),
  "game.started": t("A game begins"),
  "game.finished": t("A game is over, or called off"),
  "game.changed": t("Time runs out, a seat changes hands, a holiday and the like"),
  "game.invitation": t("A seat is kept for you, or offered to you"),
  "chat.message": t("Somebody says something at the table"),
  "webhook.test": t("A test"),
};

/** The formats. The services' names are the same in all languages.
 * @type {[Webhook["format"], string][]} */
const FORMATS = [
  ["discord", "Discord"],
  ["slack", "Slack"],
  ["matrix", "Matrix (hookshot)"],
  ["standard", t("A program of your own: signed JSON (Standard Webhooks)")],
];

/** @type {Record<Delivery["status"], string>} */
const STANDINGS = {
  waiting: t("waits"),
  delivered: t("arrived"),
  failed: t("failed"),
  dropped: t("given up"),
};

/** @type {Record<string, string>} */
const ENDS = {
  player: t("You turned it off"),
  failing: t("It was turned off, since nothing arrived for three days"),
  gone: t("It was turned off, since its address said that it is gone"),
};

/** @param {string} event */
const eventName = (event) => EVENTS[event] ?? event;

/** The latest deliveries of a webhook.
 * @param {{ deliveries: Delivery[] }} props */
function Deliveries({ deliveries }) {
  if (!deliveries.length) return html`<p>${t("Nothing yet.")}</p>`;
  return html`<ul class="deliveries">
    ${deliveries.map(
      (it) => html`<li key=${it.id}>
        <${Time} at=${it.created_at} /> – ${eventName(it.event)}: <strong>${STANDINGS[it.status]}</strong>
        ${it.response_status !== null && t(" (answer {answer})", { answer: it.response_status })}
        ${it.next_attempt_at && [t(", next try "), html`<${Time} at=${it.next_attempt_at} />`]}
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
      return t("A test is on its way.");
    });
  const renew = () =>
    deed.act(async () => {
      setSecret((await call("POST", `/v1/me/webhooks/${webhook.id}/secret`)).secret);
      return t("Copy the secret: it is shown only once. The old one works for another day.");
    });
  const end = () =>
    deed.act(async () => {
      if (!(await ask(t("Delete this webhook?"), t("Delete")))) return;
      await call("DELETE", `/v1/me/webhooks/${webhook.id}`);
      await again();
    });
  const format = FORMATS.find(([it]) => it === webhook.format)?.[1] ?? webhook.format;
  return html`<li>
    <strong class="address">${webhook.url}</strong>
    <p>${format} · ${webhook.events.map(eventName).join(" · ")}</p>
    ${webhook.game_id && html`<p><a href=${`/games/${webhook.game_id}`}>${t("Of one game only")}</a></p>`}
    ${!webhook.enabled && html`<p class="wrong">${ENDS[webhook.disabled_by ?? "player"]}${webhook.disabled_at && [" · ", html`<${Time} at=${webhook.disabled_at} />`]}</p>`}
    ${webhook.enabled && webhook.failing_since && html`<p class="wrong">${t("Nothing has arrived since ")}<${Time} at=${webhook.failing_since} /></p>`}
    <p class="buttons">
      <button type="button" class="quiet small" disabled=${deed.isBusy} onClick=${test}>${t("Test it")}</button>
      <button type="button" class="quiet small" disabled=${deed.isBusy} onClick=${() => deed.act(look)}>${t("Deliveries")}</button>
      <button type="button" class="quiet small" disabled=${deed.isBusy} onClick=${toggle}>${webhook.enabled ? t("Turn it off") : t("Turn it on")}</button>
      ${webhook.format === "standard" && html`<button type="button" class="quiet small" disabled=${deed.isBusy} onClick=${renew}>${t("Another secret")}</button>`}
      <button type="button" class="quiet small" disabled=${deed.isBusy} onClick=${end}>${t("Delete")}</button>
    </p>
    ${secret && html`<p class="note">${t("Secret: ")}<code>${secret}</code></p>`}
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
    if (webhook.format !== "standard") return t("Made. Test it.");
    setMade(webhook);
    return t("Made. Copy the secret: it is shown only once.");
  };
  const events = Object.entries(EVENTS).filter(([event]) => event !== "webhook.test");
  return html`<${Section} id="webhooks" title=${t("Webhooks")} hint=${t("A chat channel or a program of yours gets the events of your games.")}>
    <ul class="games" id="webhook-list">
      ${list?.webhooks.map((it) => html`<${Line} key=${it.id} webhook=${it} again=${again} />`)}
      ${list?.webhooks.length === 0 && html`<li><p>${t("None.")}</p></li>`}
    </ul>
    ${made && html`<p class="note" id="webhook-secret">${t("Secret: ")}<code>${made.secret}</code></p>`}
    <details>
      <summary>${t("Make a webhook")}</summary>
      <${Form} id="webhook-form" deed=${deed} onSend=${make}>
        <${Choice} id="webhook-format" label=${t("Receiver")} name="format" chosen="discord" options=${FORMATS} />
        <${Field} id="webhook-url" label=${t("Its address")} hint=${t("As the service shows it. It begins with https, and is on the public internet.")} wrong=${deed.at("url")} type="url" name="url" maxlength="2000" required autocomplete="off" />
        <fieldset>
          <legend>${t("Notify it when")}</legend>
          ${events.map(([event, text]) => html`<${Tick} key=${event} name="event" value=${event} checked=${event === "game.turn"}>${text}<//>`)}
          ${deed.at("events") && html`<p class="wrong" role="alert">${deed.at("events")}</p>`}
        </fieldset>
        <p class="buttons"><button type="submit" disabled=${deed.isBusy}>${t("Make a webhook")}</button></p>
      <//>
    </details>
    <${Outcome} deed=${deed} />
  <//>`;
}
