// The checks of finished games: the published vectors, real histories of every kind of game, and
// changes to them.
//
// `records` contains exports of a server, each with its log: one of each kind, one with a chosen
// seed, and one on a deal.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { Broken, checkChain, fromHex, gameSeed, toHex } from "../src/verify/chain.js";
import { Dice } from "../src/verify/dice.js";
import { checkDraws } from "../src/verify/draws.js";

const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));
const vectors = (name) => read(`../../crates/rules/tests/data/${name}.vectors.json`);
const NAMES = readdirSync(new URL("records", import.meta.url));
const history = (name) => read(`records/${name}`);

/** Returns the result for a history: the number of draws, or the fault. */
async function found({ record, log }) {
  try {
    const { seed, entries } = await checkChain(record);
    return { entries, ...checkDraws(record, log, seed) };
  } catch (problem) {
    if (!(problem instanceof Broken)) throw problem;
    return { wrong: problem.fault.wrong, ...("entry" in problem.fault && { entry: problem.fault.entry }) };
  }
}

/** Returns the result after a change. */
async function changed(name, change) {
  const it = history(name);
  change(it.record, it.log);
  return found(it);
}

const words = (dice, n) => Array.from({ length: n }, () => dice.word());

test("dice and seeds match the published vectors", async () => {
  const known = vectors("randomness");
  const serverSeed = fromHex(known.server_seed);
  const seats = known.entropies.map((entropy) => ({ entropy }));
  const seed = await gameSeed(serverSeed, { id: known.game_id, seats });
  assert.equal(toHex(seed), known.game_seed);
  for (const { entry, words: wanted } of known.first_8_words) assert.deepEqual(words(new Dice(seed, entry), 8), wanted);
  const later = known.words_32_to_39;
  assert.deepEqual(words(new Dice(seed, later.entry), 40).slice(32), later.words);

  const sixes = known.below_6_x_10;
  const dice = new Dice(seed, sixes.entry);
  assert.deepEqual(
    sixes.answers.map(() => dice.below(6)),
    sixes.answers,
  );
  assert.equal(dice.count, sixes.words_read);
  const refused = known.below_with_refused_words;
  const large = new Dice(seed, refused.entry);
  assert.deepEqual(
    refused.answers.map(() => large.below(refused.k)),
    refused.answers,
  );
  assert.equal(large.count, refused.words_read);
  const mixed = new Dice(seed, known.mixed.entry);
  for (const [what, with_, wanted] of known.mixed.draws) assert.deepEqual(mixed[what](with_), wanted);
  assert.equal(mixed.count, known.mixed.words_read);
  for (const [name, first, last] of [
    ["shuffle_0_to_51", 0, 51],
    ["shuffle_1_to_18", 1, 18],
  ]) {
    const list = Array.from({ length: last - first + 1 }, (_, i) => first + i);
    assert.deepEqual(new Dice(seed, known[name].entry).shuffle(list), known[name].result);
  }

  const { non_ascii: other } = known;
  const itsSeats = other.entropies.map((entropy) => ({ entropy }));
  const its = await gameSeed(fromHex(other.server_seed), { id: other.game_id, seats: itsSeats });
  assert.equal(toHex(its), other.game_seed);
  assert.deepEqual(words(new Dice(its, 0), 8), other.first_8_words_of_entry_0);
});

test("dice of a deal match the published vectors", async () => {
  const known = vectors("randomness-2");
  const seed = await gameSeed(fromHex(known.server_seed), { id: "any", deal: known.deal, seats: [{ entropy: "any" }] });
  assert.equal(toHex(seed), known.game_seed);
  for (const { entry, words: wanted } of known.first_8_words) assert.deepEqual(words(new Dice(seed, entry), 8), wanted);
});

test("the worked example of the document verifies", async () => {
  const record = read("../../docs/examples/ferry-follies.json");
  const { seed, entries } = await checkChain(record);
  assert.equal(toHex(seed), "012f62957582e51aa4de543ee3fba3e02c9ce7c4663b913cacbf4fd127ab5a2a");
  assert.equal(entries, 2);
});

test("true histories of every kind of game verify", async () => {
  const all = {};
  for (const name of NAMES) all[name] = await found(history(name));
  assert.deepEqual(all, {
    "buttons.json": { entries: 102, dice: 156, deals: 1, isKnown: true },
    "chosen.json": { entries: 48, dice: 0, deals: 15, isKnown: true },
    "deal.json": { entries: 16, dice: 0, deals: 15, isKnown: true },
    "ferry-follies.json": { entries: 16, dice: 0, deals: 15, isKnown: true },
    "flip-freighters.json": { entries: 53, dice: 0, deals: 15, isKnown: true },
    "paris-connection.json": { entries: 74, dice: 0, deals: 4, isKnown: true },
    "thats-life.json": { entries: 128, dice: 63, deals: 1, isKnown: true },
  });
});

/** The same text with another last letter. */
const other = (text) => text.slice(0, -1) + (text.endsWith("0") ? "1" : "0");

