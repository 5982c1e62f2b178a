// @ts-check
// The sessions of the player.

import { call, signOut } from "../api.js";
import { Time } from "../clock.js";
import { rich, t } from "../say.js";
import { ask } from "../ui.js";
import { html } from "../view.js";
import { Outcome, Section, useAsked, useDeed } from "./parts.js";

/** @typedef {import("../../types/api.js").components["schemas"]["SessionList"]} Sessions */
/** @typedef {Sessions["sessions"][number]} Session */

/** The signed-in browsers and programs. Each can be signed out. */
export function Sessions() {
  const deed = useDeed();
  const [list, again] = useAsked(/** @returns {Promise<Sessions>} */ () => call("GET", "/v1/me/sessions"), deed);
  /** @param {Session} it */
  const nameOf = (it) => it.device ?? t("sessions-unknown-device");
  /** @param {Session} it */
  const end = (it) =>
    deed.act(async () => {
      if (!(await ask(t("sessions-end-ask", { device: nameOf(it) }), t("common-sign-out")))) return;
      await call("DELETE", `/v1/me/sessions/${it.id}`);
      await again();
    });
  const everywhere = () =>
    deed.act(async () => {
      if (await ask(t("sessions-end-all-ask"), t("common-sign-out"))) await signOut(true);
    });
  return html`<${Section} id="sessions" title=${t("sessions-title")}>
    <ul class="games" id="session-list">
      ${list?.sessions.map(
        (it) => html`<li key=${it.id}>
          <strong>${nameOf(it)}</strong>${it.current && html`<span class="mark"> – ${t("sessions-this")}</span>`}
          <p>${rich("sessions-signed-in", { at: html`<${Time} at=${it.created_at} />`, used: html`<${Time} at=${it.last_used_at} />` })}</p>
          ${!it.current && html`<p class="buttons"><button type="button" class="quiet small" disabled=${deed.isBusy} onClick=${() => end(it)}>${t("common-sign-out")}</button></p>`}
        </li>`,
      )}
    </ul>
    <p class="buttons"><button type="button" class="quiet" id="everywhere" disabled=${deed.isBusy} onClick=${everywhere}>${t("sessions-end-all")}</button></p>
    <${Outcome} deed=${deed} />
  <//>`;
}
