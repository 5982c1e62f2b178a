// A game's page: the board, whose turn it is, moves to put together, what happened.
//
// The server tells when there is something new; while it cannot, the page asks again as long as others are to act. It fetches
// the rest only when the log has grown. The server tells what may be seen and played; no rules are in here.

import { call, makeAsPromised, me } from "./api.js";
import { Chat } from "./chat.js";
import { timeLeft } from "./clock.js";
import { boardOf } from "./boards/board.js";
import { Draft } from "./draft.js";
import { Live } from "./live.js";
import { Orders } from "./orders.js";
import { Picture } from "./picture.js";
import { facts, logLine, proof, saying, seatLine, verdict } from "./table.js";
import { $, BOTS, account, anything, ask, button, doing, el, fault, kinds, note, setText } from "./ui.js";
import { isFree, isJoinable, nameOf, refill, remember, remembered } from "./ui.js";
import { t } from "./say.js";
import { html, render } from "./view.js";

const [, , id, position] = location.pathname.split("/"); // Encoded already.

// Milliseconds until the next look: at people, at bots, and at most.
const PEOPLE = 5000;
const QUICK = 400;
const LATE = 60000;
const SOON = 1000;
const SELDOM = 300000;
// Milliseconds until the clocks are shown anew.
const TICK = 10000;

let invitation = new URLSearchParams(location.hash.slice(1)).get("invitation");
let game = null;
let kindName = "";
let entries = []; // The log as far as it is known, `entries[i].n` being `i + 1`.
let setup = [];
let pictures = new Map(); // Pictures by ply; "now" for the newest.
let texts = new Map(); // Text boards, likewise.
let shown = /^\d+$/.test(position ?? "") ? Number(position) : null; // The ply on the board; null for the newest.
let timer = null;
let failures = 0;
let quiet = 0; // Looks in a row that found nothing new.
let stale = true; // Whether log, board and moves are still to be fetched.
let turn = 0; // Counts reloads, so that late answers to old ones are dropped.
let eyes = 0; // Counts viewers, so that nobody is shown what was fetched for another.
let board = {}; // What the kind has for its board.
let drawn = null; // What the picture shows: `{ply, entry, isPast}`.
let byKey = false; // Whether the last thing that was pressed is a key.

const over = () => game.status === "finished";
const nameAt = (seat) => nameOf(game.seats[seat]);
const seated = () => game.seat !== null;
const goesOn = () => game.status === "running" && !game.paused_at;
const myTurn = () => goesOn() && seated() && game.to_act.includes(game.seat);

const chat = new Chat(id);
const orders = new Orders(id);
const live = new Live(heard, () => {
  chat.isTold = live.isOn;
  chat.hurry();
  // What happened in between is looked for once.
  if (game) hurry();
});
const picture = new Picture($("picture"), pick);
const draft = new Draft(
  (text) => call("GET", `/v1/games/${id}/legal/branch?text=${encodeURIComponent(text)}`),
  showDraft,
  lost,
);

// Asking

let isLoading = false;
let isDue = false; // Whether there is more news than the look that is under way may see.

async function load() {
  const mine = (turn += 1);
  clearTimeout(timer);
  isLoading = true;
  isDue = false;
  try {
    const query = invitation ? `invitation=${encodeURIComponent(invitation)}` : "";
    const next = await call("GET", `/v1/games/${id}?${query}`);
    if (mine !== turn) return;
    await take(next, mine);
    if (lostIn !== mine) {
      if (failures) fault(null);
      failures = 0;
    }
    if (mine === turn) listen();
  } catch (problem) {
    if (mine !== turn) return;
    failures += 1;
    if (problem.code === "not-found") {
      isLoading = false;
      return missing();
    }
    // A hiccup while polling is not worth a word; a lasting one is.
    if (!game || failures > 2) fault(problem);
  }
  if (mine !== turn) return;
  isLoading = false;
  if (isDue) return load();
  wait();
}

/** Follows what the reader may: all games of theirs, or this one as one who looks on. */
function listen() {
  if (game.status === "cancelled") return live.end();
  live.nudge();
  if (me() && (seated() || game.invited)) live.own();
  // A browser has few connections to a server: who looks on needs none while looking elsewhere.
  else if (document.hidden) live.end();
  else live.game(id);
}

