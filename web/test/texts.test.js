// Every text of the pages exists in every language, with the same variables, where pages load it.
// There are no unused texts.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { FluentBundle, FluentNumber, FluentResource } from "../src/vendor/fluent.js";
import { calls, elements, messages, partsOf, shown } from "./texts.js";

const english = messages("en");
const byId = new Map(english.map((it) => [it.id, it]));

test("code uses texts with their variables", () => {
  assert.ok(calls.length > 900);
  for (const { file, text, ids, values } of calls) {
    assert.ok(ids, `${file}: an id that is not written out: ${text}`);
    for (const id of ids) {
      assert.ok(byId.has(id), `${file}: no text ${id}`);
      if (!values) continue;
      const missing = byId.get(id).variables.filter((name) => !values.includes(name));
      assert.deepEqual(missing, [], `${file}: values that ${id} needs`);
    }
    const wanted = ids.flatMap((id) => byId.get(id).variables);
    assert.deepEqual(values?.filter((name) => !wanted.includes(name)) ?? [], [], `${file}: values that ${ids} do not need`);
  }
});

test("code and documents use each text", () => {
  const used = new Set([...calls.flatMap(({ ids }) => ids), ...elements.map(({ id }) => id)]);
  const unused = english.map(({ id }) => id).filter((id) => !used.has(id));
  assert.deepEqual(unused, []);
});

test("each page loads the texts of its modules", () => {
  const parts = partsOf();
  for (const { file, ids } of calls) {
    assert.ok(parts.has(file), `no page loads ${file}`);
    for (const loaded of parts.get(file)) {
      const missing = ids.filter((id) => !loaded.includes(byId.get(id).part));
      assert.deepEqual(missing, [], `${file}, with ${loaded.join(", ")}`);
    }
  }
});

test("documents have the English texts", () => {
  assert.deepEqual(shown, [], "texts without an id");
  assert.ok(elements.length > 40);
  for (const { id, words, attributes } of elements) {
    assert.ok(byId.has(id), `no text ${id}`);
    const own = byId.get(id);
    if (own.value !== null) assert.equal(words, source(own.value), id);
    assert.deepEqual(
      Object.entries(own.attributes).map(([name, value]) => [name, source(value)]),
      Object.entries(attributes),
      id,
    );
  }
});

/** Returns a message as its file has it. */
function source(pattern) {
  if (typeof pattern === "string") return pattern;
  return pattern.map((it) => (typeof it === "string" ? it : `{ $${it.name} }`)).join("");
}

for (const language of ["en", "de", "fr"]) {
  test(`all texts can be formatted: ${language}`, () => {
    const own = messages(language);
    assert.deepEqual(
      own.filter(({ isBroken }) => isBroken).map(({ id }) => id),
      [],
      "lines that Fluent cannot read",
    );
    const facts = ({ id, part, variables, value, attributes }) => [id, part, variables, value !== null, Object.keys(attributes)].join(" ");
    assert.deepEqual(own.map(facts).sort(), english.map(facts).sort());
    const bundle = new FluentBundle(language, {
      useIsolating: false,
      functions: { ORDINAL: ([n]) => new FluentNumber(n.value, { type: "ordinal" }) },
    });
    const folder = new URL(`../src/texts/${language}/`, import.meta.url);
    for (const name of readdirSync(folder)) {
      assert.deepEqual(bundle.addResource(new FluentResource(readFileSync(new URL(name, folder), "utf8"))), [], "texts twice");
    }
    for (const { id, value, attributes, variables } of own) {
      for (const n of [0, 1, 2, 3, 11]) {
        const errors = [];
        const values = Object.fromEntries(variables.map((name) => [name, name === "n" ? n : `(${name})`]));
        for (const pattern of [value, ...Object.values(attributes)].filter((it) => it !== null)) {
          const text = bundle.formatPattern(pattern, values, errors);
          if (language === "fr") assert.doesNotMatch(text, / [:;?!»]|« /, id);
        }
        assert.deepEqual(errors, [], id);
      }
    }
  });
}
