// @ts-check
// The game that waits for its reader after this one.

import { call } from "../api.js";

/** The id of another game that waits for whoever is signed in; null where none does.
 * @param {string} besides
 * @returns {Promise<string | null>} */
export async function nextGame(besides) {
  const { games } = await call("GET", "/v1/games?waiting=true&limit=2");
  return games.find((/** @type {{ id: string }} */ it) => it.id !== besides)?.id ?? null;
}
