// @ts-check
// The landing page, for visitors who are not signed in.

import { call } from "../api.js";
import { Box } from "../art.js";
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

/** The game to begin with, if one of it can be shown: light, and soon over. */
const FIRST = "thats-life";

/** Loads games to show, one of a kind: finished ones or, without those, running ones.
 * @returns {Promise<Game[]>} */
async function shownGames() {
  for (const status of ["finished", "running"]) {
    const { games } = await call("GET", `/v1/games?status=${status}&limit=40`);
    const found = worthALook(games);
    if (found.length) return found.toSorted((one, other) => Number(other.kind === FIRST) - Number(one.kind === FIRST));
  }
  return [];
}

/** @param {{ kinds: Kind[], kindOf: import("./lists.js").KindOf }} props */
export function Landing({ kinds, kindOf }) {
  const [games, setGames] = useState(/** @type {Game[] | null} */ (null));
  const [renewed, setRenewed] = useState(0);
  useEffect(() => void shownGames().then(setGames, () => setGames([])), []);
  useEffect(() => onReturn(() => setRenewed(Date.now())), []);
  const [wanted, setWanted] = useState(/** @type {string | null} */ (null));
  const kind = kinds.find(({ id }) => id === (wanted ?? games?.[0]?.kind ?? FIRST)) ?? kinds[0];
  const isAlone = kind?.max_seats === 1;
  const play = (/** @type {MouseEvent} */ event) => doing(event.currentTarget, () => playBots(/** @type {Kind} */ (kind)));
  const shown = games?.filter((game) => game.kind === kind?.id);
  return html`<section class="hero" aria-labelledby="hero-title">
      <div class="pitch">
        <h1 id="hero-title">${t("home-title")}</h1>
        <p>${t("home-play-with-friends")}</p>
        ${
          kind &&
          html`<fieldset class="shelf">
            <legend class="unseen">${t("common-which-game")}</legend>
            ${kinds.map(
              (one) =>
                html`<label key=${one.id}><input type="radio" name="first" value=${one.id} checked=${one.id === kind.id} onChange=${() => setWanted(one.id)} /><${Box} kind=${one.id} /><span>${one.name}</span></label>`,
            )}
          </fieldset>
          <p class="buttons">
            <button type="button" id="play-now" onClick=${play}>${t("home-play-game-now", { game: kind.name })}</button>
            <button type="button" class="quiet" onClick=${() => openAccount("up-name")}>${t("common-sign-up")}</button>
          </p>
          <p class="hint">${isAlone ? t("home-at-once") : t("home-against-bot")}</p>`
        }
        <ul class="ways-to-play">
          <li><strong>${t("home-with-friends")}</strong> ${t("home-with-friends-hint")}</li>
          <li><strong>${t("home-at-your-pace")}</strong> ${t("home-at-your-pace-hint")}</li>
          <li><strong>${t("home-anywhere")}</strong> ${t("home-anywhere-hint")}</li>
        </ul>
      </div>
      <div class=${shown && !shown.length ? "stage bare" : "stage"}>
        ${shown?.length ? html`<${Replay} key=${kind?.id} games=${shown} kindOf=${kindOf} />` : shown && kind && html`<div class="replay"><${KindPicture} key=${kind.id} id=${kind.id} /></div>`}
      </div>
    </section>
    <${Kinds} kinds=${kinds} />
    <${Tables} kinds=${kinds} kindOf=${kindOf} renewed=${renewed} />
    <${Folded} id="running" title=${t("home-watch")} query="status=running" kindOf=${kindOf} more=${t("home-watch-more")} />`;
}
