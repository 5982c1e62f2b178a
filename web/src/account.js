// The account of whoever is signed in: where it is signed in, its address and password; and what the
// links of mails carry behind the # of the address, which no server and no log gets to see.

import { addPasskey, call, hasPasskeys, me, signIn, signOut } from "./api.js";
import { fillPush, startPush } from "./push.js";
import { $, ask, button, doing, el, note, sure, time } from "./ui.js";
import { many, t } from "./say.js";

/** One session of the list. */
function line(session, again) {
  const device = session.device ?? t("An unknown device");
  const end = async () => {
    if (!(await ask(t("Sign {device} out?", { device }), t("Sign out")))) return;
    await call("DELETE", `/v1/me/sessions/${session.id}`);
    await again();
  };
  return el(
    "li",
    {},
    el("strong", {}, device),
    session.current ? el("span", { className: "mark" }, t(" – this one")) : null,
    el("p", {}, t("Signed in "), time(session.created_at), t(" · last used "), time(session.last_used_at)),
    session.current ? null : button(t("Sign out"), end, "quiet"),
  );
}

async function fill() {
  const who = me()?.name;
  const { sessions } = await call("GET", "/v1/me/sessions");
  if (who !== me()?.name) return;
  $("sessions").replaceChildren(...sessions.map((session) => line(session, fill)));
}

/** One program's token. */
function tokenLine(token) {
  const end = async () => {
    if (!(await ask(t("End what “{name}” may do?", token), t("End it")))) return;
    await call("DELETE", `/v1/me/tokens/${token.id}`);
    await fillTokens();
  };
  const used = token.last_used_at ? [t("last used "), time(token.last_used_at)] : [t("never used")];
  return el(
    "li",
    {},
    el("strong", {}, token.name),
    el("p", {}, token.scopes.join(", "), " · ", ...used, t(" · until "), time(token.expires_at)),
    button(t("End it"), end, "quiet"),
  );
}

async function fillTokens() {
  const who = me()?.name;
  const { tokens } = await call("GET", "/v1/me/tokens");
  if (who !== me()?.name) return;
  const none = el("li", {}, el("p", {}, t("None.")));
  $("tokens").replaceChildren(...(tokens.length ? tokens.map(tokenLine) : [none]));
}

function passkeyLine(passkey) {
  const remove = async () => {
    if (!(await ask(t("Remove the passkey “{name}”?", passkey), t("Remove")))) return;
    await call("DELETE", `/v1/me/passkeys/${passkey.id}`, await sure("passkey-password"));
    $("passkeys").reset();
    await fillPasskeys();
  };
  const used = passkey.last_used_at ? [t(" · last used "), time(passkey.last_used_at)] : [t(" · never used")];
  return el(
    "li",
    {},
    el("strong", {}, passkey.name),
    el("p", {}, t("Added "), time(passkey.created_at), ...used),
    button(t("Remove"), remove, "quiet"),
  );
}

async function fillPasskeys() {
  const { passkeys } = await call("GET", "/v1/me/passkeys");
  $("passkey-list").replaceChildren(...passkeys.map(passkeyLine));
}

/** Makes the form of the passkeys work, where the browser has any. */
function startPasskeys() {
  $("passkeys").hidden = !hasPasskeys();
  $("passkeys").addEventListener("submit", (event) => {
    event.preventDefault();
    const form = event.currentTarget;
    doing(event.submitter, async () => {
      await addPasskey($("passkey-name").value.trim() || t("A passkey"), await sure("passkey-password"));
      form.reset();
      await fillPasskeys();
      note(t("The passkey is added. You can sign in with it from now on."));
    });
  });
}

/** Shows whether there are addresses for a calendar and a feed; those that were just made, this once. */
async function fillFeeds(made) {
  const { made_at } = await call("GET", "/v1/me/feeds");
  const state = made_at ? [t("You have addresses, made "), time(made_at), t(". New ones take their place.")] : [t("You have none.")];
  $("feeds-state").replaceChildren(
    t("A program that shows calendars finds your deadlines at an address, and one that reads feeds what waits for you. "),
    ...state,
  );
  const shown = made ? [[t("Calendar: "), made.calendar_url], [t("Feed: "), made.feed_url]] : [];
  $("feeds").replaceChildren(...shown.map(([what, url]) => el("li", {}, what, el("code", {}, url))));
  $("feeds").hidden = !made;
  $("feeds-end").hidden = !made_at;
}

/** Makes the buttons of the addresses work. */
function startFeeds() {
  $("feeds-renew").addEventListener("click", (event) =>
    doing(event.currentTarget, async () => {
      await fillFeeds(await call("POST", "/v1/me/feeds"));
      note(t("Copy the addresses: they are shown this once. Whoever knows one can read what it shows."));
    }),
  );
  $("feeds-end").addEventListener("click", (event) =>
    doing(event.currentTarget, async () => {
      if (!(await ask(t("End the addresses of your calendar and feed?"), t("End them")))) return;
      await call("DELETE", "/v1/me/feeds");
      await fillFeeds();
    }),
  );
}

/** Shows how the second factor stands. */
async function fillTotp() {
  const { on, recovery_codes_left: left } = await call("GET", "/v1/me/totp");
  $("totp-state").textContent = on
    ? many(left, "It is on: signing in takes a code of your app as well. One recovery code is left.", "It is on: signing in takes a code of your app as well. {n} recovery codes are left.")
    : t("It is off. With it, signing in takes a code of an app on your phone as well.");
  $("totp-begin").hidden = on;
  $("totp-renew").hidden = $("totp-off").hidden = !on;
}

