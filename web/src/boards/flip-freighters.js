// @ts-check
// Flip Freighters: touch a card, then a square or a circle, to use the card. The page shows the
// price of overtime before it plays the card. The day stays a draft until it closes: a player can
// take cards back one by one, which restarts the day with the earlier ones.

import { call } from "../api.js";
import { inList, inPoints, t } from "../say.js";
import { asksAlways } from "../game/move.js";
import { pointsOf } from "../game/parts.js";
import { played } from "./flip-motion.js";
import { draw } from "../svg.js";
import { nameOf } from "../ui.js";
import { html, signal, useLayoutEffect, useRef } from "../view.js";

/** @typedef {import("./board.js").Stage} Stage */
/** @typedef {import("./board.js").Schemas} Schemas */
/** @typedef {Schemas["FlipFreightersView"]} View */
/** @typedef {Schemas["FlipFreightersCard"]} Card */
/** @typedef {Schemas["FlipFreightersMoveLoad"]} Load */
/** @typedef {Schemas["FlipFreightersMoveMove"]} Drive */
/** @typedef {Schemas["FlipFreightersTruckId"]} TruckId */

const SIGNS = { spades: "♠", hearts: "♥", diamonds: "♦", clubs: "♣" };

/** The words for a square, and for a circle to drive to.
 * @type {[RegExp, RegExp]} */
const [SQUARE, CIRCLE] = [/^(\w+)\.(\d+)$/, /^(\w+)>(\d+)(!?)$/];

/** How far a joker drives. */
const JOKER = 6;

/** The part with the cards to come: it has no seat. */
const UNSEEN = "unseen";

/** The latest stage.
 * @type {Stage | null} */
let current = null;

/** The possible loads, by the number of the entry that would load, and whether the day ends
 * automatically after its last card.
 * @type {{ seq: number, loads: Load[], endsItself: boolean } | null} */
let known = null;

/** The value that was set for a card.
 * @type {{ card: string, value: number } | null} */
let set = null;

/** The visible part of the picture; beside the first sheet, if that is always in sight. The first
 * that can be chosen if it is none of them. */
let part = "";

/** A screen with room for two sheets side by side, as in css/flip-freighters.css. */
const broad = matchMedia("(min-width: 70rem) and (min-height: 32.01rem)");
const isBroad = signal(broad.matches);
broad.addEventListener("change", () => (isBroad.value = broad.matches));

/** The width of a sheet, and the distance between two sheets side by side. */
const [SHEET, APART] = [390, 10];

/** @param {Stage} stage @returns {Schemas["FlipFreightersPlayer"] | undefined} */
const mine = (stage) => stage.view?.players.find((/** @type {any} */ it) => it.seat === stage.view.you);

/** The card that is chosen.
 * @param {Stage} stage @returns {Card | undefined} */
const chosen = (stage) => stage.view?.cards.find((/** @type {Card} */ it) => it.name === stage.now?.words[0]);

/** How many steps a card makes without hours.
 * @param {Card} card */
const reach = (card) => card.value ?? JOKER;

/** @param {Card} card */
function cardName(card) {
  if (!card.suit) return t("freight-joker");
  return `${card.value === 1 ? "A" : card.value}${SIGNS[card.suit]}`;
}

/** @param {string} id */
function truckName(id) {
  switch (id) {
    case "eq":
      return t("freight-truck-equal");
    case "neq":
      return t("freight-truck-unequal");
    case "six_one":
      return t("freight-truck-down");
    case "one_six":
      return t("freight-truck-up");
    case "any":
      return t("freight-truck-any");
    case "hearts":
      return t("freight-truck-hearts");
    case "clubs":
      return t("freight-truck-clubs");
    case "diamonds":
      return t("freight-truck-diamonds");
    default:
      return t("freight-truck-spades");
  }
}

// Loading

/** Loads what can be loaded now from the server, once for each position.
 * @param {Stage} stage */
