// @ts-check
// Events of games, as the server sends them.
//
// A signed-in player follows all games with one stream, for any number of tabs: a browser has few
// connections to a server. The tab with the lock keeps the stream and passes events on. If the
// browser suspends that tab, another tab takes the lock. A spectator follows the game itself.

import { me, stream } from "./api.js";
import { follow, nudge } from "./stream.js";

/** @typedef {import("../types/api.js").components["schemas"]["PlayerStreamEvent"]} PlayerStreamEvent */
/** @typedef {import("../types/api.js").components["schemas"]["GameStreamEvent"]} GameStreamEvent */

/** Opens a connection that continues after an event.
 * @typedef {(after: string | null, signal: AbortSignal) => Promise<Response>} Open */

const NAME = "turnpike.live";

/** Milliseconds between questions to the tab that keeps the stream. A suspended tab keeps its lock but does not answer; another
 * tab takes the lock when one question is still unanswered at the next. */
const ASK = 4000;

/** A subscription: it delivers events until it ends. */
export class Live {
  /** @type {AbortController | null} */
  #ending = null;
  /** The followed stream and its player. */
  #what = "";
  #told;
  #changed;

  /** Whether news come by themselves now. */
  isOn = false;

  /** @param {(event: PlayerStreamEvent | GameStreamEvent) => void} told is called for each event
   * @param {() => void} changed is called when `isOn` changes */
  constructor(told, changed) {
    this.#told = told;
    this.#changed = changed;
  }

  /** Follows all games of the signed-in player. */
  own() {
    this.#begin("own", (signal) => this.#shared(signal));
  }

  /** Follows one game.
   * @param {string} id in an address */
  game(id) {
    /** @type {Open} */
    const open = (after, ends) => stream("GET", `/v1/games/${id}/events`, after, ends);
    this.#begin(id, (signal) => this.#follow(open, (event) => this.#told(event), signal));
  }

  /** The server was reached by another way: a stream that waits need not wait. */
  nudge() {
    if (!this.isOn) nudge();
  }

  /** Stops following. */
  end() {
    this.#ending?.abort();
    this.#ending = null;
    this.#what = "";
    this.#is(false);
  }

  /** @param {string} which
   * @param {(signal: AbortSignal) => Promise<void>} following */
  #begin(which, following) {
    const what = `${me()?.name ?? ""} ${which}`;
    if (this.#what === what) return;
    this.end();
    this.#what = what;
    const ending = (this.#ending = new AbortController());
    // After a rejection or a sign-out, the page makes its own request, and reports the problem.
    following(ending.signal).catch(() => {
      if (this.#ending === ending) this.#is(false);
    });
  }

  /** @param {boolean} isOn */
  #is(isOn) {
    if (this.isOn === isOn) return;
    this.isOn = isOn;
    this.#changed();
  }

  /** @param {Open} open
   * @param {(event: any) => void} tell
   * @param {AbortSignal} signal
   * @param {(isOn: boolean) => void} [state] */
  #follow(open, tell, signal, state = () => {}) {
    const stands = (/** @type {boolean} */ isOn) => {
      if (!signal.aborted) this.#is(isOn);
      state(isOn);
    };
    return follow(open, tell, stands, signal);
  }

  /** Shares one stream between all tabs of this browser. A browser without locks has one stream per tab.
   * @param {AbortSignal} signal */
  async #shared(signal) {
    /** @type {Open} */
    const open = (after, ends) => stream("GET", "/v1/me/events", after, ends);
    const who = me()?.name;
    if (!navigator.locks || !globalThis.BroadcastChannel) {
      return this.#follow(open, (event) => this.#told(event), signal);
    }
    const channel = new BroadcastChannel(NAME);
    let keeps = false;
    let isAnswered = true;
    let turn = new AbortController();
    const ask = () => channel.postMessage({ asks: true });
    channel.addEventListener("message", ({ data }) => {
      if (data.asks) return keeps && channel.postMessage({ who, isOn: this.isOn });
      if (data.who !== who || keeps) return;
      isAnswered = true;
      if ("isOn" in data) this.#is(data.isOn);
      else this.#told(data.event);
    });
    const timer = setInterval(() => {
      const isLate = !keeps && !isAnswered;
      isAnswered = keeps || document.hidden;
      if (isAnswered) return;
      if (!isLate) return ask();
      this.#is(false);
      turn.abort();
    }, ASK);
    const end = () => {
      turn.abort();
      clearInterval(timer);
      channel.close();
    };
    signal.addEventListener("abort", end);
    try {
      for (let steal = false; !signal.aborted;) {
        const own = (turn = new AbortController());
        const tell = (/** @type {PlayerStreamEvent} */ event) => {
          channel.postMessage({ who, event });
          this.#told(event);
        };
        const state = (/** @type {boolean} */ isOn) => {
          if (!own.signal.aborted) channel.postMessage({ who, isOn });
        };
        const keep = () => {
          keeps = true;
          return this.#follow(open, tell, own.signal, state);
        };
        isAnswered = true;
        ask();
        try {
          await navigator.locks.request(`${NAME}.${who}`, steal ? { steal } : { signal: own.signal }, keep);
        } catch (problem) {
          if (/** @type {Error} */ (problem).name !== "AbortError") throw problem;
          // This tab kept the stream and was suspended, or the tab that keeps the stream is
          // suspended.
          steal = !keeps;
        } finally {
          keeps = false;
          own.abort();
        }
      }
    } finally {
      signal.removeEventListener("abort", end);
      end();
    }
  }
}
