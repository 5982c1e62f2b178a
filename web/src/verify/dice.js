// @ts-check
// The dice of one entry of a log, as docs/VERIFYING.md defines them: words of a ChaCha20 key stream
// (RFC 8439), and the draws from them.

/** @param {number} word
 * @param {number} by */
const turned = (word, by) => (word << by) | (word >>> (32 - by));

/** The words in which each quarter of a round works: the columns of the square, then its diagonals. */
const QUARTERS = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
];

/** A block of the key stream: 16 words.
 * @param {Uint32Array} input key, counter and nonce, behind four words of text */
function block(input) {
  const words = input.slice();
  /** @param {number} into
   * @param {number} from
   * @param {number} other
   * @param {number} by */
  const mix = (into, from, other, by) => {
    words[into] = at(words, into) + at(words, from);
    words[other] = turned(at(words, other) ^ at(words, into), by);
  };
  for (let round = 0; round < 10; round += 1) {
    for (const [a = 0, b = 0, c = 0, d = 0] of QUARTERS) {
      mix(a, b, d, 16);
      mix(c, d, b, 12);
      mix(a, b, d, 8);
      mix(c, d, b, 7);
    }
  }
  return words.map((word, i) => word + at(input, i));
}

/** @param {Uint32Array} words
 * @param {number} i */
const at = (words, i) => words[i] ?? 0;

/** The words "expand 32-byte k". */
const TEXT = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574];

/** The draws of one entry. They depend only on the game's seed and the entry's number. */
export class Dice {
  #input = new Uint32Array(16);
  /** @type {Uint32Array} */
  #words = new Uint32Array(0);
  #read = 0;

  /** How many words were read. */
  count = 0;

  /** @param {Uint8Array} seed the game's, 32 bytes
   * @param {number} n the entry's number; 0 is the setup */
  constructor(seed, n) {
    const key = new DataView(seed.buffer, seed.byteOffset, 32);
    this.#input.set(TEXT);
    for (let i = 0; i < 8; i += 1) this.#input[4 + i] = key.getUint32(4 * i, true);
    this.#input[14] = n % 2 ** 32;
    this.#input[15] = Math.floor(n / 2 ** 32);
  }

  /** The next word. */
  word() {
    if (this.#read === this.#words.length) {
      this.#words = block(this.#input);
      this.#input[12] = at(this.#input, 12) + 1;
      this.#read = 0;
    }
    this.count += 1;
    return at(this.#words, this.#read++);
  }

  /** A fair number from 0 to `k - 1`.
   * @param {number} k */
  below(k) {
    if (k === 1) return 0;
    const zone = Math.floor(2 ** 32 / k) * k;
    for (;;) {
      const word = this.word();
      if (word < zone) return word % k;
    }
  }

  /** @param {number} sides */
  die(sides) {
    return this.below(sides) + 1;
  }

  /** The list in another order.
   * @template T
   * @param {T[]} list */
  shuffle(list) {
    const all = [...list];
    for (let i = all.length - 1; i > 0; i -= 1) {
      const j = this.below(i + 1);
      const [one, other] = [/** @type {T} */ (all[j]), /** @type {T} */ (all[i])];
      all[i] = one;
      all[j] = other;
    }
    return all;
  }
}
