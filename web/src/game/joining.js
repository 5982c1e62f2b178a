// @ts-check
// Free and offered seats, and their reservations.

import { beginAsGuest, call, me } from "../api.js";
import { Box } from "../art.js";
import { Disc } from "../people.js";
import { t } from "../say.js";
import { BOTS, anything, ask, isFree, isJoinable, nameOf, note, openAccount } from "../ui.js";
import { html, useRef, useState } from "../view.js";
import { table } from "./deeds.js";
import { Do, copyLink, linkToGame, shareGame, submits } from "./parts.js";
import { QrCode } from "./qr.js";
import { game, id, invitation, isMe, isSeated, kindName, proposerOf } from "./state.js";
import { terms } from "./terms.js";

/** The secret is used up: it need not stay in the address bar and the history. */
function forgetInvitation() {
  invitation.value = null;
  history.replaceState(null, "", location.pathname);
}

/** A seat that a reader without one can take. */
function Join() {
  const [entropy, setEntropy] = useState(anything);
  const it = game.value;
  if (!isJoinable(it) || isSeated.value) return null;
  const isFreeSeat = it.seats.some(isFree);
  const isInvited = it.invited || (invitation.value && isFreeSeat);
  const isWelcome = isInvited || isFreeSeat;
  const host = proposerOf(it);
  let text = t("game-join-full");
  if (it.invited) text = t("game-join-kept");
  else if (isInvited) text = t("game-join-invited");
  else if (isWelcome) text = t("game-join-free");
  const join = async () => {
    const secret = invitation.value;
    await call("POST", `/v1/games/${id}/seats`, secret ? { entropy: entropy.trim(), invitation: secret } : { entropy: entropy.trim() });
    forgetInvitation();
    await table.hurry();
    document.getElementById("state")?.focus();
  };
  const decline = async () => {
    if (!(await ask(t("game-join-decline-ask"), t("game-join-decline-yes")))) return;
    await call("DELETE", `/v1/games/${id}/seats/me`);
    forgetInvitation();
    await table.hurry();
  };
  // A guest takes only a seat that is kept for them, or to which they were given the link.
  const mayBeGuest = isInvited && !it.deal;
  const mayTake = mayBeGuest || (me() && !me()?.isGuest);
  const isKnown = Boolean(me()) && mayTake;
  return html`<section id="join-part" class="card">
    <div class="inviter">
      ${host && html`<${Disc} name=${host} />`}
      <h2>${isInvited && host ? t("game-join-invites", { name: host }) : t("game-join")}</h2>
    </div>
    <p>${text}</p>
    ${isWelcome && !isKnown && html`<${Arrive} mayBeGuest=${mayBeGuest} join=${join} />`}
    ${
      isWelcome &&
      isKnown &&
      html`<p class="buttons">
      <${Do} id="take-seat" kind="" deed=${join}>${t("game-join-take")}<//>
      ${it.invited && !invitation.value && html`<${Do} id="decline" deed=${decline}>${t("game-join-decline")}<//>`}
    </p>`
    }
    ${
      isWelcome &&
      mayTake &&
      html`<details>
      <summary>${t("common-entropy")}</summary>
      <input id="entropy" maxlength="64" autocomplete="off" spellcheck="false" aria-label=${t("common-entropy")} value=${entropy}
        onInput=${(/** @type {any} */ event) => setEntropy(event.target.value)} />
      <p class="hint">${t("common-entropy-hint")}</p>
    </details>`
    }
    <dl class="terms">${terms(it)}</dl>
  </section>`;
}

/** The ways to a seat for a visitor without an account. They return to this table and take the seat
 * at once.
 * @param {{ mayBeGuest: boolean, join: () => Promise<void> }} props */
function Arrive({ mayBeGuest, join }) {
  const isGuest = Boolean(me());
  const sit = async () => {
    try {
      await join();
    } catch (/** @type {any} */ problem) {
      // A player who signs in may already sit here.
      if (problem.code !== "already-seated") throw problem;
    }
  };
  const asGuest = async () => {
    await beginAsGuest();
    await join();
  };
  if (mayBeGuest) {
    return html`<p class="buttons">
        <${Do} id="take-as-guest" kind="" deed=${asGuest}>${t("game-join-as-guest")}<//>
        <button type="button" class="quiet" onClick=${() => openAccount("in-name", sit)}>${t("common-sign-in-or-up")}</button>
      </p>
      <p class="hint">${t("game-join-as-guest-hint")}</p>`;
  }
  return html`<p class="buttons">
      <button type="button" id="sign-up-to-sit" onClick=${() => openAccount("up-name", sit)}>${t("game-join-sign-up")}</button>
      ${!isGuest && html`<button type="button" class="quiet" onClick=${() => openAccount("in-name", sit)}>${t("common-sign-in")}</button>`}
    </p>
    <p class="hint">${isGuest ? t("game-join-guests-bots") : t("game-join-own-name")}</p>`;
}

