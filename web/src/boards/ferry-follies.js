// @ts-check
// The board of Ferry Follies: a card, then a gap, or dragged there; what an ability may work on is lit; where a group would
// sail it is told before the card is let go.

import { t } from "../say.js";
import { draw } from "../svg.js";
import { html } from "../view.js";
import { groups, nearest, rowAfter, sum } from "./ferry-sums.js";
import { copyOf, sail } from "./ferry-voyage.js";

/** @typedef {import("./board.js").Stage} Stage */
/** @typedef {import("./board.js").Choice} Choice */
/** @typedef {import("./ferry-sums.js").Card} Card */

/** What may be chosen next: its word, where it is in the row (a card, or a gap by the card behind it), and the row after it
 * where it is the last word. The word of a card's only place, which is chosen already, is empty.
 * @typedef {{ word: string, card?: number, gap?: number, after: Card[] | null }} Option */

/** So far is a card dragged before it is no touch any more, and so near a gap it falls into it; in units of the picture. */
const STIRS = 8;
const FALLS = 60;

/** The stage as it was shown last: what is touched later means that.
 * @type {Stage | null} */
let current = null;

// What is chosen

/** The row as it lies.
 * @param {Stage} stage
 * @returns {Card[]} */
const rowOf = (stage) => stage.view?.row ?? [];

/** @param {Choice} now */
const cardOf = (now) => (now.words[1] === undefined ? null : Number(now.words[1]));

/** Where a word of what is chosen puts something, as the words before it say.
 * @param {string} word
 * @param {readonly string[]} words
 * @param {number} n cards in the row
 * @returns {{ card?: number, gap?: number }} */
function spot(word, words, n) {
  const [last, at] = [words.at(-1), Number(word)];
  const isSide = word === "left" || word === "right";
  if (words[0] === "play") return last === "at" ? { gap: at } : {};
  if (words[0] !== "discard") return isSide || word === "decline" ? {} : { card: at };
  if (words[1] === "5" && words.length > 2) return { gap: words[2] === "left" ? at + 1 : at };
  if (!isSide) return { card: at };
  if (words[1] === "5") return { card: word === "left" ? 0 : n - 1 };
  if (words[1] === "8") return { gap: word === "left" ? 0 : n };
  const from = Number(words[3]);
  return { gap: word === "left" ? from - 2 : from + 3 };
}

/** What may be chosen next of a card that is chosen.
 * @param {Stage} stage
 * @returns {Option[]} */
function options(stage) {
  const { now } = stage;
  if (!now || now.words.length < 2) return [];
  const row = rowOf(stage);
  const last = now.words.slice(-1);
  if (now.move && now.words[0] === "play") {
    return last.map((word) => ({
      word: "",
      ...spot(word, now.words.slice(0, -1), row.length),
      after: rowAfter(row, now.words),
    }));
  }
  return now.next.map((word) => ({
    word,
    ...spot(word, now.words, row.length),
    after: rowAfter(row, [...now.words, word]),
  }));
}

/** Chooses until these words are chosen, as far as they can be; what was chosen otherwise is taken back first.
 * @param {readonly string[]} words
 * @param {Event} [event] */
async function reach(words, event) {
  const stands = () => current?.now?.words ?? [];
  const isOnTheWay = () => stands().every((word, i) => word === words[i]);
  if (!isOnTheWay()) await current?.restart();
  for (let before = -1; isOnTheWay() && stands().length < words.length && stands().length > before;) {
    before = stands().length;
    await current?.choose(/** @type {string} */ (words[before]), event);
  }
}

/** The words by which a card is played; the 9 lies upright until it is turned over.
 * @param {number} card
 * @param {string} [worth] */
const playing = (card, worth = "9") => ["play", String(card), ...(card === 9 ? ["as", worth] : [])];

// Where things are

const SVG = "drawn-";

/** @param {Stage} stage
 * @param {string} id
 * @returns {SVGGraphicsElement | null} */
const find = (stage, id) => stage.svg.querySelector(`#${SVG}${id}`);

/** Where a card of the row lies.
 * @param {Stage} stage
 * @param {number} index */
const laidAt = (stage, index) =>
  /** @type {SVGGraphicsElement | null} */ (find(stage, `row-${index}`)?.querySelector("rect"))?.getBBox() ?? null;

/** Where a gap of the row is: the middle of a place as high as a card.
 * @param {Stage} stage
 * @param {number} gap
 * @returns {{ x: number, y: number, height: number } | null} */
