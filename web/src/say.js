// @ts-check
// The language of the pages: that of the browser, or the one that was chosen here.
//
// A text is named by its English words. What a language has not, is said in English. The texts that the documents
// themselves hold are put into the language before anything else is done.

/** The languages that there are, each by its own name. */
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

/** The language with the region of the reader, by which dates, hours and lists are written: that of the browser's own entry for
 * the language, else that of whatever the browser asks for. */
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

/** What dates, hours and lists are written by: `en-GB`. */
export const locale = regional();

/** @type {Record<string, string>} */
const texts = language === "en" ? {} : (await import(`./texts-${language}.js`).catch(() => ({ default: {} }))).default;

/** A text in the language of the page, with values in place of `{names}`.
 * @param {string} text
 * @param {Record<string, unknown>} [values] */
export function t(text, values = {}) {
  return (texts[text] ?? text).replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** One text for one of something, and another for any other number of it; `{n}` is how many.
 * @param {number} n
 * @param {string} one
 * @param {string} other
 * @param {Record<string, unknown>} [values] */
export function many(n, one, other, values = {}) {
  return t(n === 1 ? one : other, { n, ...values });
}

/** The texts of the document, and those that it tells without showing them. */
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

/** What chooses the language of the pages on this browser. */
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
