// @ts-check
// The interface between the page of a game and its kind: gestures and ornaments of its board. The
// server draws the boards and is the only judge of the rules. The branches of the legal moves
// determine the touch targets.

import { loadTexts } from "../say.js";

/** @typedef {import("../../types/api.js").components["schemas"]} Schemas */

/** @typedef {import("../draft.js").Choice} Choice */

/** The data and functions for a board.
 * @typedef {object} Stage
 * @property {SVGSVGElement} svg the shown picture
 * @property {SVGGElement} layer above the picture, for the board's own drawings: empty whenever `shown` or `offered` is called
 * @property {any} game the game resource
 * @property {any} view the position as the reader sees it, in the schema of the kind; null on an earlier board
 * @property {any} entry the entry of the log that led to the position, with its events; null at the beginning
 * @property {any[]} entries the entries that led to the position, the first one first
 * @property {boolean} isPast whether it is an earlier board
 * @property {boolean} isNarrow whether the picture has the narrow layout
 * @property {boolean} isStill whether nothing may move by itself
 * @property {Choice | null} now the choice; null while there is nothing to choose
 * @property {(word: string) => string} titleOf returns the title in the picture of what a word stands for
 * @property {(words: string, event?: Event) => Promise<void>} choose adds words to the choice, as a touch does
 * @property {(text: string) => Promise<Choice>} ask loads what can follow other words, without choosing them
 * @property {() => Promise<unknown>} undo takes the last choice back
 * @property {() => Promise<unknown>} restart takes all choices back
 * @property {() => Promise<void>} commit plays the choice, which the player has confirmed
 * @property {() => Promise<void>} complete plays the choice that a touch has completed; among people, the player can take it back for a moment
 * @property {(moves: unknown[]) => Promise<void>} play plays these moves, all or none
 * @property {() => void} renew calls `offered` and shows the controls again
 */

/** The score of a seat: as short as possible, such as `3★`, and in words.
 * @typedef {{ short: string, said: string }} Points */

/** A part of an order that the player chooses: its label, the words of the notation with their texts, and the first choice.
 * @typedef {{ label: string, options: [string, string][], first?: string, isSeveral?: boolean }} PlanPart */

/** An order for later turns that a player gives by touch.
 * @typedef {object} Plan
 * @property {string} order the order in the notation, in its full form, with the names of its parts in braces
 * @property {(values: Record<string, any>) => unknown[]} says the same in the reader's language, with texts or elements in place of the parts
 * @property {Record<string, PlanPart>} [parts]
 * @property {boolean} [isMove] whether it is a move for the queue; otherwise it is a conditional order */

/** The additions of a kind to its board. All are optional.
 * @typedef {object} Board
 * @property {(stage: Stage) => void} [shown] called when another picture is shown
 * @property {(stage: Stage) => void} [offered] called when the choice or the targets have changed
 * @property {(stage: Stage, element: SVGElement) => boolean} [misleads] whether a touch on an element would do something unexpected: it is not offered, even if its word may come next
 * @property {(stage: Stage, element: SVGElement, event: Event) => boolean} [touched] handles a touch on the picture. Returns
 * whether it is handled completely; otherwise the page chooses the element's word
 * @property {(stage: Stage, from: SVGSVGElement) => Promise<void> | void} [played] animates the change from the picture
 * `from` of the entry before, and resolves at the end
 * @property {(stage: Stage) => string | null} [sentence] the sentence about the choice `now`; null if its words are enough
 * @property {(view: any, seat: number) => string | null} [score] the parts of a seat's score, once the game is over; null if the number
 * is enough
 * @property {(note: string) => string | null} [noted] the server's note about a score, in the reader's language; null if `score` has it
 * @property {(view: any, seat: number) => Points | null} [points] the score of a seat while the game runs, if it is public
 * @property {(props: { stage: Stage }) => unknown} [Controls] a Preact component below the board, rendered after each change
 * @property {(props: { stage: Stage }) => unknown} [Choice] a Preact component in the bar, which is always in sight
 * @property {(stage: Stage) => boolean} [asks] whether the choice needs a confirmation
 * @property {(gap: number, name: string) => string} [lead] the sentence about the winner's lead over a player, if scores are no points
 * @property {(gap: number, place: string) => string} [behind] the same for a reader who lost, with their place, such as `3rd`
 * @property {(view: any, seat: number) => string | null} [decided] what decided the game for the winner, if it was not the score
 * @property {(view: any, seat: number) => Plan[]} [plans] the orders for later turns that the position allows
 * @property {() => string} [planless] why there are none
 * @property {(view: any) => string | null} [hint] how to play a usual move by touch, in one sentence, for a player's first game; null
 * if the position asks for another move
 * @property {boolean} [hasDice] whether its players roll dice
 * @property {boolean} [isAside] whether its controls stand beside the board if there is room
 * @property {boolean} [isAlwaysNarrow] whether a wide screen shows the narrow picture, too
 * @property {boolean} [goesOnAlone] whether the last player who has not left plays on
 * @property {boolean} [isKept] whether a touch does not replace the last choice: if nothing can be added, nothing is offered
 * @property {readonly string[]} [risky] words of moves that need a confirmation
 * @property {readonly string[]} [unforeseen] words of moves that reveal dice or cards: nobody can know the result before
 */

/** The modules of the kinds. Each has a file of texts with the name of the kind.
 * @type {Record<string, () => Promise<{ default: Board }>>} */
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
    const board = BOARDS[kind]?.();
    if (!board) return {};
    const [{ default: it }] = await Promise.all([board, loadTexts(kind)]);
    return it;
  } catch {
    // The words are still there.
    return {};
  }
}
