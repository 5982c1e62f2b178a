// @ts-check
// Finding a game, and acts on it.

import { Problem, call } from "../api.js";
import { Time } from "../clock.js";
import { t } from "../say.js";
import { Field, Form, Outcome, typed, useDeed } from "../settings/parts.js";
import { kinds, nameOf } from "../ui.js";
import { html, useEffect, useState } from "../view.js";
import { Acts, LookUp, want, wanted } from "./parts.js";

/** @typedef {import("../../types/api.js").components["schemas"]["GameList"]["games"][number]} Game */
/** @typedef {import("./parts.js").Offer} Offer */

/** What is known of a game: nothing of a private one, on which admins can act nevertheless.
 * @typedef {{ id: string, game: Game | null, kind: string }} Found */

/** The states of a game.
 * @type {Record<Game["status"], string>} */
const STATES = {
  open: t("admin-state-open"),
  running: t("admin-state-running"),
  finished: t("admin-state-finished"),
  cancelled: t("admin-state-cancelled"),
};

/** The acts on a game.
 * @param {Found} found
 * @returns {Offer[]} */
function offersFor({ game }) {
  /** @type {Record<string, Offer>} */
  const all = {
    pause: { type: "pause", text: t("admin-pause-game"), hint: t("admin-no-player-can-move"), isTold: true },
    resume: { type: "resume", text: t("admin-resume-game"), hint: t("admin-each-player-as-much"), isTold: true },
    replace: {
      type: "replace",
      text: t("admin-give-seat-away"),
      hint: t("admin-bot-takes-seat-at"),
      ask: t("admin-give-seat-away-more"),
      isTold: true,
      fields: html`<${Field} label=${t("admin-number-seat-from")} name="seat" type="number" min="1" max="9" required />
        <${Field} label=${t("admin-player-who-gets-offer")} name="by" maxlength="24" autocomplete="off" autocapitalize="none" spellcheck="false" />`,
      more: (data) => ({ seat: Number(data.get("seat")) - 1, ...(typed(data, "by") && { by: typed(data, "by") }) }),
    },
    end: {
      type: "end",
      text: t("admin-cancel-game"),
      hint: t("admin-game-no-result-stays"),
      ask: t("admin-cancel-game-good"),
      isTold: true,
    },
    verify: {
      type: "verify",
      text: t("admin-verify-game"),
      hint: t("admin-server-derives-game-again"),
      told: (outcome) => (outcome.startsWith("true") ? t("admin-game-right-follows-from") : t("admin-game-damaged", { outcome })),
    },
  };
  const { pause, resume, replace, end, verify } = /** @type {Record<string, Offer>} */ (all);
  const running = game?.paused_at ? [resume, replace, end] : [pause, replace, end];
  const fitting = !game ? [pause, resume, replace, end] : game.status === "running" ? running : game.status === "open" ? [end] : [];
  return /** @type {Offer[]} */ ([...fitting, verify]);
}

/** A game, and a form for acts on it.
 * @param {{ found: Found, again: () => Promise<void> }} props */
function Shown({ found, again }) {
  const { id, game, kind } = found;
  const offers = offersFor(found);
  return html`<div id="game">
    <h3>${kind || t("admin-private-game")} <code>${id}</code></h3>
    ${
      game
        ? html`<dl>
            <dt>${t("admin-state")}</dt>
            <dd>${game.paused_at ? html`${t("admin-paused")} · <${Time} at=${game.paused_at} />` : STATES[game.status]}</dd>
            <dt>${t("admin-seats")}</dt>
            <dd>
              ${game.seats.map((seat) => html`<div key=${seat.seat}>${seat.seat + 1}. ${seat.player ? html`<${LookUp} of="players" name=${seat.player} />` : nameOf(seat)}</div>`)}
            </dd>
            <dt>${t("admin-moves")}</dt>
            <dd>${game.ply}</dd>
            <dt>${t("admin-created")}</dt>
            <dd><${Time} at=${game.created_at} /></dd>
          </dl>
          <p><a href=${`/games/${id}`}>${t("admin-page-game")}</a></p>`
        : html`<p>${t("admin-admins-cannot-look-into")}</p>`
    }
    <${Acts} offers=${offers} on=${{ game: id }} done=${again} />
  </div>`;
}

export function Games() {
  const deed = useDeed();
  const [found, setFound] = useState(/** @type {Found | null} */ (null));
  /** @param {string} id */
  const look = async (id) => {
    const asked = call("GET", `/v1/games/${encodeURIComponent(id)}`).catch((/** @type {unknown} */ it) => {
      if (it instanceof Problem && it.code === "not-found") return null;
      throw it;
    });
    const [game, all] = await Promise.all([/** @type {Promise<Game | null>} */ (asked), kinds()]);
    setFound({ id, game, kind: all.find((kind) => kind.id === game?.kind)?.name ?? game?.kind ?? "" });
  };
  const [initial] = useState(wanted.value.games?.text ?? "");
  useEffect(() => {
    if (initial) deed.act(() => look(initial));
  }, []);
  /** @param {FormData} data */
  const find = async (data) => {
    setFound(null);
    const text = typed(data, "id");
    // An address of the game's page, or the id itself.
    const id = /games\/([^/?#]+)/.exec(text)?.[1] ?? text;
    want("games", id);
    await look(id);
  };
  return html`<${Form} id="find-game" deed=${deed} onSend=${find}>
      <${Field} label=${t("admin-id-address-game")} name="id" maxlength="300" required autocomplete="off" autocapitalize="none" spellcheck="false" defaultValue=${initial} />
      <p class="buttons"><button type="submit" disabled=${deed.isBusy}>${t("admin-find")}</button></p>
      <${Outcome} deed=${deed} />
    <//>
    ${found && html`<${Shown} key=${found.id} found=${found} again=${() => look(found.id)} />`}`;
}
