// @ts-check
// The settings: what somebody may choose for themselves, by subject, each in a module of `settings/`.

import { call, me } from "./api.js";
import { t } from "./say.js";
import { Address } from "./settings/address.js";
import { Device } from "./settings/device.js";
import { FeedsPart } from "./settings/feeds.js";
import { HolidaysPart } from "./settings/holidays.js";
import { Deletion, Export } from "./settings/leaving.js";
import { Mail } from "./settings/mail.js";
import { Outcome, useDeed } from "./settings/parts.js";
import { PasskeysPart } from "./settings/passkeys.js";
import { People } from "./settings/people.js";
import { Push } from "./settings/push.js";
import { Sessions } from "./settings/sessions.js";
import { TokensPart } from "./settings/tokens.js";
import { Totp } from "./settings/totp.js";
import { WebhooksPart } from "./settings/webhooks.js";
import { You } from "./settings/you.js";
import { $, account, note } from "./ui.js";
import { html, render, useEffect, useState } from "./view.js";

/** @typedef {import("../types/api.js").components["schemas"]["AccountBody"]} Account */

/** The subjects, as the list at the top names them: by the ids of their sections.
 * @type {[string, string][]} */
const SUBJECTS = [
  ["you", t("Time, language and moves")],
  ["mail", t("Notices by mail")],
  ["push", t("Notices on this device")],
  ["holidays", t("Holidays")],
  ["people", t("Muted and blocked players")],
  ["address", t("Address and password")],
  ["sessions", t("Where you are signed in")],
  ["passkeys", t("Passkeys")],
  ["totp", t("Second factor")],
  ["programs", t("Programs that act for you")],
  ["webhooks", t("Webhooks")],
  ["calendar", t("Addresses for your calendar")],
  ["export", t("Your games as a file")],
  ["delete", t("Delete your account")],
];

/** Shows what the address names, which was not there when the browser looked for it. */
function useAnchor() {
  useEffect(() => {
    document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, []);
}

/** What belongs to whoever is signed in. `code` is what the link of a mail brought.
 * @param {{ code: string }} props */
function Own({ code }) {
  const deed = useDeed();
  const [account, setAccount] = useState(/** @type {Account | null} */ (null));
  const look = async () => setAccount(await call("GET", "/v1/me"));
  useEffect(() => {
    deed.act(look);
  }, []);
  return account ? html`<${Sections} account=${account} code=${code} look=${look} setAccount=${setAccount} />` : html`<${Outcome} deed=${deed} />`;
}

/** @param {{ account: Account, code: string, look: () => Promise<void>, setAccount: (account: Account) => void }} props */
function Sections({ account, code, look, setAccount }) {
  useAnchor();
  useEffect(() => {
    if (code) document.getElementById("yours-code")?.focus();
  }, []);
  return html`<${You} account=${account} changed=${setAccount} />
    <${Mail} account=${account} />
    <${Push} />
    <${HolidaysPart} />
    <${People} />
    <${Address} account=${account} code=${code} changed=${look} />
    <${Sessions} key=${account.email} />
    <${PasskeysPart} />
    <${Totp} />
    <${TokensPart} />
    <${WebhooksPart} />
    <${FeedsPart} />
    <${Export} />
    <${Deletion} />`;
}

/** @param {{ name: string | undefined, code: string }} props */
function Settings({ name, code }) {
  return html`<h1>${t("Settings")}</h1>
    <div class="settings">
      <nav class="subjects" aria-label=${t("Subjects")}>
        <ul>
          <li><a href="#device">${t("Looks and touches")}</a></li>
          ${name && SUBJECTS.map(([id, text]) => html`<li key=${id}><a href=${`#${id}`}>${text}</a></li>`)}
        </ul>
      </nav>
      <div class="sections">
        <${Device} />
        ${name ? html`<${Own} key=${name} code=${code} />` : html`<p id="signed-out">${t("Sign in to see the rest: mails, holidays, passkeys and whatever else is yours.")}</p>`}
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
  render(html`<${Settings} name=${me()?.name} code=${code} />`, /** @type {HTMLElement} */ ($("app")));
}

account(show);
show();
if (code && !me()) note(t("Sign in, then confirm the address."));
