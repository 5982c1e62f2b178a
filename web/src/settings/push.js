// @ts-check
// Notifications on this device, which browsers show even if no page is open (Web Push).

import { call } from "../api.js";
import { Time } from "../clock.js";
import { rich, t } from "../say.js";
import { ask, remember, remembered } from "../ui.js";
import { html } from "../view.js";
import { Outcome, Section, useAsked, useDeed } from "./parts.js";

/** @typedef {import("../../types/api.js").components["schemas"]["PushSubscriptionList"]} PushSubscriptionList */
/** @typedef {import("../../types/api.js").components["schemas"]["PushSubscription"]} Subscription */

const WORKER = "/worker.js";

/** The id of this browser's subscription. */
const HERE = "turnpike.push";

/** Whether this browser can show notices. */
function canPush() {
  return "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;
}

/** Asks this browser for permission and subscribes it. Returns the text to show.
 * @param {PushSubscriptionList} list */
async function begin({ application_server_key }) {
  if ((await Notification.requestPermission()) !== "granted") {
    return t("push-denied");
  }
  const registration = await navigator.serviceWorker.register(WORKER);
  await navigator.serviceWorker.ready;
  // A subscription with another key is useless.
  await (await registration.pushManager.getSubscription())?.unsubscribe();
  const wanted = { userVisibleOnly: true, applicationServerKey: application_server_key };
  const { endpoint, keys } = (await registration.pushManager.subscribe(wanted)).toJSON();
  const made = await call("POST", "/v1/me/push-subscriptions", { endpoint, keys });
  remember(HERE, made.id);
  await call("POST", `/v1/me/push-subscriptions/${made.id}/test`);
  return t("push-on");
}

/** Since when a browser is subscribed, and when it was notified last.
 * @param {Subscription} it */
function since(it) {
  const since = html`<${Time} at=${it.created_at} />`;
  if (!it.last_notified_at) return rich("push-since-never", { since });
  return rich("push-since-last", { since, last: html`<${Time} at=${it.last_notified_at} />` });
}

/** The subscribed browsers and phones, and whether this one is subscribed. */
export function Push() {
  const deed = useDeed();
  const [list, again] = useAsked(/** @returns {Promise<PushSubscriptionList>} */ () => call("GET", "/v1/me/push-subscriptions"), deed);
  const subscriptions = list?.subscriptions ?? [];
  const isHere = subscriptions.some(({ id }) => id === remembered(HERE));
  const start = () =>
    deed.act(async () => {
      const said = list ? await begin(list) : undefined;
      await again();
      return said;
    });
  /** @param {Subscription} it */
  const nameOf = (it) => it.device ?? it.push_service;
  /** @param {Subscription} it */
  const test = (it) =>
    deed.act(async () => {
      await call("POST", `/v1/me/push-subscriptions/${it.id}/test`);
      return t("push-sent", { name: nameOf(it) });
    });
  /** @param {Subscription} it */
  const end = (it) =>
    deed.act(async () => {
      if (!(await ask(t("push-end-ask", { name: nameOf(it) }), t("push-end-yes")))) return;
      await call("DELETE", `/v1/me/push-subscriptions/${it.id}`);
      await again();
    });
  return html`<${Section} id="push" title=${t("push-title")}
    hint=${t("push-hint")}>
    <ul class="games" id="push-list">
      ${subscriptions.map(
        (it) => html`<li key=${it.id}>
          <strong>${nameOf(it)}</strong>
          <p>${since(it)}</p>
          <p class="buttons">
            <button type="button" class="quiet small" disabled=${deed.isBusy} onClick=${() => test(it)}>${t("push-try")}</button>
            <button type="button" class="quiet small" disabled=${deed.isBusy} onClick=${() => end(it)}>${t("push-end-yes")}</button>
          </p>
        </li>`,
      )}
    </ul>
    ${!canPush() && html`<p>${t("push-unsupported")}</p>`}
    ${list && canPush() && !isHere && html`<p class="buttons"><button type="button" id="push-begin" disabled=${deed.isBusy} onClick=${start}>${t("push-turn-on")}</button></p>`}
    <${Outcome} deed=${deed} />
  <//>`;
}
