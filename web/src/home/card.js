// @ts-check
// One game of a list: its board, its players and its state.

import { me } from "../api.js";
import { Box } from "../art.js";
import { ago, isShort, paceShortly, timeLeft, timeLeftShortly } from "../clock.js";
import { unusual } from "../options.js";
import { Discs } from "../people.js";
import { t } from "../say.js";
import { html } from "../view.js";
import { Thumbnail } from "./board.js";
import { hasOthers, invites, mine, nextClock, offers, others, placeOf, toAct, waits } from "./games.js";

/** @typedef {import("./games.js").Game} Game */
/** @typedef {import("./begin.js").Kind} Kind */

/** Describes a game in a few words.
 * @param {Game} game
 * @param {Kind | undefined} kind */
function facts(game, kind) {
  const isTable = game.status === "open" && game.seats.length > 1;
  return [
    isTable && t("common-players", { n: game.seats.length }),
    ...(isTable && kind ? unusual(kind, game.options) : []),
    isTable && paceShortly(game.pace),
    game.visibility === "private" && t("home-card-private"),
    game.deal && t(game.deal.closed ? "home-card-deal-closed" : "home-card-deal"),
    game.practice && t("home-card-practice"),
    game.paused_at && t("home-card-paused"),
  ].filter(Boolean);
}

/** Describes what the game wants of the reader.
 * @param {Game} game */
function mark(game) {
  if (waits(game)) return t("home-card-turn");
  if (invites(game)) return t("home-card-invited");
  if (offers(game)) return t("home-card-offered");
  return null;
}

/** Describes what else happens in the game: how it ended for the reader, or whose turn it is.
 * @param {Game} game */
function news(game) {
  const place = placeOf(game, me()?.name);
  if (place) return place.rank === 1 ? html`<strong class="won">${t("home-card-won")}</strong>` : t("home-card-place", place);
  const names = toAct(game);
  return names && t("home-card-to-move", { names });
}

/** @param {{ game: Game, kind: Kind | undefined, picture?: boolean }} props */
export function Card({ game, kind, picture = false }) {
  const marked = mark(game);
  const told = news(game);
  const clock = waits(game) ? (mine(game)?.clock ?? null) : nextClock(game);
  const left = game.status === "running" && timeLeftShortly(clock);
  const more = facts(game, kind);
  const with_ = others(game);
  const hasBoard = picture && game.status !== "open";
  return html`<li class=${marked ? "entry game waits" : "entry game"}>
    ${hasBoard && html`<${Thumbnail} id=${game.id} ply=${game.ply} />`}
    ${picture && !hasBoard && html`<span class="thumb boxed"><${Box} kind=${game.kind} /></span>`}
    <div class="body">
      ${(hasBoard || !picture) && html`<${Box} kind=${game.kind} />`}
      <div class="words">
        <a href=${`/games/${game.id}`}>${kind?.name ?? game.kind}</a>
        ${with_ && html`<p>${hasOthers(game) && (mine(game) || invites(game)) ? t("home-card-with", { others: with_ }) : with_}</p>`}
        ${more.length > 0 && html`<p class="facts">${more.join(" · ")}</p>`}
      </div>
      <p class="facts turn">
        ${marked ? html`<strong class="mark">${marked}</strong>` : told && html`<span>${told}</span>`}
        ${left && html`<span class=${isShort(clock) ? "clock short" : "clock"} title=${timeLeft(clock)}>${left}</span>`}
        <time datetime=${game.changed_at}>${ago(game.changed_at)}</time>
        <${Discs} seats=${game.seats} except=${mine(game) && me()?.name} />
      </p>
    </div>
  </li>`;
}
