// @ts-check
// What a reader can do about a game and those at its table, besides moving.

import { beginAsGuest, call, makeAsPromised, me } from "../api.js";
import { Avoid } from "../avoid.js";
import { t } from "../say.js";
import { BOTS, anything, ask, isFree, isJoinable, nameOf, note, openAccount, playerPath } from "../ui.js";
import { html, useState } from "../view.js";
import { Do, shareGame, submits } from "./parts.js";
import { entries, game, goesOn, id, invitation, isMe, isSeated } from "./state.js";
import { terms } from "./terms.js";

/** What the parts of the page do and have to know of: set once by the page.
 * @type {{ hurry: () => Promise<unknown>, play: (move: any) => Promise<unknown> }} */
export const table = { hurry: async () => {}, play: async () => {} };

/** More about somebody: their page, and what can be done about them.
 * @param {{ name: string, seat?: any, message?: number }} props */
export function SeatMenu({ name, seat, message }) {
  const [isOpen, setOpen] = useState(false);
  const isOther = Boolean(me()) && !isMe(name);
  const mayReport = isOther && !me()?.isGuest;
  const done = (/** @type {() => Promise<unknown>} */ deed) => async () => {
    await deed();
    setOpen(false);
  };
  const mayExtend =
    seat && isSeated.value && goesOn.value && game.value.pace && seat.seat !== game.value.seat && game.value.to_act.includes(seat.seat);
  return html`<details class="menu" open=${isOpen} onToggle=${(/** @type {any} */ event) => setOpen(event.currentTarget.open)}>
    <summary aria-label=${message === undefined ? t("More about {name}", { name }) : t("More about this message of {name}", { name })}>⋯</summary>
    ${
      isOpen &&
      html`<div class="menu-items">
      <a href=${playerPath(name)}>${t("The page of {name}", { name })}</a>
      ${mayExtend && html`<${Do} deed=${done(() => extend(seat))}>${t("Give a day more")}<//>`}
      ${isOther && html`<${Avoid} name=${name} done=${() => setOpen(false)} />`}
      ${mayReport && html`<${Report} name=${name} message=${message} done=${() => setOpen(false)} />`}
    </div>`
    }
  </details>`;
}

/** @param {any} seat */
async function extend(seat) {
  await call("POST", `/v1/games/${id}/seats/${seat.seat}/extension`, { days: 1 });
  note(t("{name} has a day more, and is told by mail.", { name: seat.player }));
  await table.hurry();
}

/** Tells the operator what somebody did.
 * @param {{ name: string, message?: number | undefined, done: () => void }} props */
function Report({ name, message, done }) {
  const [reason, setReason] = useState("");
  const field = `report-${message ?? name}`;
  const report = async () => {
    if (!reason.trim()) return document.getElementById(field)?.focus();
    const what = message === undefined ? { player: name } : { message };
    await call("POST", `/v1/games/${id}/reports`, { ...what, reason: reason.trim() });
    setReason("");
    note(t("The operator of this server is told, and nobody else."));
    done();
  };
  return html`<details>
    <summary>${message === undefined ? t("Report {name}…", { name }) : t("Report this message…")}</summary>
    <label for=${field}>${t("What happened, for the operator")}</label>
    <textarea id=${field} rows="3" maxlength="2000" value=${reason} onInput=${(/** @type {any} */ event) => setReason(event.target.value)}></textarea>
    <p class="buttons"><${Do} deed=${report}>${t("Report")}<//></p>
  </details>`;
}

