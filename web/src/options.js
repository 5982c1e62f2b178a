// @ts-check
// The options of a game in the words that the server has for them.

import { t } from "./say.js";

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

/** Describes the value of each option. `alone` also makes sense without the option's name before
 * it.
 * @param {Kind} kind
 * @param {Values} values
 * @returns {{ name: string, value: string, alone: string, isUsual: boolean }[]} */
export function inWords(kind, values) {
  /** @type {Values} */
  const usual = kind.default_options;
  return optionsOf(kind).map(([id, { title: name, oneOf }]) => {
    const choice = oneOf?.find((one) => one.const === values[id]);
    const value = choice?.title ?? String(values[id]);
    return { name, value, alone: choice ? value : t("common-named-value", { name, value }), isUsual: values[id] === usual[id] };
  });
}

/** Describes the unusual values, each in a few words.
 * @param {Kind} kind
 * @param {Values} values */
export const unusual = (kind, values) => inWords(kind, values).flatMap(({ alone, isUsual }) => (isUsual ? [] : [alone]));
