// @ts-check
// Actions of the reader on a game and its players, besides moving.

import { call, makeAsPromised, me } from "../api.js";
import { t } from "../say.js";
import { anything, ask, nameOf, note, playerPath } from "../ui.js";
import { html, useState } from "../view.js";
import { later } from "./later.js";
import { Do } from "./parts.js";
import { board, entries, game, goesOn, id, isMe, isSeated } from "./state.js";

const Avoid = later(async () => (await import("../avoid.js")).Avoid);

/** Functions of the page that these parts need. The page sets them once.
 * @type {{ hurry: () => Promise<unknown>, play: (move: any) => Promise<unknown> }} */
export const table = { hurry: async () => {}, play: async () => {} };

/** More about a player: a link to their page, and the possible actions.
 * @param {{ name: string, seat?: any, message?: number }} props */
export function SeatMenu({ name, seat, message }) {
  const [isOpen, setOpen] = useState(false);
  const isOther = Boolean(me()) && !isMe(name);
  const mayReport = isOther && !me()?.isGuest;
  const done = (/** @type {() => Promise<unknown>} */ deed) => async () => {
    await deed();
    setOpen(false);
  };
  return html`<details class="menu" open=${isOpen} onToggle=${(/** @type {any} */ event) => setOpen(event.currentTarget.open)}>
    <summary aria-label=${message === undefined ? t("game-deed-more-about", { name }) : t("game-deed-more-about-message", { name })}>⋯</summary>
    ${
      isOpen &&
      html`<div class="menu-items">
      <a href=${playerPath(name)}>${t("game-deed-page-of", { name })}</a>
      ${seat && mayExtend(seat) && html`<${Do} deed=${done(() => extend(seat))}>${t("game-deed-extend")}<//>`}
      ${isOther && html`<${Avoid} name=${name} done=${() => setOpen(false)} />`}
      ${mayReport && html`<${Report} name=${name} message=${message} done=${() => setOpen(false)} />`}
    </div>`
    }
  </details>`;
}

/** Whether the reader can give the player of a seat more time.
 * @param {any} seat */
export const mayExtend = ({ seat, player }) =>
  Boolean(player && isSeated.value && goesOn.value && game.value.pace && seat !== game.value.seat && game.value.to_act.includes(seat));

/** @param {any} seat */
export async function extend(seat) {
  await call("POST", `/v1/games/${id}/seats/${seat.seat}/extension`, { days: 1 });
  note(t("game-deed-extended", { name: seat.player }));
  await table.hurry();
}

/** Reports a player to the operator.
 * @param {{ name: string, message?: number | undefined, done: () => void }} props */
function Report({ name, message, done }) {
  const [reason, setReason] = useState("");
  const field = `report-${message ?? name}`;
  const report = async () => {
    if (!reason.trim()) return document.getElementById(field)?.focus();
    const what = message === undefined ? { player: name } : { message };
    await call("POST", `/v1/games/${id}/reports`, { ...what, reason: reason.trim() });
    setReason("");
    note(t("game-report-read"));
    done();
  };
  return html`<details>
    <summary>${message === undefined ? t("game-report-name", { name }) : t("game-report-message")}</summary>
    <label for=${field}>${t("game-report-what")}</label>
    <textarea id=${field} rows="3" maxlength="2000" value=${reason} onInput=${(/** @type {any} */ event) => setReason(event.target.value)}></textarea>
    <p class="buttons"><${Do} deed=${report}>${t("game-report")}<//></p>
  </details>`;
}

/** Whether the reader has a seat in the running game, and has not left. */
export function isIn() {
  const { status, seat } = game.value;
  const hasLeft = entries.value.some((entry) => entry.kind === "leave" && entry.seat === seat);
  return status === "running" && isSeated.value && !hasLeft;
}

