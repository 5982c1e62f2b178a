// @ts-check
// The choice in Paris Connection and its effect: sums of the values in the view. The server decides
// what may be built and traded.

import { pointsOf } from "../game/parts.js";
import { t } from "../say.js";

/** @typedef {import("./board.js").Stage} Stage */
/** @typedef {import("./board.js").Schemas["ParisConnectionView"]} View */
/** @typedef {keyof import("./board.js").Schemas["ParisConnectionCounts"]} Company */

/** @type {readonly Company[]} */
export const COMPANIES = ["black", "blue", "brown", "purple", "red", "yellow"];

/** @param {Company} company */
export function nameOf(company) {
  const names = {
    black: t("paris-black"),
    blue: t("paris-blue"),
    brown: t("paris-brown"),
    purple: t("paris-purple"),
    red: t("paris-red"),
    yellow: t("paris-yellow"),
  };
  return names[company];
}

/** The letters on the locomotives, which are the same in all languages. */
const LETTERS = { black: "K", blue: "B", brown: "N", purple: "P", red: "R", yellow: "Y" };

/** Returns the name of a company with the letter that the board shows.
 * @param {Company} company */
export const letteredOf = (company) => t("paris-lettered", { company: nameOf(company), letter: LETTERS[company] });

/** Returns the build so far.
 * @param {Stage} stage
 * @returns {{ company: Company, hexes: string[] } | null} */
export function buildOf({ now }) {
  const [verb, company, ...hexes] = now?.words ?? [];
  return verb === "build" && company ? { company: /** @type {Company} */ (company), hexes } : null;
}

/** The shares to take in a trade before the player says which share to give. The server's words
 * begin with the latter.
 * @type {{ take: Company | null, count: number }} */
let wish = { take: null, count: 0 };

/** Asks for shares before the player says what to give for them. Without a company, asks for none.
 * @param {Company | null} [take]
 * @param {number} [count] */
export function wishFor(take = null, count = 0) {
  wish = { take, count };
}

/** Returns the trade so far.
 * @param {Stage} stage
 * @returns {{ give: Company | null, take: Company | null, count: number }} */
export function dealOf({ now }) {
  const [verb, give, take, count] = now?.words ?? [];
  if (verb !== "trade" || !give) return { give: null, ...wish };
  return {
    give: /** @type {Company} */ (give),
    take: /** @type {Company | undefined} */ (take) ?? null,
    count: take ? Number(count ?? 1) : 0,
  };
}

/** Returns the gains of the company and of the reader from the choice.
 * @param {Stage} stage
 * @returns {{ values: Partial<Record<Company, number>>, stock: Partial<Record<Company, number>>, shares: Partial<Record<Company, number>>, points: number }} */
export function gains(stage) {
  const view = /** @type {View | null} */ (stage.view);
  const none = { values: {}, stock: {}, shares: {}, points: 0 };
  const own = view?.you === null || view?.you === undefined ? null : view.shares[view.you];
  const build = buildOf(stage);
  if (!view || !own || view.you === null) return none;
  if (build) {
    const { company, hexes } = build;
    const reached = view.map.cities.filter((city) => hexes.includes(city.hex));
    const value = reached.reduce((sum, city) => sum + city.value, 0);
    return {
      values: { [company]: value },
      stock: { [company]: -hexes.length },
      shares: {},
      points: value * (own[company] ?? 0),
    };
  }
  const { give, take, count } = dealOf(stage);
  /** @type {Partial<Record<Company, number>>} */
  const shares = {};
  if (give) shares[give] = -1;
  if (take) shares[take] = count;
  const worth = COMPANIES.reduce((sum, it) => sum + (shares[it] ?? 0) * (view.values[it] ?? 0), 0);
  return { values: {}, stock: {}, shares, points: worth - fines(view, own, (take ? count : 0) - (give ? 1 : 0)) };
}

/** Returns the price of more shares at the end. The reader's points show the price of the shares
 * that exceed the limit now.
 * @param {View} view
 * @param {import("./board.js").Schemas["ParisConnectionCounts"]} own
 * @param {number} more */