let saidUpTo = null;

/** What a stream tells: of a game that is another than the one on the page, the page asks for the rest. */
function heard({ event, data }) {
  if (!game || event === "games") return;
  if (event === "said") return chat.hurry();
  if (event === "game" && data.id !== game.id) return;
  if (data.said) {
    const said = JSON.stringify(data.said);
    if (saidUpTo !== said) chat.hurry();
    saidUpTo = said;
  }
  const stands = (it) => [it.ply, it.status, it.rematch, Boolean(it.paused ?? it.paused_at)].join();
  const sits = (seat) => [seat.player, seat.bot, seat.kept].join();
  const seats = (it) => it.seats?.map(sits).join(";");
  const isKnown = event === "game" && stands({ ...game, ...data }) === stands(game);
  if (isKnown && !(data.seats && seats(data) !== seats(game))) return;
  // A look that is under way is not begun again: news that come all the time would leave nothing to see.
  if (isLoading) isDue = true;
  else hurry();
}

/** Looks at once, and then as often as after any news. */
function hurry() {
  quiet = 0;
  return load();
}

/** Looks again in a while: soon after news and where bots are to act, ever later when nothing
 * happens, never while nobody looks at the page or waits for anybody. */
function wait() {
  clearTimeout(timer);
  if (document.hidden && !(failures && live.isOn)) return; // Coming back is a look.
  if (live.isOn && !failures) {
    // The server tells; of clocks, such as that of somebody who goes on holiday, it does not.
    if (game.pace && game.status === "running") timer = setTimeout(load, SELDOM);
    return;
  }
  let first = failures && live.isOn ? SOON : PEOPLE;
  if (!failures) {
    const others = game.status === "running" ? game.to_act.filter((seat) => seat !== game.seat) : [];
    if (game.status !== "open" && !others.length && !game.paused_at) return;
    if (goesOn() && others.some((seat) => game.seats[seat].bot)) first = QUICK;
  }
  timer = setTimeout(load, Math.min(first * 1.5 ** (failures || quiet), LATE));
  quiet += 1;
}

/** Puts what the server said on the page, and fetches what that makes necessary. */
async function take(next, mine = turn) {
  const before = game;
  game = next;
  if (!kindName) board = await boardOf(game.kind);
  if (!kindName) kindName = (await kinds()).find((kind) => kind.id === game.kind)?.name ?? game.kind;
  $("guide").href = `/how-to-play/${encodeURIComponent(game.kind)}`;
  $("rules").href = `/rules/${encodeURIComponent(game.kind)}`;
  const grown = before?.ply !== game.ply || before?.head !== game.head;
  const changed = before?.status !== game.status || before?.seat !== game.seat;
  const stopped = before?.paused_at !== game.paused_at;
  // Who else may see more now than before: everybody, once the game is over.
  if (before && changed) forget();
  if (grown || changed || stopped || before?.changed_at !== game.changed_at) quiet = 0;
  stale ||= grown || changed || stopped;
  const moved = stale;
  if (moved && game.head) await Promise.all([readLog(mine), readBoard(mine)]);
  if (mine !== turn) return;
  // Words first: they and the board then change in one go.
  if (moved) await (myTurn() ? draft.renew(game.seq) : draft.clear());
  if (mine !== turn) return;
  stale = lostIn === turn;
  show(moved);
}

/** What was fetched for other eyes. */
function forget() {
  eyes += 1;
  entries = [];
  pictures.clear();
  texts.clear();
}

async function readLog(mine) {
  // What lay sealed may be open by now: it is read again.
  const sealed = entries.findIndex((entry) => entry.sealed);
  let known = sealed < 0 ? entries.length : sealed;
  while (!known || known < game.ply) {
    const since = known ? `since=${known}` : "";
    const page = await call("GET", `/v1/games/${id}/log?${since}`);
    if (mine !== turn) return;
    if (!known) setup = page.setup;
    entries = entries.slice(0, known).concat(page.entries);
    if (!page.entries.length) return;
    known = entries.length;
  }
}

