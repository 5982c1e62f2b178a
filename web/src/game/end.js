// @ts-check
// The result: who has won, with what score, and what comes next.

import { call, me } from "../api.js";
import { Box } from "../art.js";
import { inList, inPoints, loadTexts, t } from "../say.js";
import { nameOf } from "../ui.js";
import { html, useEffect, useRef, useState } from "../view.js";
import { SeatMenu, rematch } from "./deeds.js";
import { onceShown } from "./later.js";
import { Do, pointsOf, shareGame } from "./parts.js";
import { isPlayingBack } from "./pictures.js";
import { game, id, isMe, isSeated, kindName, nameWithYou, proposerOf, shown } from "./state.js";

const CheckDice = onceShown(async () => {
  const [{ CheckDice }] = await Promise.all([import("../verify/check.js"), loadTexts("verify")]);
  return CheckDice;
});

/** Returns the server's note about a score.
 * @param {import("../boards/board.js").Board} board
 * @param {any} one of the standings */
const noted = (board, { note }) => (note && board.noted ? board.noted(note) : note);

/** Returns the server's note about a score, and its parts.
 * @param {any} it
 * @param {import("../boards/board.js").Board} board
 * @param {any} one of the standings */
const how = (it, board, one) => [noted(board, one), it.view && board.score?.(it.view, one.seat)].filter(Boolean).join(", ");

/** The headline: who has won, for the winner in person.
 * @param {any} it
 * @param {import("../boards/board.js").Board} board
 * @param {any[]} first the standings of the winners */
function headline(it, board, first) {
  const [one] = first;
  if (it.seats.length === 1) {
    if (one.left) return t("game-result-given-up");
    const [points, note] = [pointsOf(one.score).said, noted(board, one)];
    return note ? t("game-result-points-and-note", { points, note }) : t("game-result-points", { points });
  }
  if (first.length === 1 && one.seat === it.seat) return t("game-result-you-win");
  const names = first.map(({ seat }) => nameOf(it.seats[seat]));
  return names.length > 1 ? t("game-result-shared", { names: inList(names) }) : t("game-result-wins", { name: names[0] });
}

/** Returns a place as people write it, such as `3rd`.
 * @param {number} n */
const nth = (n) => t("game-result-nth", { n });

/** Returns what decided the game, for a loser about themself; null if the standings do not show it.
 * @param {any} it
 * @param {import("../boards/board.js").Board} board
 * @param {any[]} standings the first one first */
function decisive(it, board, standings) {
  const [first, second] = standings;
  if (!second || second.rank === 1) return null;
  const own = standings.find(({ seat, rank }) => seat === it.seat && rank > 1);
  if (own?.left) return t("game-result-you-left");
  const other = own ?? second;
  const name = nameOf(it.seats[other.seat]);
  if (other.left) return t("game-result-left", { name });
  const place = nth(other.rank);
  const special = (it.view && board.decided?.(it.view, first.seat)) || null;
  if (special) return own ? `${t("game-result-place", { place })} ${special}` : special;
  const gap = first.score - other.score;
  if (gap > 0 && own) return board.behind?.(gap, place) ?? t("game-result-behind", { n: gap, place });
  if (gap > 0) return board.lead?.(gap, name) ?? t("game-result-ahead", { n: gap, name });
  if (gap !== 0) return null;
  return own ? t("game-result-tie-you") : t("game-result-tie-name", { name });
}

/** A cup, for the winner. */
const Cup = () =>
  html`<svg class="cup" viewBox="0 0 48 48" aria-hidden="true">
    <path d="M12 6h24v4h8c0 9-4 14-10 15a12 12 0 0 1-7 5v6h6a3 3 0 0 1 3 3v3H12v-3a3 3 0 0 1 3-3h6v-6a12 12 0 0 1-7-5C8 24 4 19 4 10h8zm0 8H8c1 4 2 6 5 7zm24 0-1 7c3-1 4-3 5-7z" />
  </svg>`;

/** Paper that falls once, for a winner who looks on. */
const Confetti = () =>
  html`<span class="confetti" aria-hidden="true">${Array.from({ length: 14 }, (_, at) => html`<i key=${at}></i>`)}</span>`;

/** The place of a seat: its score as a number and as a bar, and the parts of the score.
 * @param {{ it: any, board: import("../boards/board.js").Board, one: any, share: number, isRanked: boolean }} props `share` of the bar's length, from 0 to 1 */
function Place({ it, board, one, share, isRanked }) {
  const seat = it.seats[one.seat];
  const parts = how(it, board, one);
  const known = nameWithYou(seat);
  const name = one.left ? t("game-result-mark-left", { name: known }) : known;
  return html`<tr role="row" class=${`${one.seat === it.seat ? "own " : ""}rank-${one.rank}`}>
    ${isRanked && html`<td role="cell" class="rank">${one.rank}</td>`}
    <td role="cell" class="name">
      ${name}
      ${seat.player && html`<${SeatMenu} name=${seat.player} seat=${seat} />`}
    </td>
    <td role="cell" class="result">
      <strong>${inPoints(one.score)}</strong>
      ${isRanked && html`<span class="gauge" aria-hidden="true"><i style=${{ width: `${Math.round(100 * share)}%` }}></i></span>`}
      ${parts && html`<span class="hint">${parts}</span>`}
    </td>
  </tr>`;
}