function gapAt(stage, gap) {
  const n = rowOf(stage).length;
  const beside = laidAt(stage, Math.min(gap, n - 1));
  if (!beside) {
    const place = find(stage, `place-${gap}`)?.getBBox();
    return place ? { x: place.x + place.width / 2, y: place.y, height: place.height } : null;
  }
  const room = stage.isNarrow ? 7 : 10.5;
  const { x, y, width, height } = beside;
  return { x: gap === n ? x + width + room : x - room, y, height };
}

// What is drawn above the picture

/** What a deed is behind, of what is drawn here or not offered by the page.
 * @type {WeakMap<Element, (event: Event) => void>} */
const deeds = new WeakMap();

/** Those of the picture that have a deed.
 * @type {Set<SVGElement>} */
const lent = new Set();

/** Lets a touch of something do a deed.
 * @param {SVGElement} element
 * @param {(event: Event) => void} deed */
function lend(element, deed) {
  element.dataset.own = "";
  deeds.set(element, deed);
}

/** A sum on the row: lit where it sails.
 * @param {Stage} stage
 * @param {number} x
 * @param {number} y
 * @param {number} total
 * @param {boolean} isFull */
function tell(stage, x, y, total, isFull) {
  const at = Math.max(16, Math.min(Number(stage.svg.getAttribute("width")) - 16, x));
  if (isFull) stage.layer.append(draw("rect", { class: "sails", x: at - 15, y: y - 9, width: 30, height: 19, rx: 9.5 }));
  stage.layer.append(
    draw("text", { "class": isFull ? "sails b mid" : "f-faint mid", "x": at, "y": y + 5, "font-size": 12 }, String(total)),
  );
}

/** Shows what an option would come to, and lets it be touched where the picture has nothing for it.
 * @param {Stage} stage
 * @param {Option} option */
function light(stage, { word, card, gap, after }) {
  const row = rowOf(stage);
  const box = card === undefined ? null : laidAt(stage, card);
  const middle = gap === undefined ? null : gapAt(stage, gap);
  const at = box ? { x: box.x + box.width / 2, y: box.y, height: box.height } : middle;
  if (!at) return;
  const full = after ? groups(after) : [];
  if (full.length && gap !== undefined) {
    const glow = { class: "glow", x: at.x - 13, y: at.y - 4, width: 26, height: at.height + 8, rx: 8 };
    stage.layer.append(draw("rect", glow));
  }
  // The cards beside the gap that would sail with the one that comes there.
  const isPlay = stage.now?.words[0] === "play";
  for (const { from, to } of isPlay ? full : []) {
    for (let i = from; i <= to; i += 1) {
      const beside = gap === undefined || i === gap ? null : laidAt(stage, i < gap ? i : i - 1);
      if (beside)
        stage.layer.append(
          draw("rect", { class: "glow", x: beside.x, y: beside.y, width: beside.width, height: beside.height, rx: 6 }),
        );
    }
  }
  if (full.length) tell(stage, at.x, at.y - 14, full[0]?.total ?? 0, true);
  else if (isPlay && gap !== undefined && after && row.length) {
    const total = nearest(after, gap);
    if (total !== null) tell(stage, at.x, at.y - 14, total, false);
  }
  const drawn = gap === undefined ? find(stage, `row-${card}`) : find(stage, `place-${gap}`);
  if (!word || (drawn && "offered" in drawn.dataset)) return;
  const area = box ?? { x: at.x - 13, y: at.y - 4, width: 26, height: at.height + 8 };
  const lit = draw("rect", { class: "lit", x: area.x, y: area.y, width: area.width, height: area.height, rx: 7 });
  lend(lit, (event) => stage.choose(word, event));
  stage.layer.append(lit);
}

/** The cards of the row that were chosen for their new order, by number.
 * @param {Stage} stage */
function number(stage) {
  const { now } = stage;
  if (now?.words[2] !== "order") return;
  now.words.slice(3).forEach((word, i) => {
    const box = laidAt(stage, Number(word));
    if (!box) return;
    stage.layer.append(
      draw("circle", { class: "f-accent", cx: box.x + box.width / 2, cy: box.y - 2, r: 9 }),
      draw("text", { "class": "f-paper b mid", "x": box.x + box.width / 2, "y": box.y + 2, "font-size": 12 }, String(i + 1)),
    );
  });
}

/** Cards of the hand stand for themselves also while another is chosen.
 * @param {Stage} stage */
