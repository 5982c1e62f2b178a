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
      if (!text) return t("You have finished no game yet.");
      save(`turnpike-${me()?.name}.ndjson`, text, "application/x-ndjson");
      return t("It is among your downloads.");
    });
  return html`<${Section} id="export" title=${t("Your games as a file")} hint=${t("The records of all games that you have finished, one on each line: anybody who has them can replay and verify them.")}>
    <p class="buttons"><button type="button" id="export-take" disabled=${deed.isBusy} onClick=${take}>${t("Download them")}</button></p>
    <${Outcome} deed=${deed} />
  <//>`;
}

/** The end of an account. */
export function Deletion() {
  const deed = useDeed({ password: ["bad-credentials"] });
  /** @param {FormData} data */
  const end = async (data) => {
    if (!(await ask(t("Delete your account, for good?"), t("Delete it")))) return;
    await call("DELETE", "/v1/me", { password: data.get("password") });
    // The server no longer knows this session, and says so.
    await signOut().catch(() => {});
    note(t("Your account is deleted."));
  };
  return html`<${Section} id="delete" title=${t("Delete your account")}
    hint=${t("Name, address, password and sessions are removed. Games that were played stay, under an anonymous name; tables of yours that have not begun are cancelled. Nobody can take your name for a year.")}>
    <${Form} id="delete-form" deed=${deed} onSend=${end}>
      <${Field} id="delete-password" label=${t("Your password")} wrong=${deed.at("password")} type="password" name="password" maxlength="256" required autocomplete="current-password" />
      <p class="buttons"><button type="submit" class="danger" disabled=${deed.isBusy}>${t("Delete your account")}</button></p>
      <${Outcome} deed=${deed} />
    <//>
  <//>`;
}
