// @ts-check
// What there is to play, each game with a picture and a sentence.

import { Box } from "../art.js";
import { t } from "../say.js";
import { doing } from "../ui.js";
import { html } from "../view.js";
import { playBots } from "./begin.js";

/** @typedef {import("./begin.js").Kind} Kind */

/** How many may play.
 * @param {Kind} kind */
export function players({ min_seats: least, max_seats: most }) {
  return least === most ? t("common-players", { n: most }) : t("common-players-range", { least, most });
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
        <button type="button" onClick=${play} aria-describedby=${title}>${isAlone ? t("common-play-now") : t("common-play-bot-now")}</button>
        <a class="act quiet" href=${`/how-to-play/${encodeURIComponent(id)}`} aria-describedby=${title}>${t("common-how-to-play")}</a>
      </p>
    </div>
  </li>`;
}

/** All games.
 * @param {{ kinds: Kind[] }} props */
export function Kinds({ kinds }) {
  return html`<section aria-labelledby="kinds-title">
    <h2 id="kinds-title">${t("common-kinds-count", { n: kinds.length })}</h2>
    <p class="hint">${t("common-play-bot-hint")} <a href="/leaderboards">${t("common-leaderboards")}</a> · <a href="/archive">${t("common-archive")}</a></p>
    <ul class="cards" id="kinds">${kinds.map((kind) => html`<${Card} key=${kind.id} kind=${kind} />`)}</ul>
  </section>`;
}
