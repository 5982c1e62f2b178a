// @ts-check
// "Check the dice": checks the history of a finished game in the reader's browser, and describes
// the result in sentences.

import { call, me } from "../api.js";
import { many, t } from "../say.js";
import { nameOf, save } from "../ui.js";
import { html, useState } from "../view.js";

/** @typedef {import("./chain.js").GameRecord} GameRecord */
/** @typedef {import("./chain.js").Fault} Fault */
/** @typedef {import("./draws.js").Log} Log */
/** @typedef {import("../../types/api.js").components["schemas"]["Game"]} Game */

/** Loads the whole log of a game, page by page.
 * @param {string} id
 * @returns {Promise<Log>} */
async function wholeLog(id) {
  /** @type {any} */
  let page = await call("GET", `/v1/games/${id}/log`);
  const log = { setup: page.setup, entries: page.entries };
  while (page.entries.length && log.entries.length < page.ply) {
    page = await call("GET", `/v1/games/${id}/log?since=${log.entries.length}`);
    log.entries = log.entries.concat(page.entries);
  }
  return log;
}

/** The result: sentences, the fault, if any, whether a player chose the seed, and whether the draws were checked.
 * @typedef {{ text: string, sentences: string[], fault: string | null, isChosen: boolean, isDrawn: boolean }} Found */

/** Describes a fault in a sentence.
 * @param {Fault} fault */
function saysFault({ wrong, entry, at: place, said, is }) {
  const n = entry ?? 0;
  switch (wrong) {
    case "form":
      return t("The history is not written as one is, at “{place}”.", { place });
    case "no-seed":
      return t("The seed is not published yet, so that nothing can be checked.");
    case "version":
      return t("The history contradicts itself in where its seed comes from.");
    case "commitment":
      return t("The seed is not the one that was promised: its SHA-256 is {is}, and {said} was promised.", { is, said });
    case "blinding":
      return t("The secret behind the hashes is not the one that was promised: its SHA-256 is {is}, and {said} was promised.", {
        is,
        said,
      });
    case "start":
      return t("The beginning was changed: game, options, or what the players gave are not what was hashed when the game began.");
    case "number":
      return t("Entry {n} is missing or not in its place: what stands there calls itself {said}.", { n, said });
    case "hash":
      return t("Entry {n} was changed: it does not fit its hash.", { n });
    case "ply":
      return t("The history has {is} entries and says that it has {said}.", { is, said });
    case "head":
      return t("The history does not end with the hash that it says it ends with.");
    case "log":
      return t("Entry {n} of the log on this page is not that of the history.", { n });
    case "deal":
      return t("The deal promised another seed than the game has.");
    case "draw":
      if (!place) return t("Entry {n} is a roll, and the log shows no dice of it.", { n });
      if (!n) return t("The beginning: the log says “{text}” That is not what the seed gives.", { text: place });
      if (is) return t("Entry {n}: the log says “{text}” The seed gives {is}.", { n, text: place, is });
      return t("Entry {n}: the log says “{text}” That is not what the seed gives.", { n, text: place });
  }
}

/** Shortens a text to the part that identifies it.
 * @param {string} text */
const short = (text) => (text.length > 24 ? `${text.slice(0, 16)}…` : text);

/** Describes the players' entropy in a sentence.
 * @param {GameRecord} record
 * @param {Game} game */
function saysEntropy({ deal, seats }, game) {
  if (deal) return t("The dice derive from the seed of the deal alone, so that everybody who plays it has the same.");
  const given = seats.filter((seat) => seat.entropy);
  if (!given.length) return t("No player gave anything towards the dice: they derive from the seed and the game's number.");
  const said = given.map(({ seat, player, entropy }) => {
    const sitter = game.seats[seat];
    return t("{name} gave “{words}”", { name: sitter ? nameOf(sitter) : player, words: short(entropy) });
  });
  const words = said.join(", ");
  return t("What the players gave went into every die: {words}.", { words });
}

/** Describes the draws in a sentence.
 * @param {import("./draws.js").Drawn} drawn */
function saysDrawn({ dice, deals, isKnown }) {
  if (!isKnown) return t("This page does not know how the game draws, so it did not check the dice.");
  const what = [
    dice ? many(dice, "one die", "{n} dice") : "",
    deals ? many(deals, "one deal of cards or tiles", "{n} deals of cards or tiles") : "",
  ].filter(Boolean);
  if (!what.length) return t("Nothing was rolled or dealt in this game.");
  return t("{what}: each was derived again from the seed, and is what the log says.", { what: what.join(", ") });
}

/** Checks everything that needs no rules of the game, step by step up to the first fault.
 * @param {GameRecord} record
 * @param {Log} log
 * @param {string | null} onDeal the commitment of the game's deal
 * @param {Game} game
 * @returns {Promise<Omit<Found, "text" | "isChosen">>} */