async function readBoard(mine) {
  const svg = await fetchPicture("");
  if (mine !== turn) return;
  pictures.set("now", svg);
  texts.delete("now");
}

/** The reload in which a branch could not be had. */
let lostIn = -1;

/** A branch could not be had. */
function lost(problem) {
  stale = true;
  lostIn = turn;
  // The move was made meanwhile: by the server, as there was no choice, or in another tab.
  if (problem.code === "illegal-move") return hurry();
  fault(problem);
  failures += 1;
  wait();
}

function missing() {
  setText(
    $("state"),
    me()
      ? t("There is no such game, or it is private and you are not invited.")
      : t("There is no such game, or it is private: sign in to see it."),
  );
  $("game").hidden = true;
  $("account").open = true;
}

// Showing

function sentence() {
  const acting = game.to_act.map(nameAt).join(", ");
  switch (game.status) {
    case "open": {
      if (!isJoinable(game)) return t("This game never began: its deal is closed, and nobody takes a seat on it any more.");
      const taken = game.seats.filter((seat) => seat.player || seat.bot).length;
      return t("Waiting for players: {taken} of {all} seats are taken.", { taken, all: game.seats.length });
    }
    case "running":
      if (!goesOn()) {
        return t("The game stands still: the operator of this server has stopped it for a while. Nobody can move, and no clock runs.");
      }
      if (myTurn()) {
        const left = timeLeft(game.seats[game.seat].clock);
        const turn = t(game.to_act.length > 1 ? "It is your turn (others act at the same time)" : "It is your turn");
        return left ? t("{turn}: {left}.", { turn, left }) : `${turn}.`;
      }
      return t(game.to_act.length > 1 ? "{names} are to act." : "{names} is to act.", { names: acting });
    case "finished":
      return `${t("The game is over.")} ${verdict(game)}`;
    default:
      return t("This game was cancelled.");
  }
}

function show(moved) {
  const names = game.seats.filter((seat) => seat.player || seat.bot).map(nameOf);
  setText($("title"), `${kindName}${names.length > 1 ? ` – ${names.join(", ")}` : ""}`);
  setText($("state"), sentence());
  $("state").classList.toggle("mine", myTurn());
  document.title = `${myTurn() ? `● ${t("Your turn")} – ` : ""}${kindName} – Turnpike`;
  $("game").hidden = false;
  showJoin();
  showSeats();
  refill($("facts"), facts(game));
  refill($("proof"), proof(game));
  chat.show(game);
  orders.show(game);
  $("export").hidden = !game.head;
  if (!moved) return;
  $("board-part").hidden = $("moment-part").hidden = !game.head;
  showLog();
  look(shown ?? game.ply);
}

// The board, now and earlier

/** Looks at the board after so many entries. */
function look(ply) {
  if (!game.head) return;
  const wanted = Math.max(0, Math.min(game.ply, ply));
  shown = wanted >= game.ply ? null : wanted;
  clearTimeout(addressing);
  addressing = setTimeout(showAddress, 300);
  const [slider, entry] = [$("ply"), entries[wanted - 1]];
  slider.max = game.ply;
  slider.value = wanted;
  const what = entry ? `: ${nameAt(entry.seat)}, ${saying(entry)}` : `: ${t("The beginning")}`;
  slider.setAttribute("aria-valuetext", t("{n} of {all}", { n: wanted, all: game.ply }) + what);
  $("ply-first").disabled = $("ply-back").disabled = !wanted;
  $("ply-on").disabled = $("ply-now").disabled = shown === null;
  setText($("board-title"), shown === null ? t("Board") : t("Entry {n} of {all}", { n: wanted, all: game.ply }));
  showMoment(wanted, entry);
  mark($("log"));
  showPicture();
  showText();
}

let addressing = null;

/** The address is that of what is looked at, to be kept or passed on. Browsers do not let it change too often. */
function showAddress() {
  const address = `/games/${id}${shown === null ? "" : `/${shown}`}`;
  if (location.pathname !== address) history.replaceState(null, "", address + location.hash);
}

