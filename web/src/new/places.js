// @ts-check
// The places at a new table: the reader's own, and those of others.

import { t } from "../say.js";
import { html } from "../view.js";

/** The occupant of a place. `guest` is the name or the address of an invited player.
 * @typedef {{ who: "free" | "greedy" | "random" | "invite", guest: string }} Place */

/** Whether the place is a bot's.
 * @param {Place} place */
export const isBot = ({ who }) => who === "greedy" || who === "random";

/** Returns the invitations for the server.
 * @param {Place[]} places
 * @returns {import("../../types/api.js").components["schemas"]["Invitee"][]} */
export function invitations(places) {
  const kept = places.filter(({ who }) => who !== "free");
  return kept.map(({ who, guest }) => {
    if (who === "greedy" || who === "random") return { bot: who };
    const name = guest.trim();
    return name.includes("@") ? { email: name } : { player: name };
  });
}

/** @param {{ places: Place[], own: string | null, botsOnly: boolean, change: (places: Place[]) => void }} props */
export function Places({ places, own, botsOnly, change }) {
  const set = (/** @type {number} */ at, /** @type {Partial<Place>} */ value) =>
    change(places.map((it, n) => (n === at ? { ...it, ...value } : it)));
  return html`<ol class="places">
    <li class="place own"><strong>${own ?? t("new-place-you")}</strong><span class="hint">${t("new-place-yours")}</span></li>
    ${places.map((place, at) => {
      const n = at + 2;
      return html`<li key=${at} class="place">
        <select name=${`place-${n}`} aria-label=${t("new-place-who", { n })} value=${place.who} onChange=${(/** @type {any} */ event) => set(at, { who: event.currentTarget.value })}>
          <option value="free" disabled=${botsOnly}>${t("new-place-free")}</option>
          <option value="invite" disabled=${botsOnly}>${t("new-place-invite")}</option>
          <option value="greedy">${t("new-place-bot")}</option>
          <option value="random">${t("new-place-random-bot")}</option>
        </select>
        ${
          place.who === "invite" &&
          html`<input name=${`guest-${n}`} aria-label=${t("new-place-guest", { n })} placeholder=${t("common-name-or-address")} required maxlength="254" autocapitalize="none" spellcheck=${false}
          value=${place.guest} onInput=${(/** @type {any} */ event) => set(at, { guest: event.currentTarget.value })} />`
        }
      </li>`;
    })}
  </ol>`;
}
