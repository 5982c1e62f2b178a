// @ts-check
// The board now and before: its pictures and texts by ply, the address of the shown position, and
// playback.

import { call } from "../api.js";
import { Picture } from "../picture.js";
import { theme } from "../theme.js";
import { remember, remembered } from "../ui.js";
import { signal } from "../view.js";
import { board, entries, game, id, isSeated, ply, shown } from "./state.js";
import { areWordsWanted } from "./words.js";

/** @typedef {import("../boards/board.js").Board} Board */
/** @typedef {import("../boards/board.js").Stage} Stage */

/** A telephone, upright or on its side. */
export const narrow = matchMedia("(max-width: 34rem), (max-height: 32rem)");

/** A screen with the board beside the rest, as in css/layout.css. */
const wide = matchMedia("(min-width: 60rem), (min-width: 40rem) and (max-height: 32rem)");

/** Whether the board is beside the rest. */
export const isBeside = signal(wide.matches);
wide.addEventListener("change", () => (isBeside.value = wide.matches));

/** A reader who wants nothing to move by itself. */
export const still = matchMedia("(prefers-reduced-motion: reduce)");

// Milliseconds that a position stands while moves are played back, and the most of them.
const STAND = 600;
const MOST = 8;

/** The milliseconds for which a game counts as new. */
const NEW = 60000;

// The number of stored earlier boards.
const KEPT = 40;

/** The text of the board that is looked at; null while it is not wanted. */
export const inText = signal(/** @type {string | null} */ (null));

/** Whether moves are played back, one after the other. */
export const isPlayingBack = signal(false);

/** Whether the board is shown smaller than it was drawn. */
export const isSmall = signal(false);

export class Pictures {
  #picture;
  #failed;
  #shown;
  /** @type {Map<number | "now", string>} */
  #pictures = new Map();
  /** @type {Map<number | "now", string>} */
  #texts = new Map();
  #eyes = 0; // Counts readers and their loads, so that data for another reader is dropped.
  #fresh = 0; // Counts the newest boards.
  #isDrawing = false;
  #isTextWanted = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #addressing;
  /** The controls that the reader uses to look at another board. @type {Element | null} */
  #controls = null;
  #playback = 0; // Counts playbacks, so that a new one ends the previous.

  /** The shown position. @type {{ ply: number, entry: any, isPast: boolean } | null} */
  drawn = null;