/** Shows in the log which entry's board is looked at. */
function mark(log) {
  for (const line of log.children) {
    const current = shown === line.value;
    line.classList.toggle("current", current);
    if (current) log.scrollTop = line.offsetTop - log.clientHeight / 2;
  }
}

/** What the entry that led to the board says, and what came of it. */
function showMoment(ply, entry) {
  const head = entry ? `${ply}. ${nameAt(entry.seat)}: ${saying(entry)}` : t("The beginning");
  const events = (entry?.events ?? setup).map((event) => el("p", {}, event.text));
  refill($("moment"), [el("p", { className: "by" }, head), ...events]);
}

/** The board that is looked at, as `known` or as fetched; what the reader turned to meanwhile goes
 * before. */
async function pictureOf(known, fetched) {
  for (;;) {
    const ply = shown ?? "now";
    if (known.has(ply)) return known.get(ply);
    const [viewer, look] = [eyes, turn];
    const board = await fetched(ply === "now" ? "" : `ply=${ply}`);
    if (viewer === eyes && (ply !== "now" || look === turn)) known.set(ply, board);
  }
}

/** A telephone upright. */
const narrow = matchMedia("(max-width: 34rem)");

const fetchPicture = (query) =>
  call("GET", `/v1/games/${id}/board.svg?layout=${narrow.matches ? "narrow" : "wide"}&${query}`, undefined, "text");

const fetchText = (query) => call("GET", `/v1/games/${id}/board.txt?${query}`, undefined, "text");

let drawing = false;

/** One picture is asked for at a time: of those that the slider passes meanwhile, only the last. */
async function showPicture() {
  if (drawing) return;
  drawing = true;
  try {
    const before = { ...drawn, svg: picture.svg };
    picture.show(await pictureOf(pictures, fetchPicture));
    const ply = shown ?? game.ply;
    drawn = { ply, entry: entries[ply - 1] ?? null, isPast: shown !== null };
    if (picture.svg !== before.svg) {
      board.shown?.(stage());
      if (before.svg && before.ply === ply - 1) board.played?.(stage(), before.svg);
    }
    $("board-part").classList.toggle("past", shown !== null);
    showDraft();
    fit();
  } catch (problem) {
    // Without a picture there are still words.
    if (problem.status === undefined) $("in-text").open = true;
    else fault(problem);
  } finally {
    drawing = false;
  }
}

async function showText() {
  if (!$("in-text").open || !game?.head) return;
  try {
    const text = await pictureOf(texts, fetchText);
    const widest = Math.max(20, ...text.split("\n").map((line) => [...line].length));
    $("board").style.setProperty("--columns", widest);
    setText($("board"), text.trimEnd());
  } catch (problem) {
    fault(problem);
  }
}

/** Where the page is much narrower than the picture, it may be shown in its own size. */
function fit() {
  const frame = $("picture");
  const narrow = frame.clientWidth && picture.width > 1.1 * frame.clientWidth;
  $("enlarge").hidden = !narrow;
  frame.style.setProperty("--width", `${picture.width}px`);
}

// The move

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** What the module of the kind may look at and do. */
function stage() {
  return {
    svg: picture.svg,
    layer: picture.layer,
    game,
    view: drawn?.isPast ? null : (game.view ?? null),
    entry: drawn?.entry ?? null,
    isPast: Boolean(drawn?.isPast),
    isNarrow: narrow.matches,
    isStill: still.matches,
    now: drawn?.isPast || isPlaying || draft.isSpent ? null : draft.now,
    titleOf: (word) => picture.describe(word),
    choose: (words, event = new Event("choose")) => choose(words, event),
    ask: (text) => draft.ask(text),
    undo: () => draft.undo(),
    restart: () => draft.restart(),
    commit: () => commit($("commit")),
    renew: decorate,
  };
}

/** Lets the module of the kind show what is chosen and can be. */
function decorate() {
  if (!picture.svg) return;
  picture.layer.replaceChildren();
  board.offered?.(stage());
  render(board.Controls ? html`<${board.Controls} stage=${stage()} />` : null, $("controls"));
}

