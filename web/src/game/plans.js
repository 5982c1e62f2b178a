// @ts-check
// What the server plays for the reader at the next turns: queued moves and conditional orders. The
// reader adds the orders of the kind by touch, or writes them in the notation.

import { call, reach } from "../api.js";
import { t } from "../say.js";
import { doing, fault } from "../ui.js";
import { html, useEffect, useRef, useState } from "../view.js";
import { isIn, table } from "./deeds.js";
import { submits } from "./parts.js";
import { game, id, isMyTurn } from "./state.js";
import { areOrdersOpen } from "./words.js";

/** @typedef {import("../../types/api.js").components["schemas"]["Orders"]} Orders */
/** @typedef {import("../../types/api.js").components["schemas"]["OrdersInput"]} OrdersInput */
/** @typedef {import("../boards/board.js").Plan} Plan */

/** Returns a text in pieces: what stands between the names in braces, and the names.
 * @param {string} text */
const pieces = (text) => text.split(/\{(\w+)\}/);

/** @param {Orders["moves"][number]} move */
const textOf = (move) => /** @type {any} */ (move).text ?? JSON.stringify(move);

/** Returns an order in the reader's language; null if it is none of these plans.
 * @param {string} order
 * @param {boolean} isMove
 * @param {Plan[]} plans */
export function inWords(order, isMove, plans) {
  for (const plan of plans) {
    if (Boolean(plan.isMove) !== isMove) continue;
    const pattern = pieces(plan.order).map((it, at) => (at % 2 ? `(?<${it}>.+?)` : it.replace(/s\b/g, "s?")));
    const found = new RegExp(`^${pattern.join("")}$`).exec(order);
    if (!found) continue;
    const names = Object.entries(found.groups ?? {}).map(([name, words]) => {
      const options = plan.parts?.[name]?.options ?? [];
      return [name, words.split(" ").map((word) => options.find(([value]) => value === word)?.[1] ?? word)];
    });
    const values = Object.fromEntries(names.map(([name, words]) => [name, /** @type {string[]} */ (words).join(", ")]));
    return plan.says(values).join("");
  }
  return null;
}

/** Shows the words of the notation on the board while the reader sees the fields for them. */
const showCodes = () => void (areOrdersOpen.value = Boolean(document.querySelector("#plan[open] > #write-orders[open]")));

/** The planned moves of a player, and the way to plan more.
 * @param {{ board: import("../boards/board.js").Board }} props */
export function Plans({ board }) {
  const it = game.value;
  const [orders, setOrders] = useState(/** @type {Orders | null} */ (null));
  const [state, setState] = useState("");
  const [isWriting, setWriting] = useState(false);
  const isReached = reach.value === null;
  const plays = isIn() && it.seats.length > 1;
  // Orders that the server has carried out are gone.
  useEffect(() => {
    if (plays && isReached) call("GET", `/v1/games/${id}/orders`).then(setOrders).catch(fault);
  }, [it.ply, it.changed_at, plays, isReached]);
  useEffect(() => () => void (areOrdersOpen.value = false), []);
  if (!plays || !isReached || !orders) return null;

  /** Changes the stored orders. Another client may have changed them meanwhile.
   * @param {(now: Orders) => OrdersInput} next */
  const change = async (next) => {
    const now = await call("GET", `/v1/games/${id}/orders`);
    /** @type {Orders} */
    const given = await call("PUT", `/v1/games/${id}/orders`, { moves: now.moves, conditional: now.conditional, ...next(now) });
    setOrders(given);
    setState(t("game-plans-saved"));
    // The server follows orders at once if it is the reader's turn.
    if (isMyTurn.value) table.hurry();
    return given;
  };
  const plans = board.plans?.(it.view, it.seat) ?? [];
  const all = [
    ...orders.moves.map((move, at) => ({ isMove: true, at, order: textOf(move) })),
    ...orders.conditional.map((order, at) => ({ isMove: false, at, order })),
  ].map((one) => ({ ...one, said: inWords(one.order, one.isMove, plans) }));
  /** @param {typeof all[number]} one */
  const remove = (one) =>
    change((now) => {
      const others = (/** @type {any[]} */ list) => list.filter((other, at) => at !== one.at || textOfAny(other) !== one.order);
      return one.isMove ? { moves: others(now.moves) } : { conditional: others(now.conditional) };
    });
  const waits = !isMyTurn.value;
  return html`<section id="plans" class="plans" aria-label=${t("game-plans")}>
    ${
      all.length > 0 &&
      html`<p class="hint" id="planned-title">${t("game-plans-next")}</p>
        <ol id="planned" aria-labelledby="planned-title">
          ${all.map(
            (one) => html`<li key=${`${one.isMove} ${one.order} ${one.at}`}>
              <span class=${one.said ? "" : "typed"}>${one.said ?? one.order}</span>${" "}
              <button type="button" class="quiet small" aria-label=${`${t("game-plans-remove")}: ${one.said ?? one.order}`}
                onClick=${async (/** @type {any} */ event) => {
                  await doing(event.currentTarget, () => remove(one));
                  /** @type {HTMLElement | null} */ (document.querySelector("#plan > summary"))?.focus();
                }}>${t("game-plans-remove")}</button>
            </li>`,
          )}
        </ol>
        ${orders.conditional.length > 1 && html`<p class="hint">${t("game-plans-first")}</p>`}`
    }
    <p class="said" role="status">${state && `✓ ${state}`}</p>
    <details id="plan" class="plain" onToggle=${showCodes}>
      <summary>${waits && !all.length && html`${t("game-plans-none")} `}<span class="do">${waits ? t("game-plans-move") : t("game-plans-later")}</span></summary>
      ${board.planless && html`<p class="hint">${board.planless()}</p>`}
      ${plans.filter((plan) => isPossible(plan, orders)).map((plan, at) => html`<${Suggestion} key=${plan.order} at=${at} plan=${plan} change=${change} />`)}
      <label class="choice" for="plan-forced">
        <input type="checkbox" id="plan-forced" checked=${orders.play_forced_moves}
          onChange=${(/** @type {any} */ event) => {
            const yes = event.currentTarget.checked;
            doing(null, () => change(() => ({ play_forced_moves: yes })));
          }} />
        ${" "}${t("game-plans-forced")}
      </label>
      <details class="plain" id="write-orders" onToggle=${(/** @type {any} */ event) => {
        showCodes();
        if (event.currentTarget.open) setWriting(true);
      }}>
        <summary>${t("game-plans-write")}</summary>
        ${isWriting && html`<${Written} orders=${orders} change=${change} />`}
      </details>
    </details>
  </section>`;
}

