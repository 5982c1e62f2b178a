// @ts-check
// The items of the menu of a running game. Their actions are those of other parts of the page.

import { me } from "../api.js";
import { t } from "../say.js";
import { html } from "../view.js";
import { exportHistory } from "./about.js";
import { extend, isIn, mayExtend, resign } from "./deeds.js";
import { Do, shareGame } from "./parts.js";
import { game } from "./state.js";
import { openPart } from "./tabs.js";

/** Opens a part of the page, and focuses an element in it.
 * @param {string} part
 * @param {string} [selector] its tab if it is omitted or missing */
function goTo(part, selector) {
  openPart(part);
  // The part shows first.
  setTimeout(() => {
    const found = (selector && document.querySelector(selector)) || document.getElementById(`tab-${part}`);
    const fold = found?.closest("details");
    if (fold) fold.open = true;
    /** @type {HTMLElement | null} */ (found)?.focus();
  });
}

/** @param {{ close: () => void }} props */
export function MoreItems({ close }) {
  const it = game.value;
  const plays = isIn();
  const own = me();
  const canShare = "share" in navigator;
  const late = it.seats.filter(mayExtend);
  const then = (/** @type {() => unknown} */ deed) => () => {
    close();
    return deed();
  };
  return html`
    ${late.map(
      (/** @type {any} */ seat) =>
        html`<${Do} key=${seat.seat} kind="item" deed=${then(() => extend(seat))}>${t("game-deed-extend-name", { name: seat.player })}<//>`,
    )}
    <${Do} kind="item" deed=${then(() => goTo("rules"))}>${t("common-rules")}<//>
    ${it.visibility === "public" && html`<${Do} kind="item" deed=${then(shareGame)}>${canShare ? t("game-share") : t("game-link-copy")}<//>`}
    <${Do} kind="item" deed=${then(exportHistory)}>${t("game-export")}<//>
    <a class="item" href="/settings#device-sending">${t("game-sending")}</a>
    ${own && !own.isGuest && html`<a class="item" href="/settings#calendar">${t("game-calendar")}</a>`}
    ${plays && it.pace && html`<a class="item" href="/settings#holidays">${t("game-holidays")}</a>`}
    ${plays && html`<${Do} kind="item" deed=${then(() => goTo("about", "#offer > summary"))}>${t("game-offer")}<//>`}
    ${plays && html`<${Do} kind="item danger" deed=${then(resign)}>${t("game-leave")}<//>`}
  `;
}
