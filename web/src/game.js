// @ts-check
// The page of a game: the board, whose turn it is, the move being chosen, and the log.
//
// The server determines what the reader may see and play. This page knows no rules.

import { call, me } from "./api.js";
import { boardOf } from "./boards/board.js";
import { timeLeft, timeLeftShortly } from "./clock.js";
import { Aim, fetchHints, hasMoved } from "./game/aim.js";
import { Bar, Drawer } from "./game/bar.js";
import { BoardPart, Controls, staged } from "./game/board.js";
import { Chat, ChatPart, chatTitle } from "./game/chat.js";
import { table } from "./game/deeds.js";
import { End } from "./game/end.js";
import { askWhoIsHere } from "./game/here.js";
import { fetchRest, later, onceShown } from "./game/later.js";
import { Log } from "./game/log.js";
import { More } from "./game/more.js";
import { Move, choice, isPlaying, isSpent, last, offered } from "./game/move.js";
import { News } from "./game/news.js";
import { Pictures, isPlayingBack, narrow, still } from "./game/pictures.js";
import { Seats } from "./game/seats.js";
import {
  entries,
  game,
  goesOn,
  id,
  invitation,
  isMe,
  isMissing,
  isMyTurn,
  kind,
  kindName,
  nameAt,
  proposerOf,
  setup,
  shown,
  tick,
} from "./game/state.js";
import { Tabs } from "./game/tabs.js";
import { unforeseen } from "./game/would.js";
import { onReturn } from "./offline.js";
import { t } from "./say.js";
import { TableSkeleton } from "./skeleton.js";
import { account, fault, isJoinable, kinds, note, remembered } from "./ui.js";
import { batch, computed, effect, html, render, signal, untracked } from "./view.js";

// Milliseconds until the clocks are updated.
const TICK = 10000;

const About = later(async () => (await import("./game/about.js")).About);
const Joining = onceShown(async () => (await import("./game/joining.js")).Joining);
const Note = later(async () => (await import("./game/own.js")).Note);
const Plans = later(async () => (await import("./game/plans.js")).Plans);
const Rules = later(async () => (await import("./game/rules.js")).Rules);

/** The additions of the kind to its board. @type {import("./boards/board.js").Board} */
let board = {};
let isStale = true; // Whether log, board and moves are still to be fetched.
let isLost = false; // Whether a branch could not be had since the last look.
/** The game when its board was shown last. @type {any} */
let shownFrom = null;
let isByKey = false; // Whether the last thing that was pressed is a key.
let isAwaited = false; // Whether a player who uses the keyboard on the board waits for the next targets.

/** The sentence about the choice; null if its words are enough. */
const sentence = signal(/** @type {string | null} */ (null));
/** Another game that waits for the reader. */
const next = signal(/** @type {string | null} */ (null));
/** Whether the board has no touch targets for a reader who must choose. */
const isForWords = signal(false);
/** Whether the reader has had two turns in this game before. The first one may have had no choice, so
 * that the server played it. */
const hadTurns = computed(() => {
  const seat = game.value?.seat;
  return entries.value.filter((entry, at) => entry.seat !== seat && entries.value[at - 1]?.seat === seat).length > 1;
});

const host = Object.assign(document.createElement("div"), { id: "picture", className: "picture" });
const chat = new Chat();
const news = new News(take, failed, () => {
  chat.isTold = news.live.isOn;
  chat.hurry();
});
const pictures = new Pictures(host, pick, changed, (problem) => fault(problem));
const move = new Move(decorate, again, lookAtNow, lost);
/** Loaded only for readers who want sounds. */
const sounds = remembered("turnpike.sounds") ? import("./sound.js").catch(() => null) : null;
table.hurry = () => news.hurry();
table.play = (it) => move.play(it);
move.taken = async () => (await sounds)?.tick();
table.goesOnAlone = () => Boolean(board.goesOnAlone);

// Data from the server

