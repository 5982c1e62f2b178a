// @ts-check
// Small things that the parts of a game's page share.

import { many, t } from "../say.js";
import { doing, note } from "../ui.js";
import { html } from "../view.js";
import { game, id, kindName } from "./state.js";

/** A button that does something, once at a time, and shows its problem.
 * @param {{ deed: () => unknown, kind?: string, id?: string, name?: string, children?: unknown }} props */
export function Do({ deed, kind = "quiet", id, name, children }) {
  const run = (/** @type {any} */ event) => doing(event.currentTarget, deed);
  return html`<button type="button" id=${id} class=${kind} aria-label=${name} onClick=${run}>${children}</button>`;
}

/** What a form does when it is sent.
 * @param {(event: SubmitEvent) => Promise<unknown> | unknown} deed */
export const submits = (deed) => (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  doing(event.submitter, () => deed(event));
};

/** A number of points, with a minus as people write it.
 * @param {number} points */
export const inPoints = (points) => String(points).replace("-", "\u2212");

/** A score in points, as a seat shows it.
 * @param {number} points
 * @returns {import("../boards/board.js").Points} */
export const pointsOf = (points) => ({ short: inPoints(points), said: many(points, "{n} point", "{n} points", { n: inPoints(points) }) });

/** How a seat has ended: its place, where there are others, and its points.
 * @param {{ rank: number, score: number }} standing
 * @param {number} of so many seats there are */
export function ended({ rank, score }, of) {
  const { said } = pointsOf(score);
  return of > 1 ? `${t("place {rank} of {of}", { rank, of })} · ${said}` : said;
}

/** Gives the link to the game to others: by what the device has for that, else to be pasted. To a private game, it lets them in. */
export async function shareGame() {
  const secret = game.value.invitation;
  const address = `${location.origin}/games/${id}${secret ? `#invitation=${secret}` : ""}`;
  if (navigator.share) {
    // Whoever thinks better of it closes the device's own dialog.
    return navigator.share({ title: kindName.value, url: address }).catch(() => {});
  }
  // Where the connection is not encrypted, nothing can be copied for somebody.
  const isCopied = await navigator.clipboard?.writeText(address).then(
    () => true,
    () => false,
  );
  note(isCopied ? t("The link is copied: {address}", { address }) : t("This is the link: {address}", { address }));
}
