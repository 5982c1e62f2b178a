// @ts-check
// The terms of the game, and the data for checking the dice and the log.

import { call } from "../api.js";
import { Time } from "../clock.js";
import { t } from "../say.js";
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
    ${usual.length > 0 && html`<details id="usual" class="plain"><summary>${t("Options as usual")}</summary><dl>${usual}</dl></details>`}
    <${Deeds} />
    <details>
      <summary>${t("For verifying")}</summary>
      <p class="hint">${t("The server fixed its seed before anybody joined, and promised it by its SHA-256. The hash of the history covers all that was played. With the exported file anybody can check both, and every die.")}</p>
      <dl id="proof">${proof(it)}</dl>
      ${it.head && html`<p class="buttons"><${Do} id="export" deed=${exportHistory}>${t("Export the history")}<//></p>`}
    </details>
  `;
}

/** When it was made, began and ended.
 * @param {any} it */
const times = (it) => [
  pair(t("Made"), html`<${Time} at=${it.created_at} />`),
  it.started_at && pair(t("Started"), html`<${Time} at=${it.started_at} />`),
  it.finished_at && pair(t("Over"), html`<${Time} at=${it.finished_at} />`),
];

/** How long the seed stays secret.
 * @param {any} it */
function secret(it) {
  if (!it.deal) return t("secret until the game is over");
  if (it.deal.closed) return t("that of the deal, which everybody can know by now; shown here when the game is over");
  return html`${t("secret until the game is over and the deal is closed, ")}<${Time} at=${it.deal.closes_at} />`;
}

/** The data for checking the dice and the log.
 * @param {any} it */
function proof(it) {
  const code = (/** @type {unknown} */ text) => text && html`<code>${text}</code>`;
  const chosenBy = it.practice
    ? t("the maker: a practice game")
    : it.deal
      ? t("the server, at random, for all games on the deal")
      : t("the server, at random");
  return [
    pair(t("Rules"), t("{game}, version {n}", { game: kindName.value, n: it.rules.split("@")[1] })),
    pair(t("Entries in the history"), String(it.ply)),
    pair(t("Hash of the history"), code(it.head)),
    pair(t("Promise of the seed"), code(it.seed_commitment)),
    pair(t("Seed"), it.server_seed ? code(it.server_seed) : secret(it)),
    pair(t("Seed chosen by"), chosenBy),
    pair(t("Receipt of the server"), code(it.receipt)),
    pair(t("Promise of the secret behind the hashes"), code(it.blinding_commitment)),
    pair(t("Secret behind the hashes"), code(it.blinding_secret)),
    ...it.seats.map((/** @type {any} */ seat) => pair(t("What {name} gave towards the dice", { name: nameOf(seat) }), code(seat.entropy))),
  ];
}

export async function exportHistory() {
  save(`${id}.json`, await call("GET", `/v1/games/${id}/export`, undefined, "text"));
}
