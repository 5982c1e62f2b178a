// @ts-check
// The board with the additions of its kind, and the controls for earlier boards.

import { t } from "../say.js";
import { hasLargeBoards } from "../theme.js";
import { html, signal, useLayoutEffect, useRef, useState } from "../view.js";
import { Moment, saying } from "./log.js";
import { inText, isBeside, isPlayingBack, isSmall } from "./pictures.js";
import { entries, game, nameAt, ply, shown } from "./state.js";

/** @typedef {import("../boards/board.js").Board} Board */
/** @typedef {import("../boards/board.js").Stage} Stage */

/** Renders the controls of the kind; null while there is no picture. */
export const staged = signal(/** @type {Stage | null} */ (null));

/** @param {{ host: HTMLElement, board: Board, pictures: import("./pictures.js").Pictures }} props */
export function BoardPart({ host, board, pictures }) {
  const frame = useRef(/** @type {HTMLElement | null} */ (null));
  const [isLarge, setLarge] = useState(hasLargeBoards);
  useLayoutEffect(() => void frame.current?.append(host), []);
  useLayoutEffect(() => void host.classList.toggle("large", isLarge), [isLarge]);
  const isPast = shown.value !== null;
  return html`<section id="board-part" class=${isPast && !isPlayingBack.value ? "past" : ""} aria-label=${t("game-board")}>
    <div class="frame" ref=${frame}></div>
    <${Controls} board=${board} isBeside=${false} />
    <${Plies} pictures=${pictures} />
    ${isSmall.value && html`<p class="over"><button type="button" class="quiet small" id="enlarge" aria-pressed=${isLarge} onClick=${() => setLarge(!isLarge)}>${t("game-board-enlarge")}</button></p>`}
    <${Moment} />
    <details id="in-text" class="plain" onToggle=${(/** @type {any} */ event) => pictures.wantText(event.currentTarget.open)}>
      <summary>${t("game-board-text")}</summary>
      <${Text} />
    </details>
  </section>`;
}

/** The additions of the kind: below the board or, if it wants that and there is room, beside it.
 * @param {{ board: Board, isBeside: boolean }} props `isBeside` says which of the two places is rendered */
export function Controls({ board, isBeside: here }) {
  const stage = staged.value;
  if (here !== Boolean(board.isAside && isBeside.value)) return null;
  return html`<div id="controls" class="controls">${board.Controls && stage && html`<${board.Controls} stage=${stage} />`}</div>`;
}

function Text() {
  const text = inText.value ?? "";
  const widest = Math.max(20, ...text.split("\n").map((line) => [...line].length));
  return html`<pre id="board" tabindex="0" role="region" aria-label=${t("game-board-text")} style=${{ "--columns": widest }}>${text}</pre>`;
}

/** Earlier boards, one entry after the other.
 * @param {{ pictures: import("./pictures.js").Pictures }} props */
function Plies({ pictures }) {
  const [at, all] = [ply.value, game.value.ply];
  const isPast = shown.value !== null;
  const entry = entries.value[at - 1];
  const what = entry
    ? entry.events.map((/** @type {{ text: string }} */ { text }) => text).join(" ") || `${nameAt(entry.seat)}, ${saying(entry)}`
    : t("game-beginning");
  const controls = useRef(/** @type {HTMLElement | null} */ (null));
  const look = (/** @type {number} */ wanted) => () => {
    pictures.stop();
    pictures.look(wanted, controls.current);
  };
  const toggle = () => (isPlayingBack.value ? pictures.stop() : pictures.playBack(isPast ? at : 0, all, controls.current));
  return html`<div class="plies" ref=${controls} role="group" aria-label=${t("game-board-earlier")}>
    <button type="button" class="quiet" id="ply-first" aria-label=${t("game-beginning")} disabled=${at === 0} onClick=${look(0)}>⇤</button>
    <button type="button" class="quiet" id="ply-back" aria-label=${t("game-board-back")} disabled=${at === 0} onClick=${look(at - 1)}>←</button>
    <button type="button" class="quiet" id="ply-play" aria-label=${isPlayingBack.value ? t("game-board-pause") : t("game-board-play")} disabled=${!all} onClick=${toggle}>${isPlayingBack.value ? "❚❚" : "▶"}</button>
    <input type="range" id="ply" min="0" max=${all} value=${at} aria-label=${t("game-board-entry")} aria-valuetext=${`${t("common-n-of-all", { n: at, all })}: ${what}`}
      onInput=${(/** @type {any} */ event) => look(Number(event.target.value))()} />
    <span id="ply-title" class="hint">${isPast ? t("common-n-of-all", { n: at, all }) : all}</span>
    <button type="button" class="quiet" id="ply-on" aria-label=${t("game-board-on")} disabled=${!isPast} onClick=${look(at + 1)}>→</button>
    <button type="button" class="quiet" id="ply-now" aria-label=${t("game-board-now")} disabled=${!isPast} onClick=${look(all)}>⇥</button>
  </div>`;
}
