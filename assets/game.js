// A game's page: the board, whose turn it is, moves to choose from, what happened.
//
// It asks again every few seconds while others are to act, and fetches the rest only when the
// log has grown. The server tells what may be seen and played; no rules are in here.

import { call, me } from "./api.js";
import { $, account, anything, ask, button, doing, el, fault, kinds, note, setText, time, words } from "./ui.js";

const id = location.pathname.split("/")[2]; // Encoded already.
const MOST_BUTTONS = 80;

let invitation = new URLSearchParams(location.hash.slice(1)).get("invitation");
let game = null;
let legal = null;
let kindName = "";
let entries = []; // The log as far as it is known, `entries[i].n` being `i + 1`.
let setup = [];
let boards = new Map(); // Text boards by ply.
let shown = null; // The ply on the board; null for the newest.
let timer = null;
let failures = 0;
let stale = true; // Whether log, board and moves are still to be fetched.
let turn = 0; // Counts reloads, so that late answers to old ones are dropped.

const over = () => game.status === "finished";
const nameOf = (seat) => game.seats[seat]?.player ?? `seat ${seat}`;
const seated = () => game.seat !== null;
const myTurn = () => game.status === "running" && seated() && game.to_act.includes(game.seat);

// Asking

async function load() {
  const mine = (turn += 1);
  clearTimeout(timer);
  try {
    const query = invitation ? `invitation=${encodeURIComponent(invitation)}` : "";
    const next = await call("GET", `/v1/games/${id}?${query}`);
    if (mine !== turn) return;
    await take(next, mine);
    failures = 0;
  } catch (problem) {
    if (mine !== turn) return;
    failures += 1;
    if (problem.code === "not-found") return missing();
    // A hiccup while polling is not worth a word; a lasting one is.
    if (!game || failures > 2) fault(problem);
  }
  if (mine === turn) timer = setTimeout(load, pause());
}

/** Milliseconds until the next look. */
function pause() {
  const eager = game && (game.status === "open" || (game.status === "running" && !myTurn()));
  const base = document.hidden ? 30000 : eager ? 3000 : 20000;
  return base * Math.min(2 ** failures, 10);
}

