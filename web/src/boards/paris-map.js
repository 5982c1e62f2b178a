// @ts-check
// The map of Paris Connection: a window on France that can be moved and enlarged.

import { t } from "../say.js";
import { html, render } from "../view.js";

/** @typedef {import("./board.js").Stage} Stage */

/** @type {(svg: SVGSVGElement, id: string) => SVGGraphicsElement | null} */
export const drawn = (svg, id) => svg.querySelector(`#drawn-${CSS.escape(id)}`);

/** The middle of a hex, in units of the map.
 * @param {SVGSVGElement} svg
 * @param {string} hex
 * @returns {{ x: number, y: number } | null} */
export function middle(svg, hex) {
  const at = drawn(svg, `hex-${hex}`)?.transform.baseVal[0]?.matrix;
  return at ? { x: at.e, y: at.f } : null;
}

const LARGEST = 3;

/** The least width of a hex for a finger, in pixels, and the width of a hex in units of the picture. */
const FINGER = 44;
const HEX = 24;

/** The room around the building sites in units of the picture. Above them are the buttons. */
const AROUND = { side: 18, above: 44 };

/** The zoom factor of the map, and the centre of its window in units of the picture. At first all
 * of France is visible, and all of it can be touched and read. */
const look = { zoom: 1, x: 0, y: 0 };

/** Whether the page has enlarged the map by itself. The reader's own view stays. */
let isFitted = false;

/** Which game `look` is of. @type {string | null} */
let lookOf = null;

/** The window that the map is seen through.
 * @param {SVGSVGElement} svg */
function windowOf(svg) {
  const edge = svg.querySelector("#drawn-map-edge rect");
  const number = (/** @type {string} */ name) => Number(edge?.getAttribute(name) ?? 0);
  return { x: number("x"), y: number("y"), width: number("width"), height: number("height") };
}

/** Moves and enlarges the map; never so that the window shows more than there is.
 * @param {SVGSVGElement} svg */
function applyLook(svg) {
  const france = drawn(svg, "france");
  if (!france) return;
  const base = (france.dataset.base ??= france.getAttribute("transform") ?? "");
  const { x, y, width, height } = windowOf(svg);
  look.zoom = Math.min(LARGEST, Math.max(1, look.zoom));
  const within = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ size) =>
    Math.min(from + size - size / (2 * look.zoom), Math.max(from + size / (2 * look.zoom), at));
  look.x = within(look.x, x, width);
  look.y = within(look.y, y, height);
  const [left, top] = [x + width / 2 - look.zoom * look.x, y + height / 2 - look.zoom * look.y];
  france.setAttribute("transform", `translate(${left} ${top}) scale(${look.zoom}) ${base}`);
  drawn(svg, "map")?.classList.toggle("large", look.zoom > 1);
  renderZoom(svg);
}

/** Returns the places of hexes in the picture that the server drew.
 * @param {SVGSVGElement} svg
 * @param {Iterable<string>} hexes */
