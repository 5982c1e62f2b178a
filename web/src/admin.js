// @ts-check
// The page for admins: sections, each a module of `admin/`. Only the visible one asks the server. To
// everybody else there is no such page.

import { Games } from "./admin/games.js";
import { Log } from "./admin/log.js";
import { Mails } from "./admin/mails.js";
import { Overview } from "./admin/overview.js";
import { wanted } from "./admin/parts.js";
import { Players } from "./admin/players.js";
import { Reports } from "./admin/reports.js";
import { me } from "./api.js";
import { t } from "./say.js";
import { Section, wide } from "./settings/parts.js";
import { $, SITE, account } from "./ui.js";
import { html, render, useEffect, useState } from "./view.js";

/** The sections: their ids, titles, hints and contents.
 * @type {[string, string, string, import("preact").FunctionComponent][]} */
const SECTIONS = [
  ["reports", t("admin-reports"), t("admin-players-reported-messages-players"), Reports],
  ["players", t("admin-players"), t("admin-find-player-part-name"), Players],
  ["games", t("admin-games"), t("admin-find-game-id-address"), Games],
  ["mails", t("admin-mails-failed"), t("admin-server-given-mails-up"), Mails],
  ["overview", t("admin-overview"), "", Overview],
  ["actions", t("admin-log"), t("admin-what-admins-command-line"), Log],
];

/** Returns the id of the section that the address names. Beside the list, the first is the default. */
function inAddress() {
  const named = SECTIONS.find(([id]) => id === location.hash.slice(1));
  return named?.[0] ?? (wide.matches ? "reports" : null);
}

function Administration() {
  const [at, setAt] = useState(inAddress);
  useEffect(() => {
    const show = () => setAt(inAddress());
    const turn = () => {
      show();
      scrollTo(0, 0);
      // The list gives way to the section, and the section to the list.
      if (!wide.matches) document.getElementById("admin-title")?.focus({ preventScroll: true });
    };
    addEventListener("hashchange", turn);
    wide.addEventListener("change", show);
    return () => {
      removeEventListener("hashchange", turn);
      wide.removeEventListener("change", show);
    };
  }, []);
  const [id, title, hint, content] = SECTIONS.find(([it]) => it === at) ?? [];
  return html`<div class=${id ? "settings in-group" : "settings"}>
    <p class="to-all"><a href="#">${t("common-administration")}</a></p>
    <h1 id="admin-title" tabindex="-1"><span class="all">${t("common-administration")}</span> <span class="one">${title}</span></h1>
    <nav class="subjects" aria-label=${t("admin-subjects")}>
      <ul>
        ${SECTIONS.map(([it, text]) => html`<li key=${it}><a href=${`#${it}`} aria-current=${it === id ? "true" : undefined}>${text}</a></li>`)}
      </ul>
    </nav>
    <div class="sections">
      ${
        id &&
        html`<div class="group" key=${`${id} ${wanted.value[id]?.n}`}>
          <${Section} id=${id} title=${title} hint=${hint}><${content} /><//>
        </div>`
      }
    </div>
  </div>`;
}

function NotThere() {
  return html`<h1>${t("admin-there-no-such-page")}</h1>
    <p>${t("admin-address-may-be-mistyped")}</p>
    <p><a href="/">${t("admin-games-more")}</a></p>`;
}

function show() {
  const who = me();
  document.title = `${who?.isAdmin ? t("common-administration") : t("admin-there-no-such-page")} – ${SITE}`;
  const page = who?.isAdmin ? html`<${Administration} key=${who.name} />` : html`<${NotThere} />`;
  render(page, /** @type {HTMLElement} */ ($("app")));
}

account(show);
show();
