// @ts-check
// The terms of a game, for readers who may take a seat and for those who want to know what it is
// about.

import { Time } from "../clock.js";
import { inWords } from "../options.js";
import { rich, t } from "../say.js";
import { html } from "../view.js";
import { kind } from "./state.js";

/** A fact, or nothing without a value.
 * @param {string} name
 * @param {unknown} value */
export const pair = (name, value) => (value ? html`<dt>${name}</dt><dd>${value}</dd>` : null);

/** Returns when a deal closes or has closed.
 * @param {{ closed: boolean, closes_at: string }} deal */
function deal({ closed, closes_at }) {
  const at = html`<${Time} at=${closes_at} />`;
  if (closed) return rich("game-terms-deal-closed", { at });
  return rich("game-terms-deal-open", { at });
}

/** Describes what happens when time runs out.
 * @param {string} leadsTo */
function timeout(leadsTo) {
  switch (leadsTo) {
    case "leave":
      return t("game-terms-timeout-leave");
    case "bot":
      return t("game-terms-timeout-bot");
    case "move":
      return t("game-terms-timeout-move");
    default:
      return t("game-terms-timeout-end");
  }
}

/** How much time there is.
 * @param {any} pace */
function paceInWords(pace) {
  if (!pace) return t("game-terms-no-pace");
  const main = pace.days_per_move ? t("common-days-per-move", { n: pace.days_per_move }) : t("common-days-per-game", { n: pace.bank_days });
  const more = pace.increment_hours ? t("game-terms-increment", { hours: pace.increment_hours }) : null;
  const grace = pace.grace_hours ? t("game-terms-grace", { hours: pace.grace_hours }) : null;
  const holidays = t(pace.holidays ? "game-terms-holidays" : "game-terms-no-holidays");
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
  if (it.visibility === "public") return t("game-terms-everybody");
  return it.status === "open" && it.seats.length > 1 ? t("game-terms-with-link") : t("game-terms-players-only");
}

/** Each thing that is agreed on, but for options as usual.
 * @param {any} it */
export const terms = (it) => [
  ...options(it, false),
  pair(t("game-terms-seen-by"), seenBy(it)),
  it.deal && pair(t("game-terms-deal"), deal(it.deal)),
  pair(t("game-terms-practice"), it.practice && t("game-terms-practice-yes")),
  pair(t("game-terms-time"), paceInWords(it.pace)),
];
