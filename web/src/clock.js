// @ts-check
// Moments, and how much time is left, in words.

import { locale, t } from "./say.js";
import { html } from "./view.js";

/** @typedef {import("../types/api.js").components["schemas"]["Clock"]} Clock */

const MINUTE = 60000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A moment, as the reader's clock, language and region write it.
 * @param {string | Date} moment */
export function inFull(moment) {
  return new Date(moment).toLocaleString(locale, { dateStyle: "medium", timeStyle: "short" });
}

/** The day of a moment, as the reader's language writes it.
 * @param {string} moment */
export function day(moment) {
  return new Date(moment).toLocaleDateString(locale, { dateStyle: "long" });
}

/** A moment on a page.
 * @param {{ at: string }} props */
export function Time({ at }) {
  return html`<time datetime=${at}>${inFull(at)}</time>`;
}

/** A span of time in its two largest units.
 * @param {number} span in milliseconds */
export function inWords(span) {
  const [days, hours, minutes] = [Math.floor(span / DAY), Math.floor((span % DAY) / HOUR), Math.floor((span % HOUR) / MINUTE)];
  if (days) return `${t("common-days", { n: days })}${hours ? ` ${hours} h` : ""}`;
  if (hours) return `${hours} h${minutes ? ` ${minutes} min` : ""}`;
  return minutes ? `${minutes} min` : `${Math.max(0, Math.floor(span / 1000))} s`;
}

/** Returns a moment as short as possible: the time today, otherwise with the day.
 * @param {string} moment
 * @param {number} now */
function at(moment, now) {
  const date = new Date(moment);
  const hour = date.toLocaleTimeString(locale, { timeStyle: "short" });
  if (date.toDateString() === new Date(now).toDateString()) return hour;
  return `${date.toLocaleDateString(locale, { weekday: "short", day: "numeric", month: "short" })}, ${hour}`;
}

/** A moment in a list, as short as possible.
 * @param {string} moment */
export const briefly = (moment) => at(moment, Date.now());

/** Returns the text of a clock; empty if there is none, or if it neither runs nor has a bank.
 * @param {Clock | null} clock
 * @param {number} [now] in milliseconds */
export function timeLeft(clock, now = Date.now()) {
  if (!clock) return "";
  if (clock.paused_until) return t("common-clock-paused", { at: at(clock.paused_until, now) });
  if (clock.deadline) {
    const left = Date.parse(clock.deadline) - now;
    if (left > 0) return t("common-clock-left-until", { span: inWords(left), at: at(clock.deadline, now) });
    return clock.times_out_at ? t("common-clock-over-until", { at: at(clock.times_out_at, now) }) : t("common-clock-over");
  }
  return clock.seconds_left === null ? "" : t("common-clock-bank", { span: inWords(clock.seconds_left * 1000) });
}

/** The same in a few words, for lists.
 * @param {Clock | null} clock
 * @param {number} [now] in milliseconds */
export function timeLeftShortly(clock, now = Date.now()) {
  if (!clock?.deadline || clock.paused_until) return timeLeft(clock, now);
  const left = Date.parse(clock.deadline) - now;
  return left > 0 ? t("common-clock-left", { span: inWords(left) }) : t("common-clock-over");
}

/** How much time a game gives, in a few words.
 * @param {import("../types/api.js").components["schemas"]["Pace"] | null} pace */
export function paceShortly(pace) {
  if (pace?.days_per_move) return t("common-days-per-move", { n: pace.days_per_move });
  if (pace?.bank_days) return t("common-days-per-game", { n: pace.bank_days });
  return t("common-no-clock");
}

/** Whether less than a quarter of a day is left.
 * @param {Clock | null} clock
 * @param {number} [now] in milliseconds */
export function isShort(clock, now = Date.now()) {
  return Boolean(clock?.deadline && !clock.paused_until && Date.parse(clock.deadline) - now < DAY / 4);
}

const UNITS = /** @type {const} */ ([
  ["day", DAY],
  ["hour", HOUR],
  ["minute", MINUTE],
]);
const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });

/** How long ago a moment was, in its largest unit.
 * @param {string} moment
 * @param {number} [now] in milliseconds */
export function ago(moment, now = Date.now()) {
  const span = Math.max(0, now - Date.parse(moment));
  const [unit, length] = UNITS.find(([, length]) => span >= length) ?? ["second", span + 1];
  return relative.format(-Math.floor(span / length), unit);
}