/** Puts away what somebody else may look at later on. */
function hideSecrets() {
  $("totp").reset();
  $("passkeys").reset();
  $("totp-scan").hidden = $("recovery").hidden = true;
  $("totp-qr").removeAttribute("src");
  $("totp-secret").textContent = "";
  $("recovery-codes").replaceChildren();
  $("feeds").replaceChildren();
  $("feeds").hidden = true;
}

function showRecoveryCodes({ recovery_codes: codes }) {
  hideSecrets();
  $("recovery-codes").replaceChildren(...codes.map((code) => el("li", {}, el("code", {}, code))));
  $("recovery").hidden = false;
}

/** Makes the buttons of the second factor work. */
function startTotp() {
  const wire = (id, deed) =>
    $(id).addEventListener("click", (event) =>
      doing(event.currentTarget, async () => {
        await deed();
        await fillTotp();
      }),
    );
  wire("totp-begin", async () => {
    const { secret, qr } = await call("POST", "/v1/me/totp", await sure("totp-password"));
    hideSecrets();
    $("totp-qr").src = `data:image/svg+xml,${encodeURIComponent(qr)}`;
    $("totp-secret").textContent = secret.replace(/(.{4})(?=.)/g, "$1 ");
    $("totp-scan").hidden = false;
    $("totp-code").focus();
  });
  const confirm = () =>
    doing($("totp-confirm"), async () => {
      showRecoveryCodes(await call("POST", "/v1/me/totp/confirm", { totp: $("totp-code").value }));
      await fillTotp();
    });
  $("totp-confirm").addEventListener("click", confirm);
  wire("totp-renew", async () => {
    showRecoveryCodes(await call("POST", "/v1/me/totp/recovery-codes", await sure("totp-password")));
  });
  wire("totp-off", async () => {
    if (!(await ask(t("Turn the second factor off?"), t("Turn it off")))) return;
    await call("DELETE", "/v1/me/totp", await sure("totp-password"));
    hideSecrets();
  });
  $("totp").addEventListener("submit", (event) => {
    event.preventDefault();
    if (!$("totp-scan").hidden) confirm();
  });
}

/** Takes what the link of a mail carries out of the address, so that it stays in no history. */
function takeLink() {
  const [, what, secret] = /^#(confirm|sign-in|forgot)(?:=([\w-]+))?$/.exec(location.hash) ?? [];
  if (what) history.replaceState(null, "", location.pathname + location.search);
  return { what, secret };
}

/** Nothing is done before a button is pressed: programs that check mail follow links as well. */
function followLink({ what, secret }) {
  if (what === "forgot" || (what === "sign-in" && !secret)) {
    $("account").open = true;
    $("reset").hidden = false;
    $("reset-email").focus();
  } else if (what === "sign-in") {
    $("by-link").hidden = false;
    $("by-link").addEventListener("submit", (event) => {
      event.preventDefault();
      const totp = $("by-link-second").hidden ? undefined : $("by-link-totp").value.trim();
      doing(event.submitter, async () => {
        try {
          await signIn(null, { link: secret, totp });
          $("by-link").hidden = true;
        } catch (problem) {
          // With a wrong code of the app the link is still good.
          const again = ["second-factor-needed", "bad-code", "too-many"].includes(problem.code);
          $("by-link").hidden = !again;
          if (problem.code !== "second-factor-needed") throw problem;
          $("by-link-second").hidden = false;
          $("by-link-totp").required = true;
          $("by-link-totp").focus();
          note(problem.message);
        }
      });
    });
  } else if (what === "confirm") {
    $("yours").open = true;
    $("yours-code").value = secret ?? "";
    if (!me()) note(t("Sign in, then confirm the address."));
  }
}

/** Shows what holds for whoever is signed in. */
export function showAccount(account) {
  $("yours").hidden = !account;
  if (!account) {
    // Whoever signs in next on this page sees nothing of it.
    $("yours").open = false;
    $("sessions").replaceChildren();
    $("passkey-list").replaceChildren();
    $("tokens").replaceChildren();
    $("push-list").replaceChildren();
    return hideSecrets();
  }
  $("yours-email").textContent = account.email;
  const waits = account.pending_email ?? (account.email_confirmed ? null : account.email);
  $("yours-confirm").hidden = !waits;
  $("yours-pending").textContent = waits ?? "";
}

/** Makes the forms work; `changed` is called after a change. */
export function startAccount(changed) {
  $("yours").addEventListener("toggle", () => {
    hideSecrets();
    const parts = () => [fill(), fillTokens(), fillTotp(), fillPasskeys(), fillFeeds(), fillPush()];
    if ($("yours").open && me()) doing(null, () => Promise.all(parts()));
  });
  $("yours-confirm").addEventListener("submit", (event) => {
    event.preventDefault();
    doing(event.submitter, async () => {
      await call("POST", "/v1/me/confirmation", { code: $("yours-code").value.trim() });
      $("yours-code").value = "";
      await changed();
      note(t("The address is confirmed."));
    });
  });
  $("yours-change").addEventListener("submit", (event) => {
    event.preventDefault();
    const form = event.currentTarget;
    const change = { current_password: $("yours-current").value };
    if ($("yours-new-email").value) change.email = $("yours-new-email").value.trim();
    if ($("yours-new-password").value) change.password = $("yours-new-password").value;
    doing(event.submitter, async () => {
      const account = await call("PATCH", "/v1/me", change);
      form.reset();
      await changed();
      if ($("yours").open) await fill();
      note(t(account.pending_email ? "Changed. A mail with a code is on its way to the new address." : "Changed."));
    });
  });
  $("everywhere").addEventListener("click", (event) =>
    doing(event.currentTarget, async () => {
      if (await ask(t("Sign out everywhere, here too?"), t("Sign out"))) await signOut(true);
    }),
  );
  startTotp();
  startPasskeys();
  startFeeds();
  startPush();
  followLink(takeLink());
}