function lendHand(stage) {
  for (const element of lent) {
    element.removeAttribute("data-own");
    if (!("offered" in element.dataset))
      for (const name of ["role", "tabindex", "aria-label"]) element.removeAttribute(name);
  }
  lent.clear();
  let first = stage.now;
  while (first?.before) first = first.before;
  if (!first) return;
  const { words, next, beyond = [] } = first;
  const verbs = words.length === 1 ? next.map((word) => [words[0], word]) : beyond;
  for (const [verb, card] of verbs) {
    const element = find(stage, `${verb === "play" ? "hand" : "ability"}-${card}`);
    if (!element) continue;
    const name = verb === "play" ? t("Play the {card}", { card }) : t("Use the ability of the {card}", { card });
    if ("offered" in element.dataset) element.setAttribute("aria-label", name);
    if ("offered" in element.dataset || "chosen" in element.dataset) continue;
    const goal = verb === "play" ? playing(Number(card)) : ["discard", String(card)];
    lend(element, (event) => reach(goal, event));
    element.setAttribute("role", "button");
    element.setAttribute("tabindex", "0");
    element.setAttribute("aria-label", name);
    lent.add(element);
  }
}

/** Lets the groups to choose from be touched where their sums stand.
 * @param {Stage} stage */
function lendGroups(stage) {
  if (!stage.now || stage.view?.phase !== "choose") return;
  for (const set of /** @type {{ from: number, to: number, total: number }[]} */ (stage.view.sets)) {
    const box = find(stage, `set-${set.from}-${set.to}`)?.getBBox();
    if (!box) continue;
    const { x, y, width, height } = box;
    const lit = draw("rect", { class: "lit", x: x - 3, y: y - 2, width: width + 6, height: Math.max(24, height), rx: 6 });
    lend(lit, (event) => reach(["score", String(set.from), "to", String(set.to)], event));
    stage.layer.append(lit);
  }
}

/** Names what is offered on the row.
 * @param {Stage} stage
 * @param {Option} option */
function name(stage, { word, card, gap, after }) {
  const element = gap === undefined ? find(stage, `row-${card}`) : find(stage, `place-${gap}`);
  if (!element || !("offered" in element.dataset)) return;
  const where = gap === undefined ? t("The {card}", { card: worthAt(stage, Number(word)) }) : placeName(stage, gap);
  element.setAttribute("aria-label", [where, ...sums(after)].join(". "));
}

// Words

/** @param {Stage} stage
 * @param {number | undefined} index */
const worthAt = (stage, index) => rowOf(stage)[index ?? -1]?.worth ?? "";

/** The groups that would sail, as sums.
 * @param {Card[] | null} after */
const sums = (after) => (after ? groups(after).map((group) => sum(after, group)) : []);

/** @param {Stage} stage
 * @param {number} gap */
function placeName(stage, gap) {
  const n = rowOf(stage).length;
  if (!n) return t("The empty row");
  if (gap === 0) return t("The left end");
  if (gap === n) return t("The right end");
  return t("Between the {left} and the {right}", { left: worthAt(stage, gap - 1), right: worthAt(stage, gap) });
}

/** What is to come, or what comes of it, where a card is played.
 * @param {Stage} stage
 * @param {Choice} now */
function sayPlay(stage, now) {
  const card = now.words[3] === "6" && now.words[2] === "as" ? t("9 as a 6") : now.words[1];
  const last = now.words.at(-1);
  if (now.move) {
    const [gap, n] = [Number(last), rowOf(stage).length];
    if (!n) return t("Play the {card} into the empty row.", { card });
    if (gap === 0) return t("Play the {card} at the left end.", { card });
    if (gap === n) return t("Play the {card} at the right end.", { card });
    return t("Play the {card} between the {left} and the {right}.", {
      card,
      left: worthAt(stage, gap - 1),
      right: worthAt(stage, gap),
    });
  }
  if (last === "as") return t("Play the 9 as it is, or turned over as a 6.");
  const there = options(stage).flatMap(({ gap, after }) =>
    sums(after)
      .slice(0, 1)
      .map((sum) => `${placeName(stage, gap ?? 0)}: ${sum}.`),
  );
  return [t("Play the {card}: touch a gap.", { card }), ...there].join(" ");
}

/** What is to come, or what comes of it, where a card is discarded.
 * @param {Stage} stage
 * @param {Choice} now */
