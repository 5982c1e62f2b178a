// @ts-check
// The guide of the game beside its board.

import { call } from "../api.js";
import { language, t } from "../say.js";
import { fault } from "../ui.js";
import { html, useEffect, useRef } from "../view.js";
import { game } from "./state.js";

/** Returns the text of a kind's page without its title, its ids, and the link to a new game.
 * @param {string} address
 * @returns {Promise<Node[]>} */
async function guide(address) {
  const text = await call("GET", `${address}?language=${language}`, undefined, "text");
  const page = new DOMParser().parseFromString(text, "text/html");
  const article = page.querySelector("article.manual");
  for (const it of article?.querySelectorAll("h1, .act") ?? []) it.remove();
  for (const it of article?.querySelectorAll("[id]") ?? []) it.removeAttribute("id");
  for (const it of article?.querySelectorAll("a") ?? []) {
    it.target = "_blank";
    if (it.getAttribute("href")?.startsWith("#")) it.href = address + it.getAttribute("href");
  }
  return [...(article?.childNodes ?? [])];
}

/** The guide, and the link to the complete rules. If it could not be loaded, the page tries again
 * when the reader returns to it.
 * @param {{ isOpen: boolean }} props */
export function Rules({ isOpen }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const kind = encodeURIComponent(game.value.kind);
  useEffect(() => {
    if (isOpen && !place.current?.hasChildNodes())
      guide(`/how-to-play/${kind}`).then((nodes) => place.current?.replaceChildren(...nodes), fault);
  }, [kind, isOpen]);
  return html`<p><a href=${`/how-to-play/${kind}`} target="_blank">${t("common-how-to-play")}</a> · <a href=${`/rules/${kind}`} target="_blank">${t("game-rules-full")}</a></p>
    <article class="manual" ref=${place}></article>`;
}
