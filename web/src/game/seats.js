// @ts-check
// The seats: their players, whose turn it is, and the time of each.

import { isShort, timeLeft, timeLeftShortly } from "../clock.js";
import { Disc } from "../people.js";
import { t } from "../say.js";
import { isFree, nameOf } from "../ui.js";
import { html } from "../view.js";
import { SeatMenu, freeSeat } from "./deeds.js";
import { here } from "./here.js";
import { Do } from "./parts.js";
import { isPlayingBack, narrow } from "./pictures.js";
import { game, goesOn, isMe, shown, tick } from "./state.js";

/** @typedef {import("../boards/board.js").Board} Board */

/** All seats, in the order of play.
 * @param {{ board: Board }} props */
export function Seats({ board }) {
  // The ranking has the seats of a game that is over.
  if (game.value.status === "finished" && !isPlayingBack.value) return null;
  return html`<ol id="seats" class="seats" aria-label=${t("game-seats")}>
    ${game.value.seats.map((/** @type {any} */ seat) => html`<${Seat} key=${seat.seat} seat=${seat} board=${board} />`)}
  </ol>`;
}

/** @param {{ seat: any, board: Board }} props */
function Seat({ seat, board }) {
  tick.value; // Updates the clock.
  const it = game.value;
  const acts = goesOn.value && it.to_act.includes(seat.seat);
  const left = goesOn.value && (narrow.matches ? timeLeftShortly(seat.clock) : timeLeft(seat.clock));
  const isHere = seat.player && !isMe(seat.player) && here.value.includes(seat.seat);
  const mayFree = it.status === "open" && it.creator && seat.seat !== it.seat && !isFree(seat);
  return html`<li class=${`seat${acts ? " acts" : ""}${isMe(seat.player) ? " own" : ""}`}>
    ${it.status === "open" && html`<${Disc} name=${seat.player ?? seat.invited} isBot=${Boolean(seat.bot)} />`}
    <span class="who">
      ${acts && html`<span class="dot" aria-hidden="true">●</span>`}
      ${who(seat, html`<${Points} seat=${seat} board=${board} />`)}
      ${acts && html`<span class="hint to-act"> – ${t("game-seat-to-act")}</span>`}
      ${isHere && html`<span class="here"><span>${t("game-seat-here")}</span></span>`}
    </span>
    ${left && html`<span class=${isShort(seat.clock) ? "clock short" : "clock"}>${left}</span>`}
    ${mayFree && html`<${Do} deed=${() => freeSeat(seat)} name=${t("game-seat-free-name", { name: nameOf(seat) })}>${t("game-seat-free-this")}<//>`}
    ${seat.player && html`<${SeatMenu} name=${seat.player} seat=${seat} />`}
  </li>`;
}

/** The score while the game runs, if the kind has one. It belongs to the current board, so an earlier
 * one shows none.
 * @param {{ seat: any, board: Board }} props */
function Points({ seat, board }) {
  const { status, view } = game.value;
  const points = status === "running" && view && shown.value === null && !isPlayingBack.value ? board.points?.(view, seat.seat) : null;
  return points ? html` <span class="points" role="img" aria-label=${points.said}>${points.short}</span>` : null;
}

/** @param {any} seat
 * @param {unknown} points */
function who(seat, points) {
  if (seat.player)
    return html`<strong>${nameOf(seat)}</strong>${points}${isMe(seat.player) && html`<span class="you"> ${t("game-mark-you")}</span>`}`;
  if (seat.bot) {
    const isRandom = seat.bot !== "greedy";
    return html`<strong>${nameOf(seat)}</strong>${points}${isRandom && html`<span class="hint"> – ${t("game-seat-random-bot")}</span>`}`;
  }
  if (seat.reserved) return t("game-seat-kept", { name: seat.invited ?? seat.invited_email ?? t("game-seat-invited") });
  return t("game-seat-free");
}