async function learn(stage) {
  const seq = stage.now?.seq;
  if (seq === undefined || known?.seq === seq) return;
  known = { seq, loads: [], endsItself: false };
  const id = encodeURIComponent(stage.game.id);
  try {
    const [legal, orders] = /** @type {any[]} */ (
      await Promise.all([call("GET", `/v1/games/${id}/legal`), call("GET", `/v1/games/${id}/orders`)])
    );
    if (known?.seq !== seq) return;
    const loads = legal.moves.filter((/** @type {any} */ it) => it.type === "load");
    known = { seq, loads, endsItself: orders.play_forced_moves };
    current?.renew();
  } catch {
    // Without it, values are chosen by their words.
    if (known?.seq === seq) known = null;
  }
}

/** The values that a card can be loaded as, anywhere or on a square, rising.
 * @param {Card} card @param {string} [word] */
function valuesOf(card, word) {
  const loads = known?.loads.filter((it) => it.card === card.id && (!word || word === `${it.truck}.${it.square}`)) ?? [];
  return [...new Set(loads.map((it) => it.value))].sort((one, other) => one - other);
}

/** The value for loading a card.
 * @param {Card} card */
const valueOf = (card) => (set?.card === card.name ? set.value : reach(card));

/** The hours for a card to be another value.
 * @param {Card} card @param {number} value */
const hoursFor = (card, value) => (card.value === null ? Math.max(0, value - JOKER) : Math.abs(value - card.value));

/** The hours that a load costs.
 * @param {Stage} stage @param {Card} card @param {string} word @param {number} value */
function loadHours(stage, card, word, value) {
  const asked = stage.svg.querySelector(`[data-word="${CSS.escape(word)}"]`)?.getAttribute("data-suit");
  return hoursFor(card, value) + (asked && card.suit && asked !== card.suit ? 1 : 0);
}

/** Returns the value of a card on a square: the chosen one, or the cheapest.
 * @param {Card} card @param {string} word */
function fitting(card, word) {
  const values = valuesOf(card, word);
  const value = valueOf(card);
  if (values.includes(value)) return value;
  const cost = (/** @type {number} */ it) => hoursFor(card, it);
  // Of equally cheap values, the highest pays most.
  return values.sort((one, other) => cost(one) - cost(other) || other - one)[0];
}

// Driving

/** A leg as it is written, with its steps.
 * @param {Stage} stage @param {string} word */
function legOf(stage, word) {
  const [, truck = "", to = ""] = CIRCLE.exec(word) ?? [];
  const position = mine(stage)?.trucks[/** @type {TruckId} */ (truck)]?.position;
  return position === undefined ? null : { truck, steps: Number(to) - position, word };
}

/** The legs among these words.
 * @param {Stage} stage @param {string[]} words */
const legsOf = (stage, words) => words.map((word) => legOf(stage, word)).filter((leg) => leg !== null);

/** @param {Stage} stage */
const stepsOf = (stage) => legsOf(stage, stage.now?.words ?? []).reduce((sum, leg) => sum + leg.steps, 0);

/** The words that drive on without hours.
 * @param {Stage} stage @param {Card} card */
function freeLegs(stage, card) {
  const left = reach(card) - stepsOf(stage);
  return legsOf(stage, stage.now?.next ?? []).filter((leg) => leg.steps <= left);
}

/** Returns the price of the choice in hours.
 * @param {Stage} stage */
function costOf(stage) {
  const card = chosen(stage);
  const move = /** @type {Load | Drive | null} */ (stage.now?.move ?? null);
  if (!card || !move) return 0;
  if (move.type === "load") return loadHours(stage, card, `${move.truck}.${move.square}`, move.value);
  return move.type === "move" ? Math.max(0, stepsOf(stage) - reach(card)) : 0;
}

// Touching

/** Chooses words, and plays the move if it costs no hours beyond the chosen value.
 * @param {Stage} stage @param {string} words @param {Event | undefined} event @param {(now: Stage) => boolean} isDone */
