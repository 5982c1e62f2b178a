// @ts-check
// One game of a list: its board, its players and its state.

import { ago, isShort, paceShortly, timeLeft, timeLeftShortly } from "../clock.js";
import { unusual } from "../options.js";
import { many, t } from "../say.js";
import { html } from "../view.js";
import { KindPicture, Thumbnail } from "./board.js";
import { invites, mine, offers, others, waits } from "./games.js";

/** @typedef {import("./games.js").Game} Game */
/** @typedef {import("./begin.js").Kind} Kind */

/** Describes a game in a few words.
 * @param {Game} game
 * @param {Kind | undefined} kind */
function facts(game, kind) {
  const isTable = game.status === "open" && game.seats.length > 1;
  return [
    isTable && many(game.seats.length, "One player", "{n} players"),
    ...(isTable && kind ? unusual(kind, game.options) : []),
    isTable && paceShortly(game.pace),
    game.visibility === "private" && t("private"),
    game.deal && t(game.deal.closed ? "on a deal that is closed" : "on a deal"),
    game.practice && t("practice: its seed was chosen"),
    game.paused_at && t("paused"),
  ].filter(Boolean);
}

/** Describes whose turn it is, or that the reader is invited.
 * @param {Game} game */
function mark(game) {
  if (waits(game)) return t("Your turn");
  if (invites(game)) return t("You are invited");
  if (offers(game)) return t("A seat is offered to you");
  return null;
}

/** @param {{ game: Game, kind: Kind | undefined, picture?: boolean }} props */
export function Card({ game, kind, picture = false }) {
  const clock = mine(game)?.clock ?? null;
  const left = waits(game) && timeLeftShortly(clock);
  const marked = mark(game);
  const more = facts(game, kind);
  const with_ = others(game);
  return html`<li class="entry game">
    ${picture && (game.status === "open" ? html`<${KindPicture} id=${game.kind} />` : html`<${Thumbnail} id=${game.id} ply=${game.ply} />`)}
    <div class="body">
      <a href=${`/games/${game.id}`}>${kind?.name ?? game.kind}</a>
      ${with_ && html`<p>${mine(game) || invites(game) ? t("with {others}", { others: with_ }) : with_}</p>`}
      ${more.length > 0 && html`<p class="facts">${more.join(" · ")}</p>`}
      <p class="facts">
        ${marked && html`<strong class="mark">${marked}</strong>`}
        ${left && html`<span class=${isShort(clock) ? "clock short" : "clock"} title=${timeLeft(clock)}>${left}</span>`}
        <time datetime=${game.changed_at}>${ago(game.changed_at)}</time>
      </p>
    </div>
  </li>`;
}