test("a changed commitment, seed or start is reported", async () => {
  for (const name of NAMES) {
    const wrong = (change) => changed(name, change).then((it) => it.wrong);
    assert.equal(await wrong((it) => (it.server_seed = other(it.server_seed))), "commitment", name);
    assert.equal(await wrong((it) => (it.seed_commitment = other(it.seed_commitment))), "commitment", name);
    assert.equal(await wrong((it) => (it.server_seed = null)), "no-seed", name);
    assert.equal(await wrong((it) => (it.seats[0].entropy += "!")), "start", name);
    assert.equal(await wrong((it) => (it.options = { ...it.options, more: 1 })), "start", name);
    assert.equal(await wrong((it) => (it.start = other(it.start))), "start", name);
    assert.equal(await wrong((it) => (it.randomness = 3 - it.randomness)), "version", name);
    assert.equal(await wrong((it) => (it.more = 1)), "form", name);
    assert.equal(await wrong((it) => (it.entries[0].more = 1)), "form", name);
    assert.equal(await wrong((it) => (it.ply += 1)), "ply", name);
    assert.equal(await wrong((it) => (it.head = other(it.head))), "head", name);
  }
  for (const name of ["chosen.json", "deal.json"]) {
    assert.deepEqual(await changed(name, (it) => (it.blinding_secret = other(it.blinding_secret))), { wrong: "blinding" });
    assert.deepEqual(await changed(name, (it) => delete it.blinding_secret), { wrong: "form" });
  }
  assert.deepEqual(await changed("deal.json", (it) => delete it.deal), { wrong: "version" });
});

test("an entry that was changed, left out, added or moved is reported", async () => {
  for (const name of NAMES) {
    const at = history(name).record.entries.length >> 1;
    const n = at + 1;
    const is = (change) => changed(name, change);
    const hash = { wrong: "hash", entry: n };
    assert.deepEqual(await is(({ entries }) => (entries[at].seat += 1)), hash, name);
    assert.deepEqual(await is(({ entries }) => (entries[at].seq += 1)), hash, name);
    assert.deepEqual(await is(({ entries }) => (entries[at].at = other(entries[at].at))), hash, name);
    assert.deepEqual(await is(({ entries }) => (entries[at].move = { type: "other" })), hash, name);
    assert.deepEqual(await is(({ entries }) => (entries[at].hash = other(entries[at].hash))), hash, name);
    const number = { wrong: "number", entry: n };
    assert.deepEqual(await is(({ entries }) => entries.splice(at, 1)), number, name);
    assert.deepEqual(await is(({ entries }) => entries.splice(at, 0, entries[at - 1])), number, name);
    assert.deepEqual(await is(({ entries }) => entries.splice(at, 2, entries[at + 1], entries[at])), number, name);
    // Swapped and renumbered.
    const swapped = (it) => {
      const [one, two] = it.entries.slice(at, at + 2);
      it.entries.splice(at, 2, { ...two, n }, { ...one, n: n + 1 });
    };
    assert.deepEqual(await is(swapped), hash, name);
    assert.deepEqual(await is((it) => it.entries.pop()), { wrong: "ply" }, name);
  }
});

/** Changes the last event of this type, and returns its entry. */
function happened(log, type, change) {
  const all = [{ n: 0, events: log.setup }, ...log.entries];
  for (const { n, events } of all.toReversed()) {
    const told = events.find(({ event }) => event.type === type);
    if (!told) continue;
    change(told.event);
    return n;
  }
  throw new Error(`no ${type}`);
}

test("a die or card that does not come from the seed is reported with its entry", async () => {
  const cases = [
    ["buttons.json", "rolled", (it) => (it.white = (it.white % 6) + 1)],
    ["buttons.json", "rolled", (it) => it.plain.splice(0, 1, (it.plain[0] % 6) + 1)],
    ["buttons.json", "dealt", (it) => it.faces.reverse()],
    ["thats-life.json", "rolled", (it) => (it.die = (it.die % 6) + 1)],
    ["thats-life.json", "dealt", (it) => it.track.splice(1, 2, it.track[2], it.track[1])],
    ["flip-freighters.json", "day_opened", (it) => it.cards.reverse()],
    ["ferry-follies.json", "drew", (it) => (it.card = (it.card % 18) + 1)],
    ["ferry-follies.json", "dealt", (it) => it.row.reverse()],
    ["paris-connection.json", "dealt", (it) => (it.first = 1 - Math.min(it.first, 1))],
    ["paris-connection.json", "hand", (it) => ((it.shares.red += 1), (it.shares.blue -= 1))],
    ["deal.json", "drew", (it) => (it.card = (it.card % 18) + 1)],
  ];
  for (const [name, type, change] of cases) {
    let entry;
    const is = await changed(name, (_, log) => (entry = happened(log, type, change)));
    assert.deepEqual(is, { wrong: "draw", entry }, `${name}: ${type}`);
  }
});

test("a roll that is missing in the log, and a log of another game, are reported", async () => {
  const hidden = (record, log) => {
    const at = record.entries.findIndex(({ move }) => move?.type === "roll");
    log.entries[at].events = [];
    return at + 1;
  };
  for (const name of ["buttons.json", "thats-life.json"]) {
    let entry;
    assert.deepEqual(await changed(name, (record, log) => (entry = hidden(record, log))), { wrong: "draw", entry });
  }
  assert.deepEqual(await changed("buttons.json", (_, log) => (log.entries[4].move = { type: "pass" })), { wrong: "log", entry: 5 });
  assert.deepEqual(await changed("buttons.json", (_, log) => log.entries.pop()), { wrong: "log", entry: 102 });
});

test("draws of unknown rules are not reported as checked", async () => {
  const { record, log } = history("thats-life.json");
  const drawn = checkDraws({ ...record, rules: "thats-life@2" }, log, new Uint8Array(32));
  assert.deepEqual(drawn, { dice: 0, deals: 0, isKnown: false });
});

test("a thousand entries are checked within two minutes", { timeout: 120000 }, async () => {
  let entries = 0;
  while (entries < 1000) entries += (await found(history("thats-life.json"))).entries;
});