async function use(stage, words, event, isDone) {
  await stage.choose(words, event);
  const now = current;
  const isThere = now?.now?.move && now.now.words.at(-1) === words.split(" ").at(-1) && now.now.seq === stage.now?.seq;
  if (now && isThere && !asksAlways.value && !asks(now) && isDone(now)) await now.complete();
}

/** Loads a card on a square.
 * @param {Stage} stage @param {Card} card @param {string} word @param {Event} [event] */
function load(stage, card, word, event) {
  const value = fitting(card, word);
  const as = value === undefined || value === card.value ? word : `${word} as ${value}`;
  return use(stage, as, event, () => value !== undefined);
}

/** Drives a truck. If it leaves steps that another truck could use, the choice waits for it.
 * @param {Stage} stage @param {Card} card @param {string} word @param {Event} [event] */
const drive = (stage, card, word, event) => use(stage, word, event, (now) => !freeLegs(now, card).length);

/** Drives a truck that was touched itself, as far as it goes without hours.
 * @param {Event} event */
function touchTruck(event) {
  const truck = /** @type {Element} */ (event.target).closest("[data-truck]")?.getAttribute("data-truck");
  const card = current && chosen(current);
  if (!truck || !current || !card) return;
  const legs = freeLegs(current, card).filter((leg) => leg.truck === truck && !leg.word.endsWith("!"));
  const farthest = legs.sort((one, other) => other.steps - one.steps)[0];
  if (farthest) drive(current, card, farthest.word, event);
}

/** Whether the day ends with the card that is chosen.
 * @param {Stage} stage */
const isLast = (stage) => Boolean(known?.endsItself) && mine(stage)?.today?.used.filter((used) => !used).length === 1;

/** Whether the choice costs hours that the player did not set, or ends the day.
 * @param {Stage} stage */
function asks(stage) {
  const move = /** @type {Load | null} */ (stage.now?.move ?? null);
  const card = chosen(stage);
  if (card && isLast(stage)) return true;
  if (!card || !costOf(stage)) return false;
  const isSet = move?.type === "load" && set?.card === card.name && set.value === move.value;
  return !isSet || costOf(stage) > hoursFor(card, /** @type {Load} */ (move).value);
}

/** @type {NonNullable<import("./board.js").Board["touched"]>} */
function touched(stage, element, event) {
  const word = element.dataset.word ?? "";
  const card = chosen(stage);
  const isCard = stage.view?.cards.some((/** @type {Card} */ it) => it.name === word);
  if (isCard && !isBroad.value) look(stage, "");
  if (element.hasAttribute("data-chosen")) {
    // Touching the choice again takes it back.
    if (!isCard && !card) return false;
    if (isCard) stage.restart();
    else stage.undo();
    return true;
  }
  if (card && SQUARE.test(word) && stage.now?.next.includes(word)) load(stage, card, word, event);
  else if (card && CIRCLE.test(word)) drive(stage, card, word, event);
  else if (word === "done" && mine(stage)?.today?.used.every(Boolean)) use(stage, word, event, () => true);
  else return false;
  return true;
}

// Looking

/** @param {Stage} stage */
const partsOf = (stage) => /** @type {SVGGElement[]} */ ([...stage.svg.querySelectorAll(".part")]);

/** @param {SVGGElement} it */
const keyOf = (it) => it.dataset.seat ?? UNSEEN;

/** Turns to a part of the picture.
 * @param {Stage} stage @param {string} key */
function look(stage, key) {
  part = key;
  arrange(stage);
  // Scroll to the top: the sheet was below another one.
  if (key && stage.svg.getBoundingClientRect().top < 0) stage.svg.scrollIntoView({ block: "start" });
  stage.renew();
}

/** The parts that can be chosen: not the first sheet if it is always in sight.
 * @param {Stage} stage */
const choicesOf = (stage) => partsOf(stage).slice(isBroad.value ? 1 : 0);

/** Shows one part of the picture in the place of the first. On a broad screen the first sheet is on
 * the left, and on the right are the cards of the day and one of the other parts.
 * @param {Stage} stage */