/** What was clicked on the board: a word, or null for one that is chosen already. */
function pick(word, event, element) {
  if (shown !== null || isPlaying || draft.isSpent) return;
  if (board.touched?.(stage(), element, event)) return;
  if (word !== null) return choose(word, event);
  // What was chosen by itself, since there is nothing else, is played by touching it.
  if (!draft.now?.before && playsAtOnce() && !(event.detail > 1 && Date.now() - playedAt < 1000)) return playChosen();
  $("commit").focus();
}

/** Whether what is chosen now was chosen from what was `seen`, or in place of the last choice there: the position is the same. */
function stemsFrom(seen) {
  for (let it = draft.now; it; it = it.before) if (it === seen || (seen?.before && it === seen.before)) return true;
  return false;
}

/** Whether what is chosen is played without being asked about: it leaves nothing to add and ends nothing, could not have been
 * played before the last choice, and its reader does not want to be asked. */
function playsAtOnce() {
  const { now } = draft;
  const isWhole = now?.move && !draft.isSpent && !now.next.length && !now.before?.move;
  return isWhole && !$("ask-always").checked && !now.words.some((word) => (board.risky ?? FINAL).includes(word));
}

function playChosen() {
  playedAt = Date.now();
  return commit($("commit"));
}

/** Words that end something for good: they are asked about. */
const FINAL = ["done", "restart", "decline", "out", "pass"];

/** Counts what is chosen and taken back: what was chosen before decides nothing any more. */
let choices = 0;

/** When a key last chose something: two at once are one. */
let keyedAt = 0;

/** When a move was last played by the choice that completed it. */
let playedAt = 0;

/** Whether a move is on its way, and what came of it not on the page yet: nothing is chosen meanwhile. */
let isPlaying = false;

/** Words that were chosen. The same by a double click is meant once. */
async function choose(words, event) {
  if (isPlaying) return;
  // Whoever looks at the past sees first what there is now.
  if (shown !== null) return look(game.ply);
  if (event.type === "keydown" && Date.now() - keyedAt < 200) return;
  if (event.type === "keydown") keyedAt = Date.now();
  const all = words.split(" ");
  const [mine, seen] = [(choices += 1), draft.now];
  if (event.detail > 1 && (draft.now?.words.at(-1) === all.at(-1) || Date.now() - playedAt < 1000)) return;
  fault(null);
  for (const word of all) await draft.choose(word, word === all[0] ? draft.now : null);
  // Words that came by themselves behind what was chosen are to be seen first.
  const isOwn = draft.now?.words.at(-1) === all.at(-1) && stemsFrom(seen);
  if (mine === choices && isOwn && playsAtOnce()) await playChosen();
}

/** Plays what is chosen. */
async function commit(button) {
  if (shown !== null) return look(game.ply);
  if (!draft.now?.move || draft.isSpent || isPlaying) return;
  const { move, seq } = draft.now;
  isPlaying = true;
  $("draft").setAttribute("aria-busy", "true");
  offer();
  try {
    await doing(button, () => play(move, seq));
  } finally {
    isPlaying = false;
    $("draft").removeAttribute("aria-busy");
    showDraft();
  }
}

/** Shows on the board what is chosen and what can be; on a board of the past nothing. */
function offer() {
  const now = shown === null && !isPlaying && !draft.isSpent ? draft.now : null;
  if (!now) return picture.offer([], [], "");
  const others = draft.offered.filter((word) => word !== draft.last);
  // What is not drawn, such as a verb, is looked through: what stands behind it can be touched at once.
  if (!now.move) draft.lookThrough(now.next.filter((word) => !picture.has(word)));
  picture.offer(now.words, others, now.next.length ? now.text : (now.before?.text ?? ""), now.beyond);
}

