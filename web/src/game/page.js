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
import { board, entries, game, goesOn, isMe, isMissing, isMyTurn, isSeated, kindName, nameAt, proposerOf } from "./state.js";
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
  if (isPlayingBack.value) return t("game-happened-so-far");
  switch (it.status) {
    case "open": {
      if (!isJoinable(it)) return t("game-never-began");
      const taken = it.seats.filter((/** @type {any} */ seat) => seat.player || seat.bot).length;
      const waiting = t("game-waiting", { taken, all: it.seats.length });
      const by = it.rematch_of ? proposerOf(it) : null;
      return by && !isMe(by) ? `${t("game-rematch-proposed", { name: by })} ${waiting}` : waiting;
    }
    case "running":
      if (!goesOn.value) {
        return t("game-paused");
      }
      if (isMyTurn.value) {
        const { clock } = it.seats[it.seat];
        const left = narrow.matches ? timeLeftShortly(clock) : timeLeft(clock);
        if (it.to_act.length > 1) {
          if (left) return t("game-is-your-turn-too-left", { left });
          return t("game-is-your-turn-too");
        }
        return left ? t("game-is-your-turn-left", { left }) : t("game-is-your-turn");
      }
      return t("game-to-act", { n: it.to_act.length, names: it.to_act.map(nameAt).join(", ") });
    case "finished":
      return t("game-over");
    default:
      return t("game-cancelled");
  }
}

/** The whole page.
 * @param {{ play: Play, loading: import("./loading.js").Loading, chat: Chat }} props */
export function Page({ play, loading, chat }) {
  if (isMissing.value) {
    const text = me() ? t("game-none-or-not-invited") : t("game-none-or-signed-out");
    return html`<h1 id="title">${t("game-a-game")}</h1><p id="state" role="status">${text}</p><p><a class="act" href="/">${t("game-to-first-page")}</a></p>`;
  }
  if (!game.value)
    return html`<h1 id="title">${t("game-a-game")}</h1><p id="state" role="status">${t("common-loading")}</p><${TableSkeleton} />`;
  const { move, pictures } = play;
  return html`
    <h1 id="title">${kindName.value}</h1>
    ${game.value.status === "running" && html`<${More} />`}
    <p id="state" class=${isMyTurn.value && !isPlayingBack.value ? "mine" : ""} role="status" tabindex="-1">${stands()}</p>
    ${!hasMoved.value && !hadTurns.value && html`<${Aim} />`}
    ${choice.value && html`<a id="jump" class="skip" href="#draft" onClick=${(/** @type {Event} */ event) => toMove(event, play)}>${t("game-to-move")}</a>`}
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

/** Whether the reader sees the game by its link alone. The server keeps no notes of such readers. */
function isByLink() {
  const { status, visibility, invited } = game.value;
  return status === "open" && visibility !== "public" && !isSeated.value && !invited;
}

/** The tabs beside the board.
 * @param {Play} play
 * @param {Chat} chat */
function parts(play, chat) {
  const all = [];
  if (game.value.head)
    all.push({ id: "log", title: t("game-history"), show: () => html`<${Log} look=${(/** @type {number} */ ply) => play.bring(ply)} />` });
  if (chat.rooms.value.length) {
    all.push({
      id: "chat",
      title: chatTitle(chat),
      mark: chat.unread.value > 0,
      show: (/** @type {boolean} */ isOpen) => html`<${ChatPart} chat=${chat} isOpen=${isOpen} />`,
    });
  }
  if (me() && !isByLink()) all.push({ id: "own", title: t("game-notes"), show: () => html`<${Note} />` });
  all.push({ id: "rules", title: t("common-rules"), show: (/** @type {boolean} */ isOpen) => html`<${Rules} isOpen=${isOpen} />` });
  all.push({ id: "about", title: t("game-about"), show: () => html`<${About} />` });
  return all;
}
