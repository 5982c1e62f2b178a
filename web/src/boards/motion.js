// @ts-check
// Moves things above the picture of a board. Any touch ends the motion. For a reader who wants
// nothing to move by itself, there is none.

import { draw, transformation } from "../svg.js";

/** Milliseconds of a way: no animation takes longer. */
export const WAY = 400;

/** Animates a change in a group above the picture, the air. A new choice does not touch it, and it
 * is removed afterwards.
 * @param {import("./board.js").Stage} stage @param {(air: SVGGElement) => Promise<unknown>} run */
export async function inAir({ svg, layer, isStill }, run) {
  if (isStill) return;
  const air = draw("g", { "class": "air", "aria-hidden": "true", "pointer-events": "none" });
  svg.insertBefore(air, layer);
  const end = () => {
    // What the style sheet animates goes on.
    for (const it of svg.getAnimations({ subtree: true })) if (!(it instanceof CSSAnimation)) it.finish();
    air.remove();
  };
  for (const name of ["pointerdown", "keydown"]) addEventListener(name, end, true);
  try {
    await run(air);
  } finally {
    for (const name of ["pointerdown", "keydown"]) removeEventListener(name, end, true);
    air.remove();
  }
}

/** Animates an element, unless the motion has ended. Resolves a little after the end at the latest,
 * even if the element leaves the page.
 * @param {Element} element @param {Keyframe[] | PropertyIndexedKeyframes} frames @param {KeyframeEffectOptions & { duration?: number, delay?: number }} [timing] */
export async function animate(element, frames, { duration = WAY, delay = 0, ...timing } = {}) {
  if (!element.isConnected) return;
  const late = new Promise((resolve) => setTimeout(resolve, delay + duration + 100));
  await Promise.race([element.animate(frames, { duration, delay, ...timing }).finished.catch(() => {}), late]);
}

/** Returns an independent copy of a drawing: the page offers the original alone.
 * @param {SVGElement} element */
export function copyOf(element) {
  const copy = /** @type {SVGElement} */ (element.cloneNode(true));
  for (const it of [copy, ...copy.querySelectorAll("*")]) {
    for (const name of it.getAttributeNames()) if (/^(id|role|tabindex|aria-.*|data-.*)$/.test(name)) it.removeAttribute(name);
  }
  return copy;
}

/** Lifts a copy of an element into the air above a place in the picture.
 * @param {SVGGElement} air @param {SVGElement} element @param {SVGElement} place which has the same coordinates */
function lift(air, element, place) {
  const image = draw("g", {}, copyOf(element));
  const { parentNode } = place;
  const transform = parentNode instanceof SVGGraphicsElement ? transformation(parentNode, air) : null;
  air.append(draw("g", { transform: transform ?? "" }, image));
  return image;
}

/** Moves a copy of an element, which is hidden meanwhile: touches and outlines refer to its place.
 * @param {SVGGElement} air @param {SVGElement} element @param {Keyframe[]} frames @param {Parameters<typeof animate>[2]} [timing]
 * @param {SVGElement} [place] an element with the same coordinates, if `element` is of an earlier picture */
export function travel(air, element, frames, timing, place = element) {
  const image = lift(air, element, place);
  const hidden = animate(element, { opacity: [0, 0] }, { ...timing, fill: "backwards" });
  return Promise.all([hidden, animate(image, frames, { easing: "ease-in-out", ...timing, fill: "both" })]);
}

/** Drops a copy of an element onto its place.
 * @param {SVGGElement} air @param {SVGElement} element */
export async function drop(air, element) {
  const image = lift(air, element, element);
  image.style.transformBox = "fill-box";
  image.style.transformOrigin = "center";
  await animate(image, { transform: ["scale(2.2)", "scale(1)"], opacity: [0.2, 1] }, { easing: "ease-in" });
  image.remove();
}
