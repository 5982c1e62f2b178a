// What a game's page says of the table: who sits where, what happened, what is known of the dice.
// Elements are made here and put into the page by others.

import { me } from "./api.js";
import { isShort, timeLeft } from "./clock.js";
import { el, nameOf, time, words } from "./ui.js";

/** What an entry of the log says, after the name of whose it is. */
export function saying(entry) {
  if (entry.sealed) return "a sealed move";
  return entry.kind === "leave" ? "leaves the game" : (entry.text ?? "");
}

/** An entry of the log, for the list of them. */
export function logLine(game, entry, key) {
  const events = entry.events.map((event) => el("p", {}, event.text));
  const by = `${nameOf(game.seats[entry.seat])}: ${saying(entry)}`;
  const line = el("li", { value: entry.n }, ...events, el("p", { className: "by" }, by));
  line.title = new Date(entry.at).toLocaleString();
  line.dataset.key = key;
  return line;
}

/** How it ended, in a sentence or two. */
export function verdict(game) {
  const standings = game.result?.standings ?? [];
  if (standings.length === 1) {
    const [only] = standings;
    return `${only.left ? "Given up. " : ""}Score ${only.score}${only.note ? `: ${only.note}` : ""}.`;
  }
  const first = standings.filter((one) => one.rank === 1).map((one) => nameOf(game.seats[one.seat]));
  return first.length > 1 ? `${first.join(" and ")} share the win.` : `${first[0]} wins.`;
}

/** A seat; `free` is a button that frees it, or nothing. */
export function seatLine(game, seat, free) {
  const line = el("li", { value: seat.seat });
  if (seat.player) line.append(el("strong", {}, seat.player), seat.player === me()?.name ? " (you)" : "");
  else if (seat.bot) line.append(el("strong", {}, nameOf(seat)));
  else if (seat.kept) line.append(`kept for ${seat.invited ?? seat.invited_email ?? "somebody invited"}`);
  else line.append("free");
  const place = game.result?.standings?.find((one) => one.seat === seat.seat);
  if (place) {
    const text = `: ${place.left ? "left, " : ""}rank ${place.rank}, score ${place.score}`;
    line.append(place.note ? `${text} (${place.note})` : text);
  }
  if (game.status === "running" && !game.paused_at && game.to_act.includes(seat.seat)) {
    line.append(el("span", { className: "acts" }, " – to act"));
  }
  const left = game.status === "running" && !game.paused_at && timeLeft(seat.clock);
  if (left) line.append(el("span", { className: isShort(seat.clock) ? "clock short" : "clock" }, left));
  if (free) line.append(free);
  return line;
}

function pairs(...rows) {
  return rows.flatMap(([name, value]) => {
    if (!value) return [];
    return [el("dt", {}, name), el("dd", {}, value)];
  });
}

function option(value) {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "object" ? JSON.stringify(value) : words(value);
}

/** What is said of a deal before the moment at which it closes, or has closed. */
function deal({ closed }) {
  if (closed) return "others had the same one; it closed on ";
  return "others play the same one; nobody sees their games before it closes, ";
}

/** How much time there is. */
function pace(pace) {
  if (!pace) return "as much as you like";
  const days = (count) => (count === 1 ? "a day" : `${count} days`);
  const main = pace.days_per_move
    ? `${days(pace.days_per_move)} for each move`
    : `${days(pace.bank_days)} for the whole game${pace.increment_hours ? `, and ${pace.increment_hours} h more for each move` : ""}`;
  const over = pace.on_timeout === "bot" ? "then a bot goes on" : "who is late leaves the game";
  const holidays = pace.holidays ? "holidays count" : "no holidays";
  return [main, pace.grace_hours ? `${pace.grace_hours} h of grace` : null, over, holidays].filter(Boolean).join("; ");
}

/** What was agreed on, and when. */
export function facts(game) {
  return pairs(
    ["Who may see it", game.visibility === "public" ? "everybody" : "only those who play or are invited"],
    ["Deal", game.deal && el("span", {}, deal(game.deal), time(game.deal.closes_at))],
    ["Practice", game.practice && "yes: the maker chose its seed, and can know all dice and cards"],
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
  if (!game.deal) return "secret until the game is over";
  if (game.deal.closed) return "that of the deal, which everybody can know by now; shown here when the game is over";
  return el("span", {}, "secret until the game is over and the deal is closed, ", time(game.deal.closes_at));
}

/** What checks the dice and the log. */
export function proof(game) {
  const code = (text) => text && el("code", {}, text);
  return pairs(
    ["Entries", String(game.ply)],
    ["Head", code(game.head)],
    ["Commitment", code(game.seed_commitment)],
    ["Seed", game.server_seed ? code(game.server_seed) : secret(game)],
    ["Seed chosen by", game.practice ? "the maker: a practice game" : `the server, at random${game.deal ? ", for all games on the deal" : ""}`],
    ["Receipt", code(game.receipt)],
    ["Blinding promised", code(game.blinding_commitment)],
    ["Blinding", code(game.blinding_secret)],
    ...game.seats.map((seat) => [`From ${nameOf(seat)}`, code(seat.entropy)]),
  );
}
