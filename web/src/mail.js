// What mail somebody gets, and for which decisions: the form on the home page, and what is wrong with the address.

import { call, me } from "./api.js";
import { $, doing, note, time } from "./ui.js";
import { t } from "./say.js";

const KINDS = ["turns", "reminders", "news", "invitations"];

const REASONS = {
  bounced: t("Mail to your address came back"),
  complained: t("A mail of ours was called spam at your address"),
};

let timeZone = "UTC";
let language = "en";
let forced = true;

function fillForm(mail) {
  for (const kind of KINDS) $(`mail-${kind}`).value = mail[kind];
  $("mail-digest").value = mail.digest_hour;
  $("mail-quiet").checked = Boolean(mail.quiet);
  $("mail-from").value = mail.quiet?.from ?? 22;
  $("mail-to").value = mail.quiet?.to ?? 7;
  $("mail-active").checked = mail.wait_while_active;
  $("mail-answers").checked = mail.answer_always;
  timeZone = mail.time_zone;
  $("mail-zone").value = timeZone;
  quietRow();
}

function quietRow() {
  $("mail-hours").hidden = !$("mail-quiet").checked;
}

async function save() {
  const zone = $("mail-zone").value.trim();
  const spoken = $("mail-language").value;
  const plays = $("mail-forced").checked;
  const change = {};
  if (zone !== timeZone || spoken !== language) Object.assign(change, { time_zone: zone, language: spoken });
  // It overrides what was wanted in single games.
  if (plays !== forced) change.forced = plays;
  if (Object.keys(change).length) ({ language, forced } = await call("PATCH", "/v1/me", change));
  const mail = {
    ...Object.fromEntries(KINDS.map((kind) => [kind, $(`mail-${kind}`).value])),
    digest_hour: Number($("mail-digest").value),
    quiet: $("mail-quiet").checked ? { from: Number($("mail-from").value), to: Number($("mail-to").value) } : null,
    wait_while_active: $("mail-active").checked,
    answer_always: $("mail-answers").checked,
  };
  fillForm(await call("PUT", "/v1/me/mail", mail));
  note(t("Kept. It holds for mails that were not sent yet as well."));
}

/** Shows what holds for whoever is signed in. */
export async function showMail(account) {
  const suspended = account?.mail_suspended;
  $("suspended").hidden = !suspended;
  if (suspended) $("suspended-why").replaceChildren(t("{why}, so none about your games goes there since ", { why: REASONS[suspended.reason] ?? t("Mail did not arrive") }), time(suspended.since), ".");
  $("mail").hidden = !account;
  if (!account) $("mail").open = false;
  else {
    language = $("mail-language").value = account.language;
    forced = $("mail-forced").checked = account.forced;
  }
}

/** Makes the form work. */
export function startMail() {
  $("mail").addEventListener("toggle", () => {
    if ($("mail").open && me()) doing(null, async () => fillForm(await call("GET", "/v1/me/mail")));
  });
  $("mail-quiet").addEventListener("change", quietRow);
  $("mail-form").addEventListener("submit", (event) => {
    event.preventDefault();
    doing(event.submitter, save);
  });
  $("confirm-suspended").addEventListener("click", (event) =>
    doing(event.currentTarget, async () => {
      await call("POST", "/v1/me/confirmation/mail");
      note(t("A mail with a link is on its way. Follow it, and mail about your games comes again."));
    }),
  );
}