/** What can be done about the game as a whole. */
export function Deeds() {
  const it = game.value;
  const hasLeft = entries.value.some((entry) => entry.kind === "leave" && entry.seat === it.seat);
  const plays = it.status === "running" && isSeated.value && !hasLeft;
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

async function resign() {
  const rest = t(game.value.seats.length > 1 ? "The others go on without you." : "The game ends here.");
  if (!(await ask(t("Leave this game for good? {rest} You cannot come back.", { rest }), t("Yes, leave")))) return;
  await table.play({ type: "leave" });
}

async function leaveSeat() {
  if (!(await ask(t("Give your seat back?"), t("Yes, give it back")))) return;
  await call("DELETE", `/v1/games/${id}/seats/me`);
  await table.hurry();
}

async function cancel() {
  if (!(await ask(t("Cancel this game? The others are told."), t("Yes, cancel it")))) return;
  await call("DELETE", `/v1/games/${id}`);
  await table.hurry();
}

/** Somebody else, or a bot, may go on in the reader's place. */
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
  return html`<details>
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

/** A seat that is offered to the reader while somebody else still has it. */
export function Offered() {
  const it = game.value;
  if (it.status !== "running" || isSeated.value) return null;
  const seat = it.seats.find((/** @type {any} */ one) => isMe(one.invited));
  if (!seat) return null;
  const take = async () => {
    await call("POST", `/v1/games/${id}/seats/${seat.seat}/replacement`);
    await table.hurry();
  };
  const decline = async () => {
    await call("DELETE", `/v1/games/${id}/seats/${seat.seat}/replacement`);
    await table.hurry();
  };
  return html`<section class="card">
    <p>${t("{name} offers you this seat: you would play on from here.", { name: nameOf(seat) })}</p>
    <p class="buttons"><${Do} kind="" deed=${take}>${t("Take the seat")}<//> <${Do} deed=${decline}>${t("Decline")}<//></p>
  </section>`;
}

/** Frees a seat that somebody has or is kept for.
 * @param {any} seat */
export async function freeSeat(seat) {
  const who = seat.player || seat.bot ? nameOf(seat) : (seat.invited ?? seat.invited_email);
  if (!(await ask(t("Free the seat of {who}?", { who }), t("Yes, free it")))) return;
  await call("DELETE", `/v1/games/${id}/seats/${seat.seat}`);
  await table.hurry();
}

/** The secret is used up: it need not stay in the address bar and the history. */
function forgetInvitation() {
  invitation.value = null;
  history.replaceState(null, "", location.pathname);
}

/** A seat to take, for whoever has none. */
export function Join() {
  const [entropy, setEntropy] = useState(anything);
  const it = game.value;
  if (!isJoinable(it) || isSeated.value) return null;
  const isFreeSeat = it.seats.some(isFree);
  const isInvited = it.invited || (invitation.value && isFreeSeat);
  const isWelcome = isInvited || isFreeSeat;
  let text = t("All seats are taken or kept for others.");
  if (it.invited) text = t("You are invited: a seat is kept for you.");
  else if (isInvited) text = t("You are invited to this table.");
  else if (isWelcome) text = t("A seat is free.");
  const join = async () => {
    const secret = invitation.value;
    await call("POST", `/v1/games/${id}/seats`, secret ? { entropy: entropy.trim(), invitation: secret } : { entropy: entropy.trim() });
    forgetInvitation();
    await table.hurry();
    document.getElementById("state")?.focus();
  };
  const decline = async () => {
    if (!(await ask(t("Decline the invitation?"), t("Yes, decline")))) return;
    await call("DELETE", `/v1/games/${id}/seats/me`);
    forgetInvitation();
    await table.hurry();
  };
  // A guest takes only a seat that is kept for them, or to which they were given the link.
  const mayBeGuest = isInvited && !it.deal;
  const mayTake = mayBeGuest || (me() && !me()?.isGuest);
  const isKnown = Boolean(me()) && mayTake;
  return html`<section id="join-part" class="card">
    <h2>${t("Join")}</h2>
    <p>${text}</p>
    <dl class="hint">${terms(it)}</dl>
    ${isWelcome && !isKnown && html`<${Arrive} mayBeGuest=${mayBeGuest} join=${join} />`}
    ${
      isWelcome &&
      isKnown &&
      html`<p class="buttons">
      <${Do} id="take-seat" kind="" deed=${join}>${t("Take a seat")}<//>
      ${it.invited && !invitation.value && html`<${Do} id="decline" deed=${decline}>${t("Decline the invitation")}<//>`}
    </p>`
    }
    ${
      isWelcome &&
      mayTake &&
      html`<details>
      <summary>${t("Your part of the randomness")}</summary>
      <input id="entropy" maxlength="64" autocomplete="off" spellcheck="false" aria-label=${t("Your part of the randomness")} value=${entropy}
        onInput=${(/** @type {any} */ event) => setEntropy(event.target.value)} />
      <p class="hint">${t("Anything. The dice depend on it, so that nobody can have chosen them alone.")}</p>
    </details>`
    }
  </section>`;
}

/** The ways to a seat for whoever has no account: they come back to this table, and sit down at once.
 * @param {{ mayBeGuest: boolean, join: () => Promise<void> }} props */
function Arrive({ mayBeGuest, join }) {
  const isGuest = Boolean(me());
  const sit = async () => {
    try {
      await join();
    } catch (/** @type {any} */ problem) {
      // Whoever signs in may sit here already.
      if (problem.code !== "already-seated") throw problem;
    }
  };
  const asGuest = async () => {
    await beginAsGuest();
    await join();
  };
  if (mayBeGuest) {
    return html`<p class="buttons">
        <${Do} id="take-as-guest" kind="" deed=${asGuest}>${t("Take the seat as a guest")}<//>
        <button type="button" class="quiet" onClick=${() => openAccount("in-name", sit)}>${t("Sign in or sign up")}</button>
      </p>
      <p class="hint">${t("A guest needs neither a name nor an address. You can sign up later, and keep the game.")}</p>`;
  }
  return html`<p class="buttons">
      <button type="button" id="sign-up-to-sit" onClick=${() => openAccount("up-name", sit)}>${t("Sign up and take the seat")}</button>
      ${!isGuest && html`<button type="button" class="quiet" onClick=${() => openAccount("in-name", sit)}>${t("Sign in")}</button>`}
    </p>
    <p class="hint">${isGuest ? t("Guests play bots: with people you play under a name of your own. Your games stay.") : t("With people you play under a name of your own, so that nobody waits for somebody who is gone.")}</p>`;
}

/** Who is to have the free seats, for who made the game. */
export function Invite() {
  const [guest, setGuest] = useState("");
  const it = game.value;
  if (!isJoinable(it)) return null;
  const isOpen = it.seats.some(isFree);
  const mayInvite = it.creator && isOpen;
  const mayShare = isOpen && (it.visibility === "public" || it.invitation);
  if (!mayInvite && !mayShare) return null;
  const invite = async () => {
    const name = guest.trim();
    if (!name) return document.getElementById("guest")?.focus();
    await call("POST", `/v1/games/${id}/invitations`, name.includes("@") ? { email: name } : { player: name });
    setGuest("");
    note(t("A seat is kept for {guest}, who is told by mail.", { guest: name }));
    await table.hurry();
  };
  const seatBot = (/** @type {string} */ bot) => async () => {
    await call("POST", `/v1/games/${id}/invitations`, { bot });
    await table.hurry();
  };
  return html`<section class="card">
    <h2>${t("Who plays")}</h2>
    ${mayShare && html`<p class="buttons"><${Do} kind=${it.creator ? "" : "quiet"} deed=${shareGame}>${t("Share the link to this table")}<//></p>${it.invitation && html`<p class="hint">${t("Whoever has the link can take a free seat until the game begins.")}</p>`}`}
    ${
      mayInvite &&
      html`<form id="invite" onSubmit=${submits(invite)}>
      <label for="guest">${t("Keep a seat for")}</label>
      <div class="row">
        <input id="guest" maxlength="254" autocapitalize="none" spellcheck="false" placeholder=${t("name or mail address")} value=${guest}
          onInput=${(/** @type {any} */ event) => setGuest(event.target.value)} />
        <button type="submit">${t("Invite")}</button>
      </div>
      <p class="buttons">${BOTS.map((bot) => html`<${Do} key=${bot} id=${`seat-${bot}`} deed=${seatBot(bot)}>${bot === "greedy" ? t("Seat a bot that plays to win") : t("Seat a bot that plays by chance")}<//>`)}</p>
    </form>`
    }
  </section>`;
}

/** The next game of the same players. */
export async function rematch() {
  const made = await makeAsPromised("POST", `/v1/games/${id}/rematch`, { entropy: anything() });
  location.assign(`/games/${made.id}`);
}