function arrange(stage) {
  const [{ svg, layer }, isTwo, choices] = [stage, isBroad.value, choicesOf(stage)];
  const [first] = partsOf(stage);
  if (!first) return;
  const shown = choices.find((it) => keyOf(it) === part) ?? choices[0];
  const [top, high] = [Number(first.dataset.top), Number(first.dataset.high)];
  const x = isTwo ? SHEET + APART : 0;
  const size = isTwo ? [SHEET + x, Math.max(high, top + Number(shown?.dataset.high ?? 0))] : [SHEET, top + high];
  svg.setAttribute("viewBox", `0 0 ${size.join(" ")}`);
  svg.setAttribute("width", String(size[0]));
  svg.setAttribute("height", String(size[1]));
  // The style sheet knows the height of all parts together.
  svg.style.setProperty("--height", `${size[1]}px`);
  svg.querySelector("#drawn-day")?.setAttribute("transform", `translate(${x} 0)`);
  for (const it of choices) {
    it.setAttribute("display", it === shown ? "inline" : "none");
    it.setAttribute("transform", `translate(${x} ${top - Number(it.dataset.top)})`);
  }
  const place = `translate(0 ${isTwo ? -top : 0})`;
  if (isTwo) {
    first.setAttribute("display", "inline");
    first.setAttribute("transform", place);
  }
  layer.setAttribute("transform", place);
  svg.classList.toggle("two", isTwo);
  svg.classList.toggle("elsewhere", !isTwo && shown !== first);
}

/** Marks the squares and circles that cost hours with how many.
 * @param {Stage} stage */
function price(stage) {
  const card = chosen(stage);
  if (!card) return;
  const steps = stepsOf(stage);
  for (const word of stage.now?.next ?? []) {
    const leg = legOf(stage, word);
    const value = SQUARE.test(word) ? fitting(card, word) : undefined;
    const hours = leg ? steps + leg.steps - reach(card) : value !== undefined ? loadHours(stage, card, word, value) : 0;
    const place = /** @type {SVGGElement | null} */ (stage.svg.querySelector(`[data-word="${CSS.escape(word)}"]`));
    if (hours < 1 || !place) continue;
    const circle = place.querySelector(":is(circle, path, rect):has(~ [data-touch])");
    const { x, y, width, height } = /** @type {SVGGraphicsElement} */ (circle ?? place).getBBox();
    // In the corner of a square, where no other outline crosses it, or below a circle.
    const [cx, cy] = circle ? [x + width - 1, y + height - 2] : [x + width - 9, y + 9];
    stage.layer.append(
      draw("circle", { "class": "f-accent s-paper", "stroke-width": 1, cx, cy, "r": 7 }),
      draw("text", { "class": "f-paper b mid", "x": cx, "y": cy + 4, "font-size": 12 }, String(hours)),
    );
  }
}

// Words

/** @param {number} hours */
const costs = (hours) => (hours ? ` ${t("freight-costs", { n: hours })}` : "");

/** @param {Card} card @param {Load} move */
function loading(card, { truck, value }) {
  const names = { card: cardName(card), truck: truckName(truck), value };
  return value === card.value ? t("freight-load", names) : t("freight-load-as", names);
}

/** @param {Card} card @param {{ truck: string, steps: number }[]} legs */
function driving(card, legs) {
  const trips = legs.map(({ truck, steps }) => t("freight-trip", { n: steps, truck: truckName(truck) }));
  return t("freight-drive", { trips: inList(trips), card: cardName(card) });
}