function sayDiscard(stage, now) {
  const card = now.words[1];
  const at = now.words
    .slice(2)
    .filter((word) => /^\d+$/.test(word))
    .map(Number);
  const side = now.words.slice(2).find((word) => word === "left" || word === "right");
  const [one, other] = at.map((index) => worthAt(stage, index));
  const isWhole = Boolean(now.move);
  switch (card) {
    case "1": {
      const cards = at.map((index) => worthAt(stage, index)).join(", ");
      if (!at.length) return t("Discard the 1: touch the cards of the row in their new order.");
      return isWhole
        ? t("Discard the 1, the new order: {cards}.", { cards })
        : t("Discard the 1, the new order: {cards} …", { cards });
    }
    case "3":
      return isWhole
        ? t("Discard the 3: the {one} goes on top of the deck.", { one })
        : t("Discard the 3: touch the card that goes on top of the deck.");
    case "4":
      return isWhole
        ? t("Discard the 4: the {one} is shuffled into the deck.", { one })
        : t("Discard the 4: touch the card that is shuffled into the deck.");
    case "5": {
      const end = worthAt(stage, side === "left" ? 0 : rowOf(stage).length - 1);
      if (!side) return t("Discard the 5: touch the end whose card goes to the middle.");
      return isWhole
        ? t("Discard the 5: the {end} goes to the middle.", { end })
        : t("Discard the 5: touch where in the middle the {end} goes.", { end });
    }
    case "6":
      if (isWhole) return t("Discard the 6: the {one} and the {other} are shuffled into the deck.", { one, other });
      return one === undefined
        ? t("Discard the 6: touch two cards that are shuffled into the deck.")
        : t("Discard the 6: touch the card that is shuffled into the deck with the {one}.", { one });
    case "8":
      if (one === undefined) return t("Discard the 8: touch the card that goes to an end.");
      if (!isWhole) return t("Discard the 8: touch the end where the {one} goes.", { one });
      return side === "left"
        ? t("Discard the 8: the {one} goes to the left end.", { one })
        : t("Discard the 8: the {one} goes to the right end.", { one });
    case "11":
      if (one === undefined) return t("Discard the 11: touch the card that moves two places.");
      if (!isWhole) return t("Discard the 11: touch where the {one} goes.", { one });
      return side === "left"
        ? t("Discard the 11: the {one} moves two places to the left.", { one })
        : t("Discard the 11: the {one} moves two places to the right.", { one });
    case "12":
      return isWhole
        ? t("Discard the 12: the {one} is turned face down and is worth 1.", { one })
        : t("Discard the 12: touch the card that is turned face down.");
    case "14":
      return isWhole
        ? t("Discard the 14: the {one} in the middle is discarded too.", { one })
        : t("Discard the 14: touch the card in the middle that is discarded too.");
    default:
      if (isWhole) return t("Discard the {card}: the {one} and the {other} change places.", { card, one, other });
      if (one === undefined) return t("Discard the {card}: touch two cards that change places.", { card });
      return t("Discard the {card}: touch the card that changes places with the {one}.", { card, one });
  }
}

/** What is chosen, as a sentence.
 * @param {Stage} stage */
function sentence(stage) {
  const { now, view } = stage;
  if (!now || !view) return null;
  const [verb] = now.words;
  if (verb === "decline") return t("Nothing sails now.");
  if (view.phase === "choose" && !now.move) return t("Choose the group that sails.");
  if (cardOf(now) === null) return t("Touch a card of your hand to play it, or its text to use its ability.");
  const what = verb === "play" ? [sayPlay(stage, now)] : verb === "discard" ? [sayDiscard(stage, now)] : [];
  const sailing = verb === "score" ? scored(stage, now.words) : now.move ? sums(rowAfter(rowOf(stage), now.words)) : [];
  return [...what, ...sailing.slice(0, 1).map((sum) => t("{sum} sails away.", { sum }))].join(" ");
}

/** The sum of a set that is chosen.
 * @param {Stage} stage
 * @param {readonly string[]} words */
function scored(stage, words) {
  const [from, to] = words.filter((word) => /^\d+$/.test(word)).map(Number);
  /** @type {{ from: number, to: number, total: number }[]} */
  const sets = stage.view.sets;
  return sets.filter((set) => set.from === from && set.to === to).map((set) => sum(rowOf(stage), set));
}

