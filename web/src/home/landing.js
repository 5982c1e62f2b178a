// @ts-check
// The landing page, for visitors who are not signed in.

import { call } from "../api.js";
import { onReturn } from "../offline.js";
import { t } from "../say.js";
import { doing, openAccount } from "../ui.js";
import { html, useEffect, useState } from "../view.js";
import { playBots } from "./begin.js";
import { KindPicture } from "./board.js";
import { Kinds } from "./kinds.js";
import { Folded, Tables } from "./lists.js";
import { Replay, worthALook } from "./replay.js";

/** @typedef {import("./games.js").Game} Game */
/** @typedef {import("./begin.js").Kind} Kind */

/** Loads games to show: finished ones or, without those, running ones.
 * @returns {Promise<Game[]>} */
async function shownGames() {
  for (const status of ["finished", "running"]) {
    const { games } = await call("GET", `/v1/games?status=${status}&limit=40`);
    const found = worthALook(games);
    if (found.length) return found;
  }
  return [];
}

/** @param {{ kinds: Kind[], kindOf: import("./lists.js").KindOf }} props */
export function Landing({ kinds, kindOf }) {
  const [games, setGames] = useState(/** @type {Game[] | null} */ (null));
  const [shown, setShown] = useState(/** @type {string | null} */ (null));
  const [renewed, setRenewed] = useState(0);
  useEffect(() => void shownGames().then(setGames, () => setGames([])), []);
  useEffect(() => onReturn(() => setRenewed(Date.now())), []);
  const together = kinds.filter((kind) => kind.max_seats > 1);
  const kind = together.find(({ id }) => id === shown) ?? together[0];
  const play = (/** @type {MouseEvent} */ event) => doing(event.currentTarget, () => playBots(/** @type {Kind} */ (kind)));
  const first = kinds[0];
  return html`<section class="hero" aria-labelledby="hero-title">
      <div class="pitch">
        <h1 id="hero-title">${t("Board games, a move at a time")}</h1>
        <p>${t("Play with friends over days: take your turn whenever you have a minute, here or by answering a mail.")}</p>
        ${
          kind &&
          html`<p class="buttons">
            <button type="button" id="play-now" onClick=${play}>${t("Play a bot now")}</button>
            <button type="button" class="quiet" onClick=${() => openAccount("up-name")}>${t("Sign up")}</button>
          </p>
          <p class="hint">${t("{game}, without an account. Other games are below.", { game: kind.name })}</p>`
        }
      </div>
      <div class=${games && !games.length ? "stage bare" : "stage"}>
        ${games?.length ? html`<${Replay} games=${games} kindOf=${kindOf} shows=${(/** @type {string} */ it) => setShown((was) => was ?? it)} />` : games && first && html`<div class="replay"><${KindPicture} id=${first.id} /></div>`}
      </div>
    </section>
    <${Kinds} kinds=${kinds} />
    <${Tables} kinds=${kinds} kindOf=${kindOf} renewed=${renewed} />
    <${Folded} id="running" title=${t("Running games to look at")} query="status=running" kindOf=${kindOf} more=${t("More running games")} />`;
}
