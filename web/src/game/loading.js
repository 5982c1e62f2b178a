// @ts-check
// Loads the game, its log and its board from the server, and shows them.

import { call, me } from "../api.js";
import { boardOf } from "../boards/board.js";
import { fault, kinds, note } from "../ui.js";
import { batch, signal } from "../view.js";
import { fetchHints } from "./aim.js";
import { fetchRest } from "./later.js";
import { News } from "./news.js";
import { isPlayingBack, still } from "./pictures.js";
import { board, entries, game, id, isMissing, isMyTurn, kind, setup, shown } from "./state.js";

/** @typedef {import("./news.js").Look} Look */

export class Loading {
  #play;
  #chat;
  #news;
  #isStale = true; // Whether log, board and moves are still to be fetched.
  #isLost = false; // Whether a branch could not be had since the last look.
  /** The game when its board was shown last. @type {any} */
  #shownFrom = null;

  /** Another game that waits for the reader. */
  next = signal(/** @type {string | null} */ (null));

  /** @param {import("./play.js").Play} play
   * @param {import("./chat.js").Chat} chat */
  constructor(play, chat) {
    this.#play = play;
    this.#chat = chat;
    this.#news = new News(
      (it, look) => this.#take(it, look),
      (problem) => this.#failed(problem),
      () => {
        chat.isTold = this.#news.live.isOn;
        chat.hurry();
      },
    );
  }

  /** Looks at once whether the game has changed. */
  hurry() {
    return this.#news.hurry();
  }

  /** Loads everything again, such as after a move, or after a rejection because of another move. */
  again() {
    this.#isStale = true;
    return this.hurry();
  }

  /** Loads everything for another reader: another pair of eyes sees another game. */
  forget() {
    this.#news.forget();
    this.#shownFrom = null;
    batch(() => {
      game.value = null;
      setup.value = [];
      this.next.value = null;
    });
    this.#forgetBoards();
    this.#play.move.clear();
    this.#play.pictures.clear();
    this.#chat.forgetReader();
    return this.again();
  }

  /** A branch could not be had.
   * @param {any} problem */
  lost(problem) {
    this.#isStale = this.#isLost = true;
    // The move was made in the meantime: by the server, because there was no choice, or in another
    // tab.
    if (problem.code === "illegal-move") return void this.hurry();
    fault(problem);
    this.#news.lost();
  }

  /** Shows a response of the server on the page, and loads what depends on it.
   * @param {any} it
   * @param {Look} look */
  async #take(it, look) {
    const { move, pictures } = this.#play;
    const before = game.value;
    if (!before) {
      // Of a game that runs, the board comes first; a table that fills or is over is seen whole.
      const [found, all] = await Promise.all([boardOf(it.kind), kinds(), it.status === "running" ? null : fetchBeside()]);
      board.value = found;
      kind.value = all.find(({ id }) => id === it.kind) ?? null;
    }
    const grown = before?.ply !== it.ply || before?.head !== it.head;
    const isOther = before?.status !== it.status || before?.seat !== it.seat;
    const stopped = before?.paused_at !== it.paused_at;
    // Other readers may see more than before: everybody, once the game is over.
    if (before && isOther) this.#forgetBoards();
    if (grown || isOther || stopped || before?.changed_at !== it.changed_at) this.#news.found();
    this.#isStale ||= grown || isOther || stopped;
    // Notes about a waiting table, such as its link, are outdated when it begins.
    if (before?.status === "open" && it.status !== "open") note(null);
    const moved = this.#isStale;
    const log = moved && it.head ? readLog(it, look) : null;
    if (log) await Promise.all([log, pictures.refresh(look), fetchHints(it)]);
    if (!look.is()) return;
    const known = await log;
    batch(() => {
      game.value = it;
      isMissing.value = false;
      if (known) [setup.value, entries.value] = known;
    });
    this.#chat.renew();
    if (!moved) return;
    this.#isLost = false;
    // Words first: they and the board then change in one go.
    if (isMyTurn.value) await move.renew(it.seq);
    else move.clear();
    // What another look has overtaken is still to be shown: by that one.
    if (!look.is()) return;
    this.#isStale = this.#isLost;
    this.#show(this.#shownFrom);
    this.#shownFrom = it;
    // Load the rest once the board is painted and visible.
    if (document.hidden) fetchBeside();
    else requestAnimationFrame(() => setTimeout(fetchBeside));
    this.#askForNext();
  }

  /** Shows the board: first as the reader saw it last, then the events since.
   * @param {any} before the game as it was known; null on arrival */
  #show(before) {
    const { move, pictures } = this.#play;
    const from = before ? (before.head ? before.ply : null) : pictures.unseen;
    const since = from === null ? [] : entries.value.slice(from);
    const others = since.filter((entry) => entry.seat !== game.value.seat);
    const own = since.length - others.length;
    // Moves that the server played for the reader because there was no choice.
    const forced = own - move.takeSent(own);
    if (isPlayingBack.value) return;
    const isStory =
      shown.value === null && !still.matches && !document.hidden && (before ? forced > 0 || others.length > 1 : others.length > 0);
    if (isStory && from !== null) pictures.playBack(from);
    else pictures.look(shown.value ?? game.value.ply);
  }

  async #askForNext() {
    const isWanted = me() && game.value.status === "running" && !isMyTurn.value;
    this.next.value = isWanted ? await nextGame().catch(() => null) : null;
  }

  /** Discards data that was loaded for another reader. */
  #forgetBoards() {
    entries.value = [];
    this.#play.pictures.forget();
  }

  /** @param {any} problem */
  #failed(problem) {
    if (!game.value || problem?.code === "not-found") hideFromSearch();
    if (problem?.code !== "not-found") return fault(problem);
    isMissing.value = true;
    game.value = null;
  }
}

/** Loads the current log: the setup events and the entries. Sealed entries may be open by now, so
 * they are read again.
 * @param {any} it
 * @param {Look} look
 * @returns {Promise<[any[], any[]] | null>} */
async function readLog(it, look) {
  const sealed = entries.value.findIndex((entry) => entry.sealed);
  let known = entries.value.slice(0, sealed < 0 ? undefined : sealed);
  let told = setup.value;
  while (!known.length || known.length < it.ply) {
    const since = known.length ? `since=${known.length}` : "";
    const page = await call("GET", `/v1/games/${id}/log?${since}`);
    if (!look.is()) return null;
    if (!known.length) told = page.setup;
    known = known.concat(page.entries);
    if (!page.entries.length) break;
  }
  return [told, known];
}

/** Loads the parts beside the board, or reports that one is missing. */
const fetchBeside = () => fetchRest().catch(fault);

/** Returns another game that waits. A reader who never has such games loads nothing. */
const nextGame = async () => (await import("../home/next.js")).nextGame(game.value.id);

/** Search engines must not index what strangers may not see. */
function hideFromSearch() {
  if (!document.querySelector("meta[name=robots]"))
    document.head.append(Object.assign(document.createElement("meta"), { name: "robots", content: "noindex" }));
}
