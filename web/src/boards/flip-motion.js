// @ts-check
// Animates an entry of Flip Freighters on the sheet that is drawn in full: goods drop into their
// squares, and trucks drive along their circles.

import { drop, inAir, travel } from "./motion.js";

/** @typedef {import("./board.js").Stage} Stage */
/** @typedef {import("./board.js").Schemas} Schemas */
/** @typedef {Schemas["FlipFreightersEvent"]} Happened */

/** The distance between the first or last circle and a truck off the road. */
const OFF = 40;

/** Returns the drawing of a square or a circle.
 * @param {SVGSVGElement} svg @param {string} id @returns {SVGGElement | null} */
const find = (svg, id) => svg.querySelector(`#drawn-${id}`);

/** Returns the events on the full sheet that the reader has not seen yet. The end of a day shows
 * what the others did.
 * @param {Stage} stage */
function newOn({ svg, game, entry }) {
  const first = svg.querySelector(".part")?.getAttribute("data-seat");
  const isFull = (/** @type {number} */ seat) => (first ? first === String(seat) : !find(svg, `sheet-${seat}`));
  const isNew = (/** @type {Happened} */ it) => it.type !== "day_shown" || (it.seat !== game.seat && isFull(it.seat));
  return /** @type {{ event: Happened }[]} */ (entry?.events ?? []).map(({ event }) => event).filter(isNew);
}

/** Lets a truck drive to its circle, and off the end if it was delivered.
 * @param {SVGGElement} air @param {SVGSVGElement} svg @param {SVGSVGElement} before @param {Schemas["FlipFreightersTrip"]} trip */
async function drive(air, svg, before, { truck, from, to, pay }) {
  const on = (/** @type {SVGSVGElement} */ it, /** @type {number} */ circle) => find(it, `circle-${truck}-${circle}`);
  // A week that closes takes the trucks off their roads.
  const isThere = Boolean(on(svg, to)?.querySelector(".f-wheel"));
  const stands = isThere ? to : from;
  const [image, place] = [on(isThere ? svg : before, stands), on(svg, stands)];
  if (!image || !place) return;
  const middle = (/** @type {SVGGElement | null | undefined} */ circle) => {
    const box = circle?.getBBox();
    return box ? box.x + box.width / 2 : 0;
  };
  const x = (/** @type {number} */ circle) => middle(on(svg, circle));
  const at = (/** @type {number} */ goal, opacity = 1) => ({ transform: `translate(${goal - middle(place)}px)`, opacity });
  const frames = [at(from ? x(from) : x(1) - OFF), at(x(to))];
  /** @type {NodeListOf<SVGGElement>} */
  const road = svg.querySelectorAll(`[id^="drawn-circle-${truck}-"]`);
  if (pay !== null) frames.push(at(middle(road[road.length - 1]) + OFF, 0));
  await travel(air, image, frames, {}, place);
}

/** @param {Stage} stage @param {SVGSVGElement} before */
export function played(stage, before) {
  const { svg } = stage;
  const events = newOn(stage);
  const loads = events.flatMap((it) => (it.type === "loaded" ? [it] : it.type === "day_shown" ? it.loads : []));
  const trips = events.flatMap((it) => (it.type === "moved" || it.type === "day_shown" ? it.trips : []));
  // Another part of the picture may be shown.
  if (svg.classList.contains("elsewhere") || !(loads.length || trips.length)) return undefined;
  return inAir(stage, (air) => {
    const squares = loads.map(({ truck, square }) => find(svg, `square-${truck}-${square}`));
    const goods = squares.map((it) => it?.querySelector(".f-cargo") && drop(air, it));
    return Promise.all([...goods, ...trips.map((trip) => drive(air, svg, before, trip))]);
  });
}
