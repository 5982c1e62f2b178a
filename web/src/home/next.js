// @ts-check
// The way from one game that waits to the next one.

import { call } from "../api.js";

/** The id of another game that waits for the reader; null where there is none.
 * @param {string} [except] the id of the game that was just played */
export async function nextGame(except) {
  const { games } = await call("GET", "/v1/games?waiting=true&limit=20");
  // Newest come first: who goes on is given the one that has waited longest.
  const other = games.filter((/** @type {{ id: string }} */ game) => game.id !== except).at(-1);
  return /** @type {string | null} */ (other?.id ?? null);
}
