// Notices on this device: what browsers show although no page of ours is open (Web Push).

import { call, me } from "./api.js";
import { $, ask, button, doing, el, note, time } from "./ui.js";
import { t } from "./say.js";

const WORKER = "/worker.js";

/** Under which id this browser is told. */
const HERE = "turnpike.push";

/** The id under which this browser is told, as far as it remembers. */
function remembered() {
  try {
    return localStorage.getItem(HERE);
  } catch {
    return null; // Storage is blocked.
  }
}

function remember(id) {
  try {
    localStorage.setItem(HERE, id);
  } catch {
    // As above.
  }
}

/** Whether this browser can show notices. */
function canPush() {
  return "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;
}

/** What this browser has agreed to, or null. */
async function own() {
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** A browser or phone that is told. */
function line(device) {
  const name = device.device ?? device.push_service;
  const end = async () => {
    if (!(await ask(t("No more notices on {name}?", { name }), t("No more")))) return;
    await call("DELETE", `/v1/me/push/${device.id}`);
    await fillPush();
  };
  const test = async () => {
    await call("POST", `/v1/me/push/${device.id}/test`);
    note(t("A notice is on its way to {name}.", { name }));
  };
  const told = device.told_at ? [t(" · last told "), time(device.told_at)] : [t(" · not told yet")];
  return el(
    "li",
    {},
    el("strong", {}, name),
    el("p", {}, t("Since "), time(device.created_at), ...told),
    el("p", { className: "buttons" }, button(t("Try it"), test, "quiet"), button(t("No more"), end, "quiet")),
  );
}

/** Shows which browsers and phones are told. */
export async function fillPush() {
  const who = me()?.name;
  const { subscriptions } = await call("GET", "/v1/me/push");
  if (who !== me()?.name) return;
  $("push").hidden = !canPush() && !subscriptions.length;
  $("push-state").textContent =
    t("Your turns, and what happens around your games, as a notice on the screen. A mail comes a quarter of an hour later, if you have not been here since.");
  $("push-list").replaceChildren(...subscriptions.map(line));
  const here = subscriptions.some(({ id }) => id === remembered());
  $("push-begin").hidden = !canPush() || here;
}

/** Asks this browser, and has it told from now on. */
async function begin() {
  if ((await Notification.requestPermission()) !== "granted") {
    note(t("The browser does not allow it. Allow notices for this page in its settings first."));
    return;
  }
  const { application_server_key } = await call("GET", "/v1/me/push");
  const registration = await navigator.serviceWorker.register(WORKER);
  await navigator.serviceWorker.ready;
  // What was agreed to with another key is of no use here.
  await (await own())?.unsubscribe();
  const wanted = { userVisibleOnly: true, applicationServerKey: application_server_key };
  const subscription = await registration.pushManager.subscribe(wanted);
  const { endpoint, keys } = subscription.toJSON();
  const made = await call("POST", "/v1/me/push", { endpoint, keys });
  remember(made.id);
  await call("POST", `/v1/me/push/${made.id}/test`);
  await fillPush();
  note(t("Notices are on. The first one, a test, is on its way."));
}

/** Makes the button work. */
export function startPush() {
  $("push-begin").addEventListener("click", (event) => doing(event.currentTarget, begin));
}
