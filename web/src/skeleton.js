// @ts-check
// Grey shapes in the place of what is being loaded.

import { t } from "./say.js";
import { html } from "./view.js";

/** Cards of games that are being loaded. Screen readers get a text.
 * @param {{ count?: number }} props */
export function CardSkeletons({ count = 4 }) {
  return html`<p class="unseen" role="status">${t("common-loading")}</p>
    <ul class="cards" aria-hidden="true">
      ${Array.from({ length: count }, (_, at) => html`<li key=${at} class="entry game ghost"><span class="thumb"></span><span class="body"><i></i><i></i><i></i></span></li>`)}
    </ul>`;
}

/** A table that is being loaded: its board, its seats and its history. */
export const TableSkeleton = () => html`<div class="ghost-table ghost" aria-hidden="true"><i></i><i></i><i></i></div>`;