/** Shows a response of the server on the page, and loads what depends on it.
 * @param {any} it
 * @param {{ is: () => boolean }} look */
async function take(it, look) {
  const before = game.value;
  if (!before) {
    // Of a game that runs, the board comes first; a table that fills or is over is seen whole.
    const [found, all] = await Promise.all([boardOf(it.kind), kinds(), it.status === "running" ? null : fetchBeside()]);
    board = move.board = found;
    pictures.isHigh = Boolean(board.isHigh);
    unforeseen.value = board.unforeseen ?? [];
    kind.value = all.find(({ id }) => id === it.kind) ?? null;
  }
  const grown = before?.ply !== it.ply || before?.head !== it.head;
  const isOther = before?.status !== it.status || before?.seat !== it.seat;
  const stopped = before?.paused_at !== it.paused_at;
  // Other readers may see more than before: everybody, once the game is over.
  if (before && isOther) forget();
  if (grown || isOther || stopped || before?.changed_at !== it.changed_at) news.found();
  isStale ||= grown || isOther || stopped;
  // Notes about a waiting table, such as its link, are outdated when it begins.
  if (before?.status === "open" && it.status !== "open") note(null);
  const moved = isStale;
  const log = moved && it.head ? readLog(it, look) : null;
  if (log) await Promise.all([log, pictures.refresh(look), fetchHints(it)]);
  if (!look.is()) return;
  const known = await log;
  batch(() => {
    game.value = it;
    isMissing.value = false;
    if (known) [setup.value, entries.value] = known;
  });
  chat.renew();
  if (!moved) return;
  isLost = false;
  // Words first: they and the board then change in one go.
  if (isMyTurn.value) await move.renew(it.seq);
  else move.clear();
  // What another look has overtaken is still to be shown: by that one.
  if (!look.is()) return;
  isStale = isLost;
  show(shownFrom);
  shownFrom = it;
  // Load the rest once the board is painted and visible.
  if (document.hidden) fetchBeside();
  else requestAnimationFrame(() => setTimeout(fetchBeside));
  askForNext();
}

/** Shows the board: first as the reader saw it last, then the events since.
 * @param {any} before the game as it was known; null on arrival */
function show(before) {
  const from = before ? (before.head ? before.ply : null) : pictures.unseen;
  const since = from === null ? [] : entries.value.slice(from);
  const others = since.filter((entry) => entry.seat !== game.value.seat);
  const own = since.length - others.length;
  // Moves that the server played for the reader because there was no choice.
  const forced = own - move.takeSent(own);
  if (isPlayingBack.value) return;
  const isStory =
    shown.value === null && !still.matches && !document.hidden && (before ? forced > 0 || others.length > 1 : others.length > 0);
  if (isStory && from !== null) pictures.playBack(from);
  else pictures.look(shown.value ?? game.value.ply);
}

/** Loads the current log: the setup events and the entries. Sealed entries may be open by now, so
 * they are read again.
 * @param {any} it
 * @param {{ is: () => boolean }} look
 * @returns {Promise<[any[], any[]] | null>} */
async function readLog(it, look) {
  const sealed = entries.value.findIndex((entry) => entry.sealed);
  let known = entries.value.slice(0, sealed < 0 ? undefined : sealed);
  let told = setup.value;
  while (!known.length || known.length < it.ply) {
    const since = known.length ? `since=${known.length}` : "";
    const page = await call("GET", `/v1/games/${id}/log?${since}`);
    if (!look.is()) return null;
    if (!known.length) told = page.setup;
    known = known.concat(page.entries);
    if (!page.entries.length) break;
  }
  return [told, known];
}

/** Loads the parts beside the board, or reports that one is missing. */
const fetchBeside = () => fetchRest().catch(fault);

async function askForNext() {
  const isWanted = me() && game.value.status === "running" && !isMyTurn.value;
  next.value = isWanted ? await nextGame().catch(() => null) : null;
}

