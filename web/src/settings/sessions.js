// @ts-check
// The sessions of the player.

import { call, signOut } from "../api.js";
import { Time } from "../clock.js";
import { t } from "../say.js";
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
  const nameOf = (it) => it.device ?? t("An unknown device");
  /** @param {Session} it */
  const end = (it) =>
    deed.act(async () => {
      if (!(await ask(t("Sign {device} out?", { device: nameOf(it) }), t("Sign out")))) return;
      await call("DELETE", `/v1/me/sessions/${it.id}`);
      await again();
    });
  const everywhere = () =>
    deed.act(async () => {
      if (await ask(t("Sign out everywhere, here too?"), t("Sign out"))) await signOut(true);
    });
  return html`<${Section} id="sessions" title=${t("Where you are signed in")}>
    <ul class="games" id="session-list">
      ${list?.sessions.map(
        (it) => html`<li key=${it.id}>
          <strong>${nameOf(it)}</strong>${it.current && html`<span class="mark">${t(" – this one")}</span>`}
          <p>${t("Signed in ")}<${Time} at=${it.created_at} />${t(" · last used ")}<${Time} at=${it.last_used_at} /></p>
          ${!it.current && html`<p class="buttons"><button type="button" class="quiet small" disabled=${deed.isBusy} onClick=${() => end(it)}>${t("Sign out")}</button></p>`}
        </li>`,
      )}
    </ul>
    <p class="buttons"><button type="button" class="quiet" id="everywhere" disabled=${deed.isBusy} onClick=${everywhere}>${t("Sign out everywhere")}</button></p>
    <${Outcome} deed=${deed} />
  <//>`;
}
