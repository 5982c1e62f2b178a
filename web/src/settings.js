// @ts-check
// The settings, by section, each in a module of `settings/`.

import { call, me } from "./api.js";
import { t } from "./say.js";
import { Address } from "./settings/address.js";
import { Device } from "./settings/device.js";
import { FeedsPart } from "./settings/feeds.js";
import { HolidaysPart } from "./settings/holidays.js";
import { Deletion, Export } from "./settings/leaving.js";
import { Mail } from "./settings/mail.js";
import { Outcome, useDeed, wide } from "./settings/parts.js";
import { PasskeysPart } from "./settings/passkeys.js";
import { People } from "./settings/people.js";
import { Push } from "./settings/push.js";
import { Sessions } from "./settings/sessions.js";
import { TokensPart } from "./settings/tokens.js";
import { Totp } from "./settings/totp.js";
import { WebhooksPart } from "./settings/webhooks.js";
import { You } from "./settings/you.js";
import { $, account, note, openAccount } from "./ui.js";
import { html, render, useEffect, useLayoutEffect, useState } from "./view.js";

/** @typedef {import("../types/api.js").components["schemas"]["Account"]} Account */

/** The sections in the list at the top: the ids, and whether guests have them. Guests have neither
 * an address nor a password.
 * @type {[string, string, boolean?][]} */
const SUBJECTS = [
  ["you", t("Time, language and moves"), true],
  ["mail", t("Notifications by mail")],
  ["push", t("Notifications on this device"), true],
  ["holidays", t("Holidays"), true],
  ["people", t("Muted and blocked players"), true],
  ["address", t("Address and password")],
  ["sessions", t("Where you are signed in")],
  ["passkeys", t("Passkeys")],
  ["totp", t("Second factor")],
  ["programs", t("Connected apps")],
  ["webhooks", t("Webhooks")],
  ["calendar", t("Addresses for your calendar")],
  ["export", t("Your games as a file"), true],
  ["delete", t("Delete your account")],
];

/** Unfolds and shows the section that the address names, by its own id or by that of an element in
 * it. If only one section is visible at a time, the first is the default. Returns its id. */
function reveal() {
  const named = document.getElementById(location.hash.slice(1));
  const subject = named?.closest(".setting") ?? (wide.matches || !me() ? document.getElementById("device") : null);
  if (!subject) return null;
  for (const it of /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll(".setting"))) {
    if (wide.matches || it === subject) it.open = it === subject;
  }
  if (named && named !== subject) named.scrollIntoView();
  else if (wide.matches) scrollTo(0, 0);
  else if (named) subject.scrollIntoView();
  return subject.id;
}

/** The sections of a signed-in player. `code` comes from a mailed link, and `arrived` is called
 * once the sections are there.
 * @param {{ code: string, arrived: () => void }} props */
function Own({ code, arrived }) {
  const deed = useDeed();
  const [account, setAccount] = useState(/** @type {Account | null} */ (null));
  const look = async () => setAccount(await call("GET", "/v1/me"));
  useEffect(() => {
    deed.act(look);
  }, []);
  return account
    ? html`<${Sections} account=${account} code=${code} look=${look} setAccount=${setAccount} arrived=${arrived} />`
    : html`<${Outcome} deed=${deed} />`;
}

/** @param {{ account: Account, code: string, look: () => Promise<void>, setAccount: (account: Account) => void, arrived: () => void }} props */
function Sections({ account, code, look, setAccount, arrived }) {
  useEffect(() => {
    arrived();
    if (code) document.getElementById("yours-code")?.focus();
  }, []);
  const isGuest = me()?.isGuest;
  return html`<${You} account=${account} changed=${setAccount} />
    ${!isGuest && html`<${Mail} account=${account} />`}
    <${Push} />
    <${HolidaysPart} />
    <${People} />
    ${
      !isGuest &&
      html`<${Address} account=${account} code=${code} changed=${look} />
        <${Sessions} key=${account.email} />
        <${PasskeysPart} />
        <${Totp} />
        <${TokensPart} />
        <${WebhooksPart} />
        <${FeedsPart} />`
    }
    <${Export} />
    ${!isGuest && html`<${Deletion} />`}`;
}

/** @param {{ name: string | undefined, isGuest: boolean, code: string }} props */
function Settings({ name, isGuest, code }) {
  const [at, setAt] = useState(/** @type {string | null} */ (null));
  const show = () => setAt(reveal());
  // Before the first paint: sections that unfold later would push the text down.
  useLayoutEffect(() => {
    show();
    addEventListener("hashchange", show);
    wide.addEventListener("change", show);
    return () => {
      removeEventListener("hashchange", show);
      wide.removeEventListener("change", show);
    };
  }, []);
  const subjects = name ? SUBJECTS.filter(([, , isForGuests]) => isForGuests || !isGuest) : [];
  return html`<h1>${t("Settings")}</h1>
    <div class="settings">
      <nav class="subjects" aria-label=${t("Subjects")}>
        <ul>
          ${[["device", t("Appearance")], ...subjects].map(
            ([id, text]) => html`<li key=${id}><a href=${`#${id}`} aria-current=${id === at ? "true" : undefined}>${text}</a></li>`,
          )}
        </ul>
      </nav>
      <div class="sections">
        <${Device} />
        ${
          isGuest &&
          html`<div class="note" id="guest">
            <p>${t("You play as a guest, on this device alone. With a name and an address your games are yours wherever you sign in.")}</p>
            <p class="buttons"><button type="button" onClick=${() => openAccount("up-name")}>${t("Keep your games")}</button></p>
          </div>`
        }
        ${
          name
            ? html`<${Own} key=${`${name} ${isGuest}`} code=${code} arrived=${show} />`
            : html`<div id="signed-out">
                <p>${t("Sign in to see the rest, such as mails, holidays and passkeys.")}</p>
                <p class="buttons"><button type="button" onClick=${() => openAccount()}>${t("Sign in")}</button></p>
              </div>`
        }
      </div>
    </div>`;
}

/** The code that the link of a mail carries behind the #, taken out of the address, so that it stays in no history. */
function takeCode() {
  const [link, code] = /^#confirm(?:=([\w-]+))?$/.exec(location.hash) ?? [];
  if (link) history.replaceState(null, "", `${location.pathname}#address`);
  return code ?? "";
}

const code = takeCode();
document.title = `${t("Settings")} – Turnpike`;

function show() {
  const who = me();
  render(html`<${Settings} name=${who?.name} isGuest=${Boolean(who?.isGuest)} code=${code} />`, /** @type {HTMLElement} */ ($("app")));
}

account(show);
show();
if (code && !me()) note(t("Sign in, then confirm the address."));
