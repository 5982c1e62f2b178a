// @ts-check
// The page about this server: how to play each game, what data it keeps, and whether the dice are
// fair.

import { t } from "./say.js";
import { $, SITE, account, doing, kinds } from "./ui.js";
import { html, render, signal } from "./view.js";

/** @typedef {import("../types/api.js").components["schemas"]["KindSummary"]} Kind */

const all = signal(/** @type {Kind[]} */ ([]));

/** A game, with the ways to learn it.
 * @param {{ kind: Kind }} props */
function Learn({ kind }) {
  const id = encodeURIComponent(kind.id);
  return html`<li>
    <strong>${kind.name}</strong>
    <p>${kind.summary}</p>
    <p class="ways"><a href=${`/how-to-play/${id}`} aria-label=${t("about-how-to-play-game", { game: kind.name })}>${t("common-how-to-play")}</a>
      <a href=${`/rules/${id}`} aria-label=${t("about-rules-of-game", { game: kind.name })}>${t("common-rules")}</a></p>
  </li>`;
}

function Page() {
  return html`<div class="read">
    <h1>${t("about-title")}</h1>
    <p>${t("about-what")}</p>
    <h2 id="how-to-play">${t("common-how-to-play")}</h2>
    <ul class="games">${all.value.map((kind) => html`<${Learn} key=${kind.id} kind=${kind} />`)}</ul>
    <h2 id="privacy">${t("common-privacy")}</h2>
    <ul>
      <li>${t("about-privacy-public")}</li>
      <li>${t("about-privacy-here")}</li>
      <li>${t("about-privacy-address")}</li>
      <li>${t("about-privacy-password")}</li>
      <li>${t("about-privacy-nobody-else")}</li>
      <li>${t("about-privacy-leaving")}</li>
      <li>${t("about-privacy-guests")}</li>
    </ul>
    <p><a href="/settings#export">${t("common-export")}</a> · <a href="/settings#delete">${t("common-delete-account")}</a></p>
    <h2 id="dice">${t("about-dice")}</h2>
    <p>${t("about-dice-fair")}</p>
  </div>`;
}

document.title = `${t("about-title")} – ${SITE}`;
account(() => {});
await doing(null, async () => void (all.value = await kinds()));
// All at once: nothing that is being read is pushed down. Without the games the rest is there all the same.
render(html`<${Page} />`, $("app"));
// The target of the address was not there when the browser looked for it.
document.getElementById(location.hash.slice(1))?.scrollIntoView();