function showDraft() {
  const { now } = draft;
  const active = document.activeElement;
  const onBoard = $("picture").contains(active);
  const choosing = onBoard || $("moves").contains(active) || $("draft").contains(active);
  $("draft").hidden = $("play-part").hidden = $("jump").hidden = !now;
  offer();
  decorate();
  if (!now) return;
  const sentence = board.sentence?.(stage()) ?? null;
  setText($("words"), sentence ?? (now.text ? `: ${now.text}${now.move ? "" : " …"}` : ""));
  setText($("commit"), now.move && sentence === null ? t("Play “{move}”", { move: now.text }) : t("Play"));
  $("commit").disabled = !now.move || draft.isSpent;
  $("undo").disabled = !now.before;
  $("restart").hidden = !now.before?.before;
  showWords(now);
  const gone = !active.isConnected || active.disabled || (onBoard && !active.hasAttribute("tabindex"));
  if (!choosing || !gone) return;
  // What had the focus is gone: on to what comes next.
  const first = (onBoard && picture.first) || $("moves").querySelector("button");
  (now.next.length ? first : $("commit")).focus({ preventScroll: !byKey });
}

/** The words to choose from as buttons; they are on the board too, as far as it shows them. */
function showWords(now) {
  const word = (text) => {
    const props = { type: "button", "data-word": text, title: picture.describe(text) || null };
    return el("button", { ...props, "aria-pressed": text === draft.last && "true" }, text);
  };
  refill($("moves"), draft.offered.map((text) => el("li", {}, word(text))));
  let hint = t(picture.first ? "Choose on the board, or here:" : "Choose:");
  if (!draft.offered.length) hint = now.move ? "" : t("No moves are listed: write yours.");
  else if (now.move) hint = t(now.next.length ? "Play it as it is, or go on:" : "Play it, or choose another:");
  $("moves-hint").hidden = !hint;
  setText($("moves-hint"), hint);
}

// The table

function showLog() {
  $("log-part").hidden = !game.head;
  const log = $("log");
  // What is on the page already stays, so that only news are read out.
  const have = new Map([...log.children].map((line) => [line.dataset.key, line]));
  const lines = [...entries].reverse().map((entry) => {
    const key = `${entry.n} ${entry.sealed} ${entry.events.length}`;
    return have.get(key) ?? logLine(game, entry, key);
  });
  if (setup.length) {
    const key = `setup ${setup.length}`;
    const line = have.get(key) ?? el("li", { value: 0 }, ...setup.map((event) => el("p", {}, event.text)));
    line.dataset.key = key;
    lines.push(line);
  }
  const same = lines.length === log.children.length && lines.every((line, i) => line === log.children[i]);
  if (!same) {
    for (const line of log.children) if (!lines.includes(line)) line.remove();
    lines.forEach((line, i) => log.children[i] !== line && log.insertBefore(line, log.children[i] ?? null));
  }
  // Told aloud from the second time on; the whole history at once would be a torrent.
  if (!log.hasAttribute("aria-live")) setTimeout(() => log.setAttribute("aria-live", "polite"), 500);
}

function showJoin() {
  const free = game.seats.some(isFree);
  const open = isJoinable(game) && !seated();
  $("join-part").hidden = !open;
  setText($("account-title"), t("Sign in or sign up"));
  if (!open) return;
  const welcome = free || game.invited || invitation;
  const invited = game.invited || invitation;
  let text = t(invited ? "You are invited: a seat is kept for you." : "A seat is free.");
  if (!welcome) text = t("All seats are taken or kept for others.");
  setText($("join-text"), text);
  $("join").hidden = !welcome || !me();
  $("decline").hidden = !game.invited;
  if (!welcome || me()) return;
  $("join-part").hidden = true;
  setText($("account-title"), `${text} ${t("Sign in or sign up to take it.")}`);
  if (!$("account").dataset.offered) $("account").open = true;
  $("account").dataset.offered = "yes";
}