/** The link to the rematch, and who proposes it.
 * @param {{ rematch: string }} props */
function Rematch({ rematch }) {
  const [by, setBy] = useState(/** @type {string | null} */ (null));
  useEffect(() => {
    // The reader may not see a private one.
    call("GET", `/v1/games/${rematch}`).then(
      (it) => setBy(proposerOf(it)),
      () => {},
    );
  }, [rematch]);
  return html`${by && !isMe(by) && html`<span class="proposal">${t("game-rematch-proposed", { name: by })}</span>`}
    <a class="act" href=${`/games/${rematch}`}>${t(game.value.seats.length > 1 ? "game-result-to-rematch" : "game-result-to-again")}</a>`;
}

/** The result, and the reader's actions after the game.
 * @param {{ board: import("../boards/board.js").Board }} props */
export function End({ board }) {
  const it = game.value;
  const isTold = useRef(false);
  // Who follows a link to an earlier board wants to see that one.
  const [isFolded, setFolded] = useState(shown.peek() !== null && it.status === "finished");
  const isOpened = useRef(false);
  // The last events are played back first. Once shown, it stays.
  if (it.status !== "finished" || (isPlayingBack.value && !isTold.current)) return null;
  isTold.current = true;
  const standings = [...(it.result?.standings ?? [])].sort((one, other) => one.rank - other.rank);
  const first = standings.filter(({ rank }) => rank === 1);
  // A solo player is not the first of several.
  const isRanked = standings.length > 1;
  const isWon = isRanked && first.some(({ seat }) => seat === it.seat);
  const scores = standings.map(({ score }) => score);
  const [least, most] = [Math.min(0, ...scores), Math.max(0, ...scores)];
  const share = (/** @type {number} */ score) => (most === least ? 0 : (score - least) / (most - least));
  const decided = decisive(it, board, standings);
  const isPublic = it.visibility === "public";
  const hasPeople = it.seats.some((/** @type {any} */ seat) => seat.player && seat.seat !== it.seat);
  const mayPropose = isSeated.value && me() && !(me()?.isGuest && hasPeople);
  const title = first.length ? headline(it, board, first) : t("game-result");
  if (isFolded) {
    const unfold = async () => {
      isOpened.current = true;
      setFolded(false);
      await new Promise(requestAnimationFrame);
      document.getElementById("end-title")?.focus({ preventScroll: true });
    };
    return html`<section id="end" class="card folded" aria-labelledby="end-title">
      <h2 id="end-title">${title}</h2>
      <button type="button" class="quiet small" id="unfold" aria-expanded="false" onClick=${unfold}>${t("game-result")}</button>
    </section>`;
  }
  return html`<section id="end" class=${isWon ? "card won" : "card"} aria-labelledby="end-title">
    <div class="moment-of">
      ${isWon && !isOpened.current && html`<${Confetti} />`}
      ${isRanked ? html`<${Cup} />` : html`<${Box} kind=${it.kind} />`}
      <div>
        <h2 id="end-title" tabindex="-1">${title}</h2>
        ${decided && html`<p>${decided}</p>`}
      </div>
    </div>
    <p class="buttons">
      ${
        it.rematch
          ? html`<${Rematch} rematch=${it.rematch} />`
          : mayPropose &&
            html`<${Do} kind="" id="again" deed=${rematch}>${hasPeople ? t("game-result-propose") : t("game-result-again")}<//>`
      }
      ${!isSeated.value && html`<a class="act" href=${`/new?kind=${encodeURIComponent(it.kind)}`}>${t("game-result-play-now", { game: kindName.value })}</a>`}
      ${isPublic && html`<${Do} deed=${shareGame}>${t("game-share")}<//>`}
      ${isPublic && html`<a class="act quiet" href=${`/v1/games/${id}/board.png?words=off`} download=${`${id}.png`}>${t("game-result-picture")}</a>`}
    </p>
    <table class="standings" role="table">
      <thead role="rowgroup" class="unseen"><tr role="row">${isRanked && html`<th scope="col" role="columnheader">${t("game-result-col-place")}</th>`}<th scope="col" role="columnheader">${t("game-result-col-player")}</th><th scope="col" role="columnheader">${t("game-result-col-score")}</th></tr></thead>
      <tbody role="rowgroup">${standings.map((one) => html`<${Place} key=${one.seat} it=${it} board=${board} one=${one} share=${share(one.score)} isRanked=${isRanked} />`)}</tbody>
    </table>
    <${CheckDice} id=${id} game=${it} hasDice=${board.hasDice ?? false} />
  </section>`;
}
