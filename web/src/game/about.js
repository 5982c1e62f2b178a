// @ts-check
// The terms of the game, and the data for checking the dice and the log.

import { call } from "../api.js";
import { Time } from "../clock.js";
import { rich, t } from "../say.js";
import { nameOf, save } from "../ui.js";
import { html } from "../view.js";
import { Deeds } from "./deeds.js";
import { Do } from "./parts.js";
import { game, id, kindName } from "./state.js";
import { options, pair, terms } from "./terms.js";

/** Everything about the game besides its board. */
export function About() {
  const it = game.value;
  const usual = options(it, true);
  return html`
    <dl id="facts">${terms(it)}${times(it)}</dl>
    ${usual.length > 0 && html`<details id="usual" class="plain"><summary>${t("game-about-options")}</summary><dl>${usual}</dl></details>`}
    <${Deeds} />
    <details>
      <summary>${t("game-about-verifying")}</summary>
      <p class="hint">${t("game-about-verifying-how")}</p>
      <dl id="proof">${proof(it)}</dl>
      ${it.head && html`<p class="buttons"><${Do} id="export" deed=${exportHistory}>${t("game-export")}<//></p>`}
    </details>
  `;
}

/** When it was made, began and ended.
 * @param {any} it */
const times = (it) => [
  pair(t("game-about-made"), html`<${Time} at=${it.created_at} />`),
  it.started_at && pair(t("game-about-started"), html`<${Time} at=${it.started_at} />`),
  it.finished_at && pair(t("game-about-over"), html`<${Time} at=${it.finished_at} />`),
];

/** How long the seed stays secret.
 * @param {any} it */
function secret(it) {
  if (!it.deal) return t("game-about-secret");
  if (it.deal.closed) return t("game-about-deal-seed");
  return rich("game-about-deal-secret", { at: html`<${Time} at=${it.deal.closes_at} />` });
}

/** The data for checking the dice and the log.
 * @param {any} it */
function proof(it) {
  const code = (/** @type {unknown} */ text) => text && html`<code>${text}</code>`;
  const chosenBy = it.practice ? t("game-about-seed-maker") : it.deal ? t("game-about-seed-deal") : t("game-about-seed-server");
  return [
    pair(t("common-rules"), t("game-about-version", { game: kindName.value, n: it.rules.split("@")[1] })),
    pair(t("game-about-entries"), String(it.ply)),
    pair(t("game-about-hash"), code(it.head)),
    pair(t("game-about-promise"), code(it.seed_commitment)),
    pair(t("game-about-seed"), it.server_seed ? code(it.server_seed) : secret(it)),
    pair(t("game-about-chosen-by"), chosenBy),
    pair(t("game-about-receipt"), code(it.receipt)),
    pair(t("game-about-secret-promise"), code(it.blinding_commitment)),
    pair(t("game-about-hash-secret"), code(it.blinding_secret)),
    ...it.seats.map((/** @type {any} */ seat) => pair(t("game-about-gave", { name: nameOf(seat) }), code(seat.entropy))),
  ];
}

export async function exportHistory() {
  save(`${id}.json`, await call("GET", `/v1/games/${id}/export`, undefined, "text"));
}
