// @ts-check
// A move put together word by word, along the branches of the legal moves. This module knows
// nothing about pages or calls: its owner gives it a function that loads a branch, and gets a
// callback when the display changes.
//
// Player actions run in order, each on the result of the one before. A click while a response is
// awaited is not lost, and a response about an outdated position is dropped.

/** The most words that are added automatically in a row. */
const FORCED = 64;

/** The most words behind which others are loaded. */
const FEW = 4;

class Outdated extends Error {}

/** The state after some words: `before` is the state from which the last word was chosen, `beyond`
 * the words that can follow others of `next`, and `isAsked` whether those are still being loaded.
 * @typedef {{ text: string, words: string[], next: string[], move: unknown, seq: number, before: Choice | null, beyond?: [string, string][], isAsked?: boolean }} Choice */

/** @typedef {{ text: string, next: string[], move: unknown, seq: number }} Branch */

/** Returns the state for a branch.
 * @param {Branch} branch
 * @param {Choice | null} before
 * @returns {Choice} */
function state({ text, next, move, seq }, before = null) {
  return { text, words: text.split(" ").filter(Boolean), next, move, seq, before };
}

/** `ask(text)` loads a branch. `changed()` is called when `now` changes, and `failed(problem)`
 * after an error. */
export class Draft {
  #ask;
  #changed;
  #failed;
  /** @type {Promise<unknown>} */
  #queue = Promise.resolve();
  /** Branches of this position by text. @type {Map<string, Branch>} */
  #known = new Map();
  #position = 0; // Counts the positions.

  /** The choice; null while there is nothing to choose. @type {Choice | null} */
  now = null;

  /** Whether `now` was played already. */
  isSpent = false;

  /** @param {(text: string) => Promise<Branch>} ask
   * @param {() => void} changed
   * @param {(problem: any) => void} failed */
  constructor(ask, changed, failed) {
    this.#ask = ask;
    this.#changed = changed;
    this.#failed = failed;
  }