/** Returns another game that waits. A reader who never has such games loads nothing. */
const nextGame = async () => (await import("./home/next.js")).nextGame(game.value.id);

/** Discards data that was loaded for another reader. */
function forget() {
  entries.value = [];
  pictures.forget();
}

/** @param {any} problem */
function failed(problem) {
  if (!game.value || problem?.code === "not-found") hideFromSearch();
  if (problem?.code !== "not-found") return fault(problem);
  isMissing.value = true;
  game.value = null;
}

/** Search engines must not index what strangers may not see. */
function hideFromSearch() {
  if (!document.querySelector("meta[name=robots]"))
    document.head.append(Object.assign(document.createElement("meta"), { name: "robots", content: "noindex" }));
}

/** A branch could not be had.
 * @param {any} problem */
function lost(problem) {
  isStale = isLost = true;
  // The move was made in the meantime: by the server, because there was no choice, or in another
  // tab.
  if (problem.code === "illegal-move") return void news.hurry();
  fault(problem);
  news.lost();
}

/** Loads everything again after a move, or after a rejection because of another move. */
function again() {
  isStale = true;
  return news.hurry();
}

// The board

function lookAtNow() {
  pictures.stop();
  pictures.look(game.value.ply);
}

/** Another picture is shown.
 * @param {{ svg: SVGSVGElement | null, ply?: number }} from */
async function changed(from) {
  const { picture, drawn } = pictures;
  const isOther = picture.svg !== from.svg;
  if (isOther) board.shown?.(stage());
  decorate();
  if (isOther && from.svg && drawn && from.ply === drawn.ply - 1) await board.played?.(stage(), from.svg);
}

/** Returns the stage for the module of the kind, once there is a picture.
 * @returns {import("./boards/board.js").Stage} */
function stage() {
  const { picture, drawn } = pictures;
  return {
    svg: /** @type {SVGSVGElement} */ (picture.svg),
    layer: picture.layer,
    game: game.value,
    view: drawn?.isPast ? null : (game.value.view ?? null),
    entry: drawn?.entry ?? null,
    entries: entries.value.slice(0, drawn?.ply ?? 0),
    isPast: Boolean(drawn?.isPast),
    isNarrow: pictures.isNarrow,
    isStill: still.matches,
    now: chosen(),
    titleOf: (word) => picture.describe(word),
    choose: (words, event = new Event("choose")) => move.choose(words, event),
    ask: (text) => move.ask(text),
    undo: () => move.undo(),
    restart: () => move.restart(),
    commit: () => move.commit(document.getElementById("commit")),
    complete: () => move.complete(),
    play: (moves) => move.playAll(null, moves),
    renew: decorate,
  };
}

/** The choice on the shown board; null if nothing can be chosen: on an earlier board, or one that
 * is about to be replaced. */
const chosen = () => (move.isIdle || pictures.drawn?.ply !== game.value.ply ? null : choice.value);

/** Shows the choice and the targets on the board. An earlier board shows none. */
function decorate() {
  const { picture } = pictures;
  if (!picture.svg || !game.value) return;
  const active = document.activeElement;
  const wasOnBoard = host.contains(active);
  const isActing = wasOnBoard || active?.closest("#draft");
  if (isActing) isAwaited = isByKey;
  const now = chosen();
  if (!now) {
    // The chosen elements stay marked while the move is in transit.
    const sent = (isPlaying.value || isSpent.value) && pictures.drawn?.ply === game.value.ply ? choice.value : null;
    picture.offer(sent?.words ?? [], [], "");
  } else {
    const others = board.isKept ? now.next : offered.value.filter((word) => word !== last.value);
    // Look behind words that are not drawn, such as a verb, so that their successors can be touched
    // at once.
    if (!now.move) move.lookThrough(now.next.filter((word) => !picture.has(word)));
    // A move begins with all that can be touched: that to pass is there first would lead astray.
    if (now.before || !now.isAsked) {
      const at = stage();
      const misleads = (/** @type {SVGElement} */ element) => board.misleads?.(at, element) ?? false;
      picture.offer(now.words, others, now.next.length ? now.text : (now.before?.text ?? ""), now.beyond, misleads);
    }
  }
  picture.layer.replaceChildren();
  const it = stage();
  board.offered?.(it);
  batch(() => {
    // While a move is in transit, its sentence stays.
    if (!isPlaying.value) sentence.value = choice.value ? (board.sentence?.(it) ?? null) : null;
    staged.value = it;
    // The controls beside a board play like the board itself.
    const hasNothing = !picture.first && !board.isAside;
    isForWords.value = Boolean(it.now?.next.length && !it.now.move && !it.now.isAsked && hasNothing);
  });
  // The focused element may be gone. Focus the next target.
  if (isActing || active?.closest("#play-part")) setTimeout(() => refocus(active, wasOnBoard));
  else if (isAwaited && isByKey && picture.first && (active === document.body || active?.matches("#play-title, #state"))) {
    isAwaited = false;
    picture.first.focus();
  }
}

