// @ts-check
// Paris Connection: track is laid on the map by touch and taken back by touch, and shares are traded by plus and minus.
//
// The server says what may be built and traded. Values and points that are shown meanwhile are sums of what the view shows.

import { many, t } from "../say.js";
import { draw } from "../svg.js";
import { html, render } from "../view.js";

/** @typedef {import("./board.js").Stage} Stage */
/** @typedef {import("./board.js").Schemas["ParisConnectionView"]} View */
/** @typedef {keyof import("./board.js").Schemas["ParisConnectionCounts"]} Company */

/** @type {readonly Company[]} */
const COMPANIES = ["black", "blue", "brown", "purple", "red", "yellow"];

/** Most shares that are asked for in one trade. */
const MOST = 2;

/** @param {Company} company */
function nameOf(company) {
  const names = {
    black: t("black"),
    blue: t("blue"),
    brown: t("brown"),
    purple: t("purple"),
    red: t("red"),
    yellow: t("yellow"),
  };
  return names[company];
}

/** @type {(svg: SVGSVGElement, id: string) => SVGGraphicsElement | null} */
const drawn = (svg, id) => svg.querySelector(`#drawn-${CSS.escape(id)}`);

// What is chosen

/** What is built so far.
 * @param {Stage} stage
 * @returns {{ company: Company, hexes: string[] } | null} */
function buildOf({ now }) {
  const [verb, company, ...hexes] = now?.words ?? [];
  return verb === "build" && company ? { company: /** @type {Company} */ (company), hexes } : null;
}

/** What is to be taken in a trade before it is said what is given: the server's words begin with that.
 * @type {{ take: Company | null, count: number }} */
let wish = { take: null, count: 0 };

/** What is traded so far.
 * @param {Stage} stage
 * @returns {{ give: Company | null, take: Company | null, count: number }} */
function dealOf({ now }) {
  const [verb, give, take, count] = now?.words ?? [];
  if (verb !== "trade" || !give) return { give: null, ...wish };
  return {
    give: /** @type {Company} */ (give),
    take: /** @type {Company | undefined} */ (take) ?? null,
    count: take ? Number(count ?? 1) : 0,
  };
}

/** What a company, and who looks, have gained by what is chosen.
 * @param {Stage} stage
 * @returns {{ values: Partial<Record<Company, number>>, stock: Partial<Record<Company, number>>, shares: Partial<Record<Company, number>>, points: number }} */
function gains(stage) {
  const view = /** @type {View | null} */ (stage.view);
  const none = { values: {}, stock: {}, shares: {}, points: 0 };
  const own = view?.you === null || view?.you === undefined ? null : view.shares[view.you];
  const build = buildOf(stage);
  if (!view || !own || view.you === null) return none;
  if (build) {
    const { company, hexes } = build;
    const reached = view.map.cities.filter((city) => hexes.includes(city.hex));
    const value = reached.reduce((sum, city) => sum + city.value, 0);
    return {
      values: { [company]: value },
      stock: { [company]: -hexes.length },
      shares: {},
      points: value * (own[company] ?? 0),
    };
  }
  const { give, take, count } = dealOf(stage);
  /** @type {Partial<Record<Company, number>>} */
  const shares = {};
  if (give) shares[give] = -1;
  if (take) shares[take] = count;
  const worth = COMPANIES.reduce((sum, it) => sum + (shares[it] ?? 0) * (view.values[it] ?? 0), 0);
  return { values: {}, stock: {}, shares, points: worth - fines(view, own, (take ? count : 0) - (give ? 1 : 0)) };
}

/** What more shares cost at the end, as the points of who looks tell what those too many cost now.
 * @param {View} view
 * @param {import("./board.js").Schemas["ParisConnectionCounts"]} own
 * @param {number} more */
