// @ts-check
// Whether the reader writes moves instead of touching the board. The board then shows the words of
// moves.

import { remember, remembered } from "../ui.js";
import { computed, signal } from "../view.js";

const OPEN = "turnpike.words";

/** Whether the drawer to play by words is open. */
export const isDrawerOpen = signal(remembered(OPEN) === "open");

/** Keeps the drawer open, or closed, for later games as well. @param {boolean} isOpen */
export function keepDrawer(isOpen) {
  isDrawerOpen.value = isOpen;
  remember(OPEN, isOpen ? "open" : null);
}

/** The drawer that was open by need is as its reader keeps it. */
export const resetDrawer = () => void (isDrawerOpen.value = remembered(OPEN) === "open");

/** Whether the reader writes orders. */
export const areOrdersOpen = signal(false);

/** Whether words are written on the board. */
export const areWordsWanted = computed(() => isDrawerOpen.value || areOrdersOpen.value);
