// What a game's page says of the table: who sits where, what happened, what is known of the dice.
// Elements are made here and put into the page by others.

import { me } from "./api.js";
import { isShort, timeLeft } from "./clock.js";
import { el, nameOf, time, words } from "./ui.js";
import { language, many, t } from "./say.js";

/** What an entry of the log says, after the name of whose it is. */
export function saying(entry) {
  if (entry.sealed) return t("a sealed move");
  return entry.kind === "leave" ? t("leaves the game") : (entry.text ?? "");
}

/** An entry of the log, for the list of them. */
export function logLine(game, entry, key) {
  const events = entry.events.map((event) => el("p", {}, event.text));
  const by = `${nameOf(game.seats[entry.seat])}: ${saying(entry)}`;
  const line = el("li", { value: entry.n }, ...events, el("p", { className: "by" }, by));
  line.title = new Date(entry.at).toLocaleString(language);
  line.dataset.key = key;
  return line;
}

/** How it ended, in a sentence or two. */
export function verdict(game) {
  const standings = game.result?.standings ?? [];
  if (standings.length === 1) {
    const [only] = standings;
    return [only.left ? t("Given up.") : "", t("Score {score}.", { score: only.note ? `${only.score}: ${only.note}` : only.score })].filter(Boolean).join(" ");
  }
  const first = standings.filter((one) => one.rank === 1).map((one) => nameOf(game.seats[one.seat]));
  return first.length > 1 ? t("{names} share the win.", { names: first.join(t(" and ")) }) : t("{name} wins.", { name: first[0] });
}

/** A seat; `free` is a button that frees it, or nothing. */
export function seatLine(game, seat, free) {
  const line = el("li", { value: seat.seat });
  if (seat.player) line.append(el("strong", {}, seat.player), seat.player === me()?.name ? t(" (you)") : "");
  else if (seat.bot) line.append(el("strong", {}, nameOf(seat)));
  else if (seat.kept) line.append(t("kept for {name}", { name: seat.invited ?? seat.invited_email ?? t("somebody invited") }));
  else line.append(t("free"));
  const place = game.result?.standings?.find((one) => one.seat === seat.seat);
  if (place) {
    const text = t(place.left ? ": left, rank {rank}, score {score}" : ": rank {rank}, score {score}", place);
    line.append(place.note ? `${text} (${place.note})` : text);
  }
  if (game.status === "running" && !game.paused_at && game.to_act.includes(seat.seat)) {
    line.append(el("span", { className: "acts" }, t(" – to act")));
  }
  const left = game.status === "running" && !game.paused_at && timeLeft(seat.clock);
  if (left) line.append(el("span", { className: isShort(seat.clock) ? "clock short" : "clock" }, left));
  if (free) line.append(free);
  return line;
}

function pairs(...rows) {
  return rows.flatMap(([name, value]) => {
    if (!value) return [];
    return [el("dt", {}, t(name)), el("dd", {}, value)];
  });
}

function option(value) {
  if (typeof value === "boolean") return t(value ? "yes" : "no");
  return typeof value === "object" ? JSON.stringify(value) : words(value);
}

/** What is said of a deal before the moment at which it closes, or has closed. */
function deal({ closed }) {
  if (closed) return t("others had the same one; it closed on ");
  return t("others play the same one; nobody sees their games before it closes, ");
}

/** What comes of it when time runs out. */
const TIMEOUTS = {
  leave: "who is late leaves the game",
  bot: "then a bot goes on",
  move: "then a bot makes the move",
  end: "who is late ends the game",
};

/** How much time there is. */
function pace(pace) {
  if (!pace) return t("as much as you like");
  const main = pace.days_per_move
    ? many(pace.days_per_move, "a day for each move", "{n} days for each move")
    : many(pace.bank_days, "a day for the whole game", "{n} days for the whole game");
  const more = pace.increment_hours ? t("{hours} h more for each move", { hours: pace.increment_hours }) : null;
  const over = t(TIMEOUTS[pace.on_timeout]);
  const holidays = t(pace.holidays ? "holidays count" : "no holidays");
  return [main, more, pace.grace_hours ? t("{hours} h of grace", { hours: pace.grace_hours }) : null, over, holidays].filter(Boolean).join("; ");
}

/** What was agreed on, and when. */
export function facts(game) {
  return pairs(
    ["Who may see it", t(game.visibility === "public" ? "everybody" : "only those who play or are invited")],
    ["Deal", game.deal && el("span", {}, deal(game.deal), time(game.deal.closes_at))],
    ["Practice", game.practice && t("yes: the maker chose its seed, and can know all dice and cards")],
    ...Object.entries(game.options ?? {}).map(([name, value]) => [words(name), option(value)]),
    ["Time", pace(game.pace)],
    ["Made", time(game.created_at)],
    ["Started", game.started_at && time(game.started_at)],
    ["Over", game.finished_at && time(game.finished_at)],
    ["Rules", game.rules],
  );
}

/** How long the seed stays secret. */
function secret(game) {
  if (!game.deal) return t("secret until the game is over");
  if (game.deal.closed) return t("that of the deal, which everybody can know by now; shown here when the game is over");
  return el("span", {}, t("secret until the game is over and the deal is closed, "), time(game.deal.closes_at));
}

/** What checks the dice and the log. */
export function proof(game) {
  const code = (text) => text && el("code", {}, text);
  return pairs(
    ["Entries", String(game.ply)],
    ["Head", code(game.head)],
    ["Commitment", code(game.seed_commitment)],
    ["Seed", game.server_seed ? code(game.server_seed) : secret(game)],
    ["Seed chosen by", t(game.practice ? "the maker: a practice game" : game.deal ? "the server, at random, for all games on the deal" : "the server, at random")],
    ["Receipt", code(game.receipt)],
    ["Blinding promised", code(game.blinding_commitment)],
    ["Blinding", code(game.blinding_secret)],
    ...game.seats.map((seat) => [t("From {name}", { name: nameOf(seat) }), code(seat.entropy)]),
  );
}
