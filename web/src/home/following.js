// @ts-check
// The players whom the reader follows, on the home page.

import { call } from "../api.js";
import { Disc } from "../people.js";
import { t } from "../say.js";
import { doing, fault, playerPath } from "../ui.js";
import { html, useEffect, useState } from "../view.js";

/** @typedef {import("../../types/api.js").components["schemas"]["FollowedPlayerList"]} Followed */

/** How many players are shown at first. */
const SHOWN = 12;

/** @param {number} limit
 * @param {string | null} cursor
 * @returns {Promise<Followed>} */
const page = (limit, cursor) => call("GET", `/v1/me/following?limit=${limit}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`);

/** The players, with links to their pages. `renewed` changes when the list is to be loaded again.
 * @param {{ renewed: number }} props */
export function Following({ renewed }) {
  const [{ players, next }, setList] = useState(/** @type {Followed} */ ({ players: [], next: null }));
  useEffect(() => {
    if (renewed) page(SHOWN, null).then(setList).catch(fault);
  }, [renewed]);
  const more = (/** @type {MouseEvent} */ event) =>
    doing(event.currentTarget, async () => {
      const rest = await page(100, next);
      setList({ players: [...players, ...rest.players], next: rest.next });
    });
  if (!players.length) return null;
  return html`<section aria-labelledby="following-title" id="following">
    <h2 id="following-title">${t("home-following")}</h2>
    <ul class="followed">
      ${players.map(
        ({ name, running }) =>
          html`<li key=${name}><a href=${playerPath(name)}><${Disc} name=${name} /> <strong>${name}</strong>${running > 0 && html` <span>${t("home-following-running", { n: running })}</span>`}</a></li>`,
      )}
    </ul>
    ${next && html`<p class="buttons"><button type="button" class="quiet" id="following-more" onClick=${more}>${t("home-following-more")}</button></p>`}
  </section>`;
}
