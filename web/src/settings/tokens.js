// @ts-check
// Connected apps: the tokens of programs.

import { call } from "../api.js";
import { Time } from "../clock.js";
import { t } from "../say.js";
import { SCOPES } from "../scopes.js";
import { ask } from "../ui.js";
import { html, useState } from "../view.js";
import { Choice, Field, Form, Outcome, Section, Sure, Tick, sure, typed, useAsked, useDeed } from "./parts.js";

/** @typedef {import("../../types/api.js").components["schemas"]["TokenList"]} Tokens */
/** @typedef {import("../../types/api.js").components["schemas"]["Token"]} Token */
/** @typedef {import("../../types/api.js").components["schemas"]["TokenWithSecret"]} MadeToken */

/** @type {[number, string][]} */
const DAYS = [
  [7, t("a week")],
  [30, t("a month")],
  [90, t("three months")],
  [366, t("a year")],
];

/** The tokens, and a form for another one. */
export function TokensPart() {
  const deed = useDeed({ password: ["bad-credentials"], name: [], scopes: [] });
  const [list, again] = useAsked(/** @returns {Promise<Tokens>} */ () => call("GET", "/v1/me/tokens"), deed);
  const [made, setMade] = useState(/** @type {MadeToken | null} */ (null));
  /** @param {FormData} data @param {HTMLFormElement} form */
  const make = async (data, form) => {
    setMade(null);
    const wanted = {
      name: typed(data, "name"),
      scopes: data.getAll("scope"),
      days: Number(data.get("days")),
      reauthentication: await sure(data),
    };
    setMade(await call("POST", "/v1/me/tokens", wanted));
    form.reset();
    await again();
    return t("Copy the token: it is shown only once.");
  };
  /** @param {Token} token */
  const end = (token) =>
    deed.act(async () => {
      if (!(await ask(t("Revoke the access of “{name}”?", token), t("End it")))) return;
      await call("DELETE", `/v1/me/tokens/${token.id}`);
      if (made?.id === token.id) setMade(null);
      await again();
    });
  return html`<${Section} id="programs" title=${t("Connected apps")} hint=${t("Each has a token from you or from one of our pages. It does not know your password.")}>
    <ul class="games" id="tokens">
      ${list?.tokens.map(
        (it) => html`<li key=${it.id}>
          <strong>${it.name}</strong>
          <p>${t("It may: {deeds}.", { deeds: it.scopes.map((scope) => SCOPES[scope] ?? scope).join(" · ") })}</p>
          <p>${it.last_used_at ? [t("last used "), html`<${Time} at=${it.last_used_at} />`] : t("never used")}${t(" · until ")}<${Time} at=${it.expires_at} /></p>
          <p class="buttons"><button type="button" class="quiet small" disabled=${deed.isBusy} onClick=${() => end(it)}>${t("End it")}</button></p>
        </li>`,
      )}
      ${list?.tokens.length === 0 && html`<li><p>${t("None.")}</p></li>`}
    </ul>
    ${made && html`<p class="note" id="token-made">${t("Token: ")}<code>${made.token}</code></p>`}
    <details>
      <summary>${t("Make a token")}</summary>
      <${Form} id="token-form" deed=${deed} onSend=${make}>
        <${Field} id="token-name" label=${t("What to call the program")} wrong=${deed.at("name")} name="name" maxlength="60" required autocomplete="off" />
        <fieldset>
          <legend>${t("It may")}</legend>
          ${Object.entries(SCOPES).map(([scope, text]) => html`<${Tick} key=${scope} name="scope" value=${scope} checked=${scope.startsWith("games")}>${text}<//>`)}
          ${deed.at("scopes") && html`<p class="wrong" role="alert">${deed.at("scopes")}</p>`}
        </fieldset>
        <${Choice} id="token-days" label=${t("For how long")} name="days" chosen=${90} options=${DAYS} />
        <${Sure} id="token-password" wrong=${deed.at("password")} />
        <p class="buttons"><button type="submit" disabled=${deed.isBusy}>${t("Make a token")}</button></p>
      <//>
    </details>
    <${Outcome} deed=${deed} />
  <//>`;
}
