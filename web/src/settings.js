// @ts-check
// The settings: groups of sections. Each section is a component of a module in `settings/`.

import { call, me } from "./api.js";
import { t } from "./say.js";
import { Address } from "./settings/address.js";
import { Device, Pages, Sending } from "./settings/device.js";
import { FeedsPart } from "./settings/feeds.js";
import { Forced } from "./settings/forced.js";
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
import { $, SITE, account, note, openAccount } from "./ui.js";
import { html, render, useEffect, useLayoutEffect, useState } from "./view.js";

/** @typedef {import("../types/api.js").components["schemas"]["Account"]} Account */

/** @typedef {{ account: Account, code: string, look: () => Promise<void>, setAccount: (account: Account) => void }} Own */

/** Readers who have a section: everybody, players, or players with an address and a password.
 * @typedef {0 | 1 | 2} Rank */

/** The groups, most used first: the id, the title, and the sections, each with the ids and titles
 * that the list shows.
 * @type {{ id: string, title: string, sections: [string, string, Rank, (own: Own) => unknown][] }[]} */
const GROUPS = [
  {
    id: "notifications",
    title: t("settings-notifications"),
    sections: [
      ["mail", t("mail-title"), 2, ({ account }) => html`<${Mail} account=${account} />`],
      ["push", t("push-title"), 1, () => html`<${Push} />`],
    ],
  },
  {
    id: "appearance",
    title: t("device-title"),
    sections: [["device", t("settings-device"), 0, () => html`<${Device} />`]],
  },
  {
    id: "time",
    title: t("settings-time"),
    sections: [
      ["pages", t("device-language"), 0, () => html`<${Pages} />`],
      ["you", t("settings-zone-and-mails"), 1, ({ account, setAccount }) => html`<${You} account=${account} changed=${setAccount} />`],
    ],
  },
  {
    id: "playing",
    title: t("settings-playing"),
    sections: [
      ["sending", t("device-sending"), 0, () => html`<${Sending} />`],
      ["forced", t("forced-title"), 1, ({ account, setAccount }) => html`<${Forced} account=${account} changed=${setAccount} />`],
      ["holidays", t("holidays-title"), 1, () => html`<${HolidaysPart} />`],
      ["people", t("people-title"), 1, () => html`<${People} />`],
    ],
  },
  {
    id: "security",
    title: t("settings-security"),
    sections: [
      ["address", t("address-title"), 2, ({ account, code, look }) => html`<${Address} account=${account} code=${code} changed=${look} />`],
      ["sessions", t("sessions-title"), 2, ({ account }) => html`<${Sessions} key=${account.email} />`],
      ["passkeys", t("passkeys-title"), 2, () => html`<${PasskeysPart} />`],
      ["totp", t("totp-title"), 2, () => html`<${Totp} />`],
    ],
  },
  {
    id: "apps",
    title: t("tokens-title"),
    sections: [
      ["programs", t("tokens-title"), 2, () => html`<${TokensPart} />`],
      ["webhooks", t("webhooks-title"), 2, () => html`<${WebhooksPart} />`],
      ["calendar", t("feeds-title"), 2, () => html`<${FeedsPart} />`],
    ],
  },
  {
    id: "data",
    title: t("settings-data"),
    sections: [
      ["export", t("common-export"), 1, () => html`<${Export} />`],
      ["delete", t("common-delete-account"), 2, () => html`<${Deletion} />`],
    ],
  },
];

/** Opens the group that the address names, by its own id or by that of an element in it. Beside the
 * list, the first group is the default. Returns its id, and the element to scroll to.
 * @returns {{ id: string | null, to: Element | null }} */
function reveal() {
  const groups = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".group")]);
  const named = document.getElementById(location.hash.slice(1));
  const group = groups.find((it) => it.contains(named)) ?? (wide.matches ? groups[0] : null);
  for (const it of groups) it.hidden = it !== group;
  // A group begins with its first section.
  const isFirst = named === group || named === group?.firstElementChild;
  return { id: group?.id ?? null, to: group && !isFirst ? named : null };
}

