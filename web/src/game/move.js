// @ts-check
// The reader's move: put together on the board, by a kind's own controls, or in words, and played.

import { call, freshen, me } from "../api.js";
import { Draft } from "../draft.js";
import { sending } from "../sending.js";
import { doing, fault } from "../ui.js";
import { computed, signal } from "../view.js";
import { learn } from "./aim.js";
import { staged } from "./board.js";
import { isPlayingBack } from "./pictures.js";
import { board, game, id, shown } from "./state.js";

/** @typedef {import("../draft.js").Choice} Choice */

/** Words of irrevocable moves, which need a confirmation unless the kind says otherwise. */
const RISKY = ["done", "restart", "decline", "out", "pass"];

/** Milliseconds in which two keys, or two touches behind a move, are one. */
const TWICE = 200;
const BEHIND = 1000;

/** Milliseconds for which the page holds a move that a touch has completed. */
export const HOLD = 4000;

/** Milliseconds before a deadline in which nothing is held. */
const URGENT = 20000;

/** Whether the reader confirms each move. */
export const asksAlways = computed(() => sending.value === "ask");

/** Whether others depend on the reader's moves: people at the table, or people on the same deal. */
export const isAmongPeople = computed(() => {
  const { seats = [], seat, deal } = game.value ?? {};
  return Boolean(deal) || seats.some((/** @type {any} */ one) => one.player && one.seat !== seat);
});

/** Whether the page holds a completed move for a moment, so that the reader can take it back. */
const isHolding = computed(() => sending.value === "hold" && isAmongPeople.value);

/** Whether the page sends a move as soon as a touch has completed it, unless it needs a confirmation. */
export const isSentAtOnce = computed(() => !isHolding.value && !asksAlways.value);

/** Whether the reader's time may end while the page holds a move. */
function isUrgent() {
  const { seats, seat } = game.value;
  const deadline = seats[seat]?.clock?.deadline;
  return Boolean(deadline) && Date.parse(deadline) - Date.now() < URGENT;
}

/** A completed move that the page will send, and when: in milliseconds since 1970. @typedef {{ text: string, seq: number, at: number }} Held */

/** The held move; null without one. */
export const held = signal(/** @type {Held | null} */ (null));

/** The choice; null while there is nothing to choose. */
export const choice = signal(/** @type {Choice | null} */ (null));

/** The possible choices: the next words, or alternatives to the last choice. */
export const offered = signal(/** @type {string[]} */ ([]));

/** The last choice, if it has alternatives. */
export const last = signal(/** @type {string | null} */ (null));

/** Whether a move is in transit, or its result is not shown yet. Nothing is chosen meanwhile. */
export const isPlaying = signal(false);

/** Whether that was played by the touch that chose it: nothing is confirmed. */
export const isAtOnce = signal(false);

/** Whether the choice was already played. */
export const isSpent = signal(false);

export class Move {
  #draft;
  #changed;
  #hurry;
  #lookAtNow;
  #choices = 0; // Counts choices and undos, so that outdated ones decide nothing.
  #sent = 0; // Counts played moves, until they are shown.
  /** The key that made the last choice. @type {Event | null} */
  #key = null;
  #playedAt = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #holding;
  /** The choice from before the page was reloaded, or before its reader was signed out. */
  #kept = keptDraft();

  /** Called when a choice of the reader is taken. */
  taken = () => {};

  /** @param {() => void} changed is called when the choice or the possible choices change
   * @param {() => Promise<void>} hurry loads the result of a move
   * @param {() => void} lookAtNow shows the current board
   * @param {(problem: any) => void} lost is called when a branch could not be loaded */
  constructor(changed, hurry, lookAtNow, lost) {
    this.#changed = changed;
    this.#hurry = hurry;
    this.#lookAtNow = lookAtNow;
    const ask = (/** @type {string} */ text) => call("GET", `/v1/games/${id}/legal/completions?text=${encodeURIComponent(text)}`);
    this.#draft = new Draft(ask, () => this.#show(), lost);
    // The reader leaves the page, and has not taken the move back.
    addEventListener("pagehide", () => this.sendHeld());
    document.addEventListener("visibilitychange", () => document.hidden && this.sendHeld());
  }

