// @ts-check
// The way from one game that waits to the next one.

import { call } from "../api.js";
import { inTurn } from "./games.js";

/** Returns the id of the next game that waits for the reader, or null.
 * @param {string} [except] the id of the game that was just played
 * @returns {Promise<string | null>} */
export async function nextGame(except) {
  const { games } = await call("GET", "/v1/games?my_turn=true&limit=100");
  return inTurn(games).find(({ id }) => id !== except)?.id ?? null;
}
