// @ts-check
// The terms of a game, for readers who may take a seat and for those who want to know what it is
// about.

import { Time } from "../clock.js";
import { inWords } from "../options.js";
import { many, t } from "../say.js";
import { html } from "../view.js";
import { kind } from "./state.js";

/** A fact, or nothing without a value.
 * @param {string} name
 * @param {unknown} value */
export const pair = (name, value) => (value ? html`<dt>${name}</dt><dd>${value}</dd>` : null);

/** Returns the words before the moment at which a deal closes or has closed.
 * @param {{ closed: boolean }} deal */
function deal({ closed }) {
  if (closed) return t("others had the same one; it closed on ");
  return t("others play the same one; nobody sees their games before it closes, ");
}

/** Describes what happens when time runs out.
 * @param {string} leadsTo */
function timeout(leadsTo) {
  switch (leadsTo) {
    case "leave":
      return t("a late player leaves the game");
    case "bot":
      return t("then a bot goes on");
    case "move":
      return t("then a bot makes the move");
    default:
      return t("a late player ends the game");
  }
}

/** How much time there is.
 * @param {any} pace */
function paceInWords(pace) {
  if (!pace) return t("as much as you like");
  const main = pace.days_per_move
    ? many(pace.days_per_move, "a day for each move", "{n} days for each move")
    : many(pace.bank_days, "a day for the whole game", "{n} days for the whole game");
  const more = pace.increment_hours ? t("{hours} h more for each move", { hours: pace.increment_hours }) : null;
  const grace = pace.grace_hours ? t("{hours} h of grace", { hours: pace.grace_hours }) : null;
  const holidays = t(pace.holidays ? "holidays count" : "no holidays");
  return [main, more, grace, timeout(pace.on_timeout), holidays].filter(Boolean).join(" · ");
}

/** Returns the options with usual values, or those with others.
 * @param {any} it
 * @param {boolean} isUsual */
export function options(it, isUsual) {
  const all = kind.value ? inWords(kind.value, it.options) : [];
  return all.filter((one) => one.isUsual === isUsual).map(({ name, value }) => pair(name, value));
}

/** Returns who may see a game. Its link opens a private table only until the game begins.
 * @param {any} it */
function seenBy(it) {
  if (it.visibility === "public") return t("everybody");
  return it.status === "open" && it.seats.length > 1 ? t("only people with the link") : t("only those who play or are invited");
}

/** Each thing that is agreed on, but for options as usual.
 * @param {any} it */
export const terms = (it) => [
  ...options(it, false),
  pair(t("Who may see it"), seenBy(it)),
  it.deal && pair(t("Deal"), html`${deal(it.deal)}<${Time} at=${it.deal.closes_at} />`),
  pair(t("Practice"), it.practice && t("yes: the maker chose its seed, and can know all dice and cards")),
  pair(t("Time"), paceInWords(it.pace)),
];
