// @ts-check
// Pages without a server: they open with their last state, and say so. The worker stores the pages,
// and shows pushes.

import { call, reach } from "./api.js";
import { inFull } from "./clock.js";
import { t } from "./say.js";
import { effect, html, render } from "./view.js";

/** Milliseconds until it is tried again whether the server can be reached. */
const AGAIN = 5000;

/** Milliseconds until a page has loaded its files. */
const SETTLED = 2000;

/** Shows the age of the data. */
function Sign() {
  const since = reach.value;
  if (!since) return null;
  const when = inFull(since);
  return html`
    <p class="note offline">
      <strong>${t("common-offline")}</strong>${" "}${t("common-offline-since", { when })}
    </p>
  `;
}

/** What to do when the server can be reached again.
 * @type {Set<() => unknown>} */
const returns = new Set();

/** Calls the listener when stored data was shown and the server can be reached again, until the
 * returned function is called.
 * @param {() => unknown} listener */
export function onReturn(listener) {
  returns.add(listener);
  return () => void returns.delete(listener);
}

/** Any response proves that the server can be reached. */
const look = () => call("GET", "/v1/kinds").catch(() => {});

/** Sends the worker the list of this page's files, so that the page opens offline the next time. */
async function keepPage() {
  const { active } = await navigator.serviceWorker.ready;
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  const files = loaded.filter((name) => name.startsWith(`${location.origin}/web/`));
  active?.postMessage({ page: location.origin + location.pathname, files: [...new Set([import.meta.url, ...files])] });
}

/** Has this page stored, and shows stored data while the server cannot be reached. */
export function startOffline() {
  const sign = document.createElement("div");
  sign.role = "status";
  document.querySelector("main")?.before(sign);
  render(html`<${Sign} />`, sign);
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let trying;
  effect(() => {
    const isAway = reach.value !== null;
    document.documentElement.classList.toggle("is-offline", isAway);
    if (isAway) trying ??= setInterval(look, AGAIN);
    else if (trying !== undefined) {
      clearInterval(trying);
      trying = undefined;
      for (const listener of returns) listener();
    }
  });
  addEventListener("online", () => reach.value && look());
  if (!("serviceWorker" in navigator)) return;
  // The page comes first: its files load before those to store.
  const begin = () => {
    const keep = () => setTimeout(() => keepPage().catch(() => {}), SETTLED);
    navigator.serviceWorker.register("/worker.js").then(keep, () => {});
  };
  if (document.readyState === "complete") begin();
  else addEventListener("load", begin);
}
