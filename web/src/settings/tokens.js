// @ts-check
// Connected apps: the tokens of programs.

import { call } from "../api.js";
import { Time } from "../clock.js";
import { rich, t } from "../say.js";
import { SCOPES } from "../scopes.js";
import { ask } from "../ui.js";
import { html, useState } from "../view.js";
import { Choice, Field, Form, Outcome, Section, Sure, Tick, sure, typed, useAsked, useDeed } from "./parts.js";

/** @typedef {import("../../types/api.js").components["schemas"]["TokenList"]} Tokens */
/** @typedef {import("../../types/api.js").components["schemas"]["Token"]} Token */
/** @typedef {import("../../types/api.js").components["schemas"]["TokenWithSecret"]} MadeToken */

/** @type {[number, string][]} */
const DAYS = [
  [7, t("tokens-week")],
  [30, t("tokens-month")],
  [90, t("tokens-quarter")],
  [366, t("tokens-year")],
];

/** When a token was used last, and when it expires.
 * @param {Token} it */
function used(it) {
  const until = html`<${Time} at=${it.expires_at} />`;
  if (!it.last_used_at) return rich("tokens-unused", { until });
  return rich("tokens-used", { used: html`<${Time} at=${it.last_used_at} />`, until });
}

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
    return t("tokens-copy");
  };
  /** @param {Token} token */
  const end = (token) =>
    deed.act(async () => {
      if (!(await ask(t("tokens-revoke-ask", token), t("settings-end-it")))) return;
      await call("DELETE", `/v1/me/tokens/${token.id}`);
      if (made?.id === token.id) setMade(null);
      await again();
    });
  return html`<${Section} id="programs" title=${t("tokens-title")} hint=${t("tokens-hint")}>
    <ul class="games" id="tokens">
      ${list?.tokens.map(
        (it) => html`<li key=${it.id}>
          <strong>${it.name}</strong>
          <p>${t("tokens-may", { deeds: it.scopes.map((scope) => SCOPES[scope] ?? scope).join(" · ") })}</p>
          <p>${used(it)}</p>
          <p class="buttons"><button type="button" class="quiet small" disabled=${deed.isBusy} onClick=${() => end(it)}>${t("settings-end-it")}</button></p>
        </li>`,
      )}
      ${list?.tokens.length === 0 && html`<li><p>${t("settings-none")}</p></li>`}
    </ul>
    ${made && html`<p class="note" id="token-made">${rich("tokens-token", { token: html`<code>${made.token}</code>` })}</p>`}
    <details>
      <summary>${t("tokens-make")}</summary>
      <${Form} id="token-form" deed=${deed} onSend=${make}>
        <${Field} id="token-name" label=${t("tokens-name")} wrong=${deed.at("name")} name="name" maxlength="60" required autocomplete="off" />
        <fieldset>
          <legend>${t("tokens-may-label")}</legend>
          ${Object.entries(SCOPES).map(([scope, text]) => html`<${Tick} key=${scope} name="scope" value=${scope} checked=${scope.startsWith("games")}>${text}<//>`)}
          ${deed.at("scopes") && html`<p class="wrong" role="alert">${deed.at("scopes")}</p>`}
        </fieldset>
        <${Choice} id="token-days" label=${t("tokens-how-long")} name="days" chosen=${90} options=${DAYS} />
        <${Sure} id="token-password" wrong=${deed.at("password")} />
        <p class="buttons"><button type="submit" disabled=${deed.isBusy}>${t("tokens-make")}</button></p>
      <//>
    </details>
    <${Outcome} deed=${deed} />
  <//>`;
}
