// @ts-check
// Discs for people and bots.

import { colourOf, initialsOf } from "./disc.js";
import { html } from "./view.js";

/** The face of a bot. */
const FACE =
  "M12 3a1.6 1.6 0 0 1 1 2.9V7h3.5A2.5 2.5 0 0 1 19 9.5v6a2.5 2.5 0 0 1-2.5 2.5h-9A2.5 2.5 0 0 1 5 15.5v-6A2.5 2.5 0 0 1 7.5 7H11V5.9A1.6 1.6 0 0 1 12 3zM9 10.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3zm6 0a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3z";

/** The disc of a player, a bot or a free seat. The text beside it says who it is.
 * @param {{ name?: string | null, isBot?: boolean }} props without a name, the disc of a free seat */
export function Disc({ name = null, isBot = false }) {
  if (isBot)
    return html`<span class="disc bot" aria-hidden="true"><svg viewBox="0 0 24 24"><path d=${FACE} fill-rule="evenodd" /></svg></span>`;
  if (!name) return html`<span class="disc free" aria-hidden="true"></span>`;
  return html`<span class="disc" aria-hidden="true" style=${{ background: colourOf(name) }}>${initialsOf(name)}</span>`;
}

/** The discs of all seats, one over the other.
 * @param {{ seats: { seat: number, player: string | null, bot: string | null, invited?: string | null }[], except?: string | undefined }} props */
export function Discs({ seats, except }) {
  const others = seats.filter((seat) => !except || seat.player !== except);
  return html`<span class="discs">${others.slice(0, 6).map((seat) => html`<${Disc} key=${seat.seat} name=${seat.player ?? seat.invited ?? null} isBot=${Boolean(seat.bot)} />`)}</span>`;
}