  /** Begins again for a new position. If the player's next entry still has the number `seq`, other
   * players have acted meanwhile, and the words stay as far as they are still legal.
   * @param {number} seq */
  renew(seq) {
    this.#position += 1;
    this.#known.clear();
    return this.#do(async () => {
      /** @type {(old: Choice | null) => Promise<Choice>} */
      const again = async (old) =>
        old?.before ? state(await this.#settled(old.text), await again(old.before)) : state(await this.#settled(""));
      try {
        this.#set(await again(!this.isSpent && this.now?.seq === seq ? this.now : null));
      } catch (/** @type {any} */ problem) {
        if (problem.code !== "illegal-move") throw problem;
        this.#set(await again(null));
      }
    });
  }

  /** The choice was played. Until the next position is known, there is nothing to choose. */
  spend() {
    this.#position += 1;
    this.#known.clear();
    this.isSpent = true;
    this.#changed();
  }

  /** Clears the choice. */
  clear() {
    this.#position += 1;
    this.#known.clear();
    this.isSpent = false;
    this.now = null;
    this.#changed();
  }

  /** The offered words: the next ones or, without any, the alternatives to the last choice. */
  get offered() {
    const { now } = this;
    return now?.next.length ? now.next : (now?.before?.next ?? []);
  }

  /** The last choice if it has alternatives, otherwise null. */
  get last() {
    const { now } = this;
    return (now?.before && !now.next.length && now.words[now.before.words.length]) || null;
  }

  /** Loads what can follow these next words: each of them with each word that can stand behind it.
   * Stores it as `beyond` of the choice, and reports it.
   * @param {string[]} words */
  lookThrough(words) {
    const { now } = this;
    if (!now || now.beyond || !words.length || words.length > FEW) return;
    now.beyond = [];
    now.isAsked = true;
    const position = this.#position;
    const ahead = words.map(async (word) => /** @type {const} */ ([word, (await this.#branch(`${now.text} ${word}`.trim())).next]));
    Promise.all(ahead)
      .then((all) => {
        const isNew = (/** @type {string} */ other) => !now.next.includes(other);
        now.beyond = all.flatMap(([word, next]) => next.filter(isNew).map((other) => /** @type {[string, string]} */ ([word, other])));
      })
      .catch(() => {}) // Without it, one word is chosen after the other.
      .then(() => {
        now.isAsked = false;
        if (position === this.#position && this.now === now) this.#changed();
      });
  }

  /** Loads what can follow these words, without choosing them.
   * @param {string} text */
  async ask(text) {
    return state(await this.#settled(text));
  }

  /** Adds a word to the state that was `seen` when it was chosen.
   * @param {string} word
   * @param {Choice | null} [seen]
   * @returns {Promise<unknown>} */
  choose(word, seen = this.now) {
    if (this.isSpent) return Promise.resolve();
    const position = this.#position;
    return this.#do(async () => {
      // Chosen while an answer was awaited: it follows that, or stands in its place.
      const known = position === this.#position ? [this.now, seen] : [this.now];
      const base = known.find((one) => one?.next.includes(word)) ?? known.map((one) => one?.before).find((one) => one?.next.includes(word));
      if (!base) return;
      try {
        this.#set(state(await this.#settled(`${base.text} ${word}`.trim()), base));
      } catch (/** @type {any} */ problem) {
        if (!(problem instanceof Outdated)) throw problem;
        this.choose(word, null); // Comes after the words of the new position.
      }
    });
  }

  /** Chooses words one after the other. A word that was added automatically, as the only one, is
   * not chosen again.
   * @param {string[]} words */
  async chooseAll([first = "", ...others]) {
    await this.choose(first);
    const from = (this.now?.before?.words.length ?? 0) + 1;
    for (const [i, word] of others.entries()) if (this.now?.words[from + i] !== word) await this.choose(word, null);
  }

  /** Chooses earlier words again, text by text, as far as they are still legal, unless something is
   * already chosen. Returns whether that succeeded: a new position in the meantime prevents it.
   * @param {string[]} texts
   * @returns {Promise<boolean>} */
  async resume(texts) {
    let isDone = false;
    await this.#do(async () => {
      let { now } = this;
      if (now && !now.before) {
        try {
          for (const text of texts) now = state(await this.#settled(text), now);
        } catch (/** @type {any} */ problem) {
          if (problem.code !== "illegal-move") throw problem;
        }
        if (now.before) this.#set(now);
      }
      isDone = true;
    });
    return isDone;
  }

  /** Takes back the last choice. */
  undo() {
    return this.#do(() => this.now?.before && this.#set(this.now.before));
  }

  /** Takes back everything. */
  restart() {
    return this.#do(() => {
      let first = this.now;
      while (first?.before) first = first.before;
      if (first) this.#set(first);
    });
  }

  /** @param {() => unknown} deed */
  #do(deed) {
    this.#queue = this.#queue.then(deed).catch((problem) => {
      if (!(problem instanceof Outdated)) this.#failed(problem);
    });
    return this.#queue;
  }

  /** @param {Choice} next */
  #set(next) {
    this.isSpent = false;
    this.now = next;
    this.#changed();
  }

  /** @param {string} text
   * @returns {Promise<Branch>} */
  async #branch(text) {
    const position = this.#position;
    const branch = this.#known.get(text) ?? (await this.#ask(text));
    if (position !== this.#position) throw new Outdated();
    this.#known.set(text, branch).set(branch.text, branch);
    return branch;
  }

  /** Loads the branch of these words and of any words that alone can follow.
   * @param {string} text */
  async #settled(text) {
    let branch = await this.#branch(text);
    for (let i = 0; i < FORCED && !branch.move && branch.next.length === 1; i += 1) {
      branch = await this.#branch(`${branch.text} ${branch.next[0]}`.trim());
    }
    return branch;
  }
}
