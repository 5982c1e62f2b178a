// @ts-check
// Games for lists: loading and describing them.

import { call, identity, me } from "../api.js";
import { inList, t } from "../say.js";
import { isFree, isJoinable, nameOf } from "../ui.js";
import { signal } from "../view.js";

/** @typedef {import("../../types/api.js").components["schemas"]["GameSummary"]} Game */
/** @typedef {import("../../types/api.js").components["schemas"]["Seat"]} Seat */

/** A list of games that loads page by page. */
export class Pages {
  #query;
  #pages = 1;
  #turn = 0;

  /** The games so far; null before they are known. */
  games = signal(/** @type {Game[] | null} */ (null));
  hasMore = signal(false);

  /** @param {string} query */
  constructor(query) {
    this.#query = query;
  }

  /** @param {string | null} cursor */
  async #page(cursor) {
    const behind = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const page = await call("GET", `/v1/games?${this.#query}${behind}`);
    return /** @type {{ games: Game[], next: string | null }} */ (page);
  }

  /** Reloads as many pages as are shown, so that pages loaded later stay. */
  async renew() {
    const who = identity();
    const turn = ++this.#turn;
    /** @type {Game[]} */
    const games = [];
    let cursor = null;
    for (let n = 0; n < this.#pages; n += 1) {
      const page = await this.#page(cursor);
      games.push(...page.games);
      cursor = page.next;
      if (cursor === null) break;
    }
    // Another reader may be signed in now and have other lists, or a newer request has begun. Show
    // only the latest.
    if (who !== identity() || turn !== this.#turn) return;
    this.hasMore.value = cursor !== null;
    this.games.value = games;
  }

  /** Asks for one page more, and for those before it again: games go from page to page. */
  async more() {
    this.#pages += 1;
    try {
      await this.renew();
    } catch (problem) {
      this.#pages -= 1;
      throw problem;
    }
  }
}

/** The seat of the reader.
 * @param {Game} game */
export const mine = (game) => game.seats.find((seat) => me() && seat.player === me()?.name);

/** Whether a seat is the reader's if they say so.
 * @param {Game} game */
const asks = (game) => game.seats.some((seat) => me() && seat.invited === me()?.name);

/** Whether a seat is kept for the reader.
 * @param {Game} game */
export const invites = (game) => isJoinable(game) && asks(game);

/** Whether another player offers the reader a seat in a running game.
 * @param {Game} game */
export const offers = (game) => game.status === "running" && asks(game);

/** Whether the reader may take a seat at a table where they have none.
 * @param {Game} game */
export const canJoin = (game) => isJoinable(game) && !mine(game) && !invites(game) && game.seats.some(isFree);

/** Whether the game waits for the reader.
 * @param {Game} game */
export function waits(game) {
  const seat = mine(game);
  return Boolean(seat && game.status === "running" && !game.paused_at && game.to_act.includes(seat.seat));
}

/** Returns the games that wait for the reader, in the order to play them: by deadline, then by
 * waiting time.
 * @param {Game[]} games */
export function inTurn(games) {
  const key = (/** @type {Game} */ game) => `${mine(game)?.clock?.deadline ?? "no clock: behind all dates"} ${game.changed_at}`;
  return games.toSorted((one, other) => (key(one) < key(other) ? -1 : 1));
}

/** The ways to sort a list of games: by the time that is left, by the last change, by kind.
 * @typedef {"time" | "latest" | "kind"} Order */

/** Returns a running game's clock that runs out first.
 * @param {Game} game */
export function nextClock(game) {
  const clocks = game.seats.filter(({ seat }) => game.to_act.includes(seat)).flatMap(({ clock }) => clock ?? []);
  return clocks.toSorted((one, other) => ((one.deadline ?? "9") < (other.deadline ?? "9") ? -1 : 1))[0] ?? null;
}

/** Returns games in the order of the reader's choice.
 * @param {Game[]} games
 * @param {Order} order */
export function sorted(games, order) {
  if (order === "time") return games;
  const latest = games.toSorted((one, other) => (one.changed_at > other.changed_at ? -1 : 1));
  return order === "latest" ? latest : latest.toSorted((one, other) => one.kind.localeCompare(other.kind));
}

/** Names the players and bots that a running game waits for.
 * @param {Game} game */
export function toAct(game) {
  if (game.status !== "running") return "";
  return inList(game.seats.filter(({ seat }) => game.to_act.includes(seat)).map(nameOf));
}

/** Returns the result of a game for a player: their place and the number of players, or null
 * without a place or in a solo game.
 * @param {Game} game
 * @param {string | undefined} name */
export function placeOf(game, name) {
  const standings = game.result?.standings ?? [];
  const seat = game.seats.find((seat) => seat.player === name)?.seat;
  const own = standings.find((it) => it.seat === seat);
  return own && standings.length > 1 ? { rank: own.rank, of: standings.length } : null;
}

/** Names the other players.
 * @param {Game} game */
export function others(game) {
  const own = me()?.name;
  return named(game.seats.filter((seat) => !own || (seat.player !== own && seat.invited !== own)));
}

/** Whether a seat besides the reader's is taken, or kept for somebody.
 * @param {Game} game */
export const hasOthers = (game) => game.seats.some((seat) => !isFree(seat) && seat !== mine(game));

/** Names all players.
 * @param {Game} game */
export const everybody = (game) => named(game.seats);

/** Names players, and counts bots and free seats.
 * @param {Seat[]} seats */
function named(seats) {
  const bots = seats.filter((seat) => seat.bot).length;
  const invited = seats.filter((seat) => !seat.player && !seat.bot && seat.reserved);
  const free = seats.filter(isFree).length;
  const names = [
    ...seats.flatMap((seat) => seat.player ?? []),
    bots && t("common-bots", { n: bots }),
    ...invited.map((seat) => t("common-invited", { name: seat.invited ?? seat.invited_email ?? t("common-somebody") })),
    free && t("common-free-seats", { n: free }),
  ].filter(Boolean);
  return inList(/** @type {string[]} */ (names));
}
