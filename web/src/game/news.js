// @ts-check
// When a game is looked at again: when the server tells that there is something new; while it cannot, now and then as long as
// others are to act, and never while nobody looks at the page.

import { call, me } from "../api.js";
import { Live } from "../live.js";
import { game, goesOn, id, invitation, isSeated } from "./state.js";

// Milliseconds until the next look: at people, at bots, and at most.
const PEOPLE = 5000;
const QUICK = 400;
const LATE = 60000;
const SOON = 1000;
const SELDOM = 300000;

/** What a look is told by: `is()` says whether it is still wanted.
 * @typedef {{ is: () => boolean }} Look */

export class News {
  #take;
  #failed;
  #said;
  #turn = 0; // Counts looks, so that late answers to old ones are dropped.
  #failures = 0;
  #quiet = 0; // Looks in a row that found nothing new.
  #isLooking = false;
  #isDue = false; // Whether there is more news than the look that is under way may see.
  #isLost = false; // Whether something that the look needs could not be had.
  #saidUpTo = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {(next: any, look: Look) => Promise<void>} take puts what the server said on the page
   * @param {(problem: any) => void} failed shows what went wrong; null when it goes well again
   * @param {() => void} said is called when something may have been said */
  constructor(take, failed, said) {
    this.#take = take;
    this.#failed = failed;
    this.#said = said;
    this.live = new Live(
      (event) => this.#heard(event),
      () => {
        this.#said();
        // What happened in between is looked for once.
        if (game.value) this.hurry();
      },
    );
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) return void this.hurry();
      clearTimeout(this.#timer);
      if (game.value) this.#listen();
    });
    addEventListener("online", () => {
      this.#said();
      this.hurry();
    });
  }

  /** Looks at once, and then as often as after any news. */
  hurry() {
    this.#quiet = 0;
    return this.#look();
  }

  /** Something new was found: the next look comes soon. */
  found() {
    this.#quiet = 0;
  }

  /** Something that this look needs could not be had: it is looked for again. */
  lost() {
    this.#isLost = true;
    this.#failures += 1;
    this.#wait();
  }

  /** Another reader: what was heard so far is nothing to them. */
  forget() {
    this.#saidUpTo = "";
    this.live.end();
  }

  async #look() {
    const mine = (this.#turn += 1);
    const look = { is: () => mine === this.#turn };
    clearTimeout(this.#timer);
    this.#isLooking = true;
    this.#isDue = this.#isLost = false;
    try {
      const query = invitation.value ? `invitation=${encodeURIComponent(invitation.value)}` : "";
      const next = await call("GET", `/v1/games/${id}?${query}`);
      if (!look.is()) return;
      await this.#take(next, look);
      if (!look.is()) return;
      if (!this.#isLost) {
        if (this.#failures) this.#failed(null);
        this.#failures = 0;
      }
      this.#listen();
    } catch (/** @type {any} */ problem) {
      if (!look.is()) return;
      this.#failures += 1;
      const isGone = problem.code === "not-found";
      // A hiccup while polling is not worth a word; a lasting one is.
      if (isGone || !game.value || this.#failures > 2) this.#failed(problem);
      if (isGone) {
        this.#isLooking = false;
        return;
      }
    }
    this.#isLooking = false;
    if (this.#isDue) return void this.#look();
    this.#wait();
  }

  /** Follows what the reader may: all games of theirs, or this one as one who looks on. Of a game that is over only its own stream tells
   * of a rematch. */
  #listen() {
    const it = game.value;
    if (it.status === "cancelled") return this.live.end();
    this.live.nudge();
    if (me() && (isSeated.value || it.invited) && it.status !== "finished") this.live.own();
    // A browser has few connections to a server: who looks on needs none while looking elsewhere.
    else if (document.hidden) this.live.end();
    else this.live.game(id);
  }

  /** What a stream tells: of a game that is another than the one on the page, the page asks for the rest.
   * @param {any} news */
  #heard({ event, data }) {
    const it = game.value;
    if (!it || event === "games") return;
    if (event === "said") return this.#said();
    if (event === "game" && data.id !== it.id) return;
    if (data.said) {
      const said = JSON.stringify(data.said);
      if (this.#saidUpTo !== said) this.#said();
      this.#saidUpTo = said;
    }
    const stands = (/** @type {any} */ of) => [of.ply, of.status, of.rematch, Boolean(of.paused ?? of.paused_at)].join();
    const sits = (/** @type {any} */ seat) => [seat.player, seat.bot, seat.kept].join();
    const seats = (/** @type {any} */ of) => of.seats?.map(sits).join(";");
    const isKnown = event === "game" && stands({ ...it, ...data }) === stands(it);
    if (isKnown && !(data.seats && seats(data) !== seats(it))) return;
    // A look that is under way is not begun again: news that come all the time would leave nothing to see.
    if (this.#isLooking) this.#isDue = true;
    else this.hurry();
  }

  /** Looks again in a while: soon after news and where bots are to act, ever later when nothing happens. */
  #wait() {
    clearTimeout(this.#timer);
    const it = game.value;
    const again = () => this.#look();
    if (document.hidden && !(this.#failures && this.live.isOn)) return; // Coming back is a look.
    if (this.live.isOn && !this.#failures) {
      // The server tells; of clocks, such as that of somebody who goes on holiday, it does not.
      if (it.pace && it.status === "running") this.#timer = setTimeout(again, SELDOM);
      return;
    }
    let first = this.#failures && this.live.isOn ? SOON : PEOPLE;
    if (!this.#failures) {
      const others = it.status === "running" ? it.to_act.filter((/** @type {number} */ seat) => seat !== it.seat) : [];
      if (it.status !== "open" && !others.length && !it.paused_at) return;
      if (goesOn.value && others.some((/** @type {number} */ seat) => it.seats[seat].bot)) first = QUICK;
    }
    this.#timer = setTimeout(again, Math.min(first * 1.5 ** (this.#failures || this.#quiet), LATE));
    this.#quiet += 1;
  }
}
