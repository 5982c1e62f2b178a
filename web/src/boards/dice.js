// @ts-check
// Dice that tumble above the picture of a board.

import { draw } from "../svg.js";

/** Milliseconds of a tumble. */
const TUMBLE = 720;

const FACES = 8;

const PIPS = /** @type {Record<number, [number, number][]>} */ ({
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
});

/** Creates a group above the picture for a moving thing, which is removed afterwards. A new choice
 * does not touch it.
 * @param {import("./board.js").Stage} stage */
export function airOf(stage) {
  const air = draw("g", { "class": "air", "aria-hidden": "true", "pointer-events": "none" });
  stage.svg.insertBefore(air, stage.layer);
  return air;
}

/** Animates an element. Resolves a little after the end at the latest, even if the element leaves
 * the page.
 * @param {Element} element @param {PropertyIndexedKeyframes} frames @param {KeyframeAnimationOptions & { duration: number }} timing */
export function animate(element, frames, timing) {
  const late = new Promise((resolve) => setTimeout(resolve, timing.duration + 100));
  return Promise.race([element.animate(frames, timing).finished.catch(() => {}), late]);
}

/** Lets a die of the picture tumble and end on the rolled value. While the value is unknown, it
 * only tumbles.
 * @param {import("./board.js").Stage} stage @param {string} id of the die @param {number | null} rolled
 * @param {{ body: string, edge: string, pip: string, ground: string }} look the classes of its colours and of its background */
export async function tumble(stage, id, rolled, look) {
  const rect = stage.svg.querySelector(`#drawn-${id} > rect:not(.halo)`);
  if (!rect) return;
  const number = (/** @type {string} */ name) => Number(rect.getAttribute(name));
  const [x, y, side, high] = [number("x"), number("y"), number("width"), number("height")];
  const air = airOf(stage);
  const die = draw("g", {});
  die.style.transformBox = "fill-box";
  die.style.transformOrigin = "center";
  air.append(draw("rect", { class: look.ground, x: x - 7, y: y - 7, width: side + 14, height: high + 14 }), die);
  const face = (/** @type {number} */ value) => {
    const at = (/** @type {number} */ from, /** @type {number} */ by) => from + side / 2 + side * 0.265 * by;
    const pips = (PIPS[value] ?? []).map(([dx, dy]) => draw("circle", { class: look.pip, cx: at(x, dx), cy: at(y, dy), r: side / 10.5 }));
    const rx = side / 4;
    const edge = draw("rect", { class: look.edge, x, y, width: side, height: high, rx });
    die.replaceChildren(edge, draw("rect", { class: look.body, x, y, width: side, height: side, rx }), ...pips);
  };
  for (let i = 0; i < FACES && air.isConnected; i += 1) {
    face((((rolled ?? 1) + i * 4) % 6) + 1);
    const angle = (i * 67) % 90;
    const frames = { transform: [`rotate(${angle}deg) scale(.92)`, `rotate(${angle + 34}deg) scale(.84)`] };
    await animate(die, frames, { duration: TUMBLE / FACES });
  }
  if (rolled !== null) {
    face(rolled);
    await animate(die, { transform: ["scale(1.15)", "scale(1)"] }, { duration: 160 });
  }
  air.remove();
}