  /** The position is another one, in which the reader's next entry has the number `seq`.
   * @param {number} seq */
  async renew(seq) {
    await this.#draft.renew(seq);
    // If the page loads the game again in the meantime, that load uses the stored choice.
    if (this.#draft.now?.seq !== seq) return;
    const kept = this.#kept;
    const fits = kept?.seq === seq && kept.who === me()?.name;
    if (!fits || (await this.#draft.resume(kept.steps))) this.#kept = null;
  }

  /** Clears the choice. */
  clear() {
    this.#draft.clear();
    this.#kept = keptDraft();
  }

  /** Returns how many of this number of the reader's entries are moves that this page has sent.
   * Each counts once.
   * @param {number} most */
  takeSent(most) {
    const sent = Math.min(this.#sent, most);
    this.#sent -= sent;
    return sent;
  }

  /** Loads what can follow these words, without choosing them.
   * @param {string} text */
  ask(text) {
    return this.#draft.ask(text);
  }

  /** Makes the words behind those that are not drawn, such as a verb, touch targets at once.
   * @param {string[]} words */
  lookThrough(words) {
    this.#draft.lookThrough(words);
  }

  /** Whether nothing can be chosen now. */
  get isIdle() {
    return shown.value !== null || isPlayingBack.value || isPlaying.value || this.#draft.isSpent;
  }

  /** Takes back the last choice, or all. */
  undo() {
    if (this.isIdle) return Promise.resolve();
    this.#choices += 1;
    this.keep();
    return this.#draft.undo();
  }

  restart() {
    if (this.isIdle) return Promise.resolve();
    this.#choices += 1;
    this.keep();
    return this.#draft.restart();
  }

  /** Touching a choice that was made automatically, as the only one, plays it. Otherwise the button
   * is offered.
   * @param {Event} event */
  touchChosen(event) {
    const isTwice = detail(event) > 1 && Date.now() - this.#playedAt < BEHIND;
    if (isTwice) return Boolean(held.value);
    if (this.sendHeld()) return true;
    if (this.#draft.now?.before || !this.#playsAtOnce()) return false;
    this.#playNow();
    return true;
  }

  /** Adds words to the choice. A double click counts once.
   * @param {string} words
   * @param {Event} event */
  async choose(words, event) {
    const draft = this.#draft;
    if (isPlaying.value) return;
    // On an earlier board, first show the current one.
    if (shown.value !== null || isPlayingBack.value) return this.#lookAtNow();
    // One key may choose several words.
    if (event.type === "keydown" && event !== this.#key) {
      if (this.#key && event.timeStamp - this.#key.timeStamp < TWICE) return;
      this.#key = event;
    }
    const all = words.split(" ");
    const [mine, seen] = [(this.#choices += 1), draft.now];
    const isTwice = draft.now?.words.at(-1) === all.at(-1) || Date.now() - this.#playedAt < BEHIND;
    if (detail(event) > 1 && isTwice) return;
    this.keep();
    this.taken();
    fault(null);
    await draft.chooseAll(all);
    // Show the words first that were added automatically.
    const isOwn = draft.now?.words.at(-1) === all.at(-1) && this.#stemsFrom(seen);
    if (mine === this.#choices && isOwn && this.#playsAtOnce()) await this.complete();
  }

  /** Plays the choice.
   * @param {Element | null} button */
  async commit(button) {
    const { now, isSpent: isOver } = this.#draft;
    this.keep();
    if (shown.value !== null) return this.#lookAtNow();
    if (now?.move && !isOver) await this.playAll(button, [now.move], now.seq);
  }

  /** Plays the choice that a touch has completed: at once or, among people, after a moment in which
   * the reader can take it back. */
  async complete() {
    const { now, isSpent: isOver } = this.#draft;
    // A choice without alternatives leaves nothing to take back, and a clock may leave no time.
    if (!isHolding.value || isUrgent() || !now?.before || isOver || !now.move) return this.#playNow();
    clearTimeout(this.#holding);
    this.#playedAt = Date.now();
    held.value = { text: now.text, seq: now.seq, at: Date.now() + HOLD };
    this.#holding = setTimeout(() => this.#end(), HOLD);
    // A page that is being left has no time to renew its tokens.
    freshen().catch(() => {});
    this.#changed();
  }

  /** Sends the held move. Returns whether there is one. */
  sendHeld() {
    const { now } = this.#draft;
    if (!held.value || !now?.move) return false;
    this.keep();
    this.playAll(null, [now.move], now.seq);
    return true;
  }

  /** The time of the held move is over. A reader who looks at another board could not take it back,
   * so the move waits. */
  #end() {
    if (shown.value !== null || isPlayingBack.value) this.keep();
    else this.sendHeld();
  }

  /** Keeps a held move from being sent. */
  keep() {
    clearTimeout(this.#holding);
    held.value = null;
  }

  /** Plays these moves, all or none. Nothing can be chosen meanwhile.
   * @param {Element | null} button
   * @param {unknown[]} moves
   * @param {number} [seq] */
  async playAll(button, moves, seq) {
    if (isPlaying.value) return;
    isPlaying.value = true;
    this.#changed();
    try {
      await doing(button, () => this.play(moves, seq));
    } finally {
      isPlaying.value = false;
      this.#show();
    }
  }

  /** Plays a move of any origin, or several moves, all or none.
   * @param {any} move
   * @param {number} [seq] */
  async play(move, seq = game.value.seq) {
    const all = [move].flat();
    const { kind } = game.value; // Its reader may be another when the answer comes.
    this.#sent += all.length; // The stream may report them before the response arrives.
    try {
      await playOnce(all, seq);
      // The stream may have been quicker than the answer.
      if (this.#draft.now?.seq === seq) this.#draft.spend();
    } catch (/** @type {any} */ problem) {
      this.#sent = Math.max(0, this.#sent - all.length);
      if (["stale", "not-your-turn", "game-paused"].includes(problem.code)) await this.#hurry();
      throw problem;
    }
    if (all.every((one) => one?.type !== "leave")) learn(kind);
    shown.value = null;
    await this.#hurry();
  }

  async #playNow() {
    this.#playedAt = Date.now();
    isAtOnce.value = true;
    try {
      await this.commit(null);
    } finally {
      isAtOnce.value = false;
    }
  }

  /** Whether the current choice was made from the `seen` one, or replaces the last choice there:
   * the position is the same.
   * @param {any} seen */
  #stemsFrom(seen) {
    for (let it = this.#draft.now; it; it = it.before) if (it === seen || (seen?.before && it === seen.before)) return true;
    return false;
  }

  /** Whether the choice is played without a confirmation: it is complete and ends nothing, could
   * not have been played before the last word, and the reader does not want to confirm. */
  #playsAtOnce() {
    const { now, isSpent: isOver } = this.#draft;
    if (staged.value && board.value.asks?.(staged.value)) return false;
    const isWhole = now?.move && !isOver && !now.next.length && !now.before?.move;
    const risky = board.value.risky ?? RISKY;
    return isWhole && !asksAlways.value && !now.words.some((/** @type {string} */ word) => risky.includes(word));
  }

  #show() {
    const { now, offered: words, last: one, isSpent: isOver } = this.#draft;
    choice.value = now;
    offered.value = words;
    last.value = one;
    isSpent.value = isOver;
    keepDraft(isOver ? null : now);
    // Another choice takes the place of the held one.
    if (isOver || now?.text !== held.value?.text || now?.seq !== held.value?.seq || !now?.move) this.keep();
    this.#changed();
  }
}

/** Returns the number of clicks of an event. A key has none.
 * @param {Event} event */
const detail = (event) => (event instanceof UIEvent ? event.detail : 0);

/** A repeated request with the same number and moves gets the same response, so a lost response can
 * be requested again.
 * @param {any[]} moves
 * @param {number} seq */
async function playOnce(moves, seq) {
  const body = { seq, moves };
  try {
    return await call("POST", `/v1/games/${id}/moves`, body);
  } catch (/** @type {any} */ problem) {
    if (problem.status !== 503 && problem.status !== 0) throw problem;
    await new Promise((resolve) => setTimeout(resolve, 1000));
    return call("POST", `/v1/games/${id}/moves`, body);
  }
}

const KEPT = `turnpike.draft.${id}`;

/** Stores the choice in this tab, for a reload of the page.
 * @param {any} now */
function keepDraft(now) {
  const steps = [];
  for (let it = now; it?.before; it = it.before) steps.unshift(it.text);
  try {
    if (steps.length) sessionStorage.setItem(KEPT, JSON.stringify({ who: me()?.name, seq: now.seq, steps }));
    // Before anything is known there is nothing to forget.
    else if (now) sessionStorage.removeItem(KEPT);
  } catch {
    // Storage is blocked: it lasts as long as the page.
  }
}

/** @returns {{ who: string, seq: number, steps: string[] } | null} */
function keptDraft() {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
  } catch {
    return null;
  }
}
