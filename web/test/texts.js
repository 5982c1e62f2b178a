// All texts of the pages: those of the modules, and those of the documents.

import { readFileSync, readdirSync } from "node:fs";

const here = new URL("..", import.meta.url);
const PAGES = ["client", "home", "authorize", "device"];

/** Returns the text between the parenthesis that opens at `from` and the one that closes it. */
function inside(text, from) {
  let [depth, quote] = [0, null];
  for (let at = from; at < text.length; at += 1) {
    const c = text[at];
    if (quote) {
      if (c === "\\") at += 1;
      else if (c === quote) quote = null;
    } else if (c === '"' || c === "`") quote = c;
    else if (c === "(") depth += 1;
    else if (c === ")" && (depth -= 1) === 0) return text.slice(from + 1, at);
  }
  return "";
}

/** Returns a text without the parts in braces outside quotation marks. */
function shallow(text) {
  let [depth, quoted, kept] = [0, false, ""];
  for (const c of text) {
    if (c === '"') quoted = !quoted;
    if (!quoted && c === "{") depth += 1;
    if (!depth) kept += c;
    if (!quoted && c === "}") depth -= 1;
  }
  return kept;
}

/** Returns the texts of a module: the arguments of `t` and `many`, and the words of tables. */
function ofModule(text) {
  const found = new Set();
  for (const { index, 0: call } of text.matchAll(/\b(?:t|many)\(/g)) {
    const before = text.slice(Math.max(0, index - 9), index);
    if (before.endsWith("function ")) continue;
    const parts = inside(text, index + call.length - 1);
    // Values after the text are not texts, and neither is a comparison of two words.
    const own = shallow(parts).replace(/===\s*"[^"]*"/g, "");
    for (const [, literal] of own.matchAll(/"((?:[^"\\]|\\.)*)"/g)) if (/[A-Za-zÀ-ÿ]/.test(literal)) found.add(literal);
  }
  for (const [, literal] of text.matchAll(/^ {4}\["([A-Z][^"]*)", /gm)) found.add(literal);
  return found;
}

/** Returns the texts of a document: the visible ones, and those for screen readers. */
function ofPage(text) {
  const found = new Set();
  const plain = text.replace(/\{%[\s\S]*?%\}|<!--[\s\S]*?-->/g, "<>");
  for (const part of plain.split(/<[^>]*>/)) {
    const words = part.trim().replace(/\s+/g, " ").replaceAll("&amp;", "&");
    if (/[A-Za-z]/.test(words) && !words.includes("{{")) found.add(words);
  }
  for (const [, , value] of plain.matchAll(/\b(aria-label|placeholder|title|alt)="([^"]*[A-Za-z][^"]*)"/g)) found.add(value);
  return found;
}

/** Every text, once. */
export function texts() {
  const found = new Set();
  for (const name of readdirSync(new URL("src", here), { recursive: true })) {
    if (!name.endsWith(".js") || /^(vendor\/.*|say|texts-..)\.js$/.test(name)) continue;
    for (const it of ofModule(readFileSync(new URL(`src/${name}`, here), "utf8"))) found.add(it);
  }
  for (const page of PAGES) {
    for (const it of ofPage(readFileSync(new URL(`../templates/pages/${page}.html`, here), "utf8"))) found.add(it);
  }
  for (const status of ["open", "running", "finished", "cancelled", "Language"]) found.add(status);
  return found;
}
