// A move that is chosen word by word.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Draft } from "../src/draft.js";

/** The possible continuations. The last word is the only card of its kind. */
const FOLLOWS = {
  "": ["play", "discard"],
  "discard": ["3"],
  "discard 3": ["on"],
  "discard 3 on": ["0", "1", "2", "3"],
};

const ask = async (text) => ({
  text,
  words: text ? text.split(" ") : [],
  next: FOLLOWS[text] ?? [],
  move: FOLLOWS[text] ? null : { text },
  seq: 1,
});

test("a word that was filled in does not count as the choice of an equal word after it", async () => {
  const draft = new Draft(ask, () => {}, assert.fail);
  await draft.renew(1);
  await draft.chooseAll(["discard", "3"]);
  assert.deepEqual(draft.now.words, ["discard", "3", "on"]);
  assert.equal(draft.now.move, null);
  await draft.chooseAll(["3"]);
  assert.deepEqual(draft.now.words, ["discard", "3", "on", "3"]);
});

test("the draft reports the words behind a word when they arrive or cannot be loaded", async () => {
  const told = [];
  const draft = new Draft(ask, () => told.push([draft.now?.isAsked, draft.now?.beyond]), assert.fail);
  await draft.renew(1);
  draft.lookThrough(["discard"]);
  assert.equal(draft.now.isAsked, true);
  await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual(told.at(-1), [false, [["discard", "3"]]]);

  const deaf = new Draft(
    (text) => (text ? Promise.reject(new Error("no answer")) : ask(text)),
    () => told.push(deaf.now?.isAsked),
    assert.fail,
  );
  await deaf.renew(1);
  deaf.lookThrough(["discard"]);
  assert.equal(deaf.now.isAsked, true);
  await new Promise((resolve) => setTimeout(resolve));
  assert.equal(told.at(-1), false);
});