/** Puts what the server said on the page, and fetches what that makes necessary. */
async function take(next, mine = turn) {
  const before = game;
  game = next;
  if (!kindName) kindName = (await kinds()).find((kind) => kind.id === game.kind)?.name ?? game.kind;
  const grown = before?.ply !== game.ply || before?.head !== game.head;
  const moved = stale || grown || before?.status !== game.status || before?.seat !== game.seat;
  // Who else may see more now than before: everybody, once the game is over.
  if (before && (before.status !== game.status || before.seat !== game.seat)) {
    entries = [];
    boards.clear();
  }
  stale ||= moved;
  if (moved && game.head) await Promise.all([readLog(mine), readLegal(mine), readBoard(mine)]);
  if (mine !== turn) return;
  stale = false;
  show(moved);
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

async function readLegal(mine) {
  const found = myTurn() ? await call("GET", `/v1/games/${id}/legal`) : null;
  if (mine === turn) legal = found;
}

async function readBoard(mine) {
  const ply = game.ply;
  const text = await call("GET", `/v1/games/${id}/board.txt`);
  // The game may have gone on meanwhile: this is the newest board, whichever number it has.
  if (mine === turn) boards.set("now", { ply, text });
}

function missing() {
  setText(
    $("state"),
    me()
      ? "There is no such game, or it is private and you are not invited."
      : "There is no such game, or it is private: sign in to see it.",
  );
  $("game").hidden = true;
  $("account").open = true;
}

// Showing

function sentence() {
  const acting = game.to_act.map(nameOf).join(", ");
  switch (game.status) {
    case "open": {
      const taken = game.seats.filter((seat) => seat.player).length;
      return `Waiting for players: ${taken} of ${game.seats.length} seats are taken.`;
    }
    case "running":
      if (!myTurn()) return `${acting} ${game.to_act.length > 1 ? "are" : "is"} to act.`;
      return game.to_act.length > 1 ? "It is your turn (others act at the same time)." : "It is your turn.";
    case "finished":
      return `The game is over. ${verdict()}`;
    default:
      return "This game was cancelled.";
  }
}

function verdict() {
  const standings = game.result?.standings ?? [];
  if (standings.length === 1) {
    const [only] = standings;
    return `${only.left ? "Given up. " : ""}Score ${only.score}${only.note ? `: ${only.note}` : ""}.`;
  }
  const first = standings.filter((one) => one.rank === 1).map((one) => nameOf(one.seat));
  return first.length > 1 ? `${first.join(" and ")} share the win.` : `${first[0]} wins.`;
}

function show(moved) {
  const names = game.seats.map((seat) => seat.player).filter(Boolean);
  setText($("title"), `${kindName}${names.length > 1 ? `: ${names.join(" – ")}` : ""}`);
  setText($("state"), sentence());
  $("state").classList.toggle("mine", myTurn());
  document.title = `${myTurn() ? "● Your turn – " : ""}${kindName} – Turnpike`;
  $("game").hidden = false;
  showJoin();
  showSeats();
  showFacts();
  if (!moved) return;
  showSlider();
  showBoard();
  showMoves();
  showLog();
}

function showSlider() {
  const slider = $("ply");
  slider.max = game.ply;
  if (shown === null || shown >= game.ply) {
    shown = null;
    slider.value = game.ply;
    slider.setAttribute("aria-valuetext", `now, after entry ${game.ply}`);
  }
}

async function showBoard() {
  $("board-part").hidden = !game.head;
  if (!game.head) return;
  const ply = shown;
  let text = ply === null ? boards.get("now")?.text : boards.get(ply);
  if (text === undefined) {
    try {
      text = await call("GET", `/v1/games/${id}/board.txt?ply=${ply}`);
    } catch (problem) {
      return fault(problem);
    }
    boards.set(ply, text);
    if (ply !== shown) return; // The slider has gone on.
  }
  const board = $("board");
  const widest = Math.max(20, ...text.split("\n").map((line) => [...line].length));
  board.style.setProperty("--columns", widest);
  setText(board, text.trimEnd());
  $("past").hidden = ply === null;
  const entry = entries[ply - 1];
  const what = entry ? `: ${nameOf(entry.seat)}, ${entry.text ?? (entry.kind === "leave" ? "left" : "sealed")}` : "";
  setText($("past"), ply === null ? "" : `The board after entry ${ply} of ${game.ply}${what}.`);
}

function look(ply) {
  const wanted = Math.max(0, Math.min(game.ply, ply));
  shown = wanted >= game.ply ? null : wanted;
  $("ply").value = wanted;
  $("ply").setAttribute("aria-valuetext", `after entry ${wanted} of ${game.ply}`);
  showBoard();
}

function showMoves() {
  $("play-part").hidden = $("jump").hidden = !myTurn();
  const list = $("moves");
  const texts = myTurn() ? (legal?.texts ?? []) : [];
  const typed = $("move").value.trim().toLowerCase();
  const fitting = texts.filter((text) => text.toLowerCase().includes(typed));
  const chosen = (fitting.length ? fitting : texts).slice(0, MOST_BUTTONS);
  list.replaceChildren(...chosen.map((text) => el("li", {}, button(text, () => play({ text })))));
  const hidden = (fitting.length ? fitting : texts).length - chosen.length;
  const more = [];
  if (typed && !fitting.length) more.push("No listed move contains this.");
  if (hidden > 0) more.push(`${hidden} more: type to find them.`);
  if (legal && !legal.complete) more.push("These are not all: other moves can be written out.");
  $("moves-more").hidden = !more.length;
  setText($("moves-more"), more.join(" "));
}

function showLog() {
  $("log-part").hidden = !game.head;
  const log = $("log");
  // What is on the page already stays, so that only news are read out.
  const have = new Map([...log.children].map((line) => [line.dataset.key, line]));
  const lines = [...entries].reverse().map((entry) => {
    const key = `${entry.n} ${entry.sealed} ${entry.events.length}`;
    return have.get(key) ?? logLine(entry, key);
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

function logLine(entry, key) {
  let what = entry.text ?? "";
  if (entry.sealed) what = "a sealed move";
  if (entry.kind === "leave") what = "leaves the game";
  const events = entry.events.map((event) => el("p", {}, event.text));
  const line = el("li", { value: entry.n }, ...events, el("p", { className: "by" }, `${nameOf(entry.seat)}: ${what}`));
  line.title = new Date(entry.at).toLocaleString();
  line.dataset.key = key;
  return line;
}

function showJoin() {
  const free = game.seats.some((seat) => !seat.player && !seat.kept);
  const open = game.status === "open" && !seated();
  $("join-part").hidden = !open;
  setText($("account-title"), "Sign in or sign up");
  if (!open) return;
  const welcome = free || game.invited || invitation;
  const invited = game.invited || invitation;
  let text = invited ? "You are invited: a seat is kept for you." : "A seat is free.";
  if (!welcome) text = "All seats are taken or kept for others.";
  setText($("join-text"), text);
  $("join").hidden = !welcome || !me();
  $("decline").hidden = !game.invited;
  if (!welcome || me()) return;
  $("join-part").hidden = true;
  setText($("account-title"), `${text} Sign in or sign up to take it.`);
  if (!$("account").dataset.offered) $("account").open = true;
  $("account").dataset.offered = "yes";
}

function showSeats() {
  const standing = (seat) => game.result?.standings?.find((one) => one.seat === seat);
  const lines = game.seats.map((seat) => {
    const line = el("li", { value: seat.seat });
    if (seat.player) line.append(el("strong", {}, seat.player), seat.player === me()?.name ? " (you)" : "");
    else if (seat.kept) line.append(`kept for ${seat.invited ?? seat.invited_email ?? "somebody invited"}`);
    else line.append("free");
    const place = standing(seat.seat);
    if (place) {
      const text = `: ${place.left ? "left, " : ""}rank ${place.rank}, score ${place.score}`;
      line.append(place.note ? `${text} (${place.note})` : text);
    }
    if (game.status === "running" && game.to_act.includes(seat.seat)) {
      line.append(el("span", { className: "acts" }, " – to act"));
    }
    const others = seat.seat !== game.seat && (seat.player || seat.kept);
    if (game.status === "open" && game.creator && others) {
      const free = button("Free this seat", () => freeSeat(seat), "quiet");
      free.setAttribute("aria-label", `Free seat ${seat.seat}`);
      line.append(free);
    }
    return line;
  });
  refill($("seats"), lines);
  const room = game.seats.some((seat) => !seat.player && !seat.kept);
  $("invite").hidden = !(game.status === "open" && game.creator && room);
  const deeds = [];
  if (game.status === "open" && game.creator) deeds.push(button("Cancel the game", cancel, "danger"));
  if (game.status === "open" && seated() && !game.creator) deeds.push(button("Give my seat back", leaveSeat, "danger"));
  const left = entries.some((entry) => entry.kind === "leave" && entry.seat === game.seat);
  if (game.status === "running" && seated() && !left) {
    deeds.push(button("Leave the game…", resign, "danger"));
  }
  if (game.rematch) deeds.push(el("a", { href: `/games/${game.rematch}` }, "To the rematch"));
  else if (over() && seated()) deeds.push(button("Propose a rematch", rematch));
  if (game.rematch_of) deeds.push(el("a", { href: `/games/${game.rematch_of}` }, "The game before"));
  refill($("deeds"), deeds);
}

/** Exchanges the children only where they differ, so that the focus stays where it was. */
function refill(parent, children) {
  const fresh = el(parent.tagName, {}, ...children);
  if (fresh.innerHTML !== parent.innerHTML) parent.replaceChildren(...fresh.childNodes);
}

function pairs(...rows) {
  return rows.flatMap(([name, value]) => {
    if (value === null || value === undefined || value === "") return [];
    return [el("dt", {}, name), el("dd", {}, value)];
  });
}

function option(value) {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "object" ? JSON.stringify(value) : words(value);
}

function showFacts() {
  const code = (text) => text && el("code", {}, text);
  refill(
    $("facts"),
    pairs(
      ["Who may see it", game.visibility === "public" ? "everybody" : "only those who play or are invited"],
      ...Object.entries(game.options ?? {}).map(([name, value]) => [words(name), option(value)]),
      ["Made", time(game.created_at)],
      ["Started", game.started_at && time(game.started_at)],
      ["Over", game.finished_at && time(game.finished_at)],
      ["Rules", game.rules],
    ),
  );
  refill(
    $("proof"),
    pairs(
      ["Entries", String(game.ply)],
      ["Head", code(game.head)],
      ["Commitment", code(game.seed_commitment)],
      ["Seed", game.server_seed ? code(game.server_seed) : "secret until the game is over"],
      ["Seed chosen by", game.seed_source === "chosen" ? "the maker: a practice game" : "the server, at random"],
      ...game.seats.map((seat) => [`From ${nameOf(seat.seat)}`, code(seat.entropy)]),
    ),
  );
  $("export").hidden = !game.head;
}

// Doing

async function play(move) {
  try {
    await playOnce(move);
    $("move").value = "";
  } catch (problem) {
    if (problem.code === "stale" || problem.code === "not-your-turn") await load();
    else if (problem.body?.legal && legal) {
      legal = { ...legal, ...problem.body.legal };
      showMoves();
    }
    throw problem;
  }
  shown = null;
  await load();
  // The button that was pressed is gone.
  (myTurn() ? $("play-title") : $("state")).focus({ preventScroll: true });
}

/** The same number and move again get the same answer, so a lost answer may be asked for again. */
async function playOnce(move) {
  const body = { seq: game.seq, moves: [move] };
  try {
    return await call("POST", `/v1/games/${id}/moves`, body);
  } catch (problem) {
    if (problem.status !== 503 && problem.status !== 0) throw problem;
    await new Promise((resolve) => setTimeout(resolve, 1000));
    return call("POST", `/v1/games/${id}/moves`, body);
  }
}

async function resign() {
  const rest = game.seats.length > 1 ? "The others go on without you." : "The game ends here.";
  if (!(await ask(`Leave this game for good? ${rest} You cannot come back.`, "Yes, leave"))) return;
  await play({ type: "leave" });
}

async function join() {
  const body = { entropy: $("entropy").value.trim() };
  if (invitation) body.invitation = invitation;
  await call("POST", `/v1/games/${id}/seats`, body);
  forgetInvitation();
  await load();
  $("state").focus();
}

/** The secret is used up: it need not stay in the address bar and the history. */
function forgetInvitation() {
  invitation = null;
  history.replaceState(null, "", location.pathname);
}

async function leaveSeat() {
  if (!(await ask("Give your seat back?", "Yes, give it back"))) return;
  await call("DELETE", `/v1/games/${id}/seats/me`);
  await load();
}

async function decline() {
  if (!(await ask("Decline the invitation?", "Yes, decline"))) return;
  await call("DELETE", `/v1/games/${id}/seats/me`);
  forgetInvitation();
  await load();
}

async function freeSeat(seat) {
  const who = seat.player ?? seat.invited ?? seat.invited_email;
  if (!(await ask(`Free the seat of ${who}?`, "Yes, free it"))) return;
  await call("DELETE", `/v1/games/${id}/seats/${seat.seat}`);
  await load();
}

async function cancel() {
  if (!(await ask("Cancel this game? The others are told.", "Yes, cancel it"))) return;
  await call("DELETE", `/v1/games/${id}`);
  await load();
}

async function invite() {
  const guest = $("guest").value.trim();
  const body = guest.includes("@") ? { email: guest } : { player: guest };
  await call("POST", `/v1/games/${id}/invitations`, body);
  $("guest").value = "";
  note(`A seat is kept for ${guest}, who is told by mail.`);
  await load();
}

async function rematch() {
  const made = await call("POST", `/v1/games/${id}/rematch`, { entropy: anything() });
  location.assign(`/games/${made.id}`);
}

async function exportHistory() {
  const record = await call("GET", `/v1/games/${id}/export`, undefined, "text");
  const file = new Blob([record], { type: "application/json" });
  const link = el("a", { href: URL.createObjectURL(file), download: `${id}.json` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

async function showRules() {
  if (!$("rules").open || !game) return;
  try {
    setText($("rules-text"), (await call("GET", `/v1/kinds/${encodeURIComponent(game.kind)}`)).rules_text);
  } catch (problem) {
    setText($("rules-text"), problem.message);
  }
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
  $("rules").addEventListener("toggle", showRules);
  $("move").addEventListener("input", showMoves);
  $("ply").addEventListener("input", () => look(Number($("ply").value)));
  $("ply-back").addEventListener("click", () => look((shown ?? game.ply) - 1));
  $("ply-on").addEventListener("click", () => look((shown ?? game.ply) + 1));
  $("ply-now").addEventListener("click", () => look(game.ply));
  document.addEventListener("visibilitychange", () => document.hidden || load());
  addEventListener("online", load);
  addEventListener("hashchange", () => {
    invitation = new URLSearchParams(location.hash.slice(1)).get("invitation") ?? invitation;
    load();
  });
}

$("entropy").value = anything();
account(() => {
  // Another pair of eyes sees another game.
  game = legal = null;
  entries = [];
  setup = [];
  boards.clear();
  $("log").replaceChildren();
  load();
});
wire();
load();