function showSeats() {
  const mayFree = (seat) => game.status === "open" && game.creator && seat.seat !== game.seat && !isFree(seat);
  const lines = game.seats.map((seat) => {
    const free = mayFree(seat) && button(t("Free this seat"), () => freeSeat(seat), "quiet");
    if (free) free.setAttribute("aria-label", t("Free seat {seat}", seat));
    return seatLine(game, seat, free);
  });
  refill($("seats"), lines);
  $("invite").hidden = !(isJoinable(game) && game.creator && game.seats.some(isFree));
  const deeds = [];
  if (game.status === "open" && game.creator) deeds.push(button(t("Cancel the game"), cancel, "danger"));
  if (game.status === "open" && seated() && !game.creator) deeds.push(button(t("Give my seat back"), leaveSeat, "danger"));
  const left = entries.some((entry) => entry.kind === "leave" && entry.seat === game.seat);
  if (game.status === "running" && seated() && !left) {
    deeds.push(button(t("Leave the game…"), resign, "danger"));
  }
  if (game.rematch) deeds.push(el("a", { href: `/games/${game.rematch}` }, t("To the rematch")));
  else if (over() && seated()) deeds.push(button(t("Propose a rematch"), rematch));
  if (game.rematch_of) deeds.push(el("a", { href: `/games/${game.rematch_of}` }, t("The game before")));
  refill($("deeds"), deeds);
}

// Doing

async function play(move, seq = game.seq) {
  try {
    await playOnce(move, seq);
    // The stream may have been quicker than the answer.
    if (draft.now?.seq === seq) draft.spend();
    stale = true;
    $("move").value = "";
  } catch (problem) {
    if (["stale", "not-your-turn", "paused"].includes(problem.code)) {
      stale = true;
      await hurry();
    }
    throw problem;
  }
  shown = null;
  await hurry();
  // The button that was pressed is gone.
  (myTurn() ? $("play-title") : $("state")).focus({ preventScroll: true });
}

/** The same number and move again get the same answer, so a lost answer may be asked for again. */
async function playOnce(move, seq) {
  const body = { seq, moves: [move] };
  try {
    return await call("POST", `/v1/games/${id}/moves`, body);
  } catch (problem) {
    if (problem.status !== 503 && problem.status !== 0) throw problem;
    await new Promise((resolve) => setTimeout(resolve, 1000));
    return call("POST", `/v1/games/${id}/moves`, body);
  }
}

async function resign() {
  const rest = t(game.seats.length > 1 ? "The others go on without you." : "The game ends here.");
  if (!(await ask(t("Leave this game for good? {rest} You cannot come back.", { rest }), t("Yes, leave")))) return;
  await play({ type: "leave" });
}

async function join() {
  const body = { entropy: $("entropy").value.trim() };
  if (invitation) body.invitation = invitation;
  await call("POST", `/v1/games/${id}/seats`, body);
  forgetInvitation();
  await hurry();
  $("state").focus();
}

/** The secret is used up: it need not stay in the address bar and the history. */
function forgetInvitation() {
  invitation = null;
  history.replaceState(null, "", location.pathname);
}

async function leaveSeat() {
  if (!(await ask(t("Give your seat back?"), t("Yes, give it back")))) return;
  await call("DELETE", `/v1/games/${id}/seats/me`);
  await hurry();
}

async function decline() {
  if (!(await ask(t("Decline the invitation?"), t("Yes, decline")))) return;
  await call("DELETE", `/v1/games/${id}/seats/me`);
  forgetInvitation();
  await hurry();
}

async function freeSeat(seat) {
  const who = seat.player || seat.bot ? nameOf(seat) : (seat.invited ?? seat.invited_email);
  if (!(await ask(t("Free the seat of {who}?", { who }), t("Yes, free it")))) return;
  await call("DELETE", `/v1/games/${id}/seats/${seat.seat}`);
  await hurry();
}

async function cancel() {
  if (!(await ask(t("Cancel this game? The others are told."), t("Yes, cancel it")))) return;
  await call("DELETE", `/v1/games/${id}`);
  await hurry();
}

async function invite() {
  const guest = $("guest").value.trim();
  const body = guest.includes("@") ? { email: guest } : { player: guest };
  await call("POST", `/v1/games/${id}/invitations`, body);
  $("guest").value = "";
  note(t("A seat is kept for {guest}, who is told by mail.", { guest }));
  await hurry();
}

async function seatBot(bot) {
  await call("POST", `/v1/games/${id}/invitations`, { bot });
  await hurry();
}

async function rematch() {
  const made = await makeAsPromised("POST", `/v1/games/${id}/rematch`, { entropy: anything() });
  location.assign(`/games/${made.id}`);
}

