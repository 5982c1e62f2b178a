// @ts-check
// The page about this server: how to play each game, what data it keeps, and whether the dice are
// fair.

import { t } from "./say.js";
import { $, account, doing, kinds } from "./ui.js";
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
    <p class="ways"><a href=${`/how-to-play/${id}`} aria-label=${t("How to play {game}", { game: kind.name })}>${t("How to play")}</a>
      <a href=${`/rules/${id}`} aria-label=${t("The rules of {game}", { game: kind.name })}>${t("Rules")}</a></p>
  </li>`;
}

function Page() {
  return html`<div class="read">
    <h1>${t("About this place")}</h1>
    <p>${t("Board games for two or more people who need not be there at the same time: whoever is to act has hours or days for it, here or by answering a mail. Programs can play too; they say so.")}</p>
    <h2 id="how-to-play">${t("How to play")}</h2>
    <ul class="games">${all.value.map((kind) => html`<${Learn} key=${kind.id} kind=${kind} />`)}</ul>
    <h2 id="privacy">${t("Privacy")}</h2>
    <ul>
      <li>${t("Everybody sees your name, since when you are here, and the games that you play in public. Search engines may find such a game, but not your own page. Games among invited players are seen by them alone.")}</li>
      <li>${t("Until a game is over, its players see whether you are here. Players that you block do not.")}</li>
      <li>${t("Your mail address is shown to nobody. It is used for mail about your games, as much of it as you wish, and for signing in.")}</li>
      <li>${t("Of your password the server keeps only what checks it.")}</li>
      <li>${t("The pages ask nobody else for anything: no advertisements, nothing that follows you. Your browser keeps that you are signed in, and how you want the pages.")}</li>
      <li>${t("You can take your games along as a file, and delete your account. Its name, address and words in chats are then removed; games that were played stay, under an anonymous name.")}</li>
      <li>${t("A guest who has not come back for 30 days is removed.")}</li>
    </ul>
    <p><a href="/settings#export">${t("Your games as a file")}</a> · <a href="/settings#delete">${t("Delete your account")}</a></p>
    <h2 id="dice">${t("Are the dice fair?")}</h2>
    <p>${t("The server fixes its chance before anybody joins, and each player adds some of their own: nobody can choose the dice alone. When a game is over, “Check the dice” counts all of it again in your browser.")}</p>
  </div>`;
}

document.title = `${t("About this place")} – Turnpike`;
account(() => {});
await doing(null, async () => void (all.value = await kinds()));
// All at once: nothing that is being read is pushed down. Without the games the rest is there all the same.
render(html`<${Page} />`, $("app"));
// The target of the address was not there when the browser looked for it.
document.getElementById(location.hash.slice(1))?.scrollIntoView();
