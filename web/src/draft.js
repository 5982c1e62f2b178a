// @ts-check
// A move put together word by word, along the branches of the legal moves. Nothing about pages or
// calls is in here: it is told how to ask for a branch, and tells when there is something to show.
//
// What a person does is done in its order, each on what came of the one before: a click that comes
// while an answer is awaited is not lost, and an answer about a position that is gone is dropped.

/** So many words may follow each other by themselves. */
const FORCED = 64;

/** So many words are looked through. */
const FEW = 4;

class Outdated extends Error {}

/** What words come to, and from where: `before` is what the last choice was made from, `beyond` what may come behind others of `next`,
 * and `isAsked` whether that is still asked for.
 * @typedef {{ text: string, words: string[], next: string[], move: unknown, seq: number, before: Choice | null, beyond?: [string, string][], isAsked?: boolean }} Choice */

/** @typedef {{ text: string, next: string[], move: unknown, seq: number }} Branch */

/** What a branch comes to, and from where.
 * @param {Branch} branch
 * @param {Choice | null} before
 * @returns {Choice} */
function state({ text, next, move, seq }, before = null) {
  return { text, words: text.split(" ").filter(Boolean), next, move, seq, before };
}

/** `ask(text)` gives a branch; `changed()` is called when `now` is another; `failed(problem)` when
 * something went wrong. */
export class Draft {
  #ask;
  #changed;
  #failed;
  /** @type {Promise<unknown>} */
  #queue = Promise.resolve();
  /** Branches of this position by text. @type {Map<string, Branch>} */
  #known = new Map();
  #position = 0; // Counts the positions that were asked about.

  /** What is chosen; null while there is nothing to choose. @type {Choice | null} */
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

  /** The position is another one. Begins again; but while the player's next entry is still number
   * `seq`, others have acted meanwhile, and the same words are kept where they still make sense.
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

  /** What is chosen was played: until the position is known that it led to, there is nothing to choose. */
  spend() {
    this.#position += 1;
    this.#known.clear();
    this.isSpent = true;
    this.#changed();
  }

  /** There is nothing to choose any more. */
  clear() {
    this.#position += 1;
    this.#known.clear();
    this.isSpent = false;
    this.now = null;
    this.#changed();
  }

  /** The words that are offered: those that come next, and where none does, those that could stand
   * in the place of the last choice. */
  get offered() {
    const { now } = this;
    return now?.next.length ? now.next : (now?.before?.next ?? []);
  }

  /** The last choice, where another could stand in its place; else null. */
  get last() {
    const { now } = this;
    return (now?.before && !now.next.length && now.words[now.before.words.length]) || null;
  }

  /** What could follow these words, of those that come next: each of these with each word that may stand behind it. Kept as
   * `beyond` of what is chosen, and told.
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

  /** What could follow these words, which are not chosen by that.
   * @param {string} text */
  async ask(text) {
    return state(await this.#settled(text));
  }

  /** Adds a word to what was `seen` when it was chosen.
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

  /** Chooses words one after the other. What came by itself behind the one before, as the only word there is, is not meant again.
   * @param {string[]} words */
  async chooseAll([first = "", ...others]) {
    await this.choose(first);
    const from = (this.now?.before?.words.length ?? 0) + 1;
    for (const [i, word] of others.entries()) if (this.now?.words[from + i] !== word) await this.choose(word, null);
  }

  /** Chooses again what was chosen once, text by text, as far as it still makes a move, unless something is chosen already.
   * Tells whether that is done: where another position came meanwhile, it is not.
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

  /** Takes back what was chosen last. */
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

  /** The branch of these words, and of those that alone can follow.
   * @param {string} text */
  async #settled(text) {
    let branch = await this.#branch(text);
    for (let i = 0; i < FORCED && !branch.move && branch.next.length === 1; i += 1) {
      branch = await this.#branch(`${branch.text} ${branch.next[0]}`.trim());
    }
    return branch;
  }
}
