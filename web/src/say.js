// @ts-check
// The texts of the pages: messages of Project Fluent in `texts/LANGUAGE/PART.ftl`.
//
// Each document names the parts that its scripts need (`data-texts`). Code that loads a module later
// may load its texts with it (`loadTexts`).

import { LANGUAGES, chooseLanguage, fetchTexts, language, locale, texts } from "./language.js";
import { FluentBundle, FluentNumber, FluentResource } from "./vendor/fluent.js";

export { LANGUAGES, chooseLanguage, language, locale };

/** A number of points, with a minus as people write it.
 * @param {number} points */
export const inPoints = (points) => String(points).replace("-", "\u2212");

/** A number in a message. Fluent chooses variants by it, but does not group its digits. */
class Plain extends FluentNumber {
  toString() {
    return inPoints(this.value);
  }
}

// All languages run from left to right, so values need no marks of direction around them.
const bundle = new FluentBundle(language, {
  useIsolating: false,
  functions: { ORDINAL: ([n]) => new Plain(Number(n), /** @type {any} */ ({ type: "ordinal" })) },
});

/** @param {string} text of a file */
const add = (text) => void bundle.addResource(new FluentResource(text));

for (const text of await Promise.all(texts)) add(text);

/** Loads a part of the texts.
 * @param {string} part */
export const loadTexts = async (part) => add(await fetchTexts(part));

/** Formats a message, or one of its attributes.
 * @param {import("@fluent/bundle/esm/ast.js").Pattern | null | undefined} pattern
 * @param {string} id
 * @param {Record<string, unknown>} values */
function format(pattern, id, values) {
  /** @type {Error[]} */
  const errors = [];
  const of = (/** @type {unknown} */ it) => (typeof it === "number" ? new Plain(it) : String(it));
  const args = Object.fromEntries(Object.entries(values).map(([name, it]) => [name, of(it)]));
  const text = pattern ? bundle.formatPattern(pattern, args, errors) : id;
  if (!pattern || errors.length) console.error(`The text ${id} lacks something`, ...errors);
  return text;
}

/** Returns a message in the language of the page.
 * @param {string} id
 * @param {Record<string, unknown>} [values] of its variables: numbers also choose the plural */
export const t = (id, values = {}) => format(bundle.getMessage(id)?.value, id, values);

/** Returns a message whose variables may be elements, as children of an element.
 * @param {string} id
 * @param {Record<string, any>} values */
export function rich(id, values) {
  const marked = Object.entries(values).map(([name, it]) => [name, typeof it === "object" ? `\0${name}\0` : it]);
  const parts = t(id, Object.fromEntries(marked)).split("\0");
  return parts.map((part, at) => (at % 2 ? values[part] : part));
}

const lists = new Intl.ListFormat(locale);

/** Joins names and the like: `Ann, Ben and Cem`.
 * @param {Iterable<string>} items */
export const inList = (items) => lists.format(items);

/** Shows the texts of the document in the language of the page. An element with `data-l10n-id` gets
 * the message, and its attributes. Elements in it are the variables that `data-l10n-name` names. */
function translate() {
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-l10n-id]"))) {
    const id = element.dataset.l10nId ?? "";
    const message = bundle.getMessage(id);
    const inner = /** @type {NodeListOf<HTMLElement>} */ (element.querySelectorAll("[data-l10n-name]"));
    const values = Object.fromEntries([...inner].map((it) => [it.dataset.l10nName ?? "", it]));
    if (message?.value) element.replaceChildren(...rich(id, values));
    for (const [name, pattern] of Object.entries(message?.attributes ?? {})) element.setAttribute(name, format(pattern, id, {}));
  }
}

translate();

/** The selector for the language of the pages in this browser. */
export function languageChoice() {
  const select = document.createElement("select");
  select.id = "language";
  select.setAttribute("aria-label", t("common-language"));
  for (const [code, name] of Object.entries(LANGUAGES)) {
    const option = new Option(name, code, code === language, code === language);
    option.lang = code;
    select.append(option);
  }
  select.addEventListener("change", () => chooseLanguage(select.value));
  return select;
}
