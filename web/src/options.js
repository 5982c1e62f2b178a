// @ts-check
// What is agreed on for a game, in words: its options in those that the server has for them.

import { many, t } from "./say.js";

/** @typedef {import("../types/api.js").components["schemas"]["KindSummary"]} Kind */

/** The schema of an option: a switch, one of several values, or a number.
 * @typedef {{
 *   title: string, description: string, type?: string, oneOf?: { const: unknown, title: string, description: string }[],
 *   minimum?: number, maximum?: number,
 * }} Option */

/** @typedef {Record<string, unknown>} Values */

/** The options of a kind by their names.
 * @param {Kind} kind
 * @returns {[string, Option][]} */
export const optionsOf = (kind) => Object.entries(/** @type {any} */ (kind.options_schema).properties ?? {});

/** What each option is set to, in words. `alone` also says it where the option's name does not stand before it.
 * @param {Kind} kind
 * @param {Values} values
 * @returns {{ name: string, value: string, alone: string, isUsual: boolean }[]} */
export function inWords(kind, values) {
  /** @type {Values} */
  const usual = kind.default_options;
  return optionsOf(kind).map(([id, { title: name, oneOf }]) => {
    const choice = oneOf?.find((one) => one.const === values[id]);
    const value = choice?.title ?? String(values[id]);
    return { name, value, alone: choice ? value : t("{name}: {value}", { name, value }), isUsual: values[id] === usual[id] };
  });
}

/** What is set otherwise than usual, each in a few words.
 * @param {Kind} kind
 * @param {Values} values */
export const unusual = (kind, values) => inWords(kind, values).flatMap(({ alone, isUsual }) => (isUsual ? [] : [alone]));

/** What comes of it when time runs out.
 * @param {string} leadsTo */
function timeout(leadsTo) {
  switch (leadsTo) {
    case "leave":
      return t("who is late leaves the game");
    case "bot":
      return t("then a bot goes on");
    case "move":
      return t("then a bot makes the move");
    default:
      return t("who is late ends the game");
  }
}

/** How much time there is.
 * @param {any} pace */
export function paceInWords(pace) {
  if (!pace) return t("as much as you like");
  const main = pace.days_per_move
    ? many(pace.days_per_move, "a day for each move", "{n} days for each move")
    : many(pace.bank_days, "a day for the whole game", "{n} days for the whole game");
  const more = pace.increment_hours ? t("{hours} h more for each move", { hours: pace.increment_hours }) : null;
  const grace = pace.grace_hours ? t("{hours} h of grace", { hours: pace.grace_hours }) : null;
  const holidays = t(pace.holidays ? "holidays count" : "no holidays");
  return [main, more, grace, timeout(pace.on_timeout), holidays].filter(Boolean).join(" · ");
}

/** Who sees a game.
 * @param {{ visibility: string }} game */
export const whoMaySee = ({ visibility }) => t(visibility === "public" ? "everybody" : "only those who play or are invited");
