// @ts-check
// The result: who has won, with what score, and what comes next.

import { call, me } from "../api.js";
import { Box } from "../art.js";
import { inPoints, locale, many, t } from "../say.js";
import { nameOf } from "../ui.js";
import { html, useEffect, useRef, useState } from "../view.js";
import { SeatMenu, rematch } from "./deeds.js";
import { onceShown } from "./later.js";
import { Do, shareGame } from "./parts.js";
import { isPlayingBack } from "./pictures.js";
import { game, id, isMe, isSeated, kindName, proposerOf, shown } from "./state.js";

const CheckDice = onceShown(async () => (await import("../verify/check.js")).CheckDice);

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
    const note = noted(board, one);
    return one.left ? t("Given up.") : t("Score {score}.", { score: note ? `${inPoints(one.score)}: ${note}` : inPoints(one.score) });
  }
  if (first.length === 1 && one.seat === it.seat) return t("You win!");
  const names = first.map(({ seat }) => nameOf(it.seats[seat]));
  return names.length > 1 ? t("{names} share the win.", { names: names.join(t(" and ")) }) : t("{name} wins.", { name: names[0] });
}

const ordinals = new Intl.PluralRules(locale, { type: "ordinal" });

/** Returns a place as people write it, such as `3rd`.
 * @param {number} n */
function nth(n) {
  /** @type {Record<string, string>} */
  const ends = { one: t("{n}st", { n }), two: t("{n}nd", { n }), few: t("{n}rd", { n }) };
  return ends[ordinals.select(n)] ?? t("{n}th", { n });
}

/** Returns what decided the game, for a loser about themself; null if the standings do not show it.
 * @param {any} it
 * @param {import("../boards/board.js").Board} board
 * @param {any[]} standings the first one first */
function decisive(it, board, standings) {
  const [first, second] = standings;
  if (!second || second.rank === 1) return null;
  const own = standings.find(({ seat, rank }) => seat === it.seat && rank > 1);
  if (own?.left) return t("You left the game.");
  const other = own ?? second;
  const name = nameOf(it.seats[other.seat]);
  if (other.left) return t("{name} left the game.", { name });
  const place = nth(other.rank);
  const special = (it.view && board.decided?.(it.view, first.seat)) || null;
  if (special) return own ? `${t("You are {place}.", { place })} ${special}` : special;
  const gap = first.score - other.score;
  if (gap > 0 && own)
    return board.behind?.(gap, place) ?? many(gap, "You are {place}, one point behind.", "You are {place}, {n} points behind.", { place });
  if (gap > 0) return board.lead?.(gap, name) ?? many(gap, "One point ahead of {name}.", "{n} points ahead of {name}.", { name });
  if (gap !== 0) return null;
  return own ? t("Equal on points with you: the tie-break decided.") : t("Equal on points with {name}: the tie-break decided.", { name });
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
  return html`<tr role="row" class=${`${one.seat === it.seat ? "own " : ""}rank-${one.rank}`}>
    ${isRanked && html`<td role="cell" class="rank">${one.rank}</td>`}
    <td role="cell" class="name">
      ${nameOf(seat)}${seat.player && isMe(seat.player) ? t(" (you)") : ""}${one.left ? t(" (left)") : ""}
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
  return html`${by && !isMe(by) && html`<span class="proposal">${t("{name} proposes a rematch.", { name: by })}</span>`}
    <a class="act" href=${`/games/${rematch}`}>${t("To the rematch")}</a>`;
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
  const title = first.length ? headline(it, board, first) : t("Result");
  if (isFolded) {
    const unfold = async () => {
      isOpened.current = true;
      setFolded(false);
      await new Promise(requestAnimationFrame);
      document.getElementById("end-title")?.focus({ preventScroll: true });
    };
    return html`<section id="end" class="card folded" aria-labelledby="end-title">
      <h2 id="end-title">${title}</h2>
      <button type="button" class="quiet small" id="unfold" aria-expanded="false" onClick=${unfold}>${t("Result")}</button>
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
          : mayPropose && html`<${Do} kind="" id="again" deed=${rematch}>${hasPeople ? t("Propose a rematch") : t("Play again")}<//>`
      }
      ${!isSeated.value && html`<a class="act" href=${`/new?kind=${encodeURIComponent(it.kind)}`}>${t("Play {game} now", { game: kindName.value })}</a>`}
      ${isPublic && html`<${Do} deed=${shareGame}>${t("Share")}<//>`}
      ${isPublic && html`<a class="act quiet" href=${`/v1/games/${id}/board.png?words=off`} download=${`${id}.png`}>${t("Save the picture")}</a>`}
    </p>
    <table class="standings" role="table">
      <thead role="rowgroup" class="unseen"><tr role="row">${isRanked && html`<th scope="col" role="columnheader">${t("Place")}</th>`}<th scope="col" role="columnheader">${t("Player")}</th><th scope="col" role="columnheader">${t("Score")}</th></tr></thead>
      <tbody role="rowgroup">${standings.map((one) => html`<${Place} key=${one.seat} it=${it} board=${board} one=${one} share=${share(one.score)} isRanked=${isRanked} />`)}</tbody>
    </table>
    <${CheckDice} id=${id} game=${it} hasDice=${board.hasDice ?? false} />
  </section>`;
}
