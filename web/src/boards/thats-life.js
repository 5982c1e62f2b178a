// @ts-check
// That's Life!: the die tumbles, a pawn under the pointer shows its target and gain, and the last
// move stays visible.

import { pointsOf } from "../game/parts.js";
import { nameOf } from "../ui.js";
import { inPoints, rich, t } from "../say.js";
import { tumble } from "./dice.js";
import { animate, inAir } from "./motion.js";
import { draw } from "../svg.js";
import { partsOf } from "./thats-life-tower.js";

/** @typedef {import("./board.js").Stage} Stage */
/** @typedef {import("./board.js").Schemas} Schemas */
/** @typedef {Schemas["ThatsLifeView"]} View */
/** @typedef {Schemas["ThatsLifeStep"]} Step */
/** @typedef {Schemas["ThatsLifeEvent"]} Happened */
/** @typedef {{ x: number, y: number, w: number, h: number }} Box */
/** @typedef {{ x: number, y: number }} Point */

/** Milliseconds after which a touch only looks. */
const HELD = 450;

/** The latest stage. */
let stage = /** @type {Stage | null} */ (null);

/** Whether the current touch is held long enough to be only a look. */
let isHeld = false;

// Geometry

/** @param {SVGElement} svg @param {string} id @returns {Box | null} */
function boxOf(svg, id) {
  const rect = svg.querySelector(`#drawn-${id} > rect:not(.halo)`);
  if (!rect) return null;
  const [x, y, w, h] = ["x", "y", "width", "height"].map((name) => Number(rect.getAttribute(name)));
  return { x: x ?? 0, y: y ?? 0, w: w ?? 0, h: h ?? 0 };
}

/** The class of a moving piece. @param {"pawn" | "guard"} piece @param {number | null} seat */
const colourOf = (piece, seat) => (piece === "guard" ? "guard" : `seat${seat ?? 0}`);

/** Returns the drawn pawn of a seat on a tile, or the guard there.
 * @param {SVGElement} svg @param {string} tile @param {string} colour */
const pieceOn = (svg, tile, colour) => {
  const groups = `:is(#drawn-tile-${tile}, #drawn-guard-${tile}) > .piece.f-${colour}`;
  return /** @type {SVGGElement | undefined} */ ([...svg.querySelectorAll(groups)].at(-1));
};

/** Returns the foot of a piece on a tile, real or possible.
 * @param {SVGElement} svg @param {string} tile @param {string} [colour] @returns {Point | null} */
function placeOf(svg, tile, colour) {
  const place = colour && pieceOn(svg, tile, colour)?.getAttribute("transform");
  const [, x, y] = /translate\((\S+) (\S+)\)/.exec(place || "") ?? [];
  if (x && y) return { x: Number(x), y: Number(y) };
  const box = boxOf(svg, `tile-${tile}`);
  return box && { x: box.x + box.w / 2, y: box.y + box.h - 12 };
}

/** Returns a copy of a piece that has no place. @param {SVGElement} svg @param {string} tile @param {string} colour */
function copyOf(svg, tile, colour) {
  const copy = /** @type {SVGGElement | undefined} */ (pieceOn(svg, tile, colour)?.cloneNode(true));
  copy?.removeAttribute("transform");
  return copy ?? draw("circle", { "class": `f-${colour} s-on-pawn`, "cy": -12, "r": 10, "stroke-width": 1.5 });
}

/** @param {string} words @param {Point} at @param {string} of @param {number} size */
function text(words, at, of = "f-ink b mid", size = 12) {
  const element = draw("text", { "class": of, "x": at.x, "y": at.y, "font-size": size });
  element.textContent = words;
  return element;
}

