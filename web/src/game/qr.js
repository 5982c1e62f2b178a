// @ts-check
// A link as a QR code, for the camera of another device.

import { t } from "../say.js";
import { generate } from "../vendor/lean-qr.js";
import { html, useMemo } from "../view.js";

/** The white margin that readers of QR codes need, in modules. */
const MARGIN = 4;

/** Returns the outline of the dark modules, and the number of modules of a side.
 * @param {string} text */
function drawn(text) {
  const { size, get } = generate(text);
  let path = "";
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      if (!get(x, y)) continue;
      const start = x;
      while (get(x + 1, y)) x += 1;
      path += `M${start} ${y}h${x + 1 - start}v1H${start}z`;
    }
  }
  return { path, size };
}

/** @param {{ text: string }} props */
export function QrCode({ text }) {
  const { path, size } = useMemo(() => drawn(text), [text]);
  const side = size + 2 * MARGIN;
  return html`<svg class="qr" viewBox=${`${-MARGIN} ${-MARGIN} ${side} ${side}`} role="img" aria-label=${t("game-link-qr")} shape-rendering="crispEdges">
    <path d=${path} />
  </svg>`;
}