async function exportHistory() {
  const record = await call("GET", `/v1/games/${id}/export`, undefined, "text");
  const file = new Blob([record], { type: "application/json" });
  const link = el("a", { href: URL.createObjectURL(file), download: `${id}.json` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

function wire() {
  const form = (name, deed) =>
    $(name).addEventListener("submit", (event) => {
      event.preventDefault();
      doing(event.submitter, deed);
    });
  form("play", () => {
    const text = $("move").value.trim();
    if (text) return play({ text });
    $("move").focus();
  });
  form("join", join);
  form("invite", invite);
  $("decline").addEventListener("click", (event) => doing(event.currentTarget, decline));
  $("export").addEventListener("click", (event) => doing(event.currentTarget, exportHistory));
  for (const bot of BOTS) {
    $(`seat-${bot}`).addEventListener("click", (event) => doing(event.currentTarget, () => seatBot(bot)));
  }
  wireBoard();
  wireDraft();
  narrow.addEventListener("change", () => {
    pictures.clear();
    if (game?.head) showPicture();
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) return hurry();
    clearTimeout(timer);
    if (game) listen();
  });
  addEventListener("online", () => {
    chat.hurry();
    return hurry();
  });
  addEventListener("hashchange", () => {
    invitation = new URLSearchParams(location.hash.slice(1)).get("invitation") ?? invitation;
    hurry();
  });
}

function wireBoard() {
  const steps = {
    "ply-first": () => 0,
    "ply-back": (ply) => ply - 1,
    "ply-on": (ply) => ply + 1,
    "ply-now": () => game.ply,
  };
  for (const [name, step] of Object.entries(steps)) {
    $(name).addEventListener("click", () => look(step(shown ?? game.ply)));
  }
  $("ply").addEventListener("input", () => look(Number($("ply").value)));
  addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const isText = event.target.closest?.("input, textarea, select, pre, [role=button]");
    if (!step || isText || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !game?.head) return;
    event.preventDefault();
    look((shown ?? game.ply) + step);
  });
  $("log").addEventListener("click", (event) => {
    const line = event.target.closest("li");
    if (line && !String(getSelection())) look(line.value);
  });
  $("in-text").addEventListener("toggle", showText);
  $("enlarge").addEventListener("click", () => {
    const large = $("picture").classList.toggle("large");
    $("enlarge").setAttribute("aria-pressed", large);
  });
  new ResizeObserver(fit).observe($("picture"));
}

function wireDraft() {
  $("moves").addEventListener("click", (event) => {
    const chosen = event.target.closest("button");
    if (chosen) choose(chosen.dataset.word, event);
  });
  const takeBack = (deed) => () => {
    choices += 1;
    return deed();
  };
  const undo = takeBack(() => draft.undo());
  $("undo").addEventListener("click", undo);
  $("restart").addEventListener("click", takeBack(() => draft.restart()));
  $("commit").addEventListener("click", (event) => {
    // The second half of a double click would play what comes after.
    if (event.detail > 1) return;
    commit(event.currentTarget);
  });
  $("ask-always").checked = remembered("turnpike.ask") === "always";
  $("ask-always").addEventListener("change", () => remember("turnpike.ask", $("ask-always").checked ? "always" : null));
  const places = ["picture", "moves", "draft"].map($);
  addEventListener("pointerdown", () => (byKey = false), true);
  addEventListener(
    "keydown",
    (event) => {
      byKey = true;
      if (!places.some((place) => place.contains(event.target))) return;
      // A key that is held down chooses once.
      if (event.repeat && event.key === "Enter") event.preventDefault();
      if (event.key === "Escape") undo();
    },
    true,
  );
}

$("entropy").value = anything();
account(() => {
  // Another pair of eyes sees another game.
  saidUpTo = null;
  game = null;
  live.end();
  setup = [];
  forget();
  stale = true;
  draft.clear();
  picture.clear();
  chat.forgetReader();
  $("log").replaceChildren();
  hurry();
});
wire();
load();
setInterval(() => {
  if (!game?.pace || document.hidden || game.status !== "running") return;
  // Not the sentence: it would be read out each time.
  showSeats();
}, TICK);
