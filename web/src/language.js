// @ts-check
// The language of the pages: that of the browser, or the one chosen here. Requests the texts.
//
// This module imports nothing and has an element of its own in each document. So it runs before all
// other modules have arrived, and the texts arrive with them.

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

/** Returns a file of texts. If it cannot be loaded, returns that of another language: offline after
 * a change of the language, the browser may have no other.
 * @param {string} part */
export async function fetchTexts(part) {
  for (const it of new Set([language, ...Object.keys(LANGUAGES)])) {
    const answer = await fetch(new URL(`texts/${it}/${part}.ftl`, import.meta.url)).catch(() => null);
    if (answer?.ok) return answer.text();
  }
  throw new Error(`The texts of ${part} are missing.`);
}

document.documentElement.lang = language;

/** The files of texts that this document names. */
export const texts = (document.querySelector("script[data-texts]")?.getAttribute("data-texts") ?? "").split(" ").map(fetchTexts);
// If a request fails, say.js throws.
for (const it of texts) it.catch(() => {});