/** @param {{ name: string | undefined, isGuest: boolean, code: string }} props */
function Settings({ name, isGuest, code }) {
  const deed = useDeed();
  const [at, setAt] = useState(/** @type {ReturnType<typeof reveal>} */ ({ id: null, to: null }));
  const [account, setAccount] = useState(/** @type {Account | null} */ (null));
  const show = () => setAt(reveal());
  const look = async () => setAccount(await call("GET", "/v1/me"));
  useEffect(() => {
    if (name) deed.act(look);
  }, []);
  // Before the first paint: sections that appear later would push the text down.
  useLayoutEffect(() => {
    show();
    const turn = () => {
      show();
      // The list gives way to the group, and the group to the list.
      if (!wide.matches) document.getElementById("settings-title")?.focus({ preventScroll: true });
    };
    addEventListener("hashchange", turn);
    wide.addEventListener("change", show);
    return () => {
      removeEventListener("hashchange", turn);
      wide.removeEventListener("change", show);
    };
  }, []);
  useLayoutEffect(() => {
    if (at.to) at.to.scrollIntoView();
    else scrollTo(0, 0);
  }, [at]);
  // The address may name an element of the account's sections.
  useEffect(() => {
    if (!account) return;
    show();
    if (code) document.getElementById("yours-code")?.focus();
  }, [Boolean(account)]);
  const rank = name ? (isGuest ? 1 : 2) : 0;
  const groups = GROUPS.map(({ sections, ...group }) => ({ ...group, sections: sections.filter(([, , least]) => least <= rank) }));
  const shown = groups.filter(({ sections }) => sections.length);
  const own = account && { account, code, look, setAccount };
  return html`<div class=${at.id ? "settings in-group" : "settings"}>
    <p class="to-all"><a href="#">${t("settings-all")}</a></p>
    <h1 id="settings-title" tabindex="-1">
      <span class="all">${t("settings-title")}</span> <span class="one">${shown.find(({ id }) => id === at.id)?.title}</span>
    </h1>
    <nav class="subjects" aria-label=${t("settings-subjects")}>
      <ul>
        ${shown.map(
          ({ id, title, sections }) => html`<li key=${id}>
            <a href=${`#${id}`} aria-current=${id === at.id ? "true" : undefined}
              >${title}<span class="hint">${sections.map(([, text]) => text).join(" · ")}</span></a
            >
          </li>`,
        )}
      </ul>
    </nav>
    <div class="sections">
      ${
        isGuest &&
        html`<div class="note" id="guest">
          <p>${t("common-guest-only-here")}</p>
          <p class="buttons"><button type="button" onClick=${() => openAccount("up-name")}>${t("common-keep-games")}</button></p>
        </div>`
      }
      ${shown.map(
        ({ id, sections }) => html`<div class="group" id=${id} key=${id} hidden>
          ${sections.map(([, , least, show]) => (least ? own && show(own) : show(/** @type {any} */ (null))))}
        </div>`,
      )}
      ${
        name
          ? html`<${Outcome} deed=${deed} />`
          : html`<div id="signed-out">
              <p>${t("settings-sign-in-for-rest")}</p>
              <p class="buttons"><button type="button" onClick=${() => openAccount()}>${t("common-sign-in")}</button></p>
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
document.title = `${t("settings-title")} – ${SITE}`;

function show() {
  const who = me();
  render(
    html`<${Settings} key=${`${who?.name} ${who?.isGuest}`} name=${who?.name} isGuest=${Boolean(who?.isGuest)} code=${code} />`,
    /** @type {HTMLElement} */ ($("app")),
  );
}

account(show);
show();
if (code && !me()) note(t("settings-sign-in-to-confirm"));