function fines(view, own, more) {
  const total = COMPANIES.reduce((sum, it) => sum + (own[it] ?? 0), 0);
  const beyond = (/** @type {number} */ shares) => Math.max(0, shares - view.limit);
  return FINE * (beyond(total + more) - beyond(total));
}

/** The price of a share beyond the limit. */
export const FINE = 20;

/** Returns the name of a hex: its city, or its coordinates.
 * @param {View} view
 * @param {string} hex */
function placeOf(view, hex) {
  const city = view.map.cities.find((it) => it.hex === hex)?.city;
  return city ?? view.map.starts.find((it) => it.hex === hex)?.station ?? hex;
}

/** @type {(hex: string) => [number, number]} */
const gridOf = (hex) => [hex.charCodeAt(0), Number(hex.slice(1))];

/** Whether a track can go from hex to hex.
 * @param {View} view
 * @param {string} one
 * @param {string} other */
function areNext(view, one, other) {
  const [[row, column], [toRow, toColumn]] = [gridOf(one), gridOf(other)];
  const [rows, columns] = [Math.abs(row - toRow), Math.abs(column - toColumn)];
  if (!(rows === 0 && columns === 2) && !(rows === 1 && columns === 1)) return false;
  return !view.map.barriers.some(({ between }) => between.includes(one) && between.includes(other));
}

/** Returns the hex from which each locomotive of a build continues: the latest adjacent one of the
 * build, or else one that was there before.
 * @param {View} view
 * @param {Company} company
 * @param {string[]} hexes
 * @returns {(string | null)[]} */
export function origins(view, company, hexes) {
  const there = Object.keys(view.locomotives).filter((hex) => view.locomotives[hex]?.includes(company));
  return hexes.map((hex, i) => {
    const before = [...hexes.slice(0, i).reverse(), ...there];
    return before.find((it) => areNext(view, it, hex)) ?? null;
  });
}

/** Returns the sentence before the server's words begin. */
function begun() {
  const { take, count } = wish;
  if (!take) return t("paris-choose");
  return t("paris-take-choose", { n: count, take: letteredOf(take) });
}

/** Returns the sentence about the choice.
 * @param {Stage} stage
 * @returns {string | null} */
export function sentence(stage) {
  const view = /** @type {View | null} */ (stage.view);
  const words = stage.now?.words ?? [];
  if (!view || view.you === null) return null;
  if (!words.length) return stage.now ? begun() : null;
  const points = pointsOf((view.scores[view.you] ?? 0) + gains(stage).points).said;
  const build = buildOf(stage);
  if (words[0] === "build") {
    if (!build) return t("paris-build-choose");
    const { company, hexes } = build;
    const last = hexes.at(-1);
    if (!last) return t("paris-build-touch", { company: letteredOf(company) });
    const from = origins(view, company, hexes)[0] ?? last;
    const [origin, goal] = [placeOf(view, from), placeOf(view, last)];
    // A hex without a name is easier to find on the board.
    const isNamed = goal !== last && origin !== from;
    const built = isNamed
      ? t("paris-build-from-to", { n: hexes.length, company: letteredOf(company), from: origin, to: goal })
      : t("paris-build-locomotives", { n: hexes.length, company: letteredOf(company) });
    const value = (view.values[company] ?? 0) + (gains(stage).values[company] ?? 0);
    const then = t("paris-built-worth", { built, value, points });
    const ends = view.map.cities.some((city) => city.ends_game && hexes.includes(city.hex));
    return `${then}${ends ? ` ${t("paris-ends-game")}` : ""}`;
  }
  const { give, take, count } = dealOf(stage);
  if (!give) return t("paris-trade-choose");
  if (!take) return t("paris-give-choose", { give: letteredOf(give) });
  const deal = { give: letteredOf(give), take: letteredOf(take), points };
  return t("paris-give-and-take", { n: count, ...deal });
}