/** @param {Stage} stage */
function sentence(stage) {
  const { now } = stage;
  const card = chosen(stage);
  if (now?.words[0] === "done") {
    const unused = mine(stage)?.today?.used.filter((used) => !used).length ?? 0;
    const lost = unused ? ` ${t("freight-unused", { n: unused })}` : "";
    return t("freight-end-day") + lost;
  }
  if (now?.words[0] === "restart") return t("freight-start-over");
  if (!now || !card) return null;
  const move = /** @type {Load | Drive | null} */ (now.move);
  const end = isLast(stage) ? ` ${t("freight-ends-day")}` : "";
  if (move?.type === "load") return loading(card, move) + costs(costOf(stage)) + end;
  const legs = legsOf(stage, now.words);
  if (!legs.length) {
    const next = now.next;
    const [onSquare, toCircle] = [SQUARE, CIRCLE].map((kind) => next.some((word) => kind.test(word)));
    if (onSquare && !toCircle) return t("freight-card-square", { card: cardName(card) });
    if (toCircle && !onSquare) return t("freight-card-circle", { card: cardName(card) });
    return t("freight-card-square-or-circle", { card: cardName(card) });
  }
  const left = reach(card) - stepsOf(stage);
  const more = left > 0 && freeLegs(stage, card).length;
  const rest = more ? ` ${t("freight-steps-left", { n: left })}` : "";
  return driving(card, legs) + costs(costOf(stage)) + rest + end;
}

// Controls

/** Returns the reader's deeds of the open day in order: the moves and their effects.
 * @param {Stage} stage */
function dayOf(stage) {
  const opened = (/** @type {any} */ entry) => entry.events.some((/** @type {any} */ it) => it.event.type === "day_opened");
  const since = stage.entries.findLastIndex(opened) + 1;
  const own = stage.entries.slice(since).filter((it) => it.seat === stage.game.seat && it.kind === "move");
  const again = own.findLastIndex((it) => it.move?.type === "restart_turn") + 1;
  return own.slice(again).filter((it) => it.move?.type === "load" || it.move?.type === "move");
}

/** Describes a use of a card and its effect.
 * @param {any} entry */
function told(entry) {
  const what = /** @type {Schemas["FlipFreightersEventLoaded"] | Schemas["FlipFreightersEventMoved"] | undefined} */ (
    entry.events.map((/** @type {any} */ it) => it.event).find((/** @type {any} */ it) => it.type === "loaded" || it.type === "moved")
  );
  if (!what) return entry.text;
  if (what.type === "loaded") return loading(what.card, entry.move) + costs(what.hours);
  const pay = what.trips.reduce((sum, it) => sum + (it.pay ?? 0), 0);
  const legs = what.trips.map(({ truck, from, to }) => ({ truck, steps: to - from }));
  return driving(what.card, legs) + costs(what.hours) + (pay ? ` ${t("freight-delivered", { pay })}` : "");
}

/** Shows the value of a card that can have another one.
 * @param {{ stage: Stage }} props */
function Value({ stage }) {
  const card = chosen(stage);
  const values = card && !stage.now?.move ? valuesOf(card) : [];
  if (!card || values.length < 2 || legsOf(stage, stage.now?.words ?? []).length) return null;
  const value = valueOf(card);
  const step = (/** @type {number} */ by) => () => {
    const next = by < 0 ? values.findLast((it) => it < value) : values.find((it) => it > value);
    if (next !== undefined) set = { card: card.name, value: next };
    stage.renew();
  };
  const hours = hoursFor(card, value);
  const cost = hours ? t("freight-overtime", { n: hours }) : t("freight-no-overtime");
  const [less, more] = [values.some((it) => it < value), values.some((it) => it > value)];
  return html`<div class="stepper" role="group" aria-label=${t("freight-value-label")}>
    <button type="button" class="quiet" aria-label=${t("freight-one-less")} disabled=${!less} onClick=${step(-1)}>−</button>
    <output><b>${t("freight-load-value", { value })}</b> ${cost}</output>
    <button type="button" class="quiet" aria-label=${t("freight-one-more")} disabled=${!more} onClick=${step(1)}>+</button>
  </div>`;
}

/** The cards that were used today, and the way back.
 * @param {{ stage: Stage }} props */