/** The middle of an arc between two points, and the direction at its end. @param {Point} from @param {Point} to */
function arc(from, to) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const far = Math.hypot(dx, dy) || 1;
  const lift = Math.min(44, 14 + far / 6);
  const bend = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 - lift };
  const [ex, ey] = [to.x - bend.x, to.y - bend.y];
  const end = Math.hypot(ex, ey) || 1;
  return {
    path: `M${from.x} ${from.y}Q${bend.x} ${bend.y} ${to.x} ${to.y}`,
    top: { x: (from.x + to.x) / 4 + bend.x / 2, y: (from.y + to.y) / 4 + bend.y / 2 },
    way: { x: ex / end, y: ey / end },
  };
}

const BEHIND = "behind-pieces";

/** Clips arrows so that they pass behind the pieces and words of the track. @param {SVGElement} svg */
function behind(svg) {
  const tiles = ':is([id^="drawn-tile-"], [id^="drawn-guard-"])';
  const words = /** @type {NodeListOf<SVGGraphicsElement>} */ (svg.querySelectorAll(`${tiles} > text`));
  const holes = [...words].map((word) => {
    const { x, y, width, height } = word.getBBox();
    return draw("rect", { x, y, width, height, rx: 4 });
  });
  const pieces = [...svg.querySelectorAll(`${tiles} > .s-on-pawn`)].map((piece) => {
    const copy = /** @type {Element} */ (piece.cloneNode(true));
    for (const it of copy.querySelectorAll("text")) it.remove();
    for (const it of [copy, ...copy.querySelectorAll("*")]) it.removeAttribute("class");
    copy.setAttribute("stroke", "black");
    return copy;
  });
  const all = { x: 0, y: 0, width: svg.getAttribute("width") ?? "", height: svg.getAttribute("height") ?? "" };
  return draw("mask", { id: BEHIND, maskUnits: "userSpaceOnUse", ...all }, draw("rect", { ...all, fill: "white" }), ...holes, ...pieces);
}

/** An arrow in a colour, on a paler one, so that it is seen on every ground. It leads from
 * the head of a piece to a point above another's.
 * @param {Point} foot @param {Point} piece @param {string} colour @param {number} width @param {boolean} isNarrow */
function arrow(foot, piece, colour, width, isNarrow) {
  const size = isNarrow ? 0.8 : 1;
  const [from, to] = [
    { x: foot.x, y: foot.y - 30 * size },
    { x: piece.x, y: piece.y - 46 * size },
  ];
  const { path, way } = arc(from, to);
  const at = (/** @type {number} */ back, /** @type {number} */ side) =>
    `${to.x - way.x * back - way.y * side} ${to.y - way.y * back + way.x * side}`;
  const head = `M${to.x} ${to.y}L${at(10, 5)}L${at(10, -5)}z`;
  return draw(
    "g",
    { "stroke-linecap": "round", "stroke-linejoin": "round", "mask": `url(#${BEHIND})` },
    draw("path", { "class": "s-paper", "fill": "none", "d": path, "stroke-width": width + 3 }),
    draw("path", { "class": "s-paper f-paper", "d": head, "stroke-width": 3 }),
    draw("path", { "class": `s-${colour}`, "fill": "none", "d": path, "stroke-width": width }),
    draw("path", { "class": `s-${colour} f-${colour}`, "d": head, "stroke-width": 1 }),
  );
}

// Words

/** @param {number} points */
const signed = (points) => (points > 0 ? `+${points}` : `−${-points}`);

/** @param {View} view @param {string} code */
function called(view, code) {
  const tile = view.tiles.find((it) => it.tile === code);
  if (tile?.kind === "start") return t("life-start");
  if (tile?.kind === "lucky") return t("life-lucky");
  if (tile?.face) return tile.face === "gift" ? t("life-gift") : t("life-steal-tile");
  if (tile?.value) return signed(tile.value);
  return t("life-finish");
}

/** Describes the effect of a step. @param {View} view @param {Step} step */
function outcome(view, step) {
  const tile = view.tiles.find((it) => it.tile === step.from);
  if (step.effect === "gift") return t("life-then-give");
  if (step.effect === "steal") return t("life-then-steal");
  if (step.effect === "none") return t("life-then-nothing");
  return tile?.value ? t("life-then-take", { points: signed(tile.value) }) : t("life-then-lucky");
}

