// @ts-check
// The picture of a board: the server's SVG as elements of the page, some of which can be chosen.
// The caller decides which. This module knows no rules and makes no calls.
//
// It copies the SVG element by element from a short list of drawing elements, so that nothing in it
// can run, and no address outside the page is loaded. The document adopts its style sheet: the
// page's policy allows that, but no style in markup.

import { t } from "./say.js";
import { draw, transformation } from "./svg.js";

const DRAWS = new Set([
  ...["svg", "g", "defs", "symbol", "use", "title", "desc", "text", "tspan"],
  ...["path", "rect", "circle", "ellipse", "line", "polyline", "polygon"],
  ...["clipPath", "mask", "pattern", "marker", "linearGradient", "radialGradient", "stop"],
]);
/** The directions of the arrow keys: right and down. @type {Record<string, readonly [number, number]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const SHAPES = "rect, circle, ellipse, path, polygon";
/** Ids of the picture must not be mistaken for those of the page. */
const PREFIX = "drawn-";

const sheet = new CSSStyleSheet();
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

/** Returns the value of an attribute for the copy, or null to leave it out.
 * @param {string} name
 * @param {string} value */
function attribute(name, value) {
  if (/^(xmlns.*|style|on.*)$/i.test(name)) return null;
  if (name === "id") return PREFIX + value;
  if (/href$/i.test(name)) return value.startsWith("#") ? `#${PREFIX}${value.slice(1)}` : null;
  if (!/url\(/i.test(value)) return value;
  const local = /^url\(\s*#([\w-]+)\s*\)$/.exec(value);
  return local && `url(#${PREFIX}${local[1]})`;
}

/** @param {Node} from
 * @returns {Node | null} */
function copy(from) {
  if (from instanceof Text) return document.createTextNode(from.data);
  if (!(from instanceof SVGElement) || !DRAWS.has(from.localName)) return null;
  const to = document.createElementNS(from.namespaceURI, from.localName);
  for (const { name, value } of from.attributes) {
    const kept = attribute(name, value);
    if (kept !== null) to.setAttribute(name.replace(/^xlink:/, ""), kept);
  }
  for (const child of from.childNodes) {
    const kept = copy(child);
    if (kept) to.append(kept);
  }
  return to;
}

/** A picture from the server as an element of the page, with its style sheet.
 * @param {string} text */
function read(text) {
  const styles = /** @type {string[]} */ ([]);
  // Even while it is only parsed, a style in markup would be against the policy.
  const plain = text.replace(/<style>([^<]*)<\/style>/g, (_, style) => (styles.push(style), ""));
  const parsed = new DOMParser().parseFromString(plain, "image/svg+xml");
  const root = parsed.documentElement;
  const svg = root instanceof SVGSVGElement && !parsed.querySelector("parsererror") ? copy(root) : null;
  if (!(svg instanceof SVGSVGElement)) throw new Error("This is no picture.");
  // As an element, the title would follow the pointer all over the board.
  const title = [...svg.children].find((child) => child.localName === "title");
  svg.setAttribute("aria-label", title?.textContent ?? t("game-board-label"));
  title?.remove();
  return { svg, style: styles.join("\n") };
}

/** @param {Element} element */
const titleOf = (element) => [...element.children].find((child) => child.localName === "title")?.textContent ?? "";

/** The words that are seen in an element.
 * @param {Element} element */
const textOf = (element) =>
  [...element.querySelectorAll("text")]
    .map((text) => (text.textContent ?? "").trim().replace(/\s+/g, " "))
    .filter(Boolean)
    .join(" ");

/** Whether an element stands for `word` behind `before`: 2 for certain, 1 as far as it says, or 0.
 * @param {SVGElement} element
 * @param {string} word
 * @param {string} before */
function means(element, word, before) {
  if (element.dataset.word !== word) return 0;
  if (element.dataset.after === undefined) return 1;
  return element.dataset.after.split(/\s+/).includes(before) ? 2 : 0;
}

/** A picture in `host`; `choose(word, event, element)` is called for elements that were offered. */
export class Picture {
  #host;
  /** @type {string | null} */
  #text = null;
  /** @type {SVGSVGElement | null} */
  #svg = null;
  #layer = draw("g"); // The drawings of a game's own module.
  #marks = draw("g"); // The layer above everything, where choices are outlined.
  /** @type {Map<SVGGraphicsElement, string>} */
  #offered = new Map();
  /** Element to its outline. @type {Map<Element, SVGElement>} */
  #outlines = new Map();
  /** The id of an element that had the focus in the picture before. @type {string | null} */
  #lost = null;

  /** @param {HTMLElement} host
   * @param {(word: string | null, event: Event, element: SVGElement) => Promise<unknown> | undefined | void} choose */
  constructor(host, choose) {
    this.#host = host;
    const touch = async (/** @type {SVGGraphicsElement} */ element, /** @type {Event} */ event) => {
      // At once: the answer of the server may take a while.
      const mark = this.#outlines.get(element);
      if (this.#offered.has(element)) mark?.classList.add("touched");
      await choose(this.#offered.get(element) ?? null, event, element);
      mark?.classList.remove("touched");
    };
    host.addEventListener("click", (event) => {
      const element = this.#at(event);
      if (element) touch(element, event);
    });
    host.addEventListener("keydown", (event) => {
      const element = /** @type {SVGGraphicsElement} */ (/** @type {unknown} */ (event.target));
      if (!this.#offered.has(element)) return;
      const step = STEPS[event.key];
      if (step && !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
        const next = this.#toward(element, step);
        if (next) event.preventDefault();
        next?.focus();
      }
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      if (!event.repeat) touch(element, event);
    });
    const heat = (/** @type {Event} */ event, /** @type {boolean} */ on) => {
      const element = /** @type {Element} */ (event.target).closest?.("[data-offered]");
      // An element that is focused without a keyboard would look chosen.
      const isMeant = event.type !== "focusin" || element?.matches(":focus-visible");
      if (element && isMeant) this.#outlines.get(element)?.classList.toggle("hot", on);
    };
    for (const name of ["focusin", "pointerover"]) host.addEventListener(name, (event) => heat(event, true));
    for (const name of ["focusout", "pointerout"]) host.addEventListener(name, (event) => heat(event, false));
  }

  /** Shows a picture. If it is already shown, it stays, with the focus.
   * @param {string} text */
  show(text) {
    if (text === this.#text) return;
    const { svg, style } = read(text);
    const active = document.activeElement;
    if (active && this.#svg?.contains(active)) this.#lost = active.id;
    svg.setAttribute("role", "img");
    this.#layer = draw("g");
    this.#layer.setAttribute("aria-hidden", "true");
    this.#layer.classList.add("layer");
    this.#marks = draw("g");
    this.#marks.setAttribute("aria-hidden", "true");
    this.#marks.classList.add("marks");
    svg.append(this.#layer, this.#marks);
    if (this.#svg) this.#svg.replaceWith(svg);
    else this.#host.prepend(svg);
    sheet.replaceSync(style);
    this.#text = text;
    this.#svg = svg;
    this.#offered.clear();
    this.#outlines.clear();
  }

  /** Takes the picture away. */
  clear() {
    this.#svg?.remove();
    this.#svg = this.#text = null;
    this.#offered.clear();
  }

  /** The picture as an element of the page; null without a picture. */
  get svg() {
    return this.#svg;
  }

  /** The layer above the picture and below the outlines, for drawings of the page. */
  get layer() {
    return this.#layer;
  }

  /** How many pixels wide the picture is meant to be. */
  get width() {
    return Number(this.#svg?.getAttribute("width") ?? 0);
  }

  /** The first element that can be chosen. */
  get first() {
    return this.#offered.keys().next().value ?? null;
  }

  /** Returns the title of the element that stands for `word`.
   * @param {string} word */
  describe(word) {
    for (const [element, offered] of this.#offered) if (offered === word) return titleOf(element);
    return "";
  }

  /** Whether an element of the picture stands for `word`.
   * @param {string} word */
  has(word) {
    return Boolean(this.#svg?.querySelector(`[data-word="${CSS.escape(word)}"]`));
  }

  /** Offers words that may follow the text `behind`, and shows which of `words`, in their order,
   * are chosen. `beyond` are words that may follow another word that is chosen together with them.
   * If an element stands for several of them, the first counts. Elements that `misleads` reports
   * are left out.
   * @param {string[]} words
   * @param {string[]} next
   * @param {string} behind
   * @param {[string, string][]} [beyond]
   * @param {(element: SVGElement) => boolean} [misleads] */
  offer(words, next, behind, beyond = [], misleads = () => false) {
    if (!this.#svg) return;
    const all = /** @type {SVGGraphicsElement[]} */ ([...this.#svg.querySelectorAll("[data-word]")]);
    const meant = (/** @type {string} */ word, /** @type {string} */ before) => {
      const grades = all.map((element) => means(element, word, before));
      const best = Math.max(1, ...grades);
      return all.filter((_, i) => grades[i] === best);
    };
    const before = behind?.split(" ").at(-1) ?? "";
    const chosen = new Set(words.flatMap((word, i) => meant(word, words[i - 1] ?? "")));
    /** @type {[SVGGraphicsElement, string][]} */
    const through = beyond.flatMap(([by, word]) =>
      meant(word, by).map((element) => /** @type {[SVGGraphicsElement, string]} */ ([element, `${by} ${word}`])),
    );
    /** @type {[SVGGraphicsElement, string][]} */
    const direct = next.flatMap((word) =>
      meant(word, before).map((element) => /** @type {[SVGGraphicsElement, string]} */ ([element, word])),
    );
    const offered = new Map([...through.reverse(), ...direct].filter(([element]) => !misleads(element)));
    for (const element of this.#offered.keys()) if (!offered.has(element)) this.#withdraw(element);
    this.#offered = new Map(all.flatMap((it) => (offered.has(it) ? [[it, offered.get(it) ?? ""]] : [])));
    for (const [element, word] of this.#offered) {
      element.setAttribute("tabindex", "0");
      element.setAttribute("role", "button");
      const name = [titleOf(element) || word, textOf(element)].filter(Boolean);
      element.setAttribute("aria-label", name.join(": "));
      element.dataset.offered = "";
    }
    for (const element of all) element.toggleAttribute("data-chosen", chosen.has(element) && !offered.has(element));
    // Screen readers skip the content of an image, but not that of a group.
    this.#svg.setAttribute("role", offered.size ? "group" : "img");
    this.#outline(all);
    const again = this.#lost !== null && [...this.#offered.keys()].find((element) => element.id === this.#lost);
    this.#lost = null;
    if (again) again.focus({ preventScroll: true });
  }

  /** Returns the target that an arrow key leads to: the nearest in its direction, or null.
   * @param {SVGGraphicsElement} from
   * @param {readonly [number, number]} step */
  #toward(from, [right, down]) {
    const middle = (/** @type {Element} */ element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    };
    const [x = 0, y = 0] = middle(from);
    let [nearest, least] = [/** @type {SVGGraphicsElement | null} */ (null), Infinity];
    for (const element of this.#offered.keys()) {
      const [left = 0, top = 0] = middle(element);
      const along = (left - x) * right + (top - y) * down;
      const across = Math.abs((left - x) * down) + Math.abs((top - y) * right);
      // A target that lies straight ahead is nearer than one beside the way.
      const far = along + 2 * across;
      if (element !== from && along > 1 && across <= 3 * along && far < least) [nearest, least] = [element, far];
    }
    return nearest;
  }

  /** @param {Element} element */
  #withdraw(element) {
    for (const name of ["tabindex", "role", "aria-label", "data-offered"]) element.removeAttribute(name);
  }

  /** The element at a click. One that lies below others, or was exchanged since, is found too.
   * @param {MouseEvent} event
   * @returns {SVGGraphicsElement | null} */
  #at(event) {
    const found = (/** @type {Element} */ target) =>
      /** @type {SVGGraphicsElement | null} */ (target.closest?.("[data-offered], [data-chosen]"));
    const direct = found(/** @type {Element} */ (event.target));
    if (direct) return direct;
    for (const target of document.elementsFromPoint(event.clientX, event.clientY)) {
      if (!this.#host.contains(target)) continue;
      const element = found(target) ?? this.#behind(target);
      if (element) return element;
    }
    return null;
  }

  /** @param {Element} outline */
  #behind(outline) {
    for (const [element, mark] of this.#outlines) if (mark === outline) return /** @type {SVGGraphicsElement} */ (element);
    return null;
  }

  /** @param {SVGGraphicsElement[]} all */
  #outline(all) {
    this.#outlines.clear();
    const marks = all.flatMap((element) => {
      const kind = "offered" in element.dataset ? "offered" : "chosen" in element.dataset ? "chosen" : null;
      const mark = kind && this.#outlineOf(element);
      if (!mark) return [];
      mark.classList.add(kind);
      if (element === document.activeElement) mark.classList.add("hot");
      this.#outlines.set(element, mark);
      return [mark];
    });
    this.#marks.replaceChildren(...marks);
  }

  /** A shape like the element's largest, or a box around it, for the layer above everything.
   * @param {SVGGraphicsElement} element */
  #outlineOf(element) {
    const whole = element.getBBox();
    const area = (/** @type {DOMRect} */ box) => box.width * box.height;
    /** @type {SVGGraphicsElement[]} */
    const shapes = element.matches(SHAPES)
      ? [element]
      : /** @type {SVGGraphicsElement[]} */ ([...element.querySelectorAll(SHAPES)]).slice(0, 12);
    const shape = element.querySelector("[data-touch]") ? shapes[0] : shapes.find((it) => area(it.getBBox()) >= 0.6 * area(whole));
    const mark = shape ? /** @type {SVGElement} */ (shape.cloneNode()) : draw("rect");
    const model = shape ?? element;
    for (const { name } of [...mark.attributes]) {
      if (/^(id|class|tabindex|role|aria-.*|data-.*|stroke.*|fill.*)$/.test(name)) mark.removeAttribute(name);
    }
    if (!shape) {
      const box = { x: whole.x - 5, y: whole.y - 4, width: whole.width + 10, height: whole.height + 8, rx: 5 };
      for (const [name, value] of Object.entries(box)) mark.setAttribute(name, String(value));
      mark.classList.add("box");
    } else if (getComputedStyle(shape).fill === "none") mark.classList.add("line");
    if (Math.min(whole.width, whole.height) < 24) mark.classList.add("small");
    const place = this.#svg && transformation(model, this.#svg);
    if (!place) return null;
    mark.setAttribute("transform", place);
    return mark;
  }
}
