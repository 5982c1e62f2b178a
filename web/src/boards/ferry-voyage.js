// @ts-check
// Animates a move of Ferry Follies from one picture to the next: cards move to their new places,
// and groups sail away.
//
// A card has the same id everywhere, so the two pictures show which cards moved.

import { draw } from "../svg.js";

/** @typedef {{ x: number, y: number, width: number, height: number }} Box */

const CARD = "drawn-card-";

// Milliseconds for a card to move, for a group to wait aboard, and for it to sail.
const GOES = 320;
const WAITS = 350;
const SAILS = 700;

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

/** Returns an independent copy of a drawing.
 * @param {SVGElement} element */
export function copyOf(element) {
  const copy = /** @type {SVGElement} */ (element.cloneNode(true));
  for (const it of [copy, ...copy.querySelectorAll("[id]")]) it.removeAttribute("id");
  return copy;
}

/** Gathers a group on a raft, shows it, and lets it sail out of the picture. Returns the raft and
 * the animations.
 * @param {{ element: SVGElement, box: Box }[]} cards
 * @param {string} label
 * @param {number} width of the picture
 * @param {number} delay
 * @returns {[SVGElement, Animation[]]} */
function voyage(cards, label, width, delay) {
  const first = /** @type {{ box: Box }} */ (cards.find(({ box }) => box.y === Math.min(...cards.map((it) => it.box.y))) ?? cards[0]);
  const step = first.box.width + BESIDE;
  const long = step * cards.length - BESIDE;
  const middle = cards.reduce((sum, { box }) => sum + box.x + box.width / 2, 0) / cards.length;
  const left = Math.max(16, Math.min(width - 16 - long, middle - long / 2));
  const [top, deck] = [first.box.y, first.box.y + first.box.height];
  const raft = draw("g", {});
  const hull = draw("g", {});
  const [bow, stern] = [left + long + 14, left - 12];
  hull.append(
    draw("path", { class: "f-hull", d: `M${stern} ${deck - 4}H${bow}q-3 18 -16 22H${stern + 14}q-11 -6 -14 -22z` }),
    draw("text", { "class": "f-on-hull b mid", "x": left + long / 2, "y": deck + 12, "font-size": 13 }, label),
  );
  raft.append(hull);
  /** @type {Animation[]} */
  const all = [hull.animate([{ opacity: 0 }, { opacity: 1 }], { duration: GOES, delay, fill: "both" })];
  cards.forEach(({ element, box }, i) => {
    const card = copyOf(element);
    raft.append(card);
    const aboard = shift(left + i * step - box.x, top - box.y);
    all.push(
      card.animate([{ transform: shift(0, 0) }, { transform: aboard }], {
        duration: GOES,
        delay,
        easing: "ease-out",
        fill: "both",
      }),
    );
  });
  const away = [
    { transform: shift(0, 0), easing: "ease-in" },
    { transform: shift((width - left) / 2, -3), opacity: 1 },
    { transform: shift(width - left + 20, 0), opacity: 0.4 },
  ];
  all.push(raft.animate(away, { duration: SAILS, delay: delay + GOES + WAITS, fill: "forwards" }));
  return [raft, all];
}

/** Animates the change from the picture `from` to `svg`, according to the events.
 * @param {SVGSVGElement} svg
 * @param {SVGSVGElement} from
 * @param {readonly any[]} events */
export async function sail(svg, from, events) {
  if (from.getAttribute("width") !== svg.getAttribute("width")) return;
  const [before, after] = [cardsOf(from), cardsOf(svg)];
  const scored = events.filter((event) => event.type === "scored");
  const over = draw("g", { "class": "voyage", "aria-hidden": "true" });
  svg.append(over);
  /** @type {Animation[]} */
  const all = [];
  let delay = 0;
  const crossed = new Set();
  for (const { cards, total } of scored) {
    const aboard = cards.flatMap((/** @type {number} */ card) => before.get(card) ?? []);
    if (!aboard.length) continue;
    for (const card of cards) crossed.add(card);
    const [raft, moves] = voyage(aboard, String(total), Number(svg.getAttribute("width")), delay);
    over.append(raft);
    all.push(...moves);
    delay += GOES + WAITS + SAILS;
  }
  /** @type {KeyframeAnimationOptions} */
  const goes = { duration: GOES, delay, easing: "ease-in-out", fill: "backwards" };
  const appears = [{ opacity: 0 }, { opacity: 1 }];
  for (const [card, { element, box }] of after) {
    const was = before.get(card)?.box;
    // A held element can be played at once.
    const inTime = element.closest('[id^="drawn-hand-"]') ? { ...goes, delay: 0 } : goes;
    if (was && was.x === box.x && was.y === box.y && was.width === box.width) continue;
    if (!was || crossed.has(card)) {
      all.push(element.animate(appears, inTime));
      continue;
    }
    // Move the image, not the card: touches and outlines refer to the place of the card.
    const scale = was.width / box.width;
    const image = copyOf(element);
    over.append(image);
    const start = shift(was.x - box.x * scale, was.y - box.y * scale, scale);
    all.push(image.animate([{ transform: start }, { transform: shift(0, 0) }], { ...inTime, fill: "both" }));
    all.push(element.animate([{ opacity: 0 }, { opacity: 0 }], GOES + Number(inTime.delay)));
  }
  // Places and indexes belong to the new row: they come with it.
  for (const it of svg.querySelectorAll('[id^="drawn-place-"], [id^="drawn-row-"] > text')) {
    if (all.length) all.push(it.animate(appears, goes));
  }
  // A player who goes on has seen enough.
  const skip = () => all.forEach((it) => it.finish());
  svg.addEventListener("pointerdown", skip, { once: true });
  svg.addEventListener("keydown", skip, { once: true });
  await Promise.all(all.map((it) => it.finished)).catch(() => {});
  svg.removeEventListener("pointerdown", skip);
  svg.removeEventListener("keydown", skip);
  over.remove();
}
