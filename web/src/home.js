// @ts-check
// The page at the root: the home of whoever is signed in, or what there is for all others.

import { me } from "./api.js";
import { Home } from "./home/home.js";
import { Landing } from "./home/landing.js";
import { followLink } from "./mail-link.js";
import { t } from "./say.js";
import { $, account, doing, kinds } from "./ui.js";
import { html, render, signal } from "./view.js";

/** @typedef {import("./home/begin.js").Kind} Kind */

const all = signal(/** @type {Kind[]} */ ([]));
const who = signal(me()?.name ?? null);

/** @param {string} id */
const nameOf = (id) => all.value.find((kind) => kind.id === id)?.name ?? id;

function Page() {
  // Whoever comes next sees nothing of whom was here before: the key makes all anew.
  return who.value
    ? html`<${Home} key=${who.value} kinds=${all.value} nameOf=${nameOf} />`
    : html`<${Landing} kinds=${all.value} nameOf=${nameOf} />`;
}

document.title = `${t("Board games, a move at a time")} – Turnpike`;
account(() => void (who.value = me()?.name ?? null));
followLink();
doing(null, async () => {
  all.value = await kinds();
  render(html`<${Page} />`, $("app"));
});
