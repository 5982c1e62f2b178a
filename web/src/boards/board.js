// @ts-check
// What the page of a game asks its kind for: gestures and ornaments of its board. The server draws the boards and is the only
// judge of the rules; what can be touched is what the branches of the legal moves offer.

/** @typedef {import("../../types/api.js").components["schemas"]} Schemas */

/** @typedef {import("../draft.js").Choice} Choice */

/** What a board may look at and do.
 * @typedef {object} Stage
 * @property {SVGSVGElement} svg the picture that is shown
 * @property {SVGGElement} layer above the picture, for what is drawn only here: empty whenever `shown` or `offered` is called
 * @property {any} game the game as the server answers it
 * @property {any} view the position as its reader sees it, of the schema of its kind; null on a board of the past
 * @property {any} entry the entry of the log that led to the position, with its events; null at the beginning
 * @property {any[]} entries the entries that led to the position, the first one first
 * @property {boolean} isPast whether it is a board of the past
 * @property {boolean} isNarrow whether the picture has the narrow layout
 * @property {boolean} isStill whether nothing is to move by itself
 * @property {Choice | null} now what is chosen; null while there is nothing to choose
 * @property {(word: string) => string} titleOf what the picture says of what a word stands for
 * @property {(words: string, event?: Event) => Promise<void>} choose adds words to what is chosen, as a touch does
 * @property {(text: string) => Promise<Choice>} ask what could follow other words, without choosing them
 * @property {() => Promise<unknown>} undo takes the last choice back
 * @property {() => Promise<unknown>} restart takes all choices back
 * @property {() => Promise<void>} commit plays what is chosen
 * @property {(moves: unknown[]) => Promise<void>} play plays these moves, all or none
 * @property {() => void} renew calls `offered` and shows the controls again
 */

/** The score of a seat: as short as can be, such as `3★`, and how it is said.
 * @typedef {{ short: string, said: string }} Points */

/** What a kind has for its board: each is optional.
 * @typedef {object} Board
 * @property {(stage: Stage) => void} [shown] another picture is shown
 * @property {(stage: Stage) => void} [offered] what is chosen, or can be, is another
 * @property {(stage: Stage, element: SVGElement) => boolean} [misleads] whether touching an element would do something else than it seems to: it is not offered, though its word may come next
 * @property {(stage: Stage, element: SVGElement, event: Event) => boolean} [touched] an element of the picture was touched: whether that is
 * all that is to be done; else what it stands for is chosen
 * @property {(stage: Stage, from: SVGSVGElement) => Promise<void> | void} [played] the entry before was the picture `from`, which is not
 * shown any more: shows how it led to this one, and is over when that is
 * @property {(stage: Stage) => string | null} [sentence] what is chosen, as a sentence; null where its words must do
 * @property {(view: any, seat: number) => string | null} [score] what the score of a seat is made of, once the game is over; null where the
 * number says it all
 * @property {(note: string) => string | null} [noted] what the server notes of a score, in the reader's language; null where `score` says it
 * @property {(view: any, seat: number) => Points | null} [points] the score of a seat while the game runs, where everybody may know it
 * @property {(props: { stage: Stage }) => unknown} [Controls] a Preact component below the board, shown anew with each change
 * @property {(props: { stage: Stage }) => unknown} [Choice] likewise a component in the bar of what is chosen, which is always in sight
 * @property {(stage: Stage) => boolean} [asks] whether what is chosen is played only once it is confirmed
 * @property {boolean} [isAside] whether its controls stand beside the board where there is room
 * @property {boolean} [isHigh] whether its wide picture is higher than wide: a low screen has the narrow one
 * @property {boolean} [isKept] whether what was chosen last is not exchanged by touching another: where nothing more can be added, nothing is offered
 * @property {readonly string[]} [risky] words of moves that are played only once they are confirmed
 */

/** @type {Record<string, () => Promise<{ default: Board }>>} */
const BOARDS = {
  "buttons": () => import("./buttons.js"),
  "ferry-follies": () => import("./ferry-follies.js"),
  "flip-freighters": () => import("./flip-freighters.js"),
  "paris-connection": () => import("./paris-connection.js"),
  "thats-life": () => import("./thats-life.js"),
};

/** What there is for a kind; a kind that has nothing is played by its picture and its words.
 * @param {string} kind
 * @returns {Promise<Board>} */
export async function boardOf(kind) {
  try {
    return (await BOARDS[kind]?.())?.default ?? {};
  } catch {
    // The words are still there.
    return {};
  }
}
