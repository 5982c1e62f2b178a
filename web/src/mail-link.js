// @ts-check
// Handles the part of a mailed link behind the #, which no server and no log can see.

import { Problem, signIn } from "./api.js";
import { $, doing, leavesGuest, note, openAccount } from "./ui.js";

/** Takes it out of the address, so that it stays in no history. */
function take() {
  const [, what, secret] = /^#(confirm|sign-in|forgot)(?:=([\w-]+))?$/.exec(location.hash) ?? [];
  if (what) history.replaceState(null, "", location.pathname + location.search);
  return { what, secret };
}

/** Signs in with the link. Asks for the second factor if there is one.
 * @param {string} secret */
async function byLink(secret) {
  if (!(await leavesGuest())) return;
  const totp = $("by-link-second").hidden ? undefined : $("by-link-totp").value.trim();
  try {
    await signIn(null, { link: secret, totp });
    $("by-link").hidden = true;
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    // With a wrong code of the app the link is still good.
    $("by-link").hidden = !["second-factor-required", "bad-code", "rate-limited"].includes(problem.code);
    if (problem.code !== "second-factor-required") throw problem;
    $("by-link-second").hidden = false;
    $("by-link-totp").required = true;
    $("by-link-totp").focus();
    note(problem.message);
  }
}

/** Follows the link that led here. Nothing is done before a button is pressed: programs that check mail follow links as well. */
export function followLink() {
  const { what, secret } = take();
  if (what === "confirm") location.replace(`/settings#confirm${secret ? `=${secret}` : ""}`);
  else if (what === "sign-in" && secret) {
    $("by-link").hidden = false;
    $("by-link").addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      doing(event.submitter, () => byLink(secret));
    });
  } else if (what) {
    openAccount();
    $("reset").hidden = false;
    $("reset-email").focus();
  }
}
