// @ts-check
// Notifications on this device, which browsers show even if no page is open (Web Push).

import { call } from "../api.js";
import { Time } from "../clock.js";
import { t } from "../say.js";
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
    return t("The browser does not allow it. Allow notifications for this page in its settings first.");
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
  return t("Notifications are on. The first one, a test, is on its way.");
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
      return t("A notification is on its way to {name}.", { name: nameOf(it) });
    });
  /** @param {Subscription} it */
  const end = (it) =>
    deed.act(async () => {
      if (!(await ask(t("No more notifications on {name}?", { name: nameOf(it) }), t("No more")))) return;
      await call("DELETE", `/v1/me/push-subscriptions/${it.id}`);
      await again();
    });
  return html`<${Section} id="push" title=${t("Notifications on this device")}
    hint=${t("A notification appears on the screen when it is your turn, or when something happens around your games. A mail comes a quarter of an hour later, if you have not been here since.")}>
    <ul class="games" id="push-list">
      ${subscriptions.map(
        (it) => html`<li key=${it.id}>
          <strong>${nameOf(it)}</strong>
          <p>${t("Since ")}<${Time} at=${it.created_at} />${it.last_notified_at ? [t(" · last notified "), html`<${Time} at=${it.last_notified_at} />`] : t(" · not notified yet")}</p>
          <p class="buttons">
            <button type="button" class="quiet small" disabled=${deed.isBusy} onClick=${() => test(it)}>${t("Try it")}</button>
            <button type="button" class="quiet small" disabled=${deed.isBusy} onClick=${() => end(it)}>${t("No more")}</button>
          </p>
        </li>`,
      )}
    </ul>
    ${!canPush() && html`<p>${t("This browser cannot show notifications.")}</p>`}
    ${list && canPush() && !isHere && html`<p class="buttons"><button type="button" id="push-begin" disabled=${deed.isBusy} onClick=${start}>${t("Turn them on here")}</button></p>`}
    <${Outcome} deed=${deed} />
  <//>`;
}
