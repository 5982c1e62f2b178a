// @ts-check
// The colour and the initials of a name, always the same for the same name.

/** Colours on which white letters are legible. */
const COLOURS = ["#b3402a", "#935600", "#5f6b00", "#2f7a34", "#0b7567", "#0f6c9e", "#3b5bc0", "#6a4bc4", "#93429f", "#b03070"];

/** @param {string} name */
export function colourOf(name) {
  let hash = 7;
  for (const letter of name.toLowerCase()) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return /** @type {string} */ (COLOURS[hash % COLOURS.length]);
}

/** Returns one or two letters: of each part of a name the first one.
 * @param {string} name */
export function initialsOf(name) {
  const parts = name.split(/[-_ ]+/).filter(Boolean);
  const letters = parts.slice(0, 2).map((part) => [...part][0]);
  return letters.join("").toUpperCase();
}
