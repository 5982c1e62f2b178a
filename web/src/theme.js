// @ts-check
// What this browser's reader chose of how things look: light or dark, and how large boards are.

import { remember, remembered } from "./ui.js";

/** @typedef {import("../types/api.js").components["schemas"]["Theme"]} Theme */

const THEME = "turnpike.theme";
const SIZE = "turnpike.size";

/** What was chosen where storage is blocked: it holds for this page.
 * @type {Theme | null} */
let here = null;

/** What was chosen, and what to ask for as `theme` of a board's picture: `auto` is as the device.
 * @returns {Theme} */
export function theme() {
  const chosen = remembered(THEME) ?? here;
  return chosen === "light" || chosen === "dark" ? chosen : "auto";
}

/** Shows all pages of this browser so. The window hears `themechange`, for what is drawn elsewhere.
 * @param {Theme} chosen */
export function chooseTheme(chosen) {
  here = chosen;
  remember(THEME, chosen === "auto" ? null : chosen);
  dispatchEvent(new CustomEvent("themechange", { detail: chosen }));
}

/** Whether boards are larger than the screen is wide, to be scrolled, where it is narrow. */
export function hasLargeBoards() {
  return remembered(SIZE) === "large";
}

/** @param {boolean} large */
export function chooseLargeBoards(large) {
  remember(SIZE, large ? "large" : null);
}