function bounds(svg, hexes) {
  const france = drawn(svg, "france");
  const numbers = (france?.dataset.base ?? france?.getAttribute("transform") ?? "").match(/-?[\d.]+/g)?.map(Number) ?? [];
  const [left = 0, top = 0, scale = 1] = numbers;
  const all = [...hexes].flatMap((hex) => middle(svg, hex) ?? []);
  const [xs, ys] = [all.map((at) => left + scale * at.x), all.map((at) => top + scale * at.y)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

/** Enlarges the map of a small screen so that fingers hit the building sites, as long as all of them
 * stay in the window; without sites, shows all of France again. Of a map that shows them, only
 * another company moves the window.
 * @param {SVGSVGElement} svg
 * @param {string[]} sites
 * @param {boolean} isNew whether another company was chosen */
export function fit(svg, sites, isNew) {
  const { width, height } = windowOf(svg);
  if (!sites.length) {
    if (isFitted) Object.assign(look, { zoom: 1 });
    isFitted = false;
    return applyLook(svg);
  }
  if (!isFitted && look.zoom > 1) return;
  const { left, right, top, bottom } = bounds(svg, sites);
  const [beside, below] = [width / (2 * look.zoom), height / (2 * look.zoom)];
  const isSeen = left >= look.x - beside && right <= look.x + beside && top >= look.y - below && bottom <= look.y + below;
  if (!isNew && isSeen) return;
  const pixels = HEX * (svg.getBoundingClientRect().width / svg.viewBox.baseVal.width);
  const most = Math.min(width / (right - left + 2 * AROUND.side), height / (bottom - top + AROUND.above + AROUND.side));
  look.zoom = Math.max(1, Math.min(FINGER / pixels, most));
  look.x = (left + right) / 2;
  look.y = (top - AROUND.above + bottom + AROUND.side) / 2;
  isFitted = look.zoom > 1;
  applyLook(svg);
}

/** Enlarges the map around a point of the picture, or around its middle.
 * @param {SVGSVGElement} svg
 * @param {number} by
 * @param {{ x: number, y: number }} [around] */
function zoomBy(svg, by, around) {
  const { x, y, width, height } = windowOf(svg);
  const at = around ?? { x: x + width / 2, y: y + height / 2 };
  isFitted = false;
  const before = look.zoom;
  const after = Math.min(LARGEST, Math.max(1, before * by));
  const [fromX, fromY] = [at.x - x - width / 2, at.y - y - height / 2];
  look.x += fromX / before - fromX / after;
  look.y += fromY / before - fromY / after;
  look.zoom = after;
  applyLook(svg);
}

/** Buttons in a corner of the map.
 * @param {SVGSVGElement} svg */
function renderZoom(svg) {
  const frame = svg.parentElement;
  if (!frame) return;
  let host = frame.querySelector(":scope > .map-zoom");
  if (!host) {
    host = document.createElement("div");
    host.className = "map-zoom";
    frame.append(host);
  }
  const press = (/** @type {number} */ by) => (/** @type {Event} */ event) => {
    event.stopPropagation(); // The hex below was not meant.
    const shown = /** @type {SVGSVGElement | null} */ (frame.querySelector(":scope > svg"));
    if (shown) zoomBy(shown, by);
  };
  const isMap = Boolean(drawn(svg, "france"));
  render(
    isMap &&
      html`<button type="button" class="quiet" aria-label=${t("paris-enlarge")} aria-disabled=${look.zoom >= LARGEST} onClick=${press(1.5)}>+</button>
        <button type="button" class="quiet" aria-label=${t("paris-show-more")} aria-disabled=${look.zoom <= 1} onClick=${press(1 / 1.5)}>−</button>`,
    host,
  );
}

/** Lets the map be moved by one finger and enlarged by two.
 * @param {SVGSVGElement} svg */
function wireMap(svg) {
  const map = drawn(svg, "map");
  if (!map) return;
  /** @type {Map<number, { x: number, y: number }>} */
  const fingers = new Map();
  let [isMoved, travelled] = [false, 0];
  const at = (/** @type {MouseEvent} */ event) => {
    const there = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM()?.inverse());
    return { x: there.x, y: there.y };
  };
  map.addEventListener("pointerdown", (event) => {
    if (!fingers.size) [isMoved, travelled] = [false, 0];
    fingers.set(event.pointerId, at(event));
  });
  map.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const now = at(event);
    const others = [...fingers].filter(([id]) => id !== event.pointerId).map(([, it]) => it);
    const [other] = others;
    fingers.set(event.pointerId, now);
    if (other) {
      const reach = (/** @type {{ x: number, y: number }} */ it) => Math.hypot(it.x - other.x, it.y - other.y);
      isMoved = true;
      zoomBy(svg, reach(now) / Math.max(1, reach(before)), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
    } else if (look.zoom > 1) {
      travelled += Math.hypot(now.x - before.x, now.y - before.y);
      // A finger that touches is never quite still.
      if (travelled < 8) return;
      isMoved = true;
      isFitted = false;
      look.x -= (now.x - before.x) / look.zoom;
      look.y -= (now.y - before.y) / look.zoom;
      applyLook(svg);
    }
  });
  for (const name of /** @type {const} */ (["pointerup", "pointercancel", "pointerleave"])) {
    map.addEventListener(name, (event) => fingers.delete(event.pointerId));
  }
  // A browser that moves or enlarges the page itself would end these movements.
  const isOurs = (/** @type {TouchEvent} */ event) => event.touches.length > 1 || (event.type === "touchmove" && look.zoom > 1);
  for (const name of /** @type {const} */ (["touchstart", "touchmove"])) {
    map.addEventListener(name, (event) => isOurs(event) && event.preventDefault(), { passive: false });
  }
  // The end of a movement is not a touch.
  map.addEventListener("click", (event) => isMoved && event.stopPropagation(), true);
  map.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      zoomBy(svg, Math.exp(-event.deltaY / 200), at(event));
    },
    { passive: false },
  );
  // When the keyboard moves to an offered hex, bring it into the window.
  map.addEventListener("focusin", (event) => {
    const hex = event.target instanceof SVGElement ? event.target.id.replace("drawn-hex-", "") : "";
    if (look.zoom === 1 || !event.target || !(/** @type {Element} */ (event.target).matches(":focus-visible"))) return;
    const { left, top } = bounds(svg, [hex]);
    [look.x, look.y] = [left, top];
    applyLook(svg);
  });
}

/** Puts the map as this game was looked at last, and lets it be moved.
 * @param {Stage} stage */
export function showMap({ svg, game }) {
  if (lookOf !== game.id || isFitted) Object.assign(look, { zoom: 1, x: 0, y: 0 });
  isFitted = false;
  lookOf = game.id;
  wireMap(svg);
  renderZoom(svg);
  applyLook(svg);
}