function Day({ stage }) {
  const own = mine(stage);
  if (!own?.today || own.left) return null;
  const day = dayOf(stage);
  const anew = (/** @type {number} */ end) => () => stage.play([{ type: "restart_turn" }, ...day.slice(0, end).map((it) => it.move)]);
  const back = day.length && html`<button type="button" class="quiet" onClick=${anew(-1)}>${t("freight-take-back")}</button>`;
  const open = html`<button type="button" class="quiet" onClick=${anew(day.length)}>${t("freight-go-on")}</button>`;
  if (!day.length && !own.ended) return null;
  return html`<div class="day">
    ${day.length > 0 && html`<ol aria-label=${t("freight-day-so-far")}>${day.map((it) => html`<li key=${it.n}>${told(it)}</li>`)}</ol>`}
    ${own.ended && html`<p class="hint">${t("freight-day-ended")}</p>`}
    ${own.ended ? open : back}
  </div>`;
}

/** Which part of a narrow picture is looked at.
 * @param {{ stage: Stage }} props */
function Parts({ stage }) {
  const wasBroad = useRef(isBroad.value);
  useLayoutEffect(() => {
    if (wasBroad.current === isBroad.value) return;
    wasBroad.current = isBroad.value;
    arrange(stage);
    stage.renew();
  });
  const parts = choicesOf(stage);
  if (parts.length < 2) return null;
  const keys = parts.map(keyOf);
  const shown = keys.includes(part) ? part : keys[0];
  const name = (/** @type {string} */ key) => {
    if (key === UNSEEN) return t("freight-cards-to-come");
    return Number(key) === stage.game.seat ? t("freight-my-sheet") : nameOf(stage.game.seats[Number(key)]);
  };
  const tab = (/** @type {string} */ key) =>
    html`<button type="button" key=${key} aria-pressed=${key === shown} onClick=${() => look(stage, key)}>${name(key)}</button>`;
  const isOpening = stage.view?.phase === "day" && shown !== UNSEEN && (isBroad.value || shown !== keys[0]);
  return html`<div class="parts" role="group" aria-label=${t("freight-board-shows")}>${keys.map(tab)}</div>
    ${isOpening && html`<p class="hint">${t("freight-as-began")}</p>`}`;
}

// Scores

/** @param {View} view @param {number} seat */
const playerAt = (view, seat) => view.players.find((it) => it.seat === seat);

/** Returns the stars of a solo player. The server notes `no stars`, `1 star`, `2 stars`.
 * @param {string} note */
function noted(note) {
  const stars = Number.parseInt(note, 10);
  return stars ? t("game-stars", { n: stars }) : t("freight-no-stars");
}

/** Describes the pay of each week, and the value of the hours left.
 * @param {View} view @param {number} seat */
function score(view, seat) {
  const player = playerAt(view, seat);
  if (!player) return null;
  const weeks = t("freight-weeks", { weeks: player.weeks.join(" + ") });
  const points = inPoints(player.weeks.reduce((left, week) => left - week, player.score));
  const hours = player.hours && t("freight-hours-left", { n: player.hours, points });
  return [weeks, hours].filter(Boolean).join(", ");
}

/** @param {View} view @param {number} seat */
function points(view, seat) {
  const player = playerAt(view, seat);
  return player ? pointsOf(player.score) : null;
}

/** @type {import("./board.js").Board} */
export default {
  shown(stage) {
    current = stage;
    stage.svg.addEventListener("click", touchTruck);
    arrange(stage);
  },
  offered(stage) {
    current = stage;
    if (set && set.card !== chosen(stage)?.name) set = null;
    learn(stage);
    price(stage);
  },
  hint: () => t("freight-hint"),
  planless: () => t("freight-plan-none"),
  goesOnAlone: true,
  isAlwaysNarrow: true,
  isAside: true,
  touched,
  asks,
  played,
  unforeseen: ["done"],
  sentence,
  noted,
  score,
  points,
  Choice: Value,
  Controls: ({ stage }) => html`<div class="flip"><${Parts} stage=${stage} /><${Day} stage=${stage} /></div>`,
};