/** Actions on the game as a whole. */
export function Deeds() {
  const it = game.value;
  const plays = isIn();
  return html`
    <p class="buttons" id="deeds">
      ${it.status === "open" && it.creator && html`<${Do} kind="danger" deed=${cancel}>${t("game-cancel")}<//>`}
      ${it.status === "open" && isSeated.value && !it.creator && html`<${Do} kind="danger" deed=${leaveSeat}>${t("game-give-back")}<//>`}
      ${plays && html`<${Do} kind="danger" deed=${resign}>${t("game-leave")}<//>`}
      ${it.rematch_of && html`<a href=${`/games/${it.rematch_of}`}>${t("game-before")}</a>`}
    </p>
    ${plays && html`<${Offer} />`}
    ${plays && it.pace && html`<p class="hint"><a href="/settings#holidays">${t("game-holiday-hint")}</a></p>`}
  `;
}

/** Says what becomes of the game if the reader leaves it. */
function withoutMe() {
  const { seats, seat } = game.value;
  const hasLeft = (/** @type {number} */ one) => entries.value.some((entry) => entry.kind === "leave" && entry.seat === one);
  const others = seats.filter((/** @type {any} */ one) => one.seat !== seat && !hasLeft(one.seat));
  if (!others.length) return t("game-leave-ends");
  if (others.length > 1) return t("game-leave-others-go-on");
  const name = nameOf(others[0]);
  return board.value.goesOnAlone ? t("game-leave-goes-on", { name }) : t("game-leave-wins", { name });
}

export async function resign() {
  if (!(await ask(t("game-leave-ask", { rest: withoutMe() }), t("game-leave-yes")))) return;
  await table.play({ type: "leave" });
}

async function leaveSeat() {
  if (!(await ask(t("game-give-back-ask"), t("game-give-back-yes")))) return;
  await call("DELETE", `/v1/games/${id}/seats/me`);
  await table.hurry();
}

async function cancel() {
  if (!(await ask(t("game-cancel-ask"), t("game-cancel-yes")))) return;
  await call("DELETE", `/v1/games/${id}`);
  await table.hurry();
}

/** Offers the reader's seat to another player or a bot. */
function Offer() {
  const [to, setTo] = useState("");
  const own = game.value.seats[game.value.seat];
  if (own?.invited) {
    const withdraw = async () => {
      await call("DELETE", `/v1/games/${id}/seats/me/replacement`);
      await table.hurry();
    };
    return html`<p>${t("game-offered", { name: own.invited })} <${Do} deed=${withdraw}>${t("game-offer-back")}<//></p>`;
  }
  const offer = async () => {
    const name = to.trim();
    if (!name) return document.getElementById("offer-to")?.focus();
    await call("POST", `/v1/games/${id}/seats/me/replacement`, { player: name });
    note(t("game-offer-asked", { name }));
    setTo("");
    await table.hurry();
  };
  const seatBot = async () => {
    if (!(await ask(t("game-bot-goes-on-ask"), t("game-bot-goes-on-yes")))) return;
    await call("POST", `/v1/games/${id}/seats/me/replacement`, { bot: "greedy" });
    await table.hurry();
  };
  return html`<details id="offer">
    <summary>${t("game-offer-title")}</summary>
    ${
      !me()?.isGuest &&
      html`<label for="offer-to">${t("game-offer-to")}</label>
      <div class="row">
        <input id="offer-to" maxlength="24" autocapitalize="none" spellcheck="false" value=${to} onInput=${(/** @type {any} */ event) => setTo(event.target.value)} />
        <${Do} deed=${offer}>${t("game-offer")}<//>
      </div>`
    }
    <p class="buttons"><${Do} deed=${seatBot}>${t("game-bot-goes-on")}<//></p>
  </details>`;
}

/** Frees a taken or reserved seat.
 * @param {any} seat */
export async function freeSeat(seat) {
  const who = seat.player || seat.bot ? nameOf(seat) : (seat.invited ?? seat.invited_email);
  if (!(await ask(t("game-free-ask", { who }), t("game-free-yes")))) return;
  await call("DELETE", `/v1/games/${id}/seats/${seat.seat}`);
  await table.hurry();
}

/** The next game of the same players. */
export async function rematch() {
  const made = await makeAsPromised("POST", `/v1/games/${id}/rematch`, { entropy: anything() });
  location.assign(`/games/${made.id}`);
}
