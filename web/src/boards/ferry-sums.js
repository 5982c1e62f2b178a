// @ts-check
// Sums of Ferry Follies: the row after a move, and the groups that would sail then. This is
// arithmetic on the shown position. The server decides whether a move is legal.

/** @typedef {import("../../types/api.js").components["schemas"]["FerryFolliesCard"]} Card */
/** @typedef {{ from: number, to: number, total: number }} Group */

/** The total of a group that sails. With a face-up 13, one less is enough. */
const FULL = 19;

const isNumber = (/** @type {string} */ word) => /^\d+$/.test(word);

/** @template T
 * @param {readonly T[]} all
 * @param {number} from
 * @param {number} to */
function moved(all, from, to) {
  const rest = all.filter((_, i) => i !== from);
  return rest.toSpliced(to, 0, .../** @type {T[]} */ (all.slice(from, from + 1)));
}

/** Returns the row after a move in words, or null while the words are incomplete.
 * @param {readonly Card[]} row
 * @param {readonly string[]} words
 * @returns {Card[] | null} */
export function rowAfter(row, [verb, ...words]) {
  const [card = 0, ...at] = words.filter(isNumber).map(Number);
  const [one, other] = at;
  const side = words.find((word) => word === "left" || word === "right");
  const last = row.length - 1;
  if (verb === "score") return at[0] === undefined ? null : row.toSpliced(card, at[0] - card + 1);
  if (verb === "decline") return [...row];
  if (verb === "play") {
    const [worth, index] = words.includes("as") ? [one ?? 0, other] : [card, one];
    return index === undefined ? null : row.toSpliced(index, 0, { value: card, worth, face_down: false });
  }
  if (verb !== "discard") return null;
  if (card === 1) return at.length <= last ? null : at.flatMap((index) => row.slice(index, index + 1));
  if (one === undefined) return null;
  switch (card) {
    case 5:
      return side ? moved(row, side === "left" ? 0 : last, one) : null;
    case 8:
      return side ? moved(row, one, side === "left" ? 0 : last) : null;
    case 11:
      return side ? moved(row, one, side === "left" ? one - 2 : one + 2) : null;
    case 12:
      return row.map((laid, i) => (i === one ? { ...laid, worth: 1, face_down: true } : laid));
    case 3:
    case 4:
    case 14:
      return row.toSpliced(one, 1);
  }
  if (other === undefined) return null;
  if (card === 6) return row.filter((_, i) => i !== one && i !== other);
  const swap = new Map([
    [one, other],
    [other, one],
  ]);
  return row.flatMap((laid, i) => row[swap.get(i) ?? i] ?? laid);
}

/** The runs of a row, each of two cards or more, that total at most so much as fills the ferry; and which of them do.
 * @param {readonly Card[]} row
 * @returns {[Group, boolean][]} */
function runs(row) {
  return row.flatMap((_, from) => {
    /** @type {[Group, boolean][]} */
    const found = [];
    let [total, is18] = [0, false];
    for (let to = from; to < row.length; to += 1) {
      const laid = /** @type {Card} */ (row[to]);
      total += laid.worth;
      is18 ||= laid.value === 13 && !laid.face_down;
      if (total > FULL) break;
      if (to > from) found.push([{ from, to, total }, total === FULL || (is18 && total === FULL - 1)]);
    }
    return found;
  });
}

/** The groups of a row that can sail.
 * @param {readonly Card[]} row
 * @returns {Group[]} */
export const groups = (row) => runs(row).flatMap(([group, isFull]) => (isFull ? [group] : []));

/** Returns the highest total, up to that of a full ferry, of a run with the card at this index, or
 * null if there is none.
 * @param {readonly Card[]} row
 * @param {number} index */
export function nearest(row, index) {
  const totals = runs(row).flatMap(([{ from, to, total }]) => (from <= index && index <= to ? [total] : []));
  return totals.length ? Math.max(...totals) : null;
}

/** A group as a sum: `5 + 14 = 19`.
 * @param {readonly Card[]} row
 * @param {Group} group */
export const sum = (row, { from, to, total }) =>
  `${row
    .slice(from, to + 1)
    .map((laid) => laid.worth)
    .join(" + ")} = ${total}`;
