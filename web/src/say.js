// @ts-check
// The language of the pages: that of the browser, or the one chosen here.
//
// The English words are the name of a text. A text without a translation appears in English. The
// texts in the documents themselves are translated first.

/** The languages, each by its own name. */
export const LANGUAGES = { en: "English", fr: "Français", de: "Deutsch" };

const KEY = "turnpike.language";

/** @returns {keyof typeof LANGUAGES} */
function chosen() {
  const wanted = [...navigator.languages];
  try {
    wanted.unshift(localStorage.getItem(KEY) ?? "");
  } catch {
    // Storage is blocked.
  }
  const known = wanted.map((it) => it.slice(0, 2)).find((it) => it in LANGUAGES);
  return /** @type {keyof typeof LANGUAGES} */ (known ?? "en");
}

/** The language of this page. */
export const language = chosen();

/** Returns the language with the reader's region, for dates, hours and lists: the region of the
 * browser's entry for the language, otherwise that of the browser's first choice. */
function regional() {
  const wanted = navigator.languages.flatMap((it) => {
    try {
      return new Intl.Locale(it);
    } catch {
      return []; // No language at all.
    }
  });
  const own = wanted.find((it) => it.region && it.language === language) ?? wanted.find((it) => it.region);
  return own ? `${language}-${own.region}` : language;
}

/** The locale for dates, hours and lists: `en-GB`. */
export const locale = regional();

/** @type {Record<string, string>} */
const texts = language === "en" ? {} : (await import(`./texts-${language}.js`).catch(() => ({ default: {} }))).default;

/** A text in the language of the page, with values in place of `{names}`.
 * @param {string} text
 * @param {Record<string, unknown>} [values] */
export function t(text, values = {}) {
  return (texts[text] ?? text).replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** A number of points, with a minus as people write it.
 * @param {number} points */
export const inPoints = (points) => String(points).replace("-", "\u2212");

/** Returns one text for exactly one, and another for any other number. `{n}` is the number.
 * @param {number} n
 * @param {string} one
 * @param {string} other
 * @param {Record<string, unknown>} [values] */
export function many(n, one, other, values = {}) {
  return t(n === 1 ? one : other, { n, ...values });
}

/** Translates the texts of the document, including those that only screen readers get. */
function translate() {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const written = node.nodeValue ?? "";
    const own = texts[written.trim().replace(/\s+/g, " ")];
    if (own !== undefined) node.nodeValue = written.replace(written.trim(), () => own);
  }
  for (const name of ["aria-label", "placeholder", "title", "alt"]) {
    for (const element of document.body.querySelectorAll(`[${name}]`)) {
      const own = texts[element.getAttribute(name) ?? ""];
      if (own !== undefined) element.setAttribute(name, own);
    }
  }
}

document.documentElement.lang = language;
translate();

/** Shows the pages in this language on this browser, from now on.
 * @param {string} code */
export function chooseLanguage(code) {
  try {
    localStorage.setItem(KEY, code);
  } catch {
    return; // Storage is blocked: the browser's own language stays.
  }
  location.reload();
}

/** The selector for the language of the pages in this browser. */
export function languageChoice() {
  const select = document.createElement("select");
  select.id = "language";
  select.setAttribute("aria-label", t("Language"));
  for (const [code, name] of Object.entries(LANGUAGES)) {
    const option = new Option(name, code, code === language, code === language);
    option.lang = code;
    select.append(option);
  }
  select.addEventListener("change", () => chooseLanguage(select.value));
  return select;
}
