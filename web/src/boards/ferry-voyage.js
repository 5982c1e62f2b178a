// @ts-check
// Animates a move of Ferry Follies from one picture to the next: cards move to their new places,
// and groups sail away.
//
// A card has the same id everywhere, so the two pictures show which cards moved.

import { draw } from "../svg.js";
import { WAY, animate, copyOf, travel } from "./motion.js";

/** @typedef {{ x: number, y: number, width: number, height: number }} Box */

const CARD = "drawn-card-";

/** Milliseconds in which a group gathers aboard, before it sails. */
const GATHERS = 160;

/** The rest of the time, in which it sails. */
const SAILS = { delay: GATHERS, duration: WAY - GATHERS, easing: "ease-in-out" };

/** The room between two cards aboard. */
const BESIDE = 3;

/** Returns the places of the cards of a picture by number. The picture need not be visible.
 * @param {SVGSVGElement} svg
 * @returns {Map<number, { element: SVGElement, box: Box }>} */
function cardsOf(svg) {
  /** @type {NodeListOf<SVGElement>} */
  const all = svg.querySelectorAll(`[id^="${CARD}"]`);
  return new Map(
    [...all].map((element) => {
      const rect = element.querySelector("rect");
      const [x = 0, y = 0, width = 1, height = 1] = ["x", "y", "width", "height"].map((name) => Number(rect?.getAttribute(name)));
      return [Number(element.id.slice(CARD.length)), { element, box: { x, y, width, height } }];
    }),
  );
}

/** @param {number} x
 * @param {number} y
 * @param {number} [scale] */
const shift = (x, y, scale = 1) => `translate(${x}px, ${y}px) scale(${scale})`;

/** Gathers a group on a raft, and lets it sail out of the picture.
 * @param {SVGGElement} air
 * @param {{ element: SVGElement, box: Box }[]} cards
 * @param {string} label
 * @param {number} width of the picture
 * @returns {Promise<unknown>[]} */
function voyage(air, cards, label, width) {
  const first = /** @type {{ box: Box }} */ (cards.find(({ box }) => box.y === Math.min(...cards.map((it) => it.box.y))) ?? cards[0]);
  const step = first.box.width + BESIDE;
  const long = step * cards.length - BESIDE;
  const middle = cards.reduce((sum, { box }) => sum + box.x + box.width / 2, 0) / cards.length;
  const left = Math.max(16, Math.min(width - 16 - long, middle - long / 2));
  const [top, deck] = [first.box.y, first.box.y + first.box.height];
  const [bow, stern] = [left + long + 14, left - 12];
  const hull = draw(
    "g",
    {},
    draw("path", { class: "f-hull", d: `M${stern} ${deck - 4}H${bow}q-3 18 -16 22H${stern + 14}q-11 -6 -14 -22z` }),
    draw("text", { "class": "f-on-hull b mid", "x": left + long / 2, "y": deck + 12, "font-size": 13 }, label),
  );
  const group = cards.map(({ element }) => copyOf(element));
  const raft = draw("g", {}, hull, ...group);
  air.append(raft);
  /** @type {Parameters<typeof animate>[2]} */
  const gathers = { duration: GATHERS, easing: "ease-out", fill: "both" };
  const aboard = cards.map(({ box }, i) => shift(left + i * step - box.x, top - box.y));
  return [
    animate(hull, { opacity: [0, 1] }, gathers),
    ...group.map((card, i) => animate(card, { transform: [shift(0, 0), aboard[i] ?? ""] }, gathers)),
    animate(raft, { transform: [shift(0, 0), shift(width - left + 20, 0)] }, { ...SAILS, fill: "forwards" }),
  ];
}

/** Animates the change from the picture `from`, according to the events of the entry.
 * @param {SVGGElement} air
 * @param {import("./board.js").Stage} stage
 * @param {SVGSVGElement} from */
export async function sail(air, { svg, entry }, from) {
  if (from.getAttribute("width") !== svg.getAttribute("width")) return;
  const [before, after] = [cardsOf(from), cardsOf(svg)];
  const scored = (entry?.events ?? []).flatMap((/** @type {any} */ { event }) => (event.type === "scored" ? [event] : []));
  /** @type {Set<number>} */
  const crossed = new Set(scored.flatMap((/** @type {any} */ { cards }) => cards));
  // The others move up when a group has gathered.
  /** @type {Parameters<typeof animate>[2]} */
  const moves = crossed.size ? SAILS : {};
  const appears = (/** @type {Element} */ it) => animate(it, { opacity: [0, 1] }, { ...moves, fill: "backwards" });
  const all = [];
  for (const [card, { element, box }] of after) {
    const was = before.get(card)?.box;
    if (was && was.x === box.x && was.y === box.y && was.width === box.width) continue;
    if (!was || crossed.has(card)) {
      all.push(appears(element));
      continue;
    }
    const scale = was.width / box.width;
    const start = shift(was.x - box.x * scale, was.y - box.y * scale, scale);
    all.push(travel(air, element, [{ transform: start }, { transform: shift(0, 0) }], moves));
  }
  for (const { cards, total } of scored) {
    const aboard = cards.flatMap((/** @type {number} */ card) => before.get(card) ?? []);
    if (aboard.length) all.push(...voyage(air, aboard, String(total), Number(svg.getAttribute("width"))));
  }
  // Places and indexes belong to the new row: they come with it.
  if (all.length) all.push(...[...svg.querySelectorAll('[id^="drawn-place-"], [id^="drawn-row-"] > text')].map(appears));
  await Promise.all(all);
}
