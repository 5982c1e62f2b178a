// @ts-check
// Starts a game against bots at once, for the signed-in player or for a guest.

import { beginAsGuest, makeAsPromised, me } from "../api.js";
import { anything } from "../ui.js";

/** @typedef {import("../../types/api.js").components["schemas"]["KindSummary"]} Kind */

/** Makes the game with the fewest players, and goes to its page.
 * @param {Kind} kind */
export async function playBots(kind) {
  if (!me()) await beginAsGuest();
  const seats = Math.min(kind.max_seats, Math.max(2, kind.min_seats));
  const invite = Array.from({ length: seats - 1 }, () => ({ bot: "greedy" }));
  const game = await makeAsPromised("POST", "/v1/games", { kind: kind.id, seats, invite, entropy: anything() });
  location.assign(`/games/${game.id}`);
}