function fines(view, own, more) {
  const total = COMPANIES.reduce((sum, it) => sum + (own[it] ?? 0), 0);
  const beyond = (/** @type {number} */ shares) => Math.max(0, shares - view.limit);
  return FINE * (beyond(total + more) - beyond(total));
}

/** What a share beyond the limit costs. */
const FINE = 20;

/** What a hex is called: the city there, or else its place.
 * @param {View} view
 * @param {string} hex */
function placeOf(view, hex) {
  const city = view.map.cities.find((it) => it.hex === hex)?.city;
  return city ?? view.map.starts.find((it) => it.hex === hex)?.station ?? hex;
}

/** @type {(hex: string) => [number, number]} */
const gridOf = (hex) => [hex.charCodeAt(0), Number(hex.slice(1))];

/** Whether a track can go from hex to hex.
 * @param {View} view
 * @param {string} one
 * @param {string} other */
function areNext(view, one, other) {
  const [[row, column], [toRow, toColumn]] = [gridOf(one), gridOf(other)];
  const [rows, columns] = [Math.abs(row - toRow), Math.abs(column - toColumn)];
  if (!(rows === 0 && columns === 2) && !(rows === 1 && columns === 1)) return false;
  return !view.map.barriers.some(({ between }) => between.includes(one) && between.includes(other));
}

/** From where each locomotive of a build goes on: the latest before it that it touches, or else one that lay there.
 * @param {View} view
 * @param {Company} company
 * @param {string[]} hexes
 * @returns {(string | null)[]} */
function origins(view, company, hexes) {
  const there = Object.keys(view.locomotives).filter((hex) => view.locomotives[hex]?.includes(company));
  return hexes.map((hex, i) => {
    const before = [...hexes.slice(0, i).reverse(), ...there];
    return before.find((it) => areNext(view, it, hex)) ?? null;
  });
}

/** @param {number} points */
const pointsOf = (points) => many(points, "{n} point", "{n} points");

/** What is chosen, as a sentence.
 * @param {Stage} stage
 * @returns {string | null} */
function sentence(stage) {
  const view = /** @type {View | null} */ (stage.view);
  const words = stage.now?.words ?? [];
  if (!view || view.you === null || !words.length) return null;
  const points = pointsOf((view.scores[view.you] ?? 0) + gains(stage).points);
  const build = buildOf(stage);
  if (words[0] === "build") {
    if (!build) return t("Build: choose a company.");
    const { company, hexes } = build;
    const last = hexes.at(-1);
    if (!last) return t("Build {company}: touch where the track goes on.", { company: nameOf(company) });
    const from = origins(view, company, hexes)[0] ?? last;
    const built = many(
      hexes.length,
      "Build {company} from {from} to {to}: 1 locomotive",
      "Build {company} from {from} to {to}: {n} locomotives",
      { company: nameOf(company), from: placeOf(view, from), to: placeOf(view, last) },
    );
    const value = (view.values[company] ?? 0) + (gains(stage).values[company] ?? 0);
    const then = t("{built}; the company is then worth {value}, and you have {points}.", { built, value, points });
    const ends = view.map.cities.some((city) => city.ends_game && hexes.includes(city.hex));
    return `${then}${ends ? ` ${t("This ends the game.")}` : ""}`;
  }
  const { give, take, count } = dealOf(stage);
  if (!give) return t("Trade: choose what you give and what you take, below the board.");
  if (!take) return t("Give 1 share of {give}: choose what you take.", { give: nameOf(give) });
  const deal = { give: nameOf(give), take: nameOf(take), points };
  return many(
    count,
    "Give 1 share of {give} and take 1 of {take}: you then have {points}.",
    "Give 1 share of {give} and take {n} of {take}: you then have {points}.",
    deal,
  );
}

// What is chosen, on the board

/** Where what is drawn here lies: on a map that moves, with it.
 * @param {Stage} stage */
