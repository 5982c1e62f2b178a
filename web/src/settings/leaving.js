// @ts-check
// Exporting the player's data, and deleting the account.

import { call, me, signOut } from "../api.js";
import { t } from "../say.js";
import { ask, note, save } from "../ui.js";
import { html } from "../view.js";
import { Field, Form, Outcome, Section, useDeed } from "./parts.js";

/** Downloads the records of all finished games of the player. */
export function Export() {
  const deed = useDeed();
  const take = () =>
    deed.act(async () => {
      /** @type {string} */
      const text = await call("GET", "/v1/me/export", undefined, "text");
      if (!text) return t("leaving-no-games");
      save(`turnpike-${me()?.name}.ndjson`, text, "application/x-ndjson");
      return t("leaving-downloaded");
    });
  return html`<${Section} id="export" title=${t("common-export")} hint=${t("leaving-export-hint")}>
    <p class="buttons"><button type="button" id="export-take" disabled=${deed.isBusy} onClick=${take}>${t("leaving-download")}</button></p>
    <${Outcome} deed=${deed} />
  <//>`;
}

/** The end of an account. */
export function Deletion() {
  const deed = useDeed({ password: ["bad-credentials"] });
  /** @param {FormData} data */
  const end = async (data) => {
    if (!(await ask(t("leaving-delete-ask"), t("leaving-delete-yes")))) return;
    await call("DELETE", "/v1/me", { password: data.get("password") });
    // The server no longer knows this session, and says so.
    await signOut().catch(() => {});
    note(t("leaving-deleted"));
  };
  return html`<${Section} id="delete" title=${t("common-delete-account")}
    hint=${t("leaving-delete-hint")}>
    <${Form} id="delete-form" deed=${deed} onSend=${end}>
      <${Field} id="delete-password" label=${t("common-your-password")} wrong=${deed.at("password")} type="password" name="password" maxlength="256" required autocomplete="current-password" />
      <p class="buttons"><button type="submit" class="danger" disabled=${deed.isBusy}>${t("common-delete-account")}</button></p>
      <${Outcome} deed=${deed} />
    <//>
  <//>`;
}
