// @ts-check
// The log, and the entry that led to the shown board.

import { briefly, inFull } from "../clock.js";
import { Disc } from "../people.js";
import { t } from "../say.js";
import { html, useEffect, useRef, useState } from "../view.js";
import { entries, game, nameAt, nameWithYou, ply, setup, shown } from "./state.js";

/** Returns the text of an entry of the log, after the name of its player.
 * @param {any} entry */
export function saying(entry) {
  if (entry.sealed) return t("game-log-sealed");
  if (entry.kind === "leave") return t("game-log-leaves");
  // Events describe the moves of others in sentences of their own. Until then, show the words in
  // the notation.
  return entry.text ? t("game-log-has-moved") : "";
}

/** Returns the player of a seat by name, and whether it is the reader.
 * @param {number} seat */
const playerAt = (seat) => nameWithYou(game.value.seats[seat]);

/** Shows the player of an entry, and its text if no event describes it.
 * @param {any} entry */
const by = (entry) =>
  entry.events.length ? playerAt(entry.seat) : t("common-named-value", { name: playerAt(entry.seat), value: saying(entry) });

/** What led to the board that is looked at. */
export function Moment() {
  const entry = entries.value[ply.value - 1];
  const head = entry ? `${ply.value}. ${by(entry)}` : t("game-beginning");
  return html`<section id="moment" class="moment" aria-label=${t("game-log-led-to")}>
    <p class="by">${head}</p>
    ${(entry?.events ?? setup.value).map((/** @type {any} */ event) => html`<p>${event.text}</p>`)}
  </section>`;
}

/** Whether an entry says no more than that its player has decided: the page folds several of them.
 * @param {any} entry */
const isMute = (entry) =>
  entry.sealed || (entry.kind !== "leave" && entry.events.every((/** @type {any} */ event) => event.event?.type === "decided"));

/** Entries in a row that stand below one heading: of one seat, or decisions that nobody knows yet.
 * @typedef {{ isMute: boolean, seat: number, entries: any[] }} Turn */

/** Groups entries by turn, the last first.
 * @param {any[]} all
 * @returns {Turn[]} */
function turns(all) {
  const found = /** @type {Turn[]} */ ([]);
  for (const entry of all.toReversed()) {
    const last = found.at(-1);
    const mute = isMute(entry);
    if (last && last.isMute === mute && (mute || last.seat === entry.seat)) last.entries.push(entry);
    else found.push({ isMute: mute, seat: entry.seat, entries: [entry] });
  }
  return found;
}

/** Returns a sentence without the name that stands above it.
 * @param {string} text
 * @param {number} seat */
function withoutName(text, seat) {
  const name = `${nameAt(seat)} `;
  return text.startsWith(name) ? text.slice(name.length) : text;
}

/** An entry: touching it shows its board.
 * @param {{ entry: any, look: (ply: number) => void, heading?: unknown, isNamed?: boolean }} props `isNamed` if no heading names its player */
function Row({ entry, look, heading, isNamed = false }) {
  const isCurrent = shown.value === entry.n;
  const texts = entry.events.map((/** @type {{ text: string }} */ { text }) => text);
  const open = () => {
    if (!String(getSelection())) look(entry.n);
  };
  return html`<li value=${entry.n} class=${`${isCurrent ? "current" : ""}${heading ? " first" : ""}`}>
    ${heading}
    <button type="button" class="row" aria-current=${isCurrent ? "true" : undefined} onClick=${open} title=${inFull(entry.at)}>
      <span class="n" aria-hidden="true">${entry.n}</span>
      <span class="what">${
        texts.length
          ? texts.map((/** @type {string} */ text) => html`<span>${isNamed ? text : withoutName(text, entry.seat)}</span>`)
          : html`<span>${isNamed ? by(entry) : saying(entry) || nameAt(entry.seat)}</span>`
      }</span>
    </button>
  </li>`;
}

/** The heading of a turn: its player, once, and when it ended.
 * @param {{ seat: number, at: string }} props */
function Heading({ seat, at }) {
  const { player, bot } = game.value.seats[seat];
  return html`<p class="who"><${Disc} name=${player} isBot=${Boolean(bot)} /><strong>${playerAt(seat)}</strong><time datetime=${at}>${briefly(at)}</time></p>`;
}

/** Decisions that nobody knows yet, folded if there are several.
 * @param {{ turn: Turn, look: (ply: number) => void }} props */
function Sealed({ turn, look }) {
  const rows = turn.entries.map((entry) => html`<${Row} key=${entry.n} entry=${entry} look=${look} isNamed=${true} />`);
  if (rows.length === 1) return rows;
  return html`<li class="sealed"><details class="plain"><summary>${t("game-log-hidden", { n: rows.length })}</summary><ol>${rows}</ol></details></li>`;
}

/** All entries by turn, the last first; touching one shows its board.
 * @param {{ look: (ply: number) => void }} props */
export function Log({ look }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const [isLive, setLive] = useState(false);
  // Told aloud from the second time on; the whole history at once would be a torrent.
  useEffect(() => {
    const soon = setTimeout(() => setLive(true), 500);
    return () => clearTimeout(soon);
  }, []);
  useEffect(() => {
    if (!list.current) return;
    const current = /** @type {HTMLElement | null} */ (list.current.querySelector(".current"));
    // The heading of the turn stays in sight.
    list.current.scrollTop = current ? current.offsetTop - list.current.clientHeight / 2 : 0;
  }, [shown.value]);
  const isAtStart = shown.value === 0;
  return html`<ol id="log" reversed tabindex="0" aria-label=${t("game-log-happened")} aria-live=${isLive ? "polite" : undefined} ref=${list}>
    ${turns(entries.value).flatMap((turn) => {
      if (turn.isMute) return [html`<${Sealed} key=${`sealed ${turn.entries.at(-1).n}`} turn=${turn} look=${look} />`];
      const [newest] = turn.entries;
      return turn.entries.map(
        (entry) => html`<${Row} key=${`${entry.n} ${entry.events.length}`} entry=${entry} look=${look}
          heading=${entry === newest && html`<${Heading} seat=${turn.seat} at=${newest.at} />`} />`,
      );
    })}
    ${
      setup.value.length > 0 &&
      html`<li key="setup" value="0" class=${isAtStart ? "current first" : "first"}>
      <p class="who"><strong>${t("game-beginning")}</strong></p>
      <button type="button" class="row" aria-current=${isAtStart ? "true" : undefined} onClick=${() => look(0)}>
        <span class="n" aria-hidden="true">0</span>
        <span class="what">${setup.value.map((event) => html`<span>${event.text}</span>`)}</span>
      </button>
    </li>`
    }
  </ol>`;
}
