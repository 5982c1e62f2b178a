// @ts-check
// Checks that all rolls, shuffles and deals in the log come from the seed (docs/VERIFYING.md,
// "Dice").
//
// The draws of each kind of game are a part of that definition. This module does not know which
// moves are legal, or their effects. For that, `turnpike verify` replays the rules.

import { Broken, canonical } from "./chain.js";
import { Dice } from "./dice.js";

/** @typedef {import("./chain.js").GameRecord} GameRecord */
/** @typedef {import("../../types/api.js").components["schemas"]["LogPage"]} LogPage */

/** The log from the server: the events of the setup, and of each entry.
 * @typedef {Pick<LogPage, "setup" | "entries">} Log */

/** Something that happened; each kind of game has its own.
 * @typedef {Record<string, any>} Happened */

/** How much was derived again; `isKnown` unless how this kind of game draws is not known here.
 * @typedef {{ dice: number, deals: number, isKnown: boolean }} Drawn */

/** Compares and counts draws.
 * @typedef {object} Compare
 * @property {number} n the entry's number
 * @property {() => Dice} dice its dice, from the first one
 * @property {(said: number[], is: number[]) => void} dies compares rolled dice
 * @property {(said: unknown, is: unknown) => void} deal compares a shuffle or deal */

/** A kind of game: handles each event.
 * @typedef {(event: Happened, compare: Compare) => void} Draws */

/** @template T
 * @param {number} length
 * @param {(i: number) => T} make
 * @returns {T[]} */
const list = (length, make) => Array.from({ length }, (_, i) => make(i));

/** @param {string} letters */
const each = (letters) => letters.split(" ");

/** @param {GameRecord} record
 * @returns {Draws} */
function buttons({ seats: { length: seats } }) {
  return (event, { dice, dies, deal }) => {
    if (event.type === "dealt") {
      const draw = dice();
      const boards = draw.shuffle(each("A B C D"));
      const faces = boards.slice(0, seats).map((board) => `${board}${draw.below(2) + 1}`);
      const colours = each("R Y G B");
      const out = seats === 3 ? (colours.splice(1 + draw.below(3), 1)[0] ?? null) : null;
      const shuffled = draw.shuffle(colours);
      const hand = Math.floor(shuffled.length / seats);
      const cards = list(seats, (seat) => shuffled.slice(seat * hand, (seat + 1) * hand).sort());
      const first = cards.findIndex((own) => own.includes("R"));
      const said = event.cards.map((/** @type {string[]} */ own) => [...own].sort());
      deal([event.faces, said, event.card_out, event.first], [faces, cards, out, first]);
    }
    if (event.type === "rolled") {
      const said = [event.white, event.gold, ...event.plain];
      const draw = dice();
      dies(
        said,
        said.map(() => draw.die(6)),
      );
    }
  };
}

/** @returns {Draws} */
function ferryFollies() {
  /** @type {number[]} */
  let deck = [];
  return (event, { dice, deal }) => {
    if (event.type === "dealt") {
      deck = dice().shuffle(list(18, (i) => i + 1));
      deal([event.row, event.hand], [deck.splice(0, 3), deck.splice(0, 2)]);
    }
    if (event.type === "drew") deal([event.card, event.deck], [deck.shift(), deck.length]);
    if (event.type === "put_on_top") deck.unshift(event.card);
    if (event.type === "shuffled_in") deck = dice().shuffle([...deck, ...event.cards]);
  };
}

/** @returns {Draws} */
function flipFreighters() {
  /** @type {number[]} */
  let deck = [];
  return (event, { n, dice, deal }) => {
    if (n === 0 && !deck.length) deck = dice().shuffle(list(52, (i) => i));
    if (event.type !== "day_opened") return;
    const from = 15 * (event.week - 1) + 3 * (event.day - 1);
    deal(
      event.cards.map((/** @type {{ id: number }} */ card) => card.id),
      deck.slice(from, from + 3),
    );
  };
}

const COMPANIES = each("black blue brown purple red yellow");
/** The start hexes of the companies, in the order of the map. */
const STARTS = each("E19 F20 G19 G17 F16 E17");
/** Shares of each company in the bag. */
const BAGGED = 31;

/** @param {GameRecord} record
 * @returns {Draws} */
