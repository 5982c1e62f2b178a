// @ts-check
// The appearance in this browser: light or dark, and the size of boards.

import { remember, remembered } from "./ui.js";

/** @typedef {import("../types/api.js").components["schemas"]["BoardTheme"]} Theme */

const THEME = "turnpike.theme";
const SIZE = "turnpike.size";

/** The choice while storage is blocked. It lasts for this page.
 * @type {Theme | null} */
let here = null;

/** Returns the choice, which is also the `theme` of a board's picture: `auto` follows the device.
 * @returns {Theme} */
export function theme() {
  const chosen = remembered(THEME) ?? here;
  return chosen === "light" || chosen === "dark" ? chosen : "auto";
}

/** Applies a theme to all pages of this browser. The window gets `themechange`, for drawings
 * elsewhere.
 * @param {Theme} chosen */
export function chooseTheme(chosen) {
  here = chosen;
  remember(THEME, chosen === "auto" ? null : chosen);
  dispatchEvent(new CustomEvent("themechange", { detail: chosen }));
}

/** Whether boards are larger than a narrow screen, and scroll. */
export function hasLargeBoards() {
  return remembered(SIZE) === "large";
}

/** @param {boolean} large */
export function chooseLargeBoards(large) {
  remember(SIZE, large ? "large" : null);
}