async function check(record, log, onDeal, game) {
  // Most readers never ask.
  const [{ Broken, checkChain }, { checkDraws }] = await Promise.all([import("./chain.js"), import("./draws.js")]);
  const sentences = [];
  try {
    const { seed, entries } = await checkChain(record);
    if (onDeal !== null && onDeal !== record.seed_commitment) throw new Broken({ wrong: "deal" });
    sentences.push(
      record.seed_source === "secret"
        ? t("The seed is the one that was promised before anybody took a seat: its SHA-256 is {hash}.", {
            hash: record.seed_commitment,
          })
        : record.deal
          ? t("The seed is the one that the deal promised: its SHA-256 is {hash}.", { hash: record.seed_commitment })
          : t("The seed is the one that was promised. The player who made the game chose it, and could know all dice in advance."),
      saysEntropy(record, game),
      many(
        entries,
        "The one entry of the log follows from the beginning by its hash. It was not changed.",
        "All {n} entries of the log follow one another by their hashes. None was changed, left out or added.",
      ),
    );
    const drawn = checkDraws(record, log, seed);
    sentences.push(saysDrawn(drawn));
    return { sentences, fault: null, isDrawn: drawn.isKnown };
  } catch (problem) {
    if (!(problem instanceof Broken)) throw problem;
    return { sentences, fault: saysFault(problem.fault), isDrawn: false };
  }
}

/** Asks for everything that is checked.
 * @param {string} id
 * @param {Game} game
 * @returns {Promise<Found>} */
async function find(id, game) {
  const [text, log] = await Promise.all([call("GET", `/v1/games/${id}/export`, undefined, "text"), wholeLog(id)]);
  /** @type {GameRecord} */
  const record = JSON.parse(text);
  /** @type {any} */
  const deal = record.deal ? await call("GET", `/v1/deals/${encodeURIComponent(record.deal)}`) : null;
  const isChosen = record.seed_source !== "secret" && !record.deal;
  return { text, isChosen, ...(await check(record, log, deal?.seed_commitment ?? null, game)) };
}

/** @param {{ id: string, found: Found }} props */
function Verdict({ id, found: { text, sentences, fault, isChosen, isDrawn } }) {
  const file = `${id}.json`;
  let verdict = t("Yes. Nobody could choose the dice or cards, and nobody changed the game afterwards.");
  if (!isDrawn) verdict = t("Nobody changed the game afterwards. Its dice and cards were not checked.");
  if (isChosen) verdict = t("Nobody changed the game afterwards. But its maker chose the seed, and could know all dice and cards.");
  if (fault) verdict = t("Something is wrong with this game.");
  return html`
    <p class=${`verdict ${fault ? "broken" : "whole"}`}>${verdict}</p>
    <details class="plain" open=${Boolean(fault)}>
      <summary>${t("What was checked")}</summary>
      <ul class="checked">
        ${sentences.map((it) => html`<li class="whole" key=${it}>${it}</li>`)}
        ${fault && html`<li class="broken">${fault}</li>`}
      </ul>
      <p class="hint">
        ${t("Your browser checked this. It did not check the moves and the result against the rules. This program does:")}${" "}
        <code>turnpike verify ${file}</code>
      </p>
      ${
        !me()?.isGuest &&
        html`<p class="hint">
        ${t("Is it the same promise? Compare the SHA-256 with the one in your mail about the beginning of the game.")}
      </p>`
      }
      <p class="buttons">
        <button type="button" class="quiet" onClick=${() => save(file, text)}>${t("Save the history")}</button>
      </p>
    </details>
  `;
}

/** One click checks a finished game: the promise of its seed, its log, every die.
 * @param {{ id: string, game: Game, hasDice: boolean }} props the game's id, how the server shows it, and whether its players roll dice */
export function CheckDice({ id, game, hasDice }) {
  const [state, setState] = useState(/** @type {{ found?: Found, problem?: string, isAt?: boolean }} */ ({}));
  if (game.status !== "finished" || !game.server_seed) return null;
  const begin = async () => {
    if (state.isAt) return;
    setState({ isAt: true });
    try {
      if (!globalThis.crypto?.subtle) {
        return setState({ problem: t("This browser checks only over an encrypted connection (https).") });
      }
      setState({ found: await find(id, game) });
    } catch (problem) {
      setState({ problem: problem instanceof Error ? problem.message : String(problem) });
    }
  };
  return html`
    <section class="check" aria-labelledby="check-title">
      <h3 id="check-title">${hasDice ? t("Were the dice fair?") : t("Was the game fair?")}</h3>
      <p class="buttons">
        <button type="button" class="quiet" aria-disabled=${state.isAt ? "true" : "false"} onClick=${begin}>
          ${state.isAt ? t("Checking…") : hasDice ? t("Check the dice") : t("Check the game")}
        </button>
      </p>
      <div role="status">
        ${state.problem && html`<p class="fault">${state.problem}</p>`}
        ${state.found && html`<${Verdict} id=${id} found=${state.found} />`}
      </div>
    </section>
  `;
}
