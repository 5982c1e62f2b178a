// @ts-check
// Draws the choice in Paris Connection on the map in the style of the server.

import { draw } from "../svg.js";
import { origins } from "./paris-chosen.js";
import { drawn, middle } from "./paris-map.js";

/** @typedef {import("./board.js").Stage} Stage */
/** @typedef {keyof import("./board.js").Schemas["ParisConnectionCounts"]} Company */

/** Returns the parent of these drawings. It is below the names of the cities, and on a map that
 * moves, it moves with it.
 * @param {Stage} stage */
export function ground({ svg, layer }) {
  const names = svg.querySelector(".names");
  if (!names) return layer;
  const own = svg.querySelector(".laying.chosen") ?? draw("g", { "class": "laying chosen", "aria-hidden": "true" });
  own.replaceChildren();
  names.before(own);
  return own;
}

/** Returns the letter of a company and the class of its text, as in the picture.
 * @param {SVGSVGElement} svg
 * @param {Company} company */
export function letterOf(svg, company) {
  const text = drawn(svg, `company-${company}`)?.querySelector("text");
  return { letter: text?.textContent ?? "", ink: text?.getAttribute("class") ?? "" };
}

/** The roof, funnel and wheels around the body of a locomotive.
 * @param {number} left
 * @param {number} right
 * @param {number} top
 * @param {number} bottom */
export function outlineOf(left, right, top, bottom) {
  const unit = Math.floor((bottom - top) / 8);
  const [roof, wheel] = [(right - left) / 2 + 1, 2 * unit];
  const half = `a${unit} ${unit} 0 0 0 ${wheel} 0z`;
  return (
    `M${left - 1} ${top - 2}h${roof}v5h-${roof}zM${right - 2 - wheel} ${top - 2 - unit}h${wheel}v9h-${wheel}z` +
    `M${left + 2} ${bottom}${half}M${right - 2 - wheel} ${bottom}${half}`
  );
}

/** A locomotive, as the server draws them.
 * @param {SVGSVGElement} svg
 * @param {Company} company
 * @param {number[]} place middle, width, height and size of the letter */
function locomotive(svg, company, [x = 0, y = 0, width = 0, height = 0, size = 0]) {
  const { letter, ink } = letterOf(svg, company);
  const room = size - 1;
  const [left, top, bottom] = [x - width / 2, y - height / 2, y + height / 2];
  const box = { x: left, y: top, width, height, rx: 3 };
  const text = draw("text", { "class": ink, x, "y": y + Math.floor((size + 2) / 3), "font-size": size });
  text.textContent = letter;
  return draw(
    "g",
    {},
    draw("path", { class: "f-ink", d: outlineOf(left, left + width, top, bottom) }),
    draw("rect", { ...box, class: "s-ink", fill: `url(#drawn-pattern-${company})` }),
    draw("rect", { class: `f-${company}`, x: x - room / 2, y: top + 1, width: room, height: height - 2, rx: 3 }),
    text,
  );
}

/** Five numbers for each locomotive.
 * @param {SVGGraphicsElement | null} hex */
function placesOf(hex) {
  const numbers = (hex?.dataset.places ?? "").split(" ").map(Number);
  return Array.from({ length: Math.floor(numbers.length / 5) }, (_, i) => numbers.slice(5 * i, 5 * i + 5));
}

/** Shows the track that is chosen.
 * @param {Stage} stage
 * @param {Element} host
 * @param {{ company: Company, hexes: string[] }} build */
export function showTrack({ svg, view }, host, { company, hexes }) {
  const from = origins(view, company, hexes);
  const shifted = (/** @type {string} */ hex) => {
    const [at, place] = [middle(svg, hex), placesOf(drawn(svg, `hex-${hex}`)).at(-1)];
    return at && { x: at.x + (place?.[0] ?? 0), y: at.y + (place?.[1] ?? 0) };
  };
  // The value of a free city makes room for the locomotive.
  for (const { hex, value } of view.map.cities) {
    const at = middle(svg, hex);
    const [, y = 0, , , size = 0] = placesOf(drawn(svg, `hex-${hex}`))[0] ?? [];
    if (!at || !hexes.includes(hex)) continue;
    const radius = size > 16 ? 10 : 8;
    const text = draw("text", { "class": "f-chip b mid", "x": 13, "y": y + Math.floor((size + 2) / 3), "font-size": size });
    text.textContent = String(value);
    host.append(
      draw(
        "g",
        { transform: `translate(${at.x} ${at.y})` },
        draw("circle", { class: "f-town", cx: 0, cy: y, r: radius + 2 }),
        draw("circle", { class: `f-city${value} s-ink`, cx: 13, cy: y, r: radius }),
        text,
      ),
    );
  }
  hexes.forEach((hex, i) => {
    const before = from[i];
    const to = shifted(hex);
    const start = before && (hexes.includes(before) ? shifted(before) : middle(svg, before));
    if (!to || !start) return;
    // Up to the edge of an existing locomotive, so that its letter stays visible.
    const part = hexes.includes(before) ? 1 : 0.6;
    const end = { x: to.x + part * (start.x - to.x), y: to.y + part * (start.y - to.y) };
    const d = `M${to.x} ${to.y}L${end.x} ${end.y}`;
    host.append(
      draw("path", { "class": "s-sleeper", d, "fill": "none", "stroke-width": 13, "stroke-dasharray": "2 4" }),
      draw("path", { "class": "s-pale", d, "fill": "none", "stroke-width": 9 }),
      draw("path", { "class": `s-${company}`, d, "fill": "none", "stroke-width": 6 }),
    );
  });
  for (const hex of hexes) {
    const at = middle(svg, hex);
    if (!at) continue;
    const all = [...(view.locomotives[hex] ?? []), company];
    const places = placesOf(drawn(svg, `hex-${hex}`));
    const group = draw("g", { transform: `translate(${at.x} ${at.y})`, class: "laid" });
    all.forEach((it, i) => places[i] && group.append(locomotive(svg, it, places[i])));
    host.append(group);
  }
}

/** Outlines the targets on a map that moves. The page's own outlines would be misplaced.
 * @param {SVGSVGElement} svg
 * @param {Element} host */
export function showSpots(svg, host) {
  for (const hex of svg.querySelectorAll("#drawn-france [data-offered], #drawn-france [data-chosen]")) {
    const shape = hex.querySelector("polygon");
    const kind = hex.hasAttribute("data-offered") ? "spot" : "spot laid";
    const at = { points: shape?.getAttribute("points") ?? "", transform: hex.getAttribute("transform") ?? "" };
    host.append(draw("polygon", { ...at, class: kind }));
  }
}