function ground({ svg, layer }) {
  const france = drawn(svg, "france");
  if (!france) return layer;
  const own = france.querySelector(":scope > .chosen") ?? draw("g", { class: "laying chosen", "aria-hidden": "true" });
  own.replaceChildren();
  france.append(own);
  return own;
}

/** The middle of a hex, in units of the map.
 * @param {SVGSVGElement} svg
 * @param {string} hex
 * @returns {{ x: number, y: number } | null} */
function middle(svg, hex) {
  const at = drawn(svg, `hex-${hex}`)?.transform.baseVal[0]?.matrix;
  return at ? { x: at.e, y: at.f } : null;
}

/** The letter of a company and the class of what is written on it, as the picture has them.
 * @param {SVGSVGElement} svg
 * @param {Company} company */
function letterOf(svg, company) {
  const text = drawn(svg, `company-${company}`)?.querySelector("text");
  return { letter: text?.textContent ?? "", ink: text?.getAttribute("class") ?? "" };
}

/** A locomotive, as the server draws them.
 * @param {SVGSVGElement} svg
 * @param {Company} company
 * @param {number[]} place middle, width, height and size of the letter */
function locomotive(svg, company, [x = 0, y = 0, width = 0, height = 0, size = 0]) {
  const { letter, ink } = letterOf(svg, company);
  const room = size - 1;
  const box = { x: x - width / 2, y: y - height / 2, width, height, rx: 4 };
  const text = draw("text", { class: ink, x, y: y + Math.floor((size + 2) / 3), "font-size": size });
  text.textContent = letter;
  return draw(
    "g",
    {},
    draw("rect", { ...box, class: "s-ink", fill: `url(#drawn-pattern-${company})` }),
    draw("rect", { class: `f-${company}`, x: x - room / 2, y: y - height / 2 + 1, width: room, height: height - 2, rx: 3 }),
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
function showTrack({ svg, view }, host, { company, hexes }) {
  const from = origins(view, company, hexes);
  const shifted = (/** @type {string} */ hex) => {
    const [at, place] = [middle(svg, hex), placesOf(drawn(svg, `hex-${hex}`)).at(-1)];
    return at && { x: at.x + (place?.[0] ?? 0), y: at.y + (place?.[1] ?? 0) };
  };
  // What is written on a free city would shine through.
  for (const hex of hexes) {
    const at = drawn(svg, `hex-${hex}`);
    const cover = at?.querySelector("polygon")?.cloneNode();
    if (at && cover) host.append(draw("g", { transform: at.getAttribute("transform") ?? "" }, cover));
  }
  hexes.forEach((hex, i) => {
    const before = from[i];
    const to = shifted(hex);
    const start = before && (hexes.includes(before) ? shifted(before) : middle(svg, before));
    if (!to || !start) return;
    // Up to the edge of a locomotive that lay there, whose letter stays free.
    const part = hexes.includes(before) ? 1 : 0.6;
    const end = { x: to.x + part * (start.x - to.x), y: to.y + part * (start.y - to.y) };
    const d = `M${to.x} ${to.y}L${end.x} ${end.y}`;
    host.append(
      draw("path", { class: "s-pale", d, fill: "none", "stroke-width": 9 }),
      draw("path", { class: `s-${company}`, d, fill: "none", "stroke-width": 6 }),
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

/** Outlines on a map that moves what can be chosen there: the page's own outlines would lie beside it.
 * @param {SVGSVGElement} svg
 * @param {Element} host */
function showSpots(svg, host) {
  for (const hex of svg.querySelectorAll("#drawn-france [data-offered], #drawn-france [data-chosen]")) {
    const shape = hex.querySelector("polygon");
    const kind = hex.hasAttribute("data-offered") ? "spot" : "spot laid";
    const at = { points: shape?.getAttribute("points") ?? "", transform: hex.getAttribute("transform") ?? "" };
    host.append(draw("polygon", { ...at, class: kind }));
  }
}

/** Puts what is chosen into the numbers of the picture, and takes it out again.
 * @param {Stage} stage */
function showNumbers(stage) {
  const { svg, view } = stage;
  for (const text of svg.querySelectorAll("[data-was]")) {
    text.textContent = text.getAttribute("data-was");
    text.removeAttribute("data-was");
    text.classList.remove("live");
  }
  if (!view) return;
  const gain = gains(stage);
  const add = (/** @type {string} */ id, more = 0) => {
    const text = more ? drawn(svg, id) : null;
    if (!text) return;
    const was = text.textContent ?? "";
    text.setAttribute("data-was", was);
    text.classList.add("live");
    text.textContent = was.replace(/[-−]?\d+/, (number) => String(Number(number.replace("−", "-")) + more));
  };
  for (const company of COMPANIES) {
    add(`value-${company}`, gain.values[company]);
    add(`stock-${company}`, gain.stock[company]);
    add(`shares-${view.you}-${company}`, gain.shares[company]);
  }
  add(`points-${view.you}`, gain.points);
}

/** Another company can be chosen at any time, not only before the first locomotive.
 * @param {Stage} stage */
function showCompanies(stage) {
  const view = /** @type {View | null} */ (stage.view);
  const build = buildOf(stage);
  for (const company of COMPANIES) {
    const element = drawn(stage.svg, `company-${company}`);
    if (!element) continue;
    const can = Boolean(stage.now && view && build && company !== build.company && view.targets[company]?.length);
    element.toggleAttribute("data-other", can);
    const isOffered = element.hasAttribute("data-offered");
    if (can && !isOffered) {
      element.setAttribute("tabindex", "0");
      element.setAttribute("role", "button");
    } else if (!isOffered) for (const name of ["tabindex", "role", "aria-label"]) element.removeAttribute(name);
    if (can || isOffered) element.setAttribute("aria-label", element.querySelector("title")?.textContent ?? nameOf(company));
  }
}

/** The stage as it was last told. @type {Stage | null} */
let current = null;

/** @param {Stage} stage */
function offered(stage) {
  current = stage;
  if (stage.now?.words.length) wish = { take: null, count: 0 };
  const host = ground(stage);
  const build = buildOf(stage);
  if (drawn(stage.svg, "france")) showSpots(stage.svg, host);
  if (build && stage.view) showTrack(stage, host, build);
  showNumbers(stage);
  showCompanies(stage);
}

/** Begins to build a company, whatever was chosen before.
 * @param {Stage} stage
 * @param {string} company */
async function begin(stage, company) {
  wish = { take: null, count: 0 };
  await stage.restart();
  await stage.choose(`build ${company}`);
}

/** A locomotive that was laid is taken back with those after it; a company that was chosen, with all.
 * @param {Stage} stage
 * @param {SVGElement} element
 * @returns {boolean} whether that is all that is to be done */
function touched(stage, element) {
  const build = buildOf(stage);
  const word = element.dataset.word ?? "";
  const { now } = stage;
  if (!now || !build || !element.hasAttribute("data-chosen")) return false;
  if (word === build.company) {
    stage.restart();
    return true;
  }
  if (!build.hexes.includes(word)) return false;
  let steps = 0;
  for (let it = /** @type {typeof now | null} */ (now); it?.words.slice(2).includes(word); it = it.before) steps += 1;
  // One after the other, in the order in which they are asked for.
  for (let i = 0; i < steps; i += 1) stage.undo();
  return true;
}

// The map: a window on France that can be moved and enlarged

const LARGEST = 3;

/** How often the map is enlarged, and what lies in the middle of its window, in units of the picture. At first all of France is
 * seen: the whole of it can be touched and read. */
const look = { zoom: 1, x: 0, y: 0 };

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

/** Where hexes lie in the picture as the server drew it.
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

/** Enlarges the map around a point of the picture, or around its middle.
 * @param {SVGSVGElement} svg
 * @param {number} by
 * @param {{ x: number, y: number }} [around] */
function zoomBy(svg, by, around) {
  const { x, y, width, height } = windowOf(svg);
  const at = around ?? { x: x + width / 2, y: y + height / 2 };
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
      html`<button type="button" class="quiet" aria-label=${t("Enlarge the map")} aria-disabled=${look.zoom >= LARGEST} onClick=${press(1.5)}>+</button>
        <button type="button" class="quiet" aria-label=${t("Show more of the map")} aria-disabled=${look.zoom <= 1} onClick=${press(1 / 1.5)}>−</button>`,
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
  // What ends a movement is no touch.
  map.addEventListener("click", (event) => isMoved && event.stopPropagation(), true);
  map.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoomBy(svg, Math.exp(-event.deltaY / 200), at(event));
  }, { passive: false });
  // The keyboard goes through what is offered: it is brought into the window.
  map.addEventListener("focusin", (event) => {
    const hex = event.target instanceof SVGElement ? event.target.id.replace("drawn-hex-", "") : "";
    if (look.zoom === 1 || !event.target || !(/** @type {Element} */ (event.target)).matches(":focus-visible")) return;
    const { left, top } = bounds(svg, [hex]);
    [look.x, look.y] = [left, top];
    applyLook(svg);
  });
}

/** @param {Stage} stage */
function shown(stage) {
  current = stage;
  wish = { take: null, count: 0 };
  const { svg } = stage;
  const other = (/** @type {Event} */ event) => {
    const element = event.target instanceof Element ? event.target.closest("[data-other]") : null;
    if (!element || !current) return;
    event.preventDefault();
    event.stopPropagation();
    begin(current, /** @type {SVGElement} */ (element).dataset.word ?? "");
  };
  svg.addEventListener("click", other);
  svg.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") other(event);
  });
  if (lookOf !== stage.game.id) Object.assign(look, { zoom: 1, x: 0, y: 0 });
  lookOf = stage.game.id;
  wireMap(svg);
  renderZoom(svg);
  applyLook(svg);
}

// Trading, and the companies where the picture has them below the screen

/** Changes what is traded by one share of a company.
 * @param {Stage} stage
 * @param {Company} company
 * @param {1 | -1} by */
async function step(stage, company, by) {
  let { give, take, count } = dealOf(stage);
  if (company === give) give = null;
  else if (company === take) count += by;
  else if (by > 0) [take, count] = [company, 1];
  else give = company;
  if (count < 1) take = null;
  await stage.restart();
  wish = { take, count: take ? count : 0 };
  if (!give) return stage.renew();
  await stage.choose(["trade", give, ...(take ? [take, count] : [])].join(" "));
}

/** @param {{ stage: Stage, company: Company }} props */
function Plate({ stage, company }) {
  const { letter, ink } = letterOf(stage.svg, company);
  return html`<svg class="board" viewBox="0 0 40 20" aria-hidden="true" font-size="13">
    <rect class="s-ink" x="1" y="1" width="38" height="18" rx="4" fill=${`url(#drawn-pattern-${company})`} />
    <rect class=${`f-${company}`} x="14" y="2" width="12" height="16" rx="3" />
    <text class=${ink} x="20" y="15">${letter}</text>
  </svg>`;
}

/** A company of the row below the board.
 * @param {{ stage: Stage, company: Company, view: View }} props */
function Column({ stage, company, view }) {
  const own = view.you === null ? null : view.shares[view.you];
  const gain = gains(stage);
  const { give, take, count } = dealOf(stage);
  const [name, held, stock] = [nameOf(company), own?.[company] ?? 0, view.stock[company] ?? 0];
  const change = gain.shares[company] ?? 0;
  const mayGive = company === take || (company !== give && held > 0);
  const mayTake = company === give || (count < MOST && company === take ? stock > count : company !== take && stock > 0);
  const live = (/** @type {number} */ more) => (more ? "live" : "");
  const value = gain.values[company] ?? 0;
  const used = gain.stock[company] ?? 0;
  const may = Boolean(stage.now && own);
  const build = buildOf(stage);
  const head = html`<${Plate} stage=${stage} company=${company} /><span>${name}</span>`;
  const canBuild = stage.now && view.targets[company]?.length;
  return html`<li class=${build?.company === company ? "chosen" : ""}>
    ${!stage.isNarrow && canBuild
      ? html`<button type="button" class="quiet head" aria-pressed=${build?.company === company}
          title=${t("Build {company}", { company: name })} onClick=${() => begin(stage, company)}>${head}</button>`
      : html`<span class="head">${head}</span>`}
    ${!stage.isNarrow &&
    html`<span class="facts"><span><small>${t("value")}</small> <b class=${live(value)}>${(view.values[company] ?? 0) + value}</b></span>
      <span><small>${t("in stock")}</small> <b class=${live(used)}>${stock + used}</b></span></span>`}
    ${own &&
    html`<span class="step">
      ${may && html`<button type="button" class="quiet" aria-label=${t("Give a share of {company}", { company: name })}
        aria-disabled=${!mayGive} onClick=${() => mayGive && step(stage, company, -1)}>−</button>`}
      <span><small>${t("mine")}</small> <b class=${live(change)}>${held + change}</b></span>
      ${may && html`<button type="button" class="quiet" aria-label=${t("Take a share of {company}", { company: name })}
        aria-disabled=${!mayTake} onClick=${() => mayTake && step(stage, company, 1)}>+</button>`}
    </span>`}
  </li>`;
}

/** The companies below the board.
 * @param {{ stage: Stage }} props */
function Controls({ stage }) {
  const view = /** @type {View | null} */ (stage.view);
  if (!view || view.over || (stage.isNarrow && !(stage.now && view.you !== null))) return null;
  const { take, give } = dealOf(stage);
  const points = view.you === null ? null : view.scores[view.you];
  const gain = gains(stage).points;
  return html`<section class=${`companies ${stage.isNarrow ? "narrow-map" : ""}`} aria-label=${t("Companies and shares")}>
    <p>
      ${stage.now && view.you !== null && html`<span class="hint">${t("Trade: minus for the share that you give, plus for what you take.")}</span>`}
      <span role="status">
        ${take && !give ? t("Choose by minus what you give for it.") : ""}
        ${typeof points === "number" && html` ${t("My points:")} <b class=${gain ? "live" : ""}>${points + gain}</b>`}
      </span>
    </p>
    <ul>${COMPANIES.map((company) => html`<${Column} key=${company} stage=${stage} company=${company} view=${view} />`)}</ul>
  </section>`;
}

/** Shows one after the other where locomotives were laid.
 * @param {Stage} stage */
async function played({ svg, entry, isStill }) {
  const hexes = entry?.move?.type === "build" ? /** @type {string[]} */ (entry.move.hexes) : [];
  if (isStill || !hexes.length) return;
  const own = draw("g", { class: "laying", "aria-hidden": "true" });
  (drawn(svg, "france") ?? svg).append(own);
  const shows = hexes.flatMap((hex, i) => {
    const at = drawn(svg, `hex-${hex}`);
    const shape = at?.querySelector("polygon")?.getAttribute("points");
    if (!at || !shape) return [];
    const flash = draw("polygon", { points: shape, transform: at.getAttribute("transform") ?? "", class: "flash" });
    own.append(flash);
    const timing = /** @type {const} */ ({ duration: 500, delay: 180 * i, fill: "both" });
    return [flash.animate({ opacity: [0, 0.7, 0] }, timing).finished];
  });
  await Promise.allSettled(shows);
  own.remove();
}

/** @type {import("./board.js").Board} */
export default { shown, offered, touched, played, sentence, Controls, risky: ["build", "trade"] };
