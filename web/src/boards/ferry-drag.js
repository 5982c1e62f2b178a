// @ts-check
// Drags a card of the hand to a gap of the row, for players who play Ferry Follies by dragging.

import { current, gapAt, options, playing, reach, SVG } from "./ferry-choices.js";
import { copyOf } from "./motion.js";

/** The distance at which a touch becomes a drag, and the distance at which a card falls into a gap,
 * in units of the picture. */
const STIRS = 8;
const FALLS = 60;

/** The held card: where the pointer took it and, during a drag, its image and the promise of its
 * choice.
 * @type {{ card: number, face: SVGGraphicsElement, pointer: number, x: number, y: number, image: SVGElement | null, chosen: Promise<void> } | null} */
let held = null;

/** Returns the position of the pointer in units of the picture.
 * @param {PointerEvent} event
 * @param {SVGSVGElement} svg */
const pointAt = (event, svg) => new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM()?.inverse());

/** @param {PointerEvent} event
 * @param {SVGSVGElement} svg */
function grasp(event, svg) {
  const face = event.target instanceof Element ? event.target.closest(`[id^="${SVG}hand-"] [id^="${SVG}card-"]`) : null;
  if (!(face instanceof SVGGraphicsElement) || !event.isPrimary || event.button !== 0 || !current?.now) return;
  const { x, y } = pointAt(event, svg);
  held = {
    card: Number(face.id.slice(`${SVG}card-`.length)),
    face,
    pointer: event.pointerId,
    x,
    y,
    image: null,
    chosen: Promise.resolve(),
  };
}

/** @param {PointerEvent} event
 * @param {SVGSVGElement} svg */
function drag(event, svg) {
  if (!held || event.pointerId !== held.pointer) return;
  const { x, y } = pointAt(event, svg);
  if (!held.image) {
    if (Math.hypot(x - held.x, y - held.y) < STIRS) return;
    held.image = copyOf(held.face);
    held.image.classList.add("held");
    svg.append(held.image);
    held.face.setPointerCapture(held.pointer);
    const { words = [] } = current?.now ?? {};
    const isChosen = words[0] === "play" && words[1] === String(held.card) && !current?.now?.move;
    if (!isChosen) held.chosen = reach(playing(held.card), event);
  }
  event.preventDefault();
  held.image.setAttribute("transform", `translate(${x - held.x} ${y - held.y})`);
  for (const element of svg.querySelectorAll("[data-near]")) element.removeAttribute("data-near");
  const gap = near(x, y)?.gap;
  if (gap !== undefined) svg.querySelector(`#${SVG}place-${gap}`)?.setAttribute("data-near", "");
}

/** The gap that may be chosen and lies nearest.
 * @param {number} x
 * @param {number} y */
function near(x, y) {
  const stage = current;
  if (!stage) return null;
  const all = options(stage).flatMap((option) => {
    const at = option.gap === undefined ? null : gapAt(stage, option.gap);
    return at ? [{ ...option, far: Math.hypot(x - at.x, y - at.y - at.height / 2) }] : [];
  });
  all.sort((a, b) => a.far - b.far);
  return all[0] && all[0].far < FALLS ? all[0] : null;
}

/** @param {PointerEvent} event
 * @param {SVGSVGElement} svg */
async function release(event, svg) {
  const dropped = held;
  if (!dropped || event.pointerId !== dropped.pointer) return;
  held = null;
  for (const element of svg.querySelectorAll("[data-near]")) element.removeAttribute("data-near");
  if (!dropped.image) return;
  dropped.image.remove();
  if (event.type !== "pointerup") return;
  // A drag is not a touch.
  const swallow = (/** @type {Event} */ click) => click.stopPropagation();
  svg.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => svg.removeEventListener("click", swallow, { capture: true }), 0);
  const { x, y } = pointAt(event, svg);
  await dropped.chosen;
  const word = near(x, y)?.word;
  if (word === "") await current?.complete();
  else if (word !== undefined) await current?.choose(word, event);
}

/** Lets the cards of a picture be dragged.
 * @param {SVGSVGElement} svg */
export function letDrag(svg) {
  held = null;
  svg.addEventListener("pointerdown", (event) => grasp(event, svg));
  // Otherwise the browser scrolls if it draws the halos of targets in a layer of their own.
  svg.addEventListener("touchmove", (event) => held && event.preventDefault(), { passive: false });
  svg.addEventListener("pointermove", (event) => drag(event, svg));
  svg.addEventListener("pointerup", (event) => release(event, svg));
  svg.addEventListener("pointercancel", (event) => release(event, svg));
}
