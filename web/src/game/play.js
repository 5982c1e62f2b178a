// @ts-check
// Playing on the board: its pictures, the move that is put together there, its touch targets, and
// the focus of players who use the keyboard.

import { fault } from "../ui.js";
import { batch, effect, signal, untracked } from "../view.js";
import { staged } from "./board.js";
import { Move, choice, isPlaying, isSpent, last, offered } from "./move.js";
import { Pictures, isPlayingBack, still } from "./pictures.js";
import { board, entries, game, isMyTurn } from "./state.js";

export class Play {
  /** The element with the picture. */
  host = Object.assign(document.createElement("div"), { id: "picture", className: "picture" });
  /** The sentence about the choice; null if its words are enough. */
  sentence = signal(/** @type {string | null} */ (null));
  /** Whether the board has no touch targets for a reader who must choose. */
  isForWords = signal(false);

  #isByKey = false; // Whether the last thing that was pressed is a key.
  #isAwaited = false; // Whether a player who uses the keyboard on the board waits for the next targets.

  /** @param {() => Promise<void>} again loads the result of a move
   * @param {(problem: any) => void} lost is called when a branch could not be loaded */
  constructor(again, lost) {
    this.pictures = new Pictures(
      this.host,
      (word, event, element) => this.#pick(word, event, element),
      (from) => this.#changed(from),
      fault,
    );
    this.move = new Move(
      () => this.#decorate(),
      again,
      () => this.look(),
      lost,
    );
    this.host.addEventListener("click", () => isPlayingBack.value && this.look());
    addEventListener("pointerdown", () => (this.#isByKey = false), true);
    addEventListener("keydown", (event) => this.#keyed(event), true);
    // The targets appear when the playback is over.
    effect(() => {
      if (!isPlayingBack.value) untracked(() => this.#decorate());
    });
  }

  /** Looks at the board after so many entries, or at the current one.
   * @param {number} [ply] */
  look(ply = game.value.ply) {
    this.pictures.stop();
    this.pictures.look(ply);
  }

  /** Looks at a board from another part of the page: the board comes into sight.
   * @param {number} ply */
  bring(ply) {
    this.look(ply);
    const { top, bottom } = this.host.getBoundingClientRect();
    const isSeen = top >= 0 ? top < innerHeight / 2 : bottom > innerHeight / 2;
    // A smooth scroll would end when the board changes.
    if (!isSeen) this.host.scrollIntoView({ block: "start", behavior: "instant" });
  }

  /** Another picture is shown.
   * @param {{ svg: SVGSVGElement | null, ply?: number }} from */
  async #changed(from) {
    const { picture, drawn } = this.pictures;
    const isOther = picture.svg !== from.svg;
    if (isOther) board.value.shown?.(this.#stage());
    this.#decorate();
    if (isOther && from.svg && drawn && from.ply === drawn.ply - 1) await board.value.played?.(this.#stage(), from.svg);
  }

  /** Returns the stage for the module of the kind, once there is a picture.
   * @returns {import("../boards/board.js").Stage} */
  #stage() {
    const { move, pictures } = this;
    const { picture, drawn } = pictures;
    return {
      svg: /** @type {SVGSVGElement} */ (picture.svg),
      layer: picture.layer,
      game: game.value,
      view: drawn?.isPast ? null : (game.value.view ?? null),
      entry: drawn?.entry ?? null,
      entries: entries.value.slice(0, drawn?.ply ?? 0),
      isPast: Boolean(drawn?.isPast),
      isNarrow: pictures.isNarrow,
      isStill: still.matches,
      now: this.#chosen(),
      titleOf: (word) => picture.describe(word),
      choose: (words, event = new Event("choose")) => move.choose(words, event),
      ask: (text) => move.ask(text),
      undo: () => move.undo(),
      restart: () => move.restart(),
      commit: () => move.commit(document.getElementById("commit")),
      complete: () => move.complete(),
      play: (moves) => move.playAll(null, moves),
      renew: () => this.#decorate(),
    };
  }

  /** The choice on the shown board; null if nothing can be chosen: on an earlier board, or one that
   * is about to be replaced. */
  #chosen() {
    return this.move.isIdle || this.pictures.drawn?.ply !== game.value.ply ? null : choice.value;
  }

  /** Shows the choice and the targets on the board. An earlier board shows none. */
  #decorate() {
    const { move, pictures } = this;
    const { picture } = pictures;
    if (!picture.svg || !game.value) return;
    const active = document.activeElement;
    const wasOnBoard = this.host.contains(active);
    const isActing = wasOnBoard || active?.closest("#draft");
    if (isActing) this.#isAwaited = this.#isByKey;
    const now = this.#chosen();
    if (!now) {
      // The chosen elements stay marked while the move is in transit.
      const sent = (isPlaying.value || isSpent.value) && pictures.drawn?.ply === game.value.ply ? choice.value : null;
      picture.offer(sent?.words ?? [], [], "");
    } else {
      const others = board.value.isKept ? now.next : offered.value.filter((word) => word !== last.value);
      // Look behind words that are not drawn, such as a verb, so that their successors can be touched
      // at once.
      if (!now.move) move.lookThrough(now.next.filter((word) => !picture.has(word)));
      // A move begins with all that can be touched: that to pass is there first would lead astray.
      if (now.before || !now.isAsked) {
        const at = this.#stage();
        const misleads = (/** @type {SVGElement} */ element) => board.value.misleads?.(at, element) ?? false;
        picture.offer(now.words, others, now.next.length ? now.text : (now.before?.text ?? ""), now.beyond, misleads);
      }
    }
    picture.layer.replaceChildren();
    const it = this.#stage();
    board.value.offered?.(it);
    batch(() => {
      // While a move is in transit, its sentence stays.
      if (!choice.value) this.sentence.value = null;
      else if (it.now) this.sentence.value = board.value.sentence?.(it) ?? null;
      staged.value = it;
      // The controls beside a board play like the board itself.
      const hasNothing = !picture.first && !board.value.isAside;
      this.isForWords.value = Boolean(it.now?.next.length && !it.now.move && !it.now.isAsked && hasNothing);
    });
    // The focused element may be gone. Focus the next target.
    if (isActing || active?.closest("#play-part")) setTimeout(() => this.#refocus(active, wasOnBoard));
    else if (this.#isAwaited && this.#isByKey && picture.first && (active === document.body || active?.matches("#play-title, #state"))) {
      this.#isAwaited = false;
      picture.first.focus();
    }
  }

  /** @param {any} active
   * @param {boolean} wasOnBoard */
  #refocus(active, wasOnBoard) {
    const isGone = !active.isConnected || active.disabled || (wasOnBoard && !active.hasAttribute("tabindex"));
    const hasFocus = document.activeElement && document.activeElement !== document.body && document.activeElement !== active;
    if (!isGone || hasFocus) return;
    const { first } = this.pictures.picture;
    const to = (wasOnBoard && choice.value?.next.length && first) || document.querySelector("#commit:not(:disabled)");
    const target = to || document.querySelector("#play-part[open] #moves button");
    if (target) /** @type {HTMLElement | SVGElement} */ (target).focus({ preventScroll: !this.#isByKey });
    // Text alone moves nothing.
    else document.getElementById(isMyTurn.value ? "play-title" : "state")?.focus({ preventScroll: true });
  }

  /** Handles a touch on the board: a word, or null for one that is already chosen.
   * @param {string | null} word
   * @param {Event} event
   * @param {SVGElement} element
   * @returns {Promise<unknown> | undefined} which resolves when the choice is shown */
  #pick(word, event, element) {
    const { move } = this;
    if (move.isIdle) return undefined;
    if (board.value.touched?.(this.#stage(), element, event)) return void move.taken();
    if (word !== null) return move.choose(word, event);
    if (move.touchChosen(event)) move.taken();
    else document.getElementById("commit")?.focus();
    return undefined;
  }

  /** @param {KeyboardEvent} event */
  #keyed(event) {
    this.#isByKey = true;
    if (!(/** @type {Element} */ (event.target).closest?.("#picture, #play-part, #draft"))) {
      // Do not bring back a player whose focus has moved elsewhere.
      this.#isAwaited = false;
      return;
    }
    // A key that is held down chooses once.
    if (event.repeat && event.key === "Enter") event.preventDefault();
    if (event.key === "Escape" && !(/** @type {Element} */ (event.target).closest("#coach"))) this.move.undo();
  }
}
