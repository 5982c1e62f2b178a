// @ts-check
// Shared parts of the page for admins: acts with their reason, and entries of the log.

import { call } from "../api.js";
import { Time } from "../clock.js";
import { t } from "../say.js";
import { Choice, Field, Form, Outcome, typed, useAsked, useDeed } from "../settings/parts.js";
import { ask } from "../ui.js";
import { html, signal, useState } from "../view.js";

/** @typedef {import("../../types/api.js").components["schemas"]["AdminActionEntry"]} Entry */
/** @typedef {import("preact").ComponentChildren} Children */

/** What the sections of players and games look up, and how often links of other sections have asked
 * for that.
 * @type {{ value: Record<string, { text: string, n: number }> }} */
export const wanted = signal({ players: { text: "", n: 0 }, games: { text: "", n: 0 } });

/** Remembers what a section looks up.
 * @param {"players" | "games"} of
 * @param {string} text
 * @param {0 | 1} more whether a link of another section asks */
export function want(of, text, more = 0) {
  const n = (wanted.value[of]?.n ?? 0) + more;
  wanted.value = { ...wanted.value, [of]: { text, n } };
}

/** A button that looks a player or a game up in its section.
 * @param {{ of: "players" | "games", name: string, children?: Children }} props */
export function LookUp({ of, name, children }) {
  const go = () => {
    want(of, name, 1);
    if (location.hash === `#${of}`) scrollTo(0, 0);
    else location.hash = of;
  };
  return html`<button type="button" class="link" onClick=${go}>${children ?? name}</button>`;
}

/** What an act is called in the log.
 * @type {Record<string, string>} */
const CALLED = {
  "suspend": t("admin-account-suspended"),
  "reinstate": t("admin-suspension-lifted"),
  "rename": t("admin-player-renamed"),
  "unlock-sign-in": t("admin-signin-unlocked"),
  "disable-second-factor": t("admin-second-factor-disabled"),
  "delete-message": t("admin-message-deleted"),
  "resolve-report": t("admin-report-closed"),
  "pause": t("admin-game-paused"),
  "resume": t("admin-game-resumed"),
  "end": t("admin-game-cancelled"),
  "replace": t("admin-seat-given-away"),
  "resend-mail": t("admin-failed-mails-sent-again"),
  "discard-failed-mails": t("admin-failed-mails-discarded"),
  "verify": t("admin-game-verified"),
  "rotate-secrets": t("admin-secrets-replaced"),
  "delete": t("admin-account-deleted"),
  "appoint": t("admin-admin-appointed"),
  "dismiss": t("admin-admin-dismissed"),
};

/** Entries of the log of acts.
 * @param {{ entries: Entry[] }} props */
export function Entries({ entries }) {
  return html`<ul class="games acts">
    ${entries.map(({ id, at, admin, action, reason, failure }) => {
      const { type, player, to, game, n, report, seat, by } = /** @type {Record<string, any>} */ (action);
      return html`<li key=${id}>
        <strong>${CALLED[type] ?? type}</strong>
        ${player && html`: <${LookUp} of="players" name=${player} />`} ${to && html`→ ${to}`}
        ${game && html`: <${LookUp} of="games" name=${game} />`} ${n && t("admin-message", { n })}
        ${seat !== undefined && t("admin-seat", { n: seat + 1 })} ${by && html`→ ${by}`} ${report && html`: <code>${report}</code>`}
        ${failure && html`<p class="wrong">${t("admin-failed", { failure })}</p>`}
        <p><q>${reason}</q></p>
        <p><${Time} at=${at} /> · ${admin}</p>
      </li>`;
    })}
  </ul>`;
}

/** The acts on a player so far.
 * @param {{ player: string }} props */
export function Earlier({ player }) {
  const deed = useDeed();
  const ask = async () => /** @type {Entry[]} */ ((await call("GET", `/v1/admin/actions?player=${encodeURIComponent(player)}`)).actions);
  const [entries] = useAsked(ask, deed);
  return html`${entries?.length === 0 && html`<p>${t("admin-no-admin-acted-on")}</p>`}
    ${entries && html`<${Entries} entries=${entries} />`} <${Outcome} deed=${deed} />`;
}

/** What is asked for only once it is unfolded.
 * @param {{ title: string, children: () => Children }} props */
export function Folded({ title, children }) {
  const [isOpen, setOpen] = useState(false);
  return html`<details onToggle=${() => setOpen(true)}><summary>${title}</summary>${isOpen && children()}</details>`;
}

/** An act that a form offers. `ask` is the question before an act with consequences. `isTold` means
 * that the server mails the reason to the players concerned. `more` makes further members of the
 * act. `told` describes its outcome.
 * @typedef {{
 *   type: string,
 *   text: string,
 *   hint?: string,
 *   ask?: string,
 *   isTold?: boolean,
 *   fields?: Children,
 *   more?: (data: FormData) => Record<string, unknown>,
 *   told?: (outcome: string) => string,
 * }} Offer */

/** A form for acts on one player, game or report, each with a reason. `on` is the part of the act
 * that is the same for all. `done` is called after each.
 * @param {{ offers: Offer[], on?: Record<string, unknown>, done?: (type: string) => Promise<unknown> | void }} props */
export function Acts({ offers, on = {}, done }) {
  const deed = useDeed({ reason: [] });
  const [type, setType] = useState("");
  const offer = offers.find((it) => it.type === type) ?? offers[0];
  if (!offer) return null;
  /** @param {FormData} data @param {HTMLFormElement} form */
  const act = async (data, form) => {
    if (offer.ask && !(await ask(offer.ask, offer.text))) return undefined;
    const action = { type: offer.type, ...on, ...offer.more?.(data) };
    const { outcome } = await call("POST", "/v1/admin/actions", { action, reason: typed(data, "reason") });
    form.reset();
    setType("");
    await done?.(offer.type);
    return offer.told?.(outcome) ?? t("admin-done", { what: offer.text });
  };
  const reason = offer.isTold ? t("admin-server-records-mails-players") : t("admin-server-records");
  return html`<${Form} deed=${deed} onSend=${act}>
    ${
      offers.length > 1 &&
      html`<${Choice} label=${t("admin-what-do")} name="type" chosen=${offer.type} options=${offers.map((it) => [it.type, it.text])} onChange=${setType} />`
    }
    ${offer.hint && html`<p class="hint">${offer.hint}</p>`} ${offer.fields}
    <${Field} label=${t("admin-reason")} name="reason" maxlength="500" required autocomplete="off" hint=${reason} wrong=${deed.at("reason")} />
    <p class="buttons"><button type="submit" class=${offer.ask ? "danger" : ""} disabled=${deed.isBusy}>${offer.text}</button></p>
    <${Outcome} deed=${deed} />
  <//>`;
}
