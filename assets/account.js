// The account of whoever is signed in: where it is signed in, its address and password; and what the
// links of mails carry behind the # of the address, which no server and no log gets to see.

import { call, me, signIn, signOut } from "./api.js";
import { $, ask, button, doing, el, note, time } from "./ui.js";

/** One session of the list. */
function line(session, again) {
  const device = session.device ?? "An unknown device";
  const end = async () => {
    if (!(await ask(`Sign ${device} out?`, "Sign out"))) return;
    await call("DELETE", `/v1/me/sessions/${session.id}`);
    await again();
  };
  return el(
    "li",
    {},
    el("strong", {}, device),
    session.current ? el("span", { className: "mark" }, " – this one") : null,
    el("p", {}, "Signed in ", time(session.created_at), " · last used ", time(session.last_used_at)),
    session.current ? null : button("Sign out", end, "quiet"),
  );
}

async function fill() {
  const who = me()?.name;
  const { sessions } = await call("GET", "/v1/me/sessions");
  if (who !== me()?.name) return;
  $("sessions").replaceChildren(...sessions.map((session) => line(session, fill)));
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
    $("by-link-yes").addEventListener("click", (event) =>
      doing(event.currentTarget, async () => {
        $("by-link").hidden = true;
        await signIn(null, { link: secret });
      }),
    );
  } else if (what === "confirm") {
    $("yours").open = true;
    $("yours-code").value = secret ?? "";
    if (!me()) note("Sign in, then confirm the address.");
  }
}

/** Shows what holds for whoever is signed in. */
export function showAccount(account) {
  $("yours").hidden = !account;
  if (!account) return;
  $("yours-email").textContent = account.email;
  const waits = account.pending_email ?? (account.email_confirmed ? null : account.email);
  $("yours-confirm").hidden = !waits;
  $("yours-pending").textContent = waits ?? "";
}

/** Makes the forms work; `changed` is called after a change. */
export function startAccount(changed) {
  $("yours").addEventListener("toggle", () => {
    if ($("yours").open && me()) doing(null, fill);
  });
  $("yours-confirm").addEventListener("submit", (event) => {
    event.preventDefault();
    doing(event.submitter, async () => {
      await call("POST", "/v1/me/confirmation", { code: $("yours-code").value.trim() });
      $("yours-code").value = "";
      await changed();
      note("The address is confirmed.");
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
      note(account.pending_email ? "Changed. A mail with a code is on its way to the new address." : "Changed.");
    });
  });
  $("everywhere").addEventListener("click", (event) =>
    doing(event.currentTarget, async () => {
      if (await ask("Sign out everywhere, here too?", "Sign out")) await signOut(true);
    }),
  );
  followLink(takeLink());
}
