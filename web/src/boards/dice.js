// @ts-check
// Dice that tumble above the picture of a board.

import { draw } from "../svg.js";
import { WAY, animate } from "./motion.js";

/** Milliseconds of the last face: it falls into place. */
const FALLS = 120;

const FACES = 5;

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

/** Lets a die of the picture tumble and end on the rolled value. While the value is unknown, it
 * only tumbles.
 * @param {SVGGElement} air @param {string} id of the die @param {number | null} rolled
 * @param {{ body: string, edge: string, pip: string, ground: string }} look the classes of its colours and of its background */
export async function tumble(air, id, rolled, look) {
  const rect = air.ownerSVGElement?.querySelector(`#drawn-${id} > rect:not(.halo)`);
  if (!rect) return;
  const number = (/** @type {string} */ name) => Number(rect.getAttribute(name));
  const [x, y, side, high] = [number("x"), number("y"), number("width"), number("height")];
  const die = draw("g", {});
  die.style.transformBox = "fill-box";
  die.style.transformOrigin = "center";
  const all = draw("g", {}, draw("rect", { class: look.ground, x: x - 7, y: y - 7, width: side + 14, height: high + 14 }), die);
  air.append(all);
  const face = (/** @type {number} */ value) => {
    const at = (/** @type {number} */ from, /** @type {number} */ by) => from + side / 2 + side * 0.265 * by;
    const pips = (PIPS[value] ?? []).map(([dx, dy]) => draw("circle", { class: look.pip, cx: at(x, dx), cy: at(y, dy), r: side / 10.5 }));
    const rx = side / 4;
    const edge = draw("rect", { class: look.edge, x, y, width: side, height: high, rx });
    die.replaceChildren(edge, draw("rect", { class: look.body, x, y, width: side, height: side, rx }), ...pips);
  };
  for (let i = 0; i < FACES; i += 1) {
    face((((rolled ?? 1) + i * 4) % 6) + 1);
    const angle = (i * 67) % 90;
    const frames = { transform: [`rotate(${angle}deg) scale(.92)`, `rotate(${angle + 34}deg) scale(.84)`] };
    await animate(die, frames, { duration: (WAY - FALLS) / FACES });
  }
  if (rolled !== null) {
    face(rolled);
    await animate(die, { transform: ["scale(1.15)", "scale(1)"] }, { duration: FALLS });
  }
  all.remove();
}
