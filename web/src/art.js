// @ts-check
// The box art of the games.

import { html } from "./view.js";

/** Returns the address of the art of a kind.
 * @param {string} kind */
const artOf = (kind) => new URL(`./art/${encodeURIComponent(kind)}.svg`, import.meta.url).href;

/** The box of a kind. A kind without art shows nothing. The text beside it names the kind.
 * @param {{ kind: string, name?: string }} props */
export function Box({ kind, name = "" }) {
  const hide = (/** @type {{ currentTarget: HTMLImageElement }} */ event) => (event.currentTarget.hidden = true);
  return html`<img class="box" src=${artOf(kind)} alt=${name} width="240" height="240" decoding="async" onError=${hide} />`;
}