/** @param {any} active
 * @param {boolean} wasOnBoard */
function refocus(active, wasOnBoard) {
  const isGone = !active.isConnected || active.disabled || (wasOnBoard && !active.hasAttribute("tabindex"));
  const hasFocus = document.activeElement && document.activeElement !== document.body && document.activeElement !== active;
  if (!isGone || hasFocus) return;
  const to = (wasOnBoard && choice.value?.next.length && pictures.picture.first) || document.querySelector("#commit:not(:disabled)");
  const target = to || document.querySelector("#play-part[open] #moves button");
  if (target) /** @type {HTMLElement | SVGElement} */ (target).focus({ preventScroll: !isByKey });
  // Text alone moves nothing.
  else document.getElementById(isMyTurn.value ? "play-title" : "state")?.focus({ preventScroll: true });
}

/** Moves the focus to the first target or, without one, to the way back to it or to the text.
 * @param {Event} event */
function toMove(event) {
  event.preventDefault();
  (pictures.picture.first ?? document.querySelector("#to-now, #skip, #play-title"))?.focus();
}

/** Handles a touch on the board: a word, or null for one that is already chosen.
 * @param {string | null} word
 * @param {Event} event
 * @param {SVGElement} element
 * @returns {Promise<unknown> | undefined} which resolves when the choice is shown */
function pick(word, event, element) {
  if (move.isIdle) return undefined;
  if (board.touched?.(stage(), element, event)) return void move.taken();
  if (word !== null) return move.choose(word, event);
  if (move.touchChosen(event)) move.taken();
  else document.getElementById("commit")?.focus();
  return undefined;
}

// Display

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

function Page() {
  if (isMissing.value) {
    const text = me()
      ? t("There is no such game, or it is private and you are not invited.")
      : t("There is no such game, or it is private: sign in to see it.");
    return html`<h1 id="title">${t("A game")}</h1><p id="state" role="status">${text}</p><p><a class="act" href="/">${t("To the first page")}</a></p>`;
  }
  if (!game.value) return html`<h1 id="title">${t("A game")}</h1><p id="state" role="status">${t("Loading…")}</p><${TableSkeleton} />`;
  return html`
    <h1 id="title">${kindName.value}</h1>
    ${game.value.status === "running" && html`<${More} />`}
    <p id="state" class=${isMyTurn.value && !isPlayingBack.value ? "mine" : ""} role="status" tabindex="-1">${stands()}</p>
    ${!hasMoved.value && !hadTurns.value && html`<${Aim} />`}
    ${choice.value && html`<a id="jump" class="skip" href="#draft" onClick=${toMove}>${t("To your move")}</a>`}
    <div id="game" class=${`table${game.value.head ? "" : " empty"}${board.isAside ? " aside" : ""}`}>
      <div class="area-seats"><${Seats} board=${board} /><${End} board=${board} /></div>
      ${game.value.head && html`<div class="area-board"><${BoardPart} host=${host} board=${board} pictures=${pictures} /></div>`}
      <div class="area-acts">
        ${game.value.head && html`<${Controls} board=${board} isBeside=${true} />`}
        <${Bar} move=${move} board=${board} sentence=${sentence.value} next=${next.value} skip=${lookAtNow} />
        <${Drawer} move=${move} titleOf=${(/** @type {string} */ word) => pictures.picture.describe(word)} isNeeded=${isForWords.value} />
        ${me() && goesOn.value && html`<${Plans} board=${board} />`}
        ${mayJoin() && html`<${Joining} />`}
      </div>
      <div class="area-rest"><${Tabs} parts=${parts()} /></div>
    </div>
  `;
}