/** Assigns the free seats, for the creator of the game. */
function Invite() {
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
    note(t("game-invite-reserved", { guest: name }));
    await table.hurry();
  };
  const seatBot = (/** @type {string} */ bot) => async () => {
    await call("POST", `/v1/games/${id}/invitations`, { bot });
    await table.hurry();
  };
  const free = it.seats.filter(isFree).length;
  return html`<section class="card" id="inviting">
    <h2>${it.creator || isSeated.value ? t("game-invite-to-fill", { n: free }) : t("game-invite-somebody")}</h2>
    ${mayShare && html`<${Share} isFirst=${isSeated.value} />`}
    ${
      mayInvite &&
      html`<form id="invite" onSubmit=${submits(invite)}>
      <label for="guest">${t("game-invite-keep")}</label>
      <div class="row">
        <input id="guest" maxlength="254" autocapitalize="none" spellcheck="false" placeholder=${t("common-name-or-address")} value=${guest}
          onInput=${(/** @type {any} */ event) => setGuest(event.target.value)} />
        <button type="submit">${t("game-invite")}</button>
      </div>
      <p class="buttons">${BOTS.map((bot) => html`<${Do} key=${bot} id=${`seat-${bot}`} deed=${seatBot(bot)}>${bot === "greedy" ? t("game-invite-bot") : t("game-invite-random-bot")}<//>`)}</p>
    </form>`
    }
  </section>`;
}

/** The link to the table: to copy, to share, and for a camera.
 * @param {{ isFirst: boolean }} props `isFirst`: whether the reader has nothing else to do here */
function Share({ isFirst }) {
  const address = linkToGame();
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const hasDialog = Boolean(navigator.share) || matchMedia("(pointer: coarse)").matches;
  const select = () => field.current?.select();
  const copy = html`<${Do} id="copy-link" kind=${isFirst && !hasDialog ? "" : "quiet"} deed=${copyLink}>${t("game-link-copy")}<//>`;
  return html`<div class="share">
    <div class="share-link">
      <label for="link">${game.value.invitation ? t("game-link-invitation") : t("game-link-public")}</label>
      <div class="row">
        <input id="link" readonly ref=${field} value=${address} spellcheck=${false} onFocus=${select} />
        ${!hasDialog && copy}
      </div>
      ${hasDialog && html`<p class="buttons"><${Do} id="share-link" kind=${isFirst ? "" : "quiet"} deed=${shareGame}>${t("game-link-share")}<//> ${copy}</p>`}
    </div>
    ${isFirst && html`<figure class="share-code"><${QrCode} text=${address} /><figcaption class="hint">${t("game-link-camera")}</figcaption></figure>`}
  </div>`;
}

/** What is going to be played: the box and the board of an example. */
function Preview() {
  const it = game.value;
  if (!isJoinable(it)) return null;
  const kind = encodeURIComponent(it.kind);
  return html`<figure class="preview">
    <${Box} kind=${it.kind} />
    <div class="example">
      <p>${t("game-join-example")}</p>
      <img src=${`/how-to-play/${kind}/board.svg`} alt="" width="400" height="300" loading="lazy" />
    </div>
    <figcaption><strong>${kindName.value}</strong> <a href=${`/how-to-play/${kind}`} target="_blank">${t("common-how-to-play")}</a></figcaption>
  </figure>`;
}

/** A seat that is offered to the reader while its player still has it. */
function Offered() {
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
    <p>${t("game-join-offered", { name: nameOf(seat) })}</p>
    <p class="buttons"><${Do} kind="" deed=${take}>${t("game-join-take-offered")}<//> <${Do} deed=${decline}>${t("game-join-decline-offer")}<//></p>
  </section>`;
}

/** The terms, for a reader who sits here. */
const Agreed = () => isSeated.value && html`<section class="card"><dl class="terms">${terms(game.value)}</dl></section>`;

/** The possible actions with seats. */
export const Joining = () =>
  game.value.status === "open"
    ? html`<div class="waiting-table"><div><${Join} /><${Invite} /><${Agreed} /></div><${Preview} /></div>`
    : html`<${Offered} />`;
