// @ts-check
// Programs that ask for a token: a link of theirs that leads here, or a code that they show.

import { call, me } from "./api.js";
import { Time } from "./clock.js";
import { SCOPES } from "./scopes.js";
import { t } from "./say.js";
import { $, account, doing, note, openAccount, sure } from "./ui.js";
import { html, render } from "./view.js";

/** @typedef {import("../types/api.js").components["schemas"]["Scope"]} Scope */

/** Lists what a program may do.
 * @param {string} scope
 * @param {HTMLElement} list */
function showScopes(scope, list) {
  const may = /** @type {Scope[]} */ (scope.split(" "));
  render(
    may.map((it) => html`<li>${SCOPES[it] ?? it}</li>`),
    list,
  );
}

/** A link of a program's led here.
 * @param {HTMLFormElement} form */
function startConsent(form) {
  showScopes(form.dataset.scope ?? "", $("consent-may"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { client, redirect, scope, challenge, state } = form.dataset;
    doing(event.submitter, async () => {
      const { location: next } = await call("POST", "/v1/me/grants", {
        client_id: client,
        redirect_uri: redirect,
        scope,
        code_challenge: challenge,
        code_challenge_method: "S256",
        state,
        reauthentication: await sure("consent-password"),
      });
      location.replace(next);
    });
  });
}

/** A program shows a code.
 * @param {HTMLFormElement} form */
function startDevice(form) {
  const decision = $("decision");
  const code = () => encodeURIComponent($("device-code").value);
  const done = (/** @type {string} */ text) => {
    decision.reset();
    form.reset();
    decision.hidden = true;
    form.hidden = false;
    note(text);
  };
  // The code may be in the address. It is looked up only when the player continues.
  $("device-code").value = new URLSearchParams(location.search).get("code") ?? "";
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    doing(event.submitter, async () => {
      const asked = await call("GET", `/v1/me/grants/${code()}`);
      $("decision-client").textContent = asked.client_id;
      render(html`<${Time} at=${asked.requested_at} />`, $("decision-asked"));
      showScopes(asked.scope, $("decision-may"));
      form.hidden = true;
      decision.hidden = false;
      $("decision-password").focus();
    });
  });
  decision.addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    doing($("device-allow"), async () => {
      await call("POST", `/v1/me/grants/${code()}`, { allow: true, reauthentication: await sure("decision-password") });
      done(t("consent-device-done"));
    });
  });
  $("device-deny").addEventListener("click", (/** @type {MouseEvent} */ event) =>
    doing(event.currentTarget, async () => {
      await call("POST", `/v1/me/grants/${code()}`, { allow: false });
      done(t("consent-device-denied"));
    }),
  );
}

/** Shows the forms to a signed-in player, and the way to sign in to others. */
function show() {
  const who = me();
  for (const id of ["consent", "device"]) if ($(id)) $(id).hidden = !who;
  if ($("decision")) $("decision").hidden = true;
  for (const id of ["consent-who", "decision-who"]) if ($(id)) $(id).textContent = who?.name ?? "";
  if (!who) openAccount();
}

account(show);
if ($("consent")) startConsent($("consent"));
if ($("device")) startDevice($("device"));
show();