  /** @param {HTMLElement} host
   * @param {(word: string | null, event: Event, element: SVGElement) => Promise<unknown> | undefined} pick is called for each touch
   * @param {(from: { svg: SVGSVGElement | null, ply?: number }) => Promise<void> | void} changed is called for another picture, and resolves when that may be replaced
   * @param {(problem: any) => void} failed */
  constructor(host, pick, changed, failed) {
    this.#picture = new Picture(host, pick);
    this.#shown = changed;
    this.#failed = failed;
    const anew = () => {
      this.#eyes += 1;
      this.#pictures.clear();
      host.style.minHeight = "";
      if (game.value?.head) this.#show();
    };
    narrow.addEventListener("change", anew);
    addEventListener("themechange", anew);
    areWordsWanted.subscribe(anew);
    new ResizeObserver(() => this.#measure()).observe(host);
  }

  get picture() {
    return this.#picture;
  }

  /** Whether the board has the narrow layout. */
  get isNarrow() {
    return narrow.matches || Boolean(board.value.isAlwaysNarrow);
  }

  /** Fetches the newest board; `is()` says whether it is still wanted.
   * @param {{ is: () => boolean }} look */
  async refresh(look) {
    const eyes = this.#eyes;
    let svg = await this.#fetch("");
    if (eyes !== this.#eyes) svg = await this.#fetch("");
    if (!look.is()) return;
    this.#fresh += 1;
    this.#pictures.set("now", svg);
    this.#texts.delete("now");
  }

  /** Another reader sees other boards. */
  forget() {
    this.#eyes += 1;
    this.#pictures.clear();
    this.#texts.clear();
  }

  /** Takes the picture away. */
  clear() {
    this.stop();
    this.forget();
    this.#picture.clear();
    this.drawn = null;
  }

  /** Looks at the board after so many entries.
   * @param {number} wanted
   * @param {Element | null} [controls] which stay where they are on the screen */
  look(wanted, controls = null) {
    if (!game.value?.head) return;
    this.#controls = controls;
    const at = Math.max(0, Math.min(game.value.ply, wanted));
    shown.value = at >= game.value.ply ? null : at;
    clearTimeout(this.#addressing);
    if (!isPlayingBack.value) this.#addressing = setTimeout(showAddress, 300);
    if (shown.value === null && !document.hidden) rememberSeen(game.value.ply);
    this.#readText();
    return this.#show();
  }

  /** Stops the playback where it is. */
  stop() {
    this.#playback += 1;
    isPlayingBack.value = false;
  }

  /** Plays back the events after `from`, or the last of them, up to the current board.
   * @param {number} from
   * @param {number} [most] so many entries at most
   * @param {Element | null} [controls] which stay where they are on the screen */
  async playBack(from, most = MOST, controls = null) {
    const mine = (this.#playback += 1);
    isPlayingBack.value = true;
    const goesOn = () => mine === this.#playback && isPlayingBack.value;
    for (let at = Math.max(0, from, game.value.ply - most); goesOn(); at += 1) {
      const began = Date.now();
      await this.look(at, controls);
      if (!goesOn()) return;
      if (at >= game.value.ply) break;
      await new Promise((resume) => setTimeout(resume, Math.max(300, STAND - (Date.now() - began))));
    }
    if (!goesOn()) return;
    this.stop();
    showAddress();
  }

  /** Returns the last position that the reader saw if something has happened since, otherwise null.
   * In another browser, that is the position after their last move. In a new game they have seen
   * nothing, even if the server has played for them. */
  get unseen() {
    const isNew = isSeated.value && game.value.ply <= MOST && Date.now() - Date.parse(game.value.started_at) < NEW;
    const seen = seenGames().find(([game]) => game === id)?.[1] ?? (isNew ? 0 : this.#moved);
    return seen < game.value.ply ? seen : null;
  }

  /** Returns the number of entries after the reader's last move, before others moved. Infinity if
   * the others have not moved, or for a spectator. */
  get #moved() {
    const isOwn = (/** @type {any} */ entry) => entry.seat === game.value.seat;
    const others = isSeated.value ? entries.value.findLastIndex((entry) => !isOwn(entry)) : -1;
    return others < 0 ? Infinity : entries.value.slice(0, others).findLastIndex(isOwn) + 1;
  }

  /** Whether the text is shown besides the picture.
   * @param {boolean} isWanted */
  wantText(isWanted) {
    this.#isTextWanted = isWanted;
    if (!isWanted) inText.value = null;
    return this.#readText();
  }

  async #readText() {
    if (!this.#isTextWanted || !game.value?.head) return;
    try {
      const text = await this.#of(this.#texts, (query) => call("GET", `/v1/games/${id}/board.txt?${query}`, undefined, "text"));
      inText.value = text.trimEnd();
    } catch (problem) {
      this.#failed(problem);
    }
  }

  /** @param {string} query
   * @returns {Promise<string>} */
  #fetch(query) {
    const layout = this.isNarrow ? "narrow" : "wide";
    const words = areWordsWanted.value ? "on" : "off";
    return call("GET", `/v1/games/${id}/board.svg?layout=${layout}&words=${words}&theme=${theme()}&${query}`, undefined, "text");
  }

  /** Returns the shown board, known or loaded. If the reader turns to another position meanwhile,
   * that one wins.
   * @param {Map<number | "now", string>} known
   * @param {(query: string) => Promise<string>} fetched */
  async #of(known, fetched) {
    for (;;) {
      const wanted = shown.value ?? "now";
      const have = known.get(wanted);
      if (have !== undefined) return have;
      const [eyes, fresh] = [this.#eyes, this.#fresh];
      const board = await fetched(wanted === "now" ? "" : `ply=${wanted}`);
      if (eyes !== this.#eyes || (wanted === "now" && fresh !== this.#fresh)) continue;
      known.set(wanted, board);
      if (known.size > KEPT) known.delete(/** @type {number} */ ([...known.keys()].find((it) => it !== "now")));
    }
  }

  /** Loads one picture at a time: of those that the slider passes meanwhile, only the last. */
  async #show() {
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    try {
      const text = await this.#of(this.#pictures, (query) => this.#fetch(query));
      const from = { svg: this.#picture.svg, ply: this.drawn?.ply };
      const stay = staying(this.#controls);
      this.#hold();
      this.#picture.show(text);
      this.drawn = { ply: ply.value, entry: entries.value[ply.value - 1] ?? null, isPast: shown.value !== null };
      this.#measure();
      this.#isDrawing = false;
      // The parts between the board and its controls are rendered by then.
      requestAnimationFrame(stay);
      await this.#shown(from);
    } catch (problem) {
      this.#failed(problem);
    } finally {
      this.#isDrawing = false;
    }
  }

  /** Earlier boards get the height of the highest one, so that the controls stay in place. */
  #hold() {
    const frame = this.#picture.svg?.parentElement;
    if (frame) frame.style.minHeight = shown.value === null ? "" : `${frame.offsetHeight}px`;
  }

  #measure() {
    const frame = this.#picture.svg?.parentElement;
    if (!frame) return;
    isSmall.value = frame.clientWidth > 0 && this.#picture.width > 1.1 * frame.clientWidth;
    frame.style.setProperty("--width", `${this.#picture.width}px`);
    frame.style.setProperty("--height", `${this.#picture.svg?.getAttribute("height") ?? 0}px`);
  }
}

/** Returns the function that scrolls an element back to where it is on the screen now.
 * @param {Element | null} element */
function staying(element) {
  const top = element?.getBoundingClientRect().top ?? 0;
  return () => {
    if (element?.isConnected) scrollBy({ top: element.getBoundingClientRect().top - top, behavior: "instant" });
  };
}

/** How far games were seen in this browser, by their ids: the last hundred that were looked at. */
const SEEN = "turnpike.seen";

/** @returns {[string, number][]} */
function seenGames() {
  try {
    const seen = JSON.parse(remembered(SEEN) ?? "[]");
    return Array.isArray(seen) ? /** @type {[string, number][]} */ (seen.filter(Array.isArray)) : [];
  } catch {
    return [];
  }
}

/** The game was seen up to this entry.
 * @param {number} ply */
function rememberSeen(ply) {
  const others = seenGames().filter(([game]) => game !== id);
  remember(SEEN, JSON.stringify([...others.slice(-99), [id, ply]]));
}

/** Sets the address to that of the shown position. Browsers limit how often it may change. */
function showAddress() {
  const address = `/games/${id}${shown.value === null ? "" : `/${shown.value}`}`;
  if (location.pathname !== address) history.replaceState(null, "", address + location.hash);
}
