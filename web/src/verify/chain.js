// @ts-check
// Checks that hashes alone can prove: the seed is the committed one, and no entry of the log was
// changed, removed or added (docs/VERIFYING.md). It needs no rules of a game.

/** @typedef {import("../../types/api.js").components["schemas"]["GameRecord"]} GameRecord */

/** The first fault, with its entry if it concerns one.
 * @typedef {{ wrong: "form" | "no-seed" | "version" | "commitment" | "blinding" | "start" | "number" | "hash" | "ply" | "head" | "log" | "draw" | "deal",
 *   entry?: number, at?: string, said?: string, is?: string }} Fault */

/** The verified facts, and the seed of the dice.
 * @typedef {{ seed: Uint8Array<ArrayBuffer>, entries: number }} Held */

/** The fault of a history, thrown as an error. */
export class Broken extends Error {
  /** @param {Fault} fault */
  constructor(fault) {
    super([fault.wrong, fault.at ?? fault.entry].join(" "));
    this.fault = fault;
  }
}

const utf8 = new TextEncoder();

/** @param {Uint8Array} bytes */
export const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Returns 32 bytes from their hex, or null if it is not valid.
 * @param {unknown} hex */
export function fromHex(hex) {
  if (typeof hex !== "string" || !/^[0-9a-f]{64}$/.test(hex)) return null;
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

/** A key for HMAC-SHA-256.
 * @param {Uint8Array<ArrayBuffer>} bytes */
const keyOf = (bytes) => crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);

/** @param {CryptoKey} key
 * @param {Uint8Array<ArrayBuffer>} message */
const hmac = async (key, message) => new Uint8Array(await crypto.subtle.sign("HMAC", key, message));

/** @param {Uint8Array[]} parts */
function joined(...parts) {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** JSON as it is hashed: one way to write each value.
 * @param {unknown} value
 * @returns {string} */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") {
    if (typeof value === "number" && !Number.isSafeInteger(value)) throw new Broken({ wrong: "form", at: String(value) });
    return JSON.stringify(value);
  }
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join(",")}}`;
}

/** The members of a record, of its seats and of its entries; each must be known, or it would not be hashed.
 * @type {Record<string, string>} */
const MEMBERS = {
  record:
    "format id kind rules randomness options seats seed_source seed_commitment deal server_seed blinding_commitment blinding_secret start ply head entries result",
  seat: "seat player entropy",
  move: "n kind seat seq at hash move",
  leave: "n kind seat seq at hash",
  timeout: "n kind seat seq at hash leads_to",
  takeover: "n kind seat seq at hash by",
};

/** @param {string} what
 * @param {object} it
 * @param {string} at */
function knows(what, it, at) {
  const known = MEMBERS[what]?.split(" ") ?? [];
  const other = Object.keys(it).find((name) => !known.includes(name));
  if (other !== undefined) throw new Broken({ wrong: "form", at: `${at}${other}` });
}

/** Returns the seed of a game, from the server's seed and the players' entropy. On a deal, it comes
 * from the deal.
 * @param {Uint8Array<ArrayBuffer>} serverSeed
 * @param {{ id: string, deal?: string | null, seats: { entropy: string }[] }} record */
export async function gameSeed(serverSeed, { id, deal, seats }) {
  const lines = deal ? ["turnpike/2", deal] : ["turnpike/1", id, ...seats.map((seat) => seat.entropy)];
  return hmac(await keyOf(serverSeed), utf8.encode(lines.map((line) => `${line}\n`).join("")));
}

/** Throws unless a secret matches its hash.
 * @param {"commitment" | "blinding"} wrong
 * @param {Uint8Array<ArrayBuffer>} secret
 * @param {string} promised */
async function keeps(wrong, secret, promised) {
  const is = toHex(await sha256(secret));
  if (is !== promised) throw new Broken({ wrong, said: promised, is });
}

/** Returns the blinding of each entry's hash.
 * @param {Uint8Array<ArrayBuffer>} secret
 * @param {number} count */
async function blinds(secret, count) {
  const key = await keyOf(secret);
  return Promise.all(
    Array.from({ length: count }, (_, i) => {
      const message = joined(utf8.encode("blind"), new Uint8Array(8));
      new DataView(message.buffer).setBigUint64(5, BigInt(i + 1), true);
      return hmac(key, message);
    }),
  );
}

/** Checks the form of a history, its commitments, and its chain up to the head. Throws the first
 * fault.
 * @param {GameRecord} record
 * @returns {Promise<Held>} */
export async function checkChain(record) {
  if (record?.format !== "turnpike-record/1" || !Array.isArray(record.seats) || !Array.isArray(record.entries)) {
    throw new Broken({ wrong: "form", at: "format" });
  }
  knows("record", record, "");
  record.seats.forEach((seat, i) => {
    knows("seat", seat, `seats[${i}].`);
    if (seat.seat !== i) throw new Broken({ wrong: "form", at: `seats[${i}].seat` });
  });
  const isDeal = typeof record.deal === "string";
  if (record.randomness !== (isDeal ? 2 : 1) || (record.seed_source === "deal") !== isDeal) {
    throw new Broken({ wrong: "version" });
  }
  if (!record.rules.startsWith(`${record.kind}@`)) throw new Broken({ wrong: "form", at: "rules" });
  const serverSeed = fromHex(record.server_seed);
  if (!serverSeed) throw new Broken(record.server_seed ? { wrong: "form", at: "server_seed" } : { wrong: "no-seed" });
  await keeps("commitment", serverSeed, record.seed_commitment);
  const seed = await gameSeed(serverSeed, record);

  const { id, rules, options, seed_commitment, seed_source, randomness, blinding_commitment } = record;
  /** @type {Record<string, unknown>} */
  const header = { id, rules, options, seed_commitment, seed_source, randomness };
  header.entropies = record.seats.map((seat) => seat.entropy);
  if (isDeal) header.deal = record.deal;
  let secret = seed;
  if (isDeal || blinding_commitment || record.blinding_secret) {
    const own = fromHex(record.blinding_secret);
    if (!own || !blinding_commitment) throw new Broken({ wrong: "form", at: "blinding_secret" });
    await keeps("blinding", own, blinding_commitment);
    header.blinding_commitment = blinding_commitment;
    secret = own;
  }
  let head = await sha256(utf8.encode(canonical(header)));
  if (toHex(head) !== record.start) throw new Broken({ wrong: "start", said: record.start, is: toHex(head) });

  const blind = await blinds(secret, record.entries.length);
  for (const [i, entry] of record.entries.entries()) {
    const n = i + 1;
    if (entry.n !== n) throw new Broken({ wrong: "number", entry: n, said: String(entry.n) });
    knows(entry.kind, entry, `entries[${i}].`);
    const { hash, ...hashed } = entry;
    head = await sha256(joined(head, blind[i] ?? new Uint8Array(0), utf8.encode(canonical(hashed))));
    if (toHex(head) !== hash) throw new Broken({ wrong: "hash", entry: n, said: hash, is: toHex(head) });
  }
  const entries = record.entries.length;
  if (record.ply !== entries) throw new Broken({ wrong: "ply", said: String(record.ply), is: String(entries) });
  if (record.head !== toHex(head)) throw new Broken({ wrong: "head", said: record.head, is: toHex(head) });
  return { seed, entries };
}
