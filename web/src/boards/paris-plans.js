// @ts-check
// Orders for later turns in Paris Connection: trades, at the next turn or once a condition holds.

import { rich, t } from "../say.js";
import { COMPANIES, letteredOf } from "./paris-chosen.js";

/** @typedef {import("./board.js").Schemas["ParisConnectionView"]} View */

/** @param {number} from @param {number} to */
const numbers = (from, to) =>
  Array.from({ length: to - from + 1 }, (_, at) => /** @type {[string, string]} */ ([`${from + at}`, `${from + at}`]));

/** @param {View} view @param {number} seat @returns {import("./board.js").Plan[]} */
export function plans(view, seat) {
  const named = (/** @type {readonly (typeof COMPANIES)[number][]} */ list) =>
    list.map((company) => /** @type {[string, string]} */ ([company, letteredOf(company)]));
  const own = view.shares[seat];
  const held = COMPANIES.filter((company) => own?.[company]);
  const free = view.map.cities.filter(({ hex }) => !view.locomotives[hex]);
  const cities = free.map(({ hex, city }) => /** @type {[string, string]} */ ([hex, city]));
  const deal = {
    give: { label: t("paris-plan-give"), options: named(held) },
    take: { label: t("paris-plan-take"), options: named(COMPANIES), first: COMPANIES.find((it) => it !== held[0]) },
    count: { label: t("paris-plan-count"), options: numbers(1, 2) },
  };
  const company = { label: t("paris-plan-company"), options: named(COMPANIES) };
  const trade = "trade {give} {take} {count}";
  return [
    { order: trade, says: (values) => rich("paris-plan-trade", values), parts: deal, isMove: true },
    {
      order: `when {company} worth {n}: ${trade}`,
      says: (values) => rich("paris-plan-at-worth", values),
      parts: { ...deal, company, n: { label: t("paris-plan-worth"), options: numbers(1, 30), first: "8" } },
    },
    {
      order: `when {company} stock below {n}: ${trade}`,
      says: (values) => rich("paris-plan-at-stock", values),
      parts: { ...deal, company, n: { label: t("paris-plan-locomotives"), options: numbers(1, 20), first: "5" } },
    },
    {
      order: `when {city} taken: ${trade}`,
      says: (values) => rich("paris-plan-at-city", values),
      parts: { ...deal, city: { label: t("paris-plan-city"), options: cities } },
    },
  ];
}
