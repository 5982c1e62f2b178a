// @ts-check
// Replays of finished games, move by move. Loads nothing while out of view.

import { call } from "../api.js";
import { t } from "../say.js";
import { html, useEffect, useRef, useState } from "../view.js";
import { board } from "./board.js";
import { everybody } from "./games.js";

/** @typedef {import("./games.js").Game} Game */

/** One position: the number of its entry, and the event that led to it.
 * @typedef {{ ply: number, text: string }} Step */

/** The number of shown positions of a game: its last ones. */
const MOST = 30;

/** Milliseconds for each, and for the last one. */
const PACE = 1800;
const END = 6000;

/** Returns the positions of a game that are worth showing: those with events in words.
 * @param {Game} game
 * @returns {Promise<Step[]>} */
async function steps(game) {
  const since = Math.max(0, game.ply - 1.5 * MOST);
  const { entries } = await call("GET", `/v1/games/${game.id}/log?since=${since}`);
  /** @type {Step[]} */
  const told = entries.map((/** @type {{ n: number, events: { text: string }[] }} */ { n, events }) => ({
    ply: n,
    text: events.map((event) => event.text).join(" "),
  }));
  return told.filter(({ text }) => text).slice(-MOST);
}

/** The first game of each kind in which something happens.
 * @param {Game[]} games */
export function worthALook(games) {
  const seen = new Set();
  return games.filter((game) => game.ply > 12 && !seen.has(game.kind) && seen.add(game.kind));
}

/** @param {{ games: Game[], kindOf: import("./lists.js").KindOf }} props */
export function Replay({ games, kindOf }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const isNarrow = matchMedia("(max-width: 34rem)").matches;
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const [plays, setPlays] = useState(!isStill);
  const [at, setAt] = useState({ game: 0, step: 0 });
  const [all, setAll] = useState(/** @type {Step[]} */ ([]));
  const [image, setImage] = useState(/** @type {import("./board.js").Image | null} */ (null));
  const [ratio, setRatio] = useState(4 / 3);
  const game = /** @type {Game} */ (games[at.game]);
  const step = all[at.step];

  const nextGame = () => {
    if (at.game === games.length - 1) return setPlays(false);
    setAll([]);
    setAt({ game: at.game + 1, step: 0 });
  };

  useEffect(() => {
    let isOver = false;
    const begin = (/** @type {Step[]} */ all) => {
      if (isOver) return;
      if (all.length) setAll(all);
      // There is nothing to describe.
      else nextGame();
    };
    steps(game).then(begin, () => begin([]));
    return () => void (isOver = true);
  }, [game]);

  useEffect(() => {
    if (!step) return;
    let isOver = false;
    const show = (/** @type {import("./board.js").Image} */ it) => {
      if (isOver) return;
      setImage(it);
      // One frame for the whole game, so that nothing below it moves.
      if (at.step === 0) setRatio(it.ratio);
    };
    const layout = isNarrow ? "narrow" : "wide";
    board(game.id, step.ply, layout).then(show, () => {});
    const next = all[at.step + 1];
    // It is there when its time comes.
    if (plays && next) board(game.id, next.ply, layout).catch(() => {});
    return () => void (isOver = true);
  }, [step]);

  useEffect(() => {
    if (!plays || !step) return;
    const isLast = at.step === all.length - 1;
    const on = () => {
      const box = place.current?.getBoundingClientRect();
      const isSeen = box && box.bottom > 0 && box.top < innerHeight;
      if (document.hidden || !isSeen) return;
      if (isLast) nextGame();
      else setAt({ ...at, step: at.step + 1 });
    };
    const timer = setInterval(on, isLast ? END : PACE);
    return () => clearInterval(timer);
  }, [plays, step, at]);

  const toggle = () => {
    if (!plays && at.step === all.length - 1) setAt({ ...at, step: 0 });
    setPlays(!plays);
  };
  const what = t("home-replay-label", { game: kindOf(game.kind)?.name ?? game.kind, players: everybody(game) });
  return html`<figure class="replay" ref=${place}>
    <a href=${`/games/${game.id}`} aria-label=${what} class="screen" style=${{ aspectRatio: String(ratio) }}>${image && html`<img src=${image.src} alt="" />`}</a>
    <figcaption>
      <button type="button" class="quiet small" onClick=${toggle}>${plays ? t("home-replay-pause") : t("home-replay-play")}</button>
      <p><strong>${what}</strong><span class="told">${step?.text}</span></p>
    </figcaption>
  </figure>`;
}
