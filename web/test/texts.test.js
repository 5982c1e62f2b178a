// Every text of the pages has a translation in every language, with the same values, and there are
// no unused translations.

import assert from "node:assert/strict";
import { test } from "node:test";
import { texts } from "./texts.js";

/** Names, and texts that are the same in all languages. */
const SAME = new Set(["Turnpike", "English", "français", "openapi.json", "openapi.yaml", "/v1/games/(id)/board.txt", "wide"]);

const values = (text) => [...text.matchAll(/\{\w+\}/g)].map(([it]) => it).sort();

for (const language of ["fr", "de"]) {
  test(`all texts have a translation: ${language}`, async () => {
    const { default: own } = await import(`../src/texts-${language}.js`);
    const wanted = [...texts()].filter((text) => !SAME.has(text));
    assert.ok(wanted.length > 300);
    assert.deepEqual(
      wanted.filter((text) => !own[text]),
      [],
      "missing",
    );
    assert.deepEqual(
      Object.keys(own).filter((text) => !wanted.includes(text)),
      [],
      "said by nobody",
    );
    for (const text of wanted) {
      assert.deepEqual(values(own[text]), values(text), text);
      assert.equal(/^ /.test(own[text]), /^ /.test(text), text);
      assert.equal(/ $/.test(own[text]), / $/.test(text), text);
      if (language === "fr") assert.doesNotMatch(own[text], / [:;?!»]|« /, text);
    }
  });
}