/** Whether seats are to be had: at a table that waits, or one that is offered to the reader. */
const mayJoin = () => game.value.status === "open" || game.value.seats.some((/** @type {any} */ seat) => isMe(seat.invited));

/** The tabs beside the board. */
function parts() {
  const look = (/** @type {number} */ ply) => {
    pictures.stop();
    pictures.look(ply);
  };
  const all = [];
  if (game.value.head) all.push({ id: "log", title: t("History"), show: () => html`<${Log} look=${look} />` });
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

function wire() {
  addEventListener("hashchange", () => {
    invitation.value = new URLSearchParams(location.hash.slice(1)).get("invitation") ?? invitation.value;
    news.hurry();
  });
  askWhoIsHere();
  host.addEventListener("click", () => isPlayingBack.value && lookAtNow());
  addEventListener("pointerdown", () => (isByKey = false), true);
  addEventListener("keydown", keyed, true);
  addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const isText = /** @type {Element} */ (event.target).closest?.(
      "input, textarea, select, pre, summary, dialog, [role=button], [role=tab]",
    );
    if (!step || isText || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !game.value?.head) return;
    event.preventDefault();
    pictures.stop();
    pictures.look((shown.value ?? game.value.ply) + step);
  });
  // The targets appear when the playback is over.
  effect(() => {
    if (!isPlayingBack.value) untracked(decorate);
  });
  effect(() => {
    document.title = game.value ? `${isMyTurn.value ? `● ${t("Your turn")} – ` : ""}${kindName.value} – Turnpike` : document.title;
  });
  let wasMine = true; // An arrival makes no sound.
  /** The ply at which it was the reader's turn last. A page that was offline sounds once for it. @type {number | null} */
  let heardAt = null;
  effect(() => {
    if (!game.value) return void (wasMine = true);
    if (isMyTurn.value && !wasMine && heardAt !== game.value.ply) sounds?.then((on) => on?.note());
    if (isMyTurn.value) heardAt = game.value.ply;
    wasMine = isMyTurn.value;
  });
  setInterval(() => {
    if (game.value?.pace && !document.hidden && game.value.status === "running") tick.value += 1;
  }, TICK);
}

/** @param {KeyboardEvent} event */
function keyed(event) {
  isByKey = true;
  if (!(/** @type {Element} */ (event.target).closest?.("#picture, #play-part, #draft"))) {
    // Do not bring back a player whose focus has moved elsewhere.
    isAwaited = false;
    return;
  }
  // A key that is held down chooses once.
  if (event.repeat && event.key === "Enter") event.preventDefault();
  if (event.key === "Escape" && !(/** @type {Element} */ (event.target).closest("#coach"))) move.undo();
}

account(() => {
  // Another pair of eyes sees another game.
  news.forget();
  isStale = true;
  shownFrom = null;
  batch(() => {
    game.value = null;
    setup.value = [];
    next.value = null;
  });
  forget();
  move.clear();
  pictures.clear();
  chat.forgetReader();
  news.hurry();
});
wire();
onReturn(() => {
  isStale = true;
  news.hurry();
});
render(html`<${Page} />`, /** @type {HTMLElement} */ (document.getElementById("app")));
news.hurry();