/** @param {View} view @param {Step} step */
function told(view, step) {
  const [from, to] = [called(view, step.from), called(view, step.to)];
  if (step.piece === "guard") return t("life-move-guard", { from, to });
  return t("life-move-pawn", { from, to, outcome: outcome(view, step) });
}

/** Describes the effect of choosing this player. @param {Stage} stage @param {View} view @param {number} seat */
function toldOf(stage, view, seat) {
  const name = nameOf(stage.game.seats[seat]);
  return view.target?.kind === "gift" ? t("life-give-to", { name }) : t("life-steal-of", { name });
}

// Display

/** The step that an element of the picture stands for. @param {View | null} view @param {Element | null | undefined} element */
function stepOf(view, element) {
  const [, what, tile] = /^drawn-(tile|guard)-(\w+)$/.exec(element?.id ?? "") ?? [];
  const steps = view?.moves.filter((step) => step.from === tile) ?? [];
  return steps.find((step) => (step.piece === "guard") === (what === "guard")) ?? steps[0] ?? null;
}

/** The step that is chosen. @param {Stage} stage @param {View} view */
function chosenStep({ now }, view) {
  const move = /** @type {Schemas["ThatsLifeMove"] | null | undefined} */ (now?.move);
  if (move?.type !== "move_pawn" && move?.type !== "move_guard") return null;
  return view.moves.find((step) => step.from === move.from && move.type === `move_${step.piece}`) ?? null;
}

/** Shows the target of a piece and its gain. @param {Stage} stage @param {View} view @param {Step} step */
function ghost(stage, view, step) {
  const colour = colourOf(step.piece, view.active);
  const [from, to] = [placeOf(stage.svg, step.from, colour), placeOf(stage.svg, step.to)];
  if (!from || !to) return draw("g", {});
  const there = draw("g", { transform: `translate(${to.x} ${to.y})`, opacity: 0.8 }, copyOf(stage.svg, step.from, colour));
  const all = [arrow(from, to, colour, 3, stage.isNarrow), there];
  const what = step.piece === "guard" ? "" : outcome(view, step);
  if (what) {
    const words = what.charAt(0).toUpperCase() + what.slice(1);
    const label = text(words, { x: 0, y: 0 });
    stage.layer.append(label);
    const width = /** @type {SVGGraphicsElement} */ (label).getBBox().width + 16;
    label.remove();
    const most = Number(stage.svg.getAttribute("width"));
    const x = Math.max(width / 2 + 4, Math.min(most - width / 2 - 4, from.x));
    const above = boxOf(stage.svg, `tile-${step.from}`);
    const y = (above?.y ?? 40) - 28;
    label.setAttribute("x", String(x));
    label.setAttribute("y", String(y + 4));
    all.push(
      draw("rect", { "class": "f-paper s-accent", "x": x - width / 2, "y": y - 12, width, "height": 24, "rx": 12, "stroke-width": 1.5 }),
      label,
    );
  }
  return draw("g", { class: "ghost" }, ...all);
}

/** What leaving a tile brings about, on the tile. @param {Stage} stage @param {Step} step */
function tag(stage, step) {
  const box = boxOf(stage.svg, `tile-${step.from}`);
  if (!box || step.effect === "none") return draw("g", {});
  const words = { collect: t("life-take"), gift: t("life-give"), steal: t("life-steal") }[step.effect];
  const [width, x] = [8 * words.length + 12, box.x + box.w / 2];
  const pill = draw("rect", { class: "f-accent", x: x - width / 2, y: box.y - 15, width, height: 15, rx: 7 });
  return draw("g", { class: "tag" }, pill, text(words, { x, y: box.y - 4 }, "f-paper b mid", 11));
}

