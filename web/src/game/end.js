// @ts-check
// The result: who has won, with what score, and what comes next.

import { me } from "../api.js";
import { t } from "../say.js";
import { nameOf } from "../ui.js";
import { html, useRef } from "../view.js";
import { rematch } from "./deeds.js";
import { later } from "./later.js";
import { Do, inPoints, shareGame } from "./parts.js";
import { isPlayingBack } from "./pictures.js";
import { game, id, isSeated } from "./state.js";

const CheckDice = later(async () => (await import("../verify/check.js")).CheckDice);

/** Returns the server's note about a score.
 * @param {import("../boards/board.js").Board} board
 * @param {any} one of the standings */
const noted = (board, { note }) => (note && board.noted ? board.noted(note) : note);

/** Returns the server's note about a score, and its parts.
 * @param {any} it
 * @param {import("../boards/board.js").Board} board
 * @param {any} one of the standings */
const how = (it, board, one) => [noted(board, one), it.view && board.score?.(it.view, one.seat)].filter(Boolean).join(", ");

/** How it ended, in a sentence or two.
 * @param {any} it
 * @param {import("../boards/board.js").Board} board */
export function verdict(it, board) {
  const standings = it.result?.standings ?? [];
  if (standings.length === 1) {
    const [only] = standings;
    const note = noted(board, only);
    const score = t("Score {score}.", {
      score: note ? t("{name}: {value}", { name: inPoints(only.score), value: note }) : inPoints(only.score),
    });
    return only.left ? `${t("Given up.")} ${score}` : score;
  }
  const first = standings.filter((/** @type {any} */ one) => one.rank === 1).map((/** @type {any} */ one) => nameOf(it.seats[one.seat]));
  return first.length > 1 ? t("{names} share the win.", { names: first.join(t(" and ")) }) : t("{name} wins.", { name: first[0] });
}

/** The ranking, and the reader's actions after the game.
 * @param {{ board: import("../boards/board.js").Board }} props */
export function End({ board }) {
  const it = game.value;
  const isTold = useRef(false);
  // The last events are played back first. Once shown, it stays.
  if (it.status !== "finished" || (isPlayingBack.value && !isTold.current)) return null;
  isTold.current = true;
  const standings = [...(it.result?.standings ?? [])].sort((one, other) => one.rank - other.rank);
  // A solo player is not the first of several.
  const isRanked = standings.length > 1;
  const isPublic = it.visibility === "public";
  const hasPeople = it.seats.some((/** @type {any} */ seat) => seat.player && seat.seat !== it.seat);
  const mayPropose = isSeated.value && me() && !(me()?.isGuest && hasPeople);
  return html`<section id="end" class="card">
    <h2>${t("Result")}</h2>
    <table class="standings">
      <thead><tr>${isRanked && html`<th scope="col">${t("Place")}</th>`}<th scope="col">${t("Player")}</th><th scope="col">${t("Score")}</th></tr></thead>
      <tbody>${standings.map(
        (one) => html`<tr key=${one.seat} class=${one.seat === it.seat ? "own" : ""}>
          ${isRanked && html`<td>${one.rank}</td>`}
          <td>${nameOf(it.seats[one.seat])}${one.left ? t(" (left)") : ""}</td>
          <td>${inPoints(one.score)}${how(it, board, one) && html` <span class="hint">${how(it, board, one)}</span>`}</td>
        </tr>`,
      )}</tbody>
    </table>
    <p class="buttons">
      ${
        it.rematch
          ? html`<a class="act" href=${`/games/${it.rematch}`}>${t("To the rematch")}</a>`
          : mayPropose && html`<${Do} kind="" deed=${rematch}>${hasPeople ? t("Propose a rematch") : t("Play again")}<//>`
      }
      ${isPublic && html`<${Do} deed=${shareGame}>${t("Share")}<//>`}
      ${isPublic && html`<a class="act quiet" href=${`/v1/games/${id}/board.png`} download=${`${id}.png`}>${t("Save the picture")}</a>`}
    </p>
    <${CheckDice} id=${id} game=${it} />
  </section>`;
}
