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
    <summary aria-label=${message === undefined ? t("More about {name}", { name }) : t("More about this message of {name}", { name })}>⋯</summary>
    ${
      isOpen &&
      html`<div class="menu-items">
      <a href=${playerPath(name)}>${t("The page of {name}", { name })}</a>
      ${seat && mayExtend(seat) && html`<${Do} deed=${done(() => extend(seat))}>${t("Give a day more")}<//>`}
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
  note(t("{name} has one more day, and gets a mail.", { name: seat.player }));
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
    note(t("Only the operator of this server reads it."));
    done();
  };
  return html`<details>
    <summary>${message === undefined ? t("Report {name}…", { name }) : t("Report this message…")}</summary>
    <label for=${field}>${t("What happened, for the operator")}</label>
    <textarea id=${field} rows="3" maxlength="2000" value=${reason} onInput=${(/** @type {any} */ event) => setReason(event.target.value)}></textarea>
    <p class="buttons"><${Do} deed=${report}>${t("Report")}<//></p>
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
      ${it.status === "open" && it.creator && html`<${Do} kind="danger" deed=${cancel}>${t("Cancel the game")}<//>`}
      ${it.status === "open" && isSeated.value && !it.creator && html`<${Do} kind="danger" deed=${leaveSeat}>${t("Give my seat back")}<//>`}
      ${plays && html`<${Do} kind="danger" deed=${resign}>${t("Leave the game…")}<//>`}
      ${it.rematch_of && html`<a href=${`/games/${it.rematch_of}`}>${t("The game before")}</a>`}
    </p>
    ${plays && html`<${Offer} />`}
    ${plays && it.pace && html`<p class="hint"><a href="/settings#holidays">${t("Going on holiday? Your clocks stand still meanwhile.")}</a></p>`}
  `;
}

/** Says what becomes of the game if the reader leaves it. */
function withoutMe() {
  const { seats, seat } = game.value;
  const hasLeft = (/** @type {number} */ one) => entries.value.some((entry) => entry.kind === "leave" && entry.seat === one);
  const others = seats.filter((/** @type {any} */ one) => one.seat !== seat && !hasLeft(one.seat));
  if (!others.length) return t("The game ends here.");
  if (others.length > 1) return t("The others go on without you.");
  const name = nameOf(others[0]);
  return board.value.goesOnAlone ? t("{name} goes on without you.", { name }) : t("The game ends, and {name} wins.", { name });
}

export async function resign() {
  if (!(await ask(t("Leave this game for good? {rest} You cannot come back.", { rest: withoutMe() }), t("Yes, leave")))) return;
  await table.play({ type: "leave" });
}

async function leaveSeat() {
  if (!(await ask(t("Give your seat back?"), t("Yes, give it back")))) return;
  await call("DELETE", `/v1/games/${id}/seats/me`);
  await table.hurry();
}

async function cancel() {
  if (!(await ask(t("Cancel this game? The others are notified."), t("Yes, cancel it")))) return;
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
    return html`<p>${t("Your seat is offered to {name}.", { name: own.invited })} <${Do} deed=${withdraw}>${t("Take the offer back")}<//></p>`;
  }
  const offer = async () => {
    const name = to.trim();
    if (!name) return document.getElementById("offer-to")?.focus();
    await call("POST", `/v1/games/${id}/seats/me/replacement`, { player: name });
    note(t("{name} is asked by mail. Until then you play on.", { name }));
    setTo("");
    await table.hurry();
  };
  const seatBot = async () => {
    if (!(await ask(t("Let a bot go on in your place? You are out of the game then."), t("Yes, a bot goes on")))) return;
    await call("POST", `/v1/games/${id}/seats/me/replacement`, { bot: "greedy" });
    await table.hurry();
  };
  return html`<details id="offer">
    <summary>${t("Give your seat to somebody else")}</summary>
    ${
      !me()?.isGuest &&
      html`<label for="offer-to">${t("The name of a player, who is asked by mail")}</label>
      <div class="row">
        <input id="offer-to" maxlength="24" autocapitalize="none" spellcheck="false" value=${to} onInput=${(/** @type {any} */ event) => setTo(event.target.value)} />
        <${Do} deed=${offer}>${t("Offer my seat")}<//>
      </div>`
    }
    <p class="buttons"><${Do} deed=${seatBot}>${t("Let a bot go on")}<//></p>
  </details>`;
}

/** Frees a taken or reserved seat.
 * @param {any} seat */
export async function freeSeat(seat) {
  const who = seat.player || seat.bot ? nameOf(seat) : (seat.invited ?? seat.invited_email);
  if (!(await ask(t("Free the seat of {who}?", { who }), t("Yes, free it")))) return;
  await call("DELETE", `/v1/games/${id}/seats/${seat.seat}`);
  await table.hurry();
}

/** The next game of the same players. */
export async function rematch() {
  const made = await makeAsPromised("POST", `/v1/games/${id}/rematch`, { entropy: anything() });
  location.assign(`/games/${made.id}`);
}