/** @param {Schemas["LogEntry"]} entry @returns {Happened[]} */
const eventsOf = (entry) => entry.events.map((it) => /** @type {Happened} */ (it.event));

/** Draws the last move as an arrow, from the place of its tile, or its former place if it was
 * taken.
 * @param {Stage} stage */
function lastMove(stage) {
  const events = stage.entries.slice(-4).flatMap(eventsOf);
  const i = events.findLastIndex((it) => it.type === "pawn_moved" || it.type === "guard_moved");
  const moved = events[i];
  if (moved?.type !== "pawn_moved" && moved?.type !== "guard_moved") return null;
  const colour = colourOf(moved.type === "pawn_moved" ? "pawn" : "guard", moved.seat);
  const start = placeOf(stage.svg, moved.from, colour) ?? gap(stage, moved.to, events[i - 1]);
  const to = placeOf(stage.svg, moved.to, colour);
  const drawn = start && to && arrow(start, to, `seat${moved.seat}`, 2.5, stage.isNarrow);
  return drawn && draw("g", { class: "last-move", opacity: 0.85 }, drawn);
}

/** Returns where the track closed up, as many steps before a tile as were rolled. Steps beyond the
 * finish lapse.
 * @param {Stage} stage @param {string} to @param {Happened | undefined} rolled @returns {Point | null} */
function gap(stage, to, rolled) {
  if (rolled?.type !== "rolled" || to === "finish") return null;
  const tiles = [...stage.svg.querySelectorAll('[id^="drawn-tile-"]')].map((it) => it.id.slice("drawn-tile-".length));
  const before = tiles.indexOf(to) - rolled.die;
  const [a, b] = [tiles[before], tiles[before + 1]].map((tile) => (tile ? placeOf(stage.svg, tile) : null));
  return a && b ? { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } : null;
}

/** Shows the target of the element under the pointer, or nothing. @param {Element | null} element */
function point(element) {
  stage?.layer.querySelector(".ghost.hot")?.remove();
  const step = stage?.now && stepOf(/** @type {View | null} */ (stage.view), element);
  if (!stage || !step) return;
  const shown = ghost(stage, stage.view, step);
  shown.classList.add("hot");
  stage.layer.append(shown);
}

/** Makes the target of a piece a touch target, too, if only one piece can reach it.
 * @param {MouseEvent} event */
function touchGoal(event) {
  const at = event.target instanceof Element ? event.target : null;
  const tile = at?.closest('[id^="drawn-tile-"]');
  if (!stage?.now || !tile || at?.closest("[data-offered], [data-chosen]")) return;
  const view = /** @type {View} */ (stage.view);
  const isGoal = (/** @type {Step} */ { to }) => `drawn-tile-${to}` === tile.id;
  const chosen = chosenStep(stage, view);
  if (chosen) return void (isGoal(chosen) && event.detail <= 1 && stage.commit());
  const [step, ...others] = view.moves.filter(isGoal);
  const piece = step && stage.svg.querySelector(step.piece === "guard" ? `#drawn-guard-${step.from}` : `#drawn-tile-${step.from}`);
  if (piece instanceof SVGElement && piece.dataset.word && !others.length) stage.choose(piece.dataset.word, event);
}

/** @param {SVGSVGElement} svg */
function listen(svg) {
  svg.addEventListener("click", touchGoal);
  const at = (/** @type {Event} */ event) =>
    event.target instanceof Element ? event.target.closest("[data-offered], [data-chosen]") : null;
  let timer = 0;
  for (const name of ["pointerover", "focusin"]) svg.addEventListener(name, (event) => point(at(event)));
  for (const name of ["pointerout", "focusout"]) svg.addEventListener(name, () => point(null));
  svg.addEventListener("pointerdown", (event) => {
    clearTimeout(timer);
    isHeld = false;
    const element = at(event);
    if (event.pointerType === "mouse" || !stepOf(stage?.view, element)) return;
    point(element);
    timer = window.setTimeout(() => (isHeld = true), HELD);
  });
  for (const name of ["pointerup", "pointercancel"]) svg.addEventListener(name, () => clearTimeout(timer));
  svg.addEventListener("contextmenu", (event) => at(event) && event.preventDefault());
}