/** Whether an order can be added: each of its parts has something to choose.
 * @param {Plan} plan
 * @param {Orders} orders */
const isPossible = ({ order, parts = {} }, { conditional }) =>
  !conditional.includes(order) && Object.values(parts).every(({ options }) => options.length);

/** @param {any} it a move or a conditional order */
const textOfAny = (it) => (typeof it === "string" ? it : textOf(it));

/** One order of the kind, with a choice for each of its parts.
 * @param {{ at: number, plan: Plan, change: (next: (now: Orders) => OrdersInput) => Promise<Orders> }} props */
function Suggestion({ at, plan, change }) {
  const add = (/** @type {SubmitEvent} */ event) => {
    const data = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const missing = Object.keys(plan.parts ?? {}).find((name) => !data.has(name));
    if (missing) throw new Error(t("game-plans-choose"));
    const order = plan.order.replace(/\{(\w+)\}/g, (_, name) => data.getAll(name).join(" "));
    return change((now) =>
      plan.isMove
        ? { moves: [...now.moves, { type: "text", text: order }] }
        : // The server follows the first order that fits: the new one replaces the others.
          { conditional: [order, ...now.conditional] },
    );
  };
  const choices = Object.entries(plan.parts ?? {}).map(([name, part]) => [name, html`<${Part} name=${name} part=${part} />`]);
  return html`<form class="suggestion" onSubmit=${submits(add)}>
    <p id=${`plan-${at}`}>
      ${plan.says(Object.fromEntries(choices))}
    </p>
    <button type="submit" class="quiet small" id=${`plan-${at}-add`} aria-labelledby=${`plan-${at}-add plan-${at}`}>${t("game-plans-add")}</button>
  </form>`;
}

/** The choice for a part of an order.
 * @param {{ name: string, part: import("../boards/board.js").PlanPart }} props */
function Part({ name, part }) {
  const { label, options, first, isSeveral } = part;
  if (isSeveral) {
    return html`<span role="group" aria-label=${label}>
      ${options.map(
        ([value, text]) => html`<label class="choice" key=${value}><input type="checkbox" name=${name} value=${value} /> ${text}</label> `,
      )}
    </span>`;
  }
  return html`<select name=${name} aria-label=${label}>
    ${options.map(([value, text]) => html`<option key=${value} value=${value} selected=${value === first}>${text}</option>`)}
  </select>`;
}

/** @param {string} text */
const lines = (text) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/** @param {Orders["moves"]} moves */
const written = (moves) => moves.map(textOf).join("\n");

/** All orders in the notation.
 * @param {{ orders: Orders, change: (next: (now: Orders) => OrdersInput) => Promise<Orders> }} props */
function Written({ orders, change }) {
  const moves = written(orders.moves);
  const others = orders.conditional.join("\n");
  const [queue, setQueue] = useState(moves);
  const [conditional, setConditional] = useState(others);
  const [known, setKnown] = useState(/** @type {{ example: string, description: string }[]} */ ([]));
  /** The stored orders in the fields. */
  const filled = useRef([moves, others]);
  const fill = (/** @type {Orders} */ from) => {
    const [first, second] = [written(from.moves), from.conditional.join("\n")];
    filled.current = [first, second];
    setQueue(first);
    setConditional(second);
  };
  // Text that the reader has typed stays.
  useEffect(() => {
    if (filled.current[0] === queue && filled.current[1] === conditional) fill(orders);
  }, [moves, others]);
  useEffect(() => {
    call("GET", `/v1/kinds/${encodeURIComponent(game.value.kind)}`)
      .then((it) => setKnown(it.orders))
      .catch(fault);
  }, []);
  const give = async () => {
    const wanted = lines(queue).map((line) => (line.startsWith("{") ? JSON.parse(line) : { type: "text", text: line }));
    fill(await change(() => ({ moves: wanted, conditional: lines(conditional) })));
  };
  return html`<form id="give-orders" onSubmit=${submits(give)}>
    <label for="queue">${t("game-orders-moves")}</label>
    <textarea id="queue" rows="3" autocapitalize="none" spellcheck="false" value=${queue} onInput=${(/** @type {any} */ event) => setQueue(event.target.value)}></textarea>
    ${
      known.length > 0 &&
      html`<label for="conditional">${t("game-orders-conditions")}</label>
      <textarea id="conditional" rows="3" autocapitalize="none" spellcheck="false" aria-describedby="known-orders" value=${conditional}
        onInput=${(/** @type {any} */ event) => setConditional(event.target.value)}></textarea>
      <dl id="known-orders" class="hint">${known.map(({ example, description }) => html`<dt>${example}</dt><dd>${description}</dd>`)}</dl>`
    }
    <p class="buttons"><button type="submit" class="quiet">${t("game-orders-save")}</button></p>
  </form>`;
}