/** @param {{ stage: Stage }} props */
function Controls({ stage }) {
  const { now, view } = stage;
  if (!now || !view) return null;
  const { words } = now;
  const button = (
    /** @type {string} */ label,
    /** @type {readonly string[]} */ goal,
    /** @type {boolean | undefined} */ isOn = undefined,
  ) =>
    html`<button
      type="button"
      class="quiet small"
      aria-pressed=${isOn}
      onClick=${(/** @type {Event} */ event) => reach(goal, event)}
    >
      ${label}
    </button>`;
  /** @type {unknown[]} */
  let buttons = [];
  if (view.phase === "choose") {
    /** @type {{ from: number, to: number, total: number }[]} */
    const sets = view.sets;
    buttons = sets.map((set) => button(sum(rowOf(stage), set), ["score", String(set.from), "to", String(set.to)]));
    if (view.may_decline) buttons.push(button(t("Let nothing sail"), ["decline"]));
  } else if (words[0] === "play" && words[1] === "9") {
    buttons = [
      button(t("As a 9"), playing(9), words[3] === "9"),
      button(t("Turned over, as a 6"), playing(9, "6"), words[3] === "6"),
    ];
  } else if (words[2] === "order" && !now.move) {
    buttons = [button(t("The others as they lie"), [...words, ...now.next])];
  } else {
    const away = options(stage).filter(
      (option) => /^(left|right)$/.test(option.word) || (words[0] === "discard" && option.gap !== undefined),
    );
    const label = (/** @type {Option} */ { card, gap }) =>
      gap === undefined ? t("The {card}", { card: worthAt(stage, card) }) : placeName(stage, gap);
    buttons = away.map((option) => button([label(option), ...sums(option.after)].join(": "), [...words, option.word]));
  }
  return buttons.length ? html`<p class="buttons">${buttons}</p>` : null;
}

// Gestures

/** A card that is held: where it was taken, and once it is dragged its image, and what comes of choosing it.
 * @type {{ card: number, face: SVGGraphicsElement, pointer: number, x: number, y: number, image: SVGElement | null, chosen: Promise<void> } | null} */
let held = null;

/** Where the pointer is, in units of the picture.
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
  // What was dragged was not touched.
  const swallow = (/** @type {Event} */ click) => click.stopPropagation();
  svg.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => svg.removeEventListener("click", swallow, { capture: true }), 0);
  const { x, y } = pointAt(event, svg);
  await dropped.chosen;
  const word = near(x, y)?.word;
  if (word === "") await current?.commit();
  else if (word !== undefined) await current?.choose(word, event);
}

/** @type {import("./board.js").Board} */
export default {
  risky: ["decline"],
  shown(stage) {
    const { svg } = stage;
    current = stage;
    held = null;
    lent.clear();
    const does = (/** @type {Event} */ event) => {
      const element = event.target instanceof Element ? event.target.closest("[data-own]") : null;
      const deed = element && deeds.get(element);
      if (!deed) return;
      event.stopPropagation();
      event.preventDefault();
      deed(event);
    };
    svg.addEventListener("click", does);
    svg.addEventListener("keydown", (event) => {
      if ((event.key === "Enter" || event.key === " ") && !event.repeat) does(event);
    });
    svg.addEventListener("pointerdown", (event) => grasp(event, svg));
    svg.addEventListener("pointermove", (event) => drag(event, svg));
    svg.addEventListener("pointerup", (event) => release(event, svg));
    svg.addEventListener("pointercancel", (event) => release(event, svg));
  },
  offered(stage) {
    current = stage;
    lendHand(stage);
    for (const option of options(stage)) {
      light(stage, option);
      name(stage, option);
    }
    number(stage);
    lendGroups(stage);
  },
  touched(stage, element, event) {
    const [, what, card] = /^drawn-(hand|ability|place|row)-(\d+)$/.exec(element.id) ?? [];
    const { words = [], move = null } = stage.now ?? {};
    const isChosen = "chosen" in element.dataset;
    if (what === "place" || what === "row") {
      // Where there is no other place, it was chosen with the card.
      if (isChosen && move) stage.commit();
      return isChosen;
    }
    if (!what) return false;
    if (isChosen) {
      // The 9 is turned over; any other is put back.
      if (what === "hand" && card === "9") reach(playing(9, words[3] === "9" ? "6" : "9"), event);
      else stage.restart();
      return true;
    }
    if (what !== "hand" || card !== "9") return false;
    reach(playing(9), event);
    return true;
  },
  played(stage, from) {
    if (stage.isStill) return;
    return sail(
      stage.svg,
      from,
      (stage.entry?.events ?? []).map((/** @type {{ event: unknown }} */ it) => it.event),
    );
  },
  sentence,
  Controls,
};