// Animation

/** @param {SVGGElement} air @param {number | null} rolled */
const roll = (air, rolled) => tumble(air, "die", rolled, { body: "f-die", edge: "f-die-edge s-line", pip: "f-pip", ground: "f-paper" });

/** Moves an element from one point to another along an arc. @param {SVGElement} what @param {Point} from @param {Point} to */
function fly(what, from, to) {
  const { top } = arc(from, to);
  const at = (/** @type {Point} */ point) => `translate(${point.x}px, ${point.y}px)`;
  return animate(what, { transform: [at(from), at(top), at(to)] }, { easing: "ease-in-out", fill: "both" });
}

/** A piece that goes its way. @param {SVGGElement} air @param {Stage} stage @param {SVGSVGElement} before @param {Happened} event */
async function go(air, stage, before, event) {
  if (event.type !== "pawn_moved" && event.type !== "guard_moved") return;
  const colour = colourOf(event.type === "pawn_moved" ? "pawn" : "guard", event.seat);
  const [from, to] = [placeOf(before, event.from, colour), placeOf(stage.svg, event.to, colour)];
  if (!from || !to) return;
  const piece = copyOf(before, event.from, colour);
  air.append(piece);
  await fly(piece, from, to);
  piece.remove();
}

/** Moves a taken tile to the tower of its player.
 * @param {SVGGElement} air @param {Stage} stage @param {SVGSVGElement} before @param {Happened} event */
async function take(air, stage, before, event) {
  if (event.type !== "collected") return;
  const old = before.querySelector(`#drawn-tile-${event.tile}`);
  const [box, tower] = [boxOf(before, `tile-${event.tile}`), boxOf(stage.svg, `seat-${event.seat}`)];
  if (!old || !box || !tower) return;
  const tile = draw("g", {});
  const inner = draw("g", { transform: `translate(${-box.x - box.w / 2} ${-box.y - box.h / 2})` });
  inner.append(...[...old.children].filter((it) => !it.matches("title, .halo, .goal, .badge, .s-on-pawn")).map((it) => it.cloneNode(true)));
  tile.append(inner);
  air.append(tile);
  const middle = (/** @type {Box} */ it) => ({ x: it.x + it.w / 2, y: it.y + it.h / 2 });
  await fly(tile, middle(box), middle(tower));
  tile.remove();
}

