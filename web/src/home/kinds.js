// @ts-check
// What there is to play, each game with a picture and a sentence.

import { Box } from "../art.js";
import { many, t } from "../say.js";
import { doing } from "../ui.js";
import { html } from "../view.js";
import { playBots } from "./begin.js";

/** @typedef {import("./begin.js").Kind} Kind */

/** How many may play.
 * @param {Kind} kind */
export function players({ min_seats: least, max_seats: most }) {
  return least === most ? many(most, "One player", "{n} players") : t("{least} to {most} players", { least, most });
}

/** @param {{ kind: Kind }} props */
function Card({ kind }) {
  const { id, name } = kind;
  const isAlone = kind.max_seats === 1;
  const play = (/** @type {MouseEvent} */ event) => doing(event.currentTarget, () => playBots(kind));
  const title = `kind-${id}`;
  return html`<li class="entry kind">
    <${Box} kind=${id} />
    <div class="body">
      <h3 id=${title}>${name}</h3>
      <p class="facts">${players(kind)}</p>
      <p>${kind.summary}</p>
      <p class="buttons">
        <button type="button" onClick=${play} aria-describedby=${title}>${isAlone ? t("Play now") : t("Play a bot now")}</button>
        <a class="act quiet" href=${`/how-to-play/${encodeURIComponent(id)}`} aria-describedby=${title}>${t("How to play")}</a>
      </p>
    </div>
  </li>`;
}

/** All games.
 * @param {{ kinds: Kind[] }} props */
export function Kinds({ kinds }) {
  return html`<section aria-labelledby="kinds-title">
    <h2 id="kinds-title">${many(kinds.length, "One game to play", "{n} games to play")}</h2>
    <p class="hint">${t("A game against bots begins at once. Everybody may look on, and search engines may find it.")}</p>
    <ul class="cards" id="kinds">${kinds.map((kind) => html`<${Card} key=${kind.id} kind=${kind} />`)}</ul>
  </section>`;
}
