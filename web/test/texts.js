// The texts of the pages: the messages of each language, and where modules and documents use them.

import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import ts from "typescript";
import { FluentResource } from "../src/vendor/fluent.js";

const here = new URL("..", import.meta.url);
const read = (path) => readFileSync(new URL(path, here), "utf8");
const documents = readdirSync(new URL("../templates/pages", here)).map((name) => read(`../templates/pages/${name}`));

/** Returns the variables of a part of a message, in its selectors as well. */
function variables(part) {
  if (part === null || typeof part !== "object") return [];
  return part.type === "var" ? [part.name] : Object.values(part).flatMap(variables);
}

/** Returns the messages of a language by their ids. */
export function messages(language) {
  const folder = `src/texts/${language}`;
  const files = readdirSync(new URL(folder, here));
  return files.flatMap((name) => {
    const text = read(`${folder}/${name}`);
    const { body } = new FluentResource(text);
    const part = name.replace(".ftl", "");
    const found = body.map((it) => ({ ...it, part, variables: [...new Set(variables([it.value, it.attributes]))].sort() }));
    // Fluent skips what it cannot read.
    const isRead = (line) => body.some(({ id }) => line.startsWith(`${id} =`));
    return [...found, ...text.split("\n").flatMap((line) => (/^[^#\s]/.test(line) && !isRead(line) ? { id: line, isBroken: true } : []))];
  });
}

/** Returns the values of a literal, or of both branches of a choice; null for another expression. */
function literals(node) {
  if (ts.isStringLiteral(node)) return [node.text];
  if (ts.isParenthesizedExpression(node)) return literals(node.expression);
  if (!ts.isConditionalExpression(node)) return null;
  const both = [literals(node.whenTrue), literals(node.whenFalse)];
  return both.includes(null) ? null : both.flat();
}

/** Returns the names of the values; null if an object from elsewhere has them. */
function namesOf(values) {
  if (!values) return [];
  if (!ts.isObjectLiteralExpression(values) || values.properties.some(ts.isSpreadAssignment)) return null;
  return values.properties.map((it) => it.name.text).sort();
}

/** Returns the calls of `t` and `rich` in a module. */
function callsOf(file) {
  const found = [];
  const source = ts.createSourceFile(file, read(`src/${file}`), ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const visit = (node) => {
    if (ts.isCallExpression(node) && /^(t|rich)$/.test(node.expression.getText(source))) {
      const [id, values] = node.arguments;
      found.push({ file, text: node.getText(source), ids: literals(id), values: namesOf(values) });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Every call for a text. */
export const calls = readdirSync(new URL("src", here), { recursive: true })
  .filter((name) => name.endsWith(".js") && !/^(vendor\/.*|say\.js$)/.test(name))
  .flatMap(callsOf);
calls.push({ file: "say.js", text: "languageChoice", ids: ["common-language"], values: [] });

/** Returns the words of a document's part as a message has them: inner elements are variables. */
const asMessage = (inner) =>
  inner
    .replace(/<(\w+)[^>]*data-l10n-name="(\w+)"[^>]*>.*?<\/\1>/g, "{ $$$2 }")
    .replaceAll("&amp;", "&")
    .trim();

/** The elements of the documents with a text: its id, its English words, and the attributes. */
export const elements = documents.flatMap((text) =>
  [...text.matchAll(/<(\w+)([^>]*) data-l10n-id="([\w-]+)"([^>]*)>(.*?)<\/\1>/g)].map(([, , before, id, behind, inner]) => {
    const attributes = [...`${before} ${behind}`.matchAll(/ (aria-label|placeholder|title|alt)="([^"]*)"/g)];
    return { id, words: asMessage(inner), attributes: Object.fromEntries(attributes.map(([, name, value]) => [name, value])) };
  }),
);

/** Every text of the documents that browsers show with scripts, also without an id. */
export const shown = ["client", "home", "authorize", "device"].flatMap((name) => {
  const text = read(`../templates/pages/${name}.html`);
  const visible = text.replace(/<noscript>.*?<\/noscript>/gs, "").replace(/\{% block (title|width) %\}.*/g, "");
  const unnamed = visible.replace(/<(\w+)[^>]* data-l10n-id=[^>]*>.*?<\/\1>/g, "").replace(/<li>\{\{.*?\}\}<\/li>/g, "");
  return unnamed
    .replace(/\{%.*?%\}|\{\{.*?\}\}/g, "")
    .split(/<[^>]*>/)
    .map((it) => it.trim())
    .filter((it) => /[A-Za-z]/.test(it));
});

/** Returns the parts of the texts that a module has when it runs. Several pages may load it. */
export function partsOf() {
  const client = [read("../src/http/pages/client.rs"), ...documents].join("\n");
  const scripts = new Set([...client.matchAll(/script(?:: |\()"([\w-]+\.js)"/g)].map(([, name]) => name));
  const parts = new Map();
  const visit = (file, own) => {
    if (!parts.has(file)) parts.set(file, []);
    const known = parts.get(file);
    if (known.some((it) => it.join() === own.join())) return;
    known.push(own);
    const code = read(`src/${file}`).replace(/\/\*\*.*?\*\//gs, "");
    for (const [, isLater, address] of code.matchAll(/(?:\bfrom|\bimport|\b(import\()) ?"(\.[^"]+\.js)"/g)) {
      const next = join(dirname(file), address);
      if (next.startsWith("vendor/") || next.startsWith("..")) continue;
      // These load texts of their own.
      const more = isLater && /^(boards\/([\w-]+)|(verify)\/check)\.js$/.exec(next);
      visit(next, more ? [...own, more[2] ?? more[3]] : own);
    }
  };
  for (const name of scripts) visit(name, ["common", name.replace(".js", "")]);
  return parts;
}