/** @type {import("./board.js").Board} */
export default {
  shown(now) {
    stage = now;
    listen(now.svg);
  },

  offered(now) {
    stage = now;
    now.layer.append(behind(now.svg));
    const move = lastMove(now);
    if (move) now.layer.append(move);
    const view = /** @type {View | null} */ (now.view);
    now.svg.classList.toggle("theirs", !now.now);
    if (!view || !now.now) return;
    for (const element of now.svg.querySelectorAll("[data-offered]")) {
      const step = stepOf(view, element);
      const seat = /^drawn-seat-(\d)$/.exec(element.id)?.[1];
      const own = [...element.children].find((it) => it.localName === "title")?.textContent ?? "";
      if (step) element.setAttribute("aria-label", `${own}. ${told(view, step)}`);
      else if (seat) element.setAttribute("aria-label", `${own}. ${toldOf(now, view, Number(seat))}`);
    }
    now.svg.querySelector("#drawn-die[data-chosen]")?.setAttribute("aria-label", t("life-roll"));
    const chosen = chosenStep(now, view);
    if (chosen) now.layer.append(ghost(now, view, chosen));
    else now.layer.append(...view.moves.map((step) => tag(now, step)));
  },

  plans,

  hint: (/** @type {View} */ view) => (view.phase === "await_roll" ? t("life-hint") : null),
  hasDice: true,

  // A touch on a pawn that is another pawn's target may mean the other one.
  asks(now) {
    const view = /** @type {View | null} */ (now.view);
    const chosen = view && chosenStep(now, view);
    return Boolean(chosen && view.moves.some((other) => other !== chosen && other.to === chosen.from));
  },

  touched(now, element) {
    if (isHeld) {
      isHeld = false;
      return true;
    }
    if (element.id === "drawn-die") inAir(now, (air) => roll(air, null)).catch(() => {});
    return false;
  },

  played: (now, from) =>
    inAir(now, async (air) => {
      for (const event of now.entry ? eventsOf(now.entry) : []) {
        if (event.type === "rolled") await roll(air, event.die);
        await go(air, now, from, event);
        await take(air, now, from, event);
      }
    }),

  score(/** @type {View} */ view, seat) {
    const { plus, turned, minus } = partsOf(view.towers[seat] ?? [], view.options.scoring);
    const parts = [
      plus !== null && t("life-plus", { points: inPoints(plus) }),
      turned !== null && t("life-turned", { points: inPoints(turned) }),
      minus !== null && t("life-minus", { points: inPoints(minus) }),
    ];
    return parts.filter(Boolean).join(", ") || null;
  },

  points(/** @type {View} */ view, seat) {
    const score = view.scores[seat];
    return score === undefined ? null : pointsOf(score);
  },

  sentence: toldNow,
};

/** @param {View} view @param {number} seat @returns {import("./board.js").Plan[]} */
function plans(view, seat) {
  const own = view.tiles.findIndex((it) => it.pawns[seat]);
  const kinds = {
    start: t("life-tile-start"),
    finish: t("life-tile-finish"),
    lucky: t("life-tile-lucky"),
    action: t("life-tile-action"),
    plus: "",
    minus: "",
  };
  const nameOfTile = (/** @type {Schemas["ThatsLifeTileView"]} */ tile) => {
    const name = tile.value ? signed(tile.value) : kinds[tile.kind];
    const alike = view.tiles.filter((it) => it.kind === tile.kind && it.value === tile.value);
    return alike.length > 1 ? t("life-tile-nth", { name, n: alike.indexOf(tile) + 1 }) : name;
  };
  const options = (/** @type {View["tiles"]} */ tiles) => tiles.map((it) => /** @type {[string, string]} */ ([it.tile, nameOfTile(it)]));
  const from = view.tiles.filter((it) => it.pawns[seat] && it.kind !== "finish");
  const onto = view.tiles.filter((_, at) => at > own && own >= 0);
  return [
    { order: "pawns back", says: (values) => rich("life-plan-back", values) },
    { order: "pawns front", says: (values) => rich("life-plan-front", values) },
    {
      order: "pawns from {tile}",
      says: (values) => rich("life-plan-away", values),
      parts: { tile: { label: t("life-plan-tile"), options: options(from) } },
    },
    {
      order: "pawns onto {tile}",
      says: (values) => rich("life-plan-onto", values),
      parts: { tile: { label: t("life-plan-tile"), options: options(onto) } },
    },
  ];
}

/** Describes the choice. @param {Stage} now */
function toldNow(now) {
  const view = /** @type {View | null} */ (now.view);
  if (!view || !now.now) return null;
  const move = /** @type {Schemas["ThatsLifeMove"] | null} */ (now.now.move);
  const step = chosenStep(now, view);
  if (step) return told(view, step);
  if (move?.type === "choose_target") return toldOf(now, view, move.seat);
  if (view.phase === "await_roll") return t("life-touch-die");
  if (view.phase === "await_move") return t("life-touch-move", { die: view.die });
  if (view.phase !== "await_target") return null;
  return view.target?.kind === "gift" ? t("life-touch-give") : t("life-touch-steal");
}
