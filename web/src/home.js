// @ts-check
// The page at the root: the home of a signed-in player, or the landing page for others.

import { me } from "./api.js";
import { followLink } from "./mail-link.js";
import { t } from "./say.js";
import { $, SITE, account, doing, kinds } from "./ui.js";
import { html, render, signal } from "./view.js";

/** @typedef {import("./home/begin.js").Kind} Kind */
/** @typedef {typeof import("./home/home.js").Home | typeof import("./home/landing.js").Landing} View */

const all = signal(/** @type {Kind[]} */ ([]));

/** The shown page and its reader. */
const shown = signal(/** @type {{ who: string | null, view: View } | null} */ (null));

/** @param {string} id */
const kindOf = (id) => all.value.find((kind) => kind.id === id);

/** Shows the page for the reader. The modules of the other page are not loaded. */
async function show() {
  const who = me()?.name ?? null;
  const view = who ? (await import("./home/home.js")).Home : (await import("./home/landing.js")).Landing;
  if (who === (me()?.name ?? null)) shown.value = { who, view };
}

function Page() {
  if (!shown.value || !all.value.length) return null;
  // The key rebuilds the page for each reader, so that nobody sees data of the previous one.
  const { who, view: View } = shown.value;
  return html`<${View} key=${who} kinds=${all.value} kindOf=${kindOf} />`;
}

document.title = `${t("home-title")} – ${SITE}`;
account(() => void show());
followLink();
render(html`<${Page} />`, $("app"));
doing(null, async () => {
  [all.value] = await Promise.all([kinds(), show()]);
});
