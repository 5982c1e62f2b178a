// @ts-check
// Decides when to load a game again: when the server announces an event and, without a stream, now
// and then while others have to act. Never while the page is hidden.

import { call, me } from "../api.js";
import { Live } from "../live.js";
import { game, goesOn, id, invitation, isSeated } from "./state.js";

// Milliseconds until the next look: at people, at bots, and at most.
const PEOPLE = 5000;
const QUICK = 400;
const LATE = 60000;
const SOON = 1000;
const SELDOM = 300000;

/** Identifies a load: `is()` says whether its result is still wanted.
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
  #isLost = false; // Whether something that the load needs is missing.
  #saidUpTo = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {(next: any, look: Look) => Promise<void>} take shows the response on the page
   * @param {(problem: any) => void} failed shows a problem; null after the next success
   * @param {() => void} said is called when there may be a new message */
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

  /** Another reader: the events so far do not concern them. */
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

  /** Follows all games of a player, or this game for a spectator. Only a game's own stream reports
   * the rematch of a game that is over. */
  #listen() {
    const it = game.value;
    if (it.status === "cancelled") return this.live.end();
    this.live.nudge();
    if (me() && (isSeated.value || it.invited) && it.status !== "finished") this.live.own();
    // A browser has few connections to a server, so a spectator uses none while the page is hidden.
    // The stream of a private table does not accept its link, so visitors poll.
    else if (document.hidden || (it.visibility !== "public" && !isSeated.value)) this.live.end();
    else this.live.game(id);
  }

  /** Handles an event. If the game has changed, the page loads the rest.
   * @param {any} news */
  #heard({ event, data }) {
    const it = game.value;
    if (!it || event === "games") return;
    if (event === "chat") return this.#said();
    if (event === "game" && data.id !== it.id) return;
    if (data.last_messages) {
      const said = JSON.stringify(data.last_messages);
      if (this.#saidUpTo !== said) this.#said();
      this.#saidUpTo = said;
    }
    const stands = (/** @type {any} */ of) => [of.ply, of.status, of.rematch, Boolean(of.paused ?? of.paused_at)].join();
    const sits = (/** @type {any} */ seat) => [seat.player, seat.bot, seat.reserved].join();
    const seats = (/** @type {any} */ of) => of.seats?.map(sits).join(";");
    const isKnown = event === "game" && stands({ ...it, ...data }) === stands(it);
    if (isKnown && !(data.seats && seats(data) !== seats(it))) return;
    // A look that is under way is not begun again: news that come all the time would leave nothing to see.
    if (this.#isLooking) this.#isDue = true;
    else this.hurry();
  }

  /** Loads again later: soon after an event and when bots have to act, and ever later when nothing
   * happens. */
  #wait() {
    clearTimeout(this.#timer);
    const it = game.value;
    const again = () => this.#look();
    if (document.hidden && !(this.#failures && this.live.isOn)) return; // Coming back is a look.
    if (this.live.isOn && !this.#failures) {
      // The stream reports events, but not changed clocks, such as that of a player who goes on
      // holiday.
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