function parisConnection({ seats: { length: seats } }) {
  /** @type {string[]} */
  let bag = [];
  let hand = 0;
  /** @param {string[]} shares */
  const counted = (shares) => Object.fromEntries(COMPANIES.map((company) => [company, shares.filter((it) => it === company).length]));
  return (event, { dice, deal }) => {
    if (event.type === "dealt") {
      const draw = dice();
      const companies = draw.shuffle(COMPANIES);
      const starts = Object.fromEntries(STARTS.map((hex, i) => [hex, companies[i]]));
      bag = draw.shuffle(COMPANIES.flatMap((company) => list(BAGGED, () => company)));
      hand = event.shares_each;
      const stock = counted(bag.slice(hand * seats));
      deal([event.starts, event.stock, event.first], [starts, stock, draw.below(seats)]);
    }
    if (event.type === "hand") {
      deal(event.shares, counted(bag.slice(event.seat * hand, (event.seat + 1) * hand)));
    }
  };
}

/** The tiles that can be collected, in the order of the standard layout. */
const TILES = each("m1a m2a m3a m4a m5a m6a m7a m8a L1 L2 L3 L4 L5 L6 p8 p7 p6 p5 p4 p3 p2 p1 m1b m2b m3b m4b m5b m6b m7b m8b m9b m10b");

/** @param {GameRecord} record
 * @returns {Draws} */
function thatsLife({ options }) {
  const isRandom = "sorting" in options && options.sorting === "random";
  return (event, { dice, dies, deal }) => {
    if (event.type === "dealt" && isRandom) {
      const laid = event.track.filter((/** @type {string} */ tile) => TILES.includes(tile));
      deal(laid, dice().shuffle(TILES));
    }
    if (event.type === "rolled") dies([event.die], [dice().die(6)]);
  };
}

/** The draws of each version of the rules. Another version may draw differently.
 * @type {Record<string, (record: GameRecord) => Draws>} */
const KINDS = {
  "buttons@1": buttons,
  "ferry-follies@1": ferryFollies,
  "flip-freighters@1": flipFreighters,
  "paris-connection@1": parisConnection,
  "thats-life@1": thatsLife,
};

/** Whether the log from the server is that of the record: the same entries, each with its hash.
 * @param {GameRecord} record
 * @param {Log} log */
function isSameLog(record, log) {
  const length = Math.max(record.entries.length, log.entries.length);
  for (let i = 0; i < length; i += 1) {
    const [kept, told] = [record.entries[i], log.entries[i]];
    const isSame =
      kept &&
      told &&
      kept.n === told.n &&
      kept.hash === told.hash &&
      canonical(("move" in kept && kept.move) || null) === canonical(("move" in told && told.move) || null);
    if (!isSame) throw new Broken({ wrong: "log", entry: i + 1 });
  }
}

/** Derives again all draws in the log. Throws the first difference.
 * @param {GameRecord} record whose chain was checked
 * @param {Log} log
 * @param {Uint8Array} seed the game's
 * @returns {Drawn} */
export function checkDraws(record, log, seed) {
  isSameLog(record, log);
  const drawn = { dice: 0, deals: 0, isKnown: Object.hasOwn(KINDS, record.rules) };
  const draws = KINDS[record.rules]?.(record);
  if (!draws) return drawn;
  const entries = log.entries.map(({ n, events }, i) => ({ n, events, entry: record.entries[i] }));
  for (const { n, events, entry } of [{ n: 0, events: log.setup ?? [], entry: undefined }, ...entries]) {
    const before = drawn.dice;
    for (const { event, text } of events) {
      /** @param {unknown} said
       * @param {unknown} is
       * @param {Partial<import("./chain.js").Fault>} told */
      const compare = (said, is, told) => {
        if (canonical(said) !== canonical(is)) throw new Broken({ wrong: "draw", entry: n, at: text, ...told });
      };
      draws(/** @type {Happened} */ (event), {
        n,
        dice: () => new Dice(seed, n),
        dies(said, is) {
          compare(said, is, { said: said.join(", "), is: is.join(", ") });
          drawn.dice += said.length;
        },
        deal(said, is) {
          compare(said, is, {});
          drawn.deals += 1;
        },
      });
    }
    const move = entry && "move" in entry ? /** @type {Happened | null} */ (entry.move) : null;
    // A roll that is missing in the log would not be checked.
    if (move?.type === "roll" && drawn.dice === before) throw new Broken({ wrong: "draw", entry: n });
  }
  return drawn;
}
