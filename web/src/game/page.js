// @ts-check
// What the page of a game shows, and where.

import { me } from "../api.js";
import { timeLeft, timeLeftShortly } from "../clock.js";
import { t } from "../say.js";
import { TableSkeleton } from "../skeleton.js";
import { isJoinable } from "../ui.js";
import { computed, html } from "../view.js";
import { Aim, hasMoved } from "./aim.js";
import { Bar, Drawer } from "./bar.js";
import { BoardPart, Controls } from "./board.js";
import { ChatPart, chatTitle } from "./chat.js";
import { End } from "./end.js";
import { later, onceShown } from "./later.js";
import { Log } from "./log.js";
import { More } from "./more.js";
import { choice } from "./move.js";
import { isPlayingBack, narrow } from "./pictures.js";
import { Seats } from "./seats.js";
import { board, entries, game, goesOn, isMe, isMissing, isMyTurn, kindName, nameAt, proposerOf } from "./state.js";
import { Tabs } from "./tabs.js";

/** @typedef {import("./chat.js").Chat} Chat */
/** @typedef {import("./play.js").Play} Play */

const About = later(async () => (await import("./about.js")).About);
const Joining = onceShown(async () => (await import("./joining.js")).Joining);
const Note = later(async () => (await import("./own.js")).Note);
const Plans = later(async () => (await import("./plans.js")).Plans);
const Rules = later(async () => (await import("./rules.js")).Rules);

/** Whether the reader has had two turns in this game before. The first one may have had no choice, so
 * that the server played it. */
const hadTurns = computed(() => {
  const seat = game.value?.seat;
  return entries.value.filter((entry, at) => entry.seat !== seat && entries.value[at - 1]?.seat === seat).length > 1;
});

/** Says how the game stands. */
function stands() {
  const it = game.value;
  if (isPlayingBack.value) return t("What happened so far");
  switch (it.status) {
    case "open": {
      if (!isJoinable(it)) return t("This game never began: its deal is closed, and nobody takes a seat on it any more.");
      const taken = it.seats.filter((/** @type {any} */ seat) => seat.player || seat.bot).length;
      const waiting = t("Waiting for players: {taken} of {all} seats are taken.", { taken, all: it.seats.length });
      const by = it.rematch_of ? proposerOf(it) : null;
      return by && !isMe(by) ? `${t("{name} proposes a rematch.", { name: by })} ${waiting}` : waiting;
    }
    case "running":
      if (!goesOn.value) {
        return t("The operator of this server has paused the game. Nobody can move, and no clock runs.");
      }
      if (isMyTurn.value) {
        const { clock } = it.seats[it.seat];
        const left = narrow.matches ? timeLeftShortly(clock) : timeLeft(clock);
        const turn = t(it.to_act.length > 1 ? "It is your turn (others act at the same time)" : "It is your turn");
        return left ? t("{turn}: {left}.", { turn, left }) : `${turn}.`;
      }
      return t(it.to_act.length > 1 ? "{names} are to act." : "{names} is to act.", { names: it.to_act.map(nameAt).join(", ") });
    case "finished":
      return t("The game is over.");
    default:
      return t("This game was cancelled.");
  }
}

/** The whole page.
 * @param {{ play: Play, loading: import("./loading.js").Loading, chat: Chat }} props */
export function Page({ play, loading, chat }) {
  if (isMissing.value) {
    const text = me()
      ? t("There is no such game, or it is private and you are not invited.")
      : t("There is no such game, or it is private: sign in to see it.");
    return html`<h1 id="title">${t("A game")}</h1><p id="state" role="status">${text}</p><p><a class="act" href="/">${t("To the first page")}</a></p>`;
  }
  if (!game.value) return html`<h1 id="title">${t("A game")}</h1><p id="state" role="status">${t("Loading…")}</p><${TableSkeleton} />`;
  const { move, pictures } = play;
  return html`
    <h1 id="title">${kindName.value}</h1>
    ${game.value.status === "running" && html`<${More} />`}
    <p id="state" class=${isMyTurn.value && !isPlayingBack.value ? "mine" : ""} role="status" tabindex="-1">${stands()}</p>
    ${!hasMoved.value && !hadTurns.value && html`<${Aim} />`}
    ${choice.value && html`<a id="jump" class="skip" href="#draft" onClick=${(/** @type {Event} */ event) => toMove(event, play)}>${t("To your move")}</a>`}
    <div id="game" class=${`table${game.value.head ? "" : " empty"}${board.value.isAside ? " aside" : ""}`}>
      <div class="area-seats"><${Seats} board=${board.value} /><${End} board=${board.value} /></div>
      ${game.value.head && html`<div class="area-board"><${BoardPart} host=${play.host} board=${board.value} pictures=${pictures} /></div>`}
      <div class="area-acts">
        ${game.value.head && html`<${Controls} board=${board.value} isBeside=${true} />`}
        <${Bar} move=${move} board=${board.value} sentence=${play.sentence.value} next=${loading.next.value} skip=${() => play.look()} />
        <${Drawer} move=${move} titleOf=${(/** @type {string} */ word) => pictures.picture.describe(word)} isNeeded=${play.isForWords.value} />
        ${me() && goesOn.value && html`<${Plans} board=${board.value} />`}
        ${mayJoin() && html`<${Joining} />`}
      </div>
      <div class="area-rest"><${Tabs} parts=${parts(play, chat)} /></div>
    </div>
  `;
}

/** Moves the focus to the first target or, without one, to the way back to it or to the text.
 * @param {Event} event
 * @param {import("./play.js").Play} play */
function toMove(event, play) {
  event.preventDefault();
  (play.pictures.picture.first ?? document.querySelector("#to-now, #skip, #play-title"))?.focus();
}

/** Whether seats are to be had: at a table that waits, or one that is offered to the reader. */
const mayJoin = () => game.value.status === "open" || game.value.seats.some((/** @type {any} */ seat) => isMe(seat.invited));

/** The tabs beside the board.
 * @param {Play} play
 * @param {Chat} chat */
function parts(play, chat) {
  const all = [];
  if (game.value.head)
    all.push({ id: "log", title: t("History"), show: () => html`<${Log} look=${(/** @type {number} */ ply) => play.look(ply)} />` });
  if (chat.rooms.value.length) {
    all.push({
      id: "chat",
      title: chatTitle(chat),
      mark: chat.unread.value > 0,
      show: (/** @type {boolean} */ isOpen) => html`<${ChatPart} chat=${chat} isOpen=${isOpen} />`,
    });
  }
  if (me()) all.push({ id: "own", title: t("Notes"), show: () => html`<${Note} />` });
  all.push({ id: "rules", title: t("Rules"), show: (/** @type {boolean} */ isOpen) => html`<${Rules} isOpen=${isOpen} />` });
  all.push({ id: "about", title: t("About"), show: () => html`<${About} />` });
  return all;
}
