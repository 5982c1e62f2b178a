// @ts-check
// Small things that the parts of a game's page share.

import { inPoints, t } from "../say.js";
import { doing, note } from "../ui.js";
import { html } from "../view.js";
import { game, id, kindName } from "./state.js";

/** A button with an action. It runs once at a time, and shows its problem.
 * @param {{ deed: () => unknown, kind?: string, id?: string, name?: string, children?: unknown }} props */
export function Do({ deed, kind = "quiet", id, name, children }) {
  const run = (/** @type {any} */ event) => doing(event.currentTarget, deed);
  return html`<button type="button" id=${id} class=${kind} aria-label=${name} onClick=${run}>${children}</button>`;
}

/** Returns the handler that runs an action when a form is sent.
 * @param {(event: SubmitEvent) => Promise<unknown> | unknown} deed */
export const submits = (deed) => (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  doing(event.submitter, () => deed(event));
};

/** A score in points, as a seat shows it.
 * @param {number} points
 * @returns {import("../boards/board.js").Points} */
export const pointsOf = (points) => ({ short: inPoints(points), said: t("common-points", { n: points }) });

/** Returns the link to the game. The link to a private game admits its recipient. */
export function linkToGame() {
  const secret = game.value.invitation;
  return `${location.origin}/games/${id}${secret ? `#invitation=${secret}` : ""}`;
}

/** Shares the link to the game with the device's dialog, or copies it. */
export async function shareGame() {
  // The reader has closed the dialog of the device.
  if (navigator.share) return navigator.share({ title: kindName.value, url: linkToGame() }).catch(() => {});
  return copyLink();
}

/** Copies the link to the game, or shows it. */
export async function copyLink() {
  const address = linkToGame();
  // Without an encrypted connection, the page cannot copy.
  const isCopied = await navigator.clipboard?.writeText(address).then(
    () => true,
    () => false,
  );
  note(isCopied ? t("game-link-copied", { address }) : t("game-link-is", { address }));
}
