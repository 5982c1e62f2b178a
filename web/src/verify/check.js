// @ts-check
// "Check the dice": checks the history of a finished game in the reader's browser, and describes
// the result in sentences.

import { call, me } from "../api.js";
import { t } from "../say.js";
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
      return t("verify-not-a-history", { place });
    case "no-seed":
      return t("verify-no-seed");
    case "version":
      return t("verify-contradicts");
    case "commitment":
      return t("verify-wrong-seed", { is, said });
    case "blinding":
      return t("verify-wrong-secret", {
        is,
        said,
      });
    case "start":
      return t("verify-beginning-changed");
    case "number":
      return t("verify-entry-missing", { n, said });
    case "hash":
      return t("verify-entry-changed", { n });
    case "ply":
      return t("verify-wrong-count", { is, said });
    case "head":
      return t("verify-wrong-end");
    case "log":
      return t("verify-other-log", { n });
    case "deal":
      return t("verify-other-deal-seed");
    case "draw":
      if (!place) return t("verify-roll-unseen", { n });
      if (!n) return t("verify-beginning-differs", { text: place });
      if (is) return t("verify-entry-gives", { n, text: place, is });
      return t("verify-entry-differs", { n, text: place });
  }
}

/** Shortens a text to the part that identifies it.
 * @param {string} text */
const short = (text) => (text.length > 24 ? `${text.slice(0, 16)}…` : text);

/** Describes the players' entropy in a sentence.
 * @param {GameRecord} record
 * @param {Game} game */
function saysEntropy({ deal, seats }, game) {
  if (deal) return t("verify-from-deal");
  const given = seats.filter((seat) => seat.entropy);
  if (!given.length) return t("verify-from-number");
  const said = given.map(({ seat, player, entropy }) => {
    const sitter = game.seats[seat];
    return t("verify-gave", { name: sitter ? nameOf(sitter) : player, words: short(entropy) });
  });
  const words = said.join(", ");
  return t("verify-all-gave", { words });
}

/** Describes the draws in a sentence.
 * @param {import("./draws.js").Drawn} drawn */
function saysDrawn({ dice, deals, isKnown }) {
  if (!isKnown) return t("verify-unknown-draws");
  const what = [dice ? t("verify-dice", { n: dice }) : "", deals ? t("verify-deals", { n: deals }) : ""].filter(Boolean);
  if (!what.length) return t("verify-nothing-drawn");
  return t("verify-derived", { what: what.join(", ") });
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
        ? t("verify-seed-promised", {
            hash: record.seed_commitment,
          })
        : record.deal
          ? t("verify-seed-of-deal", { hash: record.seed_commitment })
          : t("verify-seed-chosen"),
      saysEntropy(record, game),
      t("verify-entries", { n: entries }),
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
  let verdict = t("verify-fair");
  if (!isDrawn) verdict = t("verify-unchanged");
  if (isChosen) verdict = t("verify-unchanged-chosen");
  if (fault) verdict = t("verify-wrong");
  return html`
    <p class=${`verdict ${fault ? "broken" : "whole"}`}>${verdict}</p>
    <details class="plain" open=${Boolean(fault)}>
      <summary>${t("verify-what")}</summary>
      <ul class="checked">
        ${sentences.map((it) => html`<li class="whole" key=${it}>${it}</li>`)}
        ${fault && html`<li class="broken">${fault}</li>`}
      </ul>
      <p class="hint">
        ${t("verify-rules-not")}${" "}
        <code>turnpike verify ${file}</code>
      </p>
      ${
        !me()?.isGuest &&
        html`<p class="hint">
        ${t("verify-same-promise")}
      </p>`
      }
      <p class="buttons">
        <button type="button" class="quiet" onClick=${() => save(file, text)}>${t("verify-save")}</button>
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
        return setState({ problem: t("verify-needs-https") });
      }
      setState({ found: await find(id, game) });
    } catch (problem) {
      setState({ problem: problem instanceof Error ? problem.message : String(problem) });
    }
  };
  return html`
    <section class="check" aria-labelledby="check-title">
      <h3 id="check-title">${hasDice ? t("verify-dice-fair") : t("verify-game-fair")}</h3>
      <p class="buttons">
        <button type="button" class="quiet" aria-disabled=${state.isAt ? "true" : "false"} onClick=${begin}>
          ${state.isAt ? t("verify-checking") : hasDice ? t("verify-check-dice") : t("verify-check-game")}
        </button>
      </p>
      <div role="status">
        ${state.problem && html`<p class="fault">${state.problem}</p>`}
        ${state.found && html`<${Verdict} id=${id} found=${state.found} />`}
      </div>
    </section>
  `;
}
