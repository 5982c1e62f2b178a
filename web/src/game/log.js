// @ts-check
// The log, and the entry that led to the shown board.

import { inFull } from "../clock.js";
import { t } from "../say.js";
import { html, useEffect, useRef, useState } from "../view.js";
import { entries, nameAt, ply, setup, shown } from "./state.js";

/** Returns the text of an entry of the log, after the name of its player.
 * @param {any} entry */
export function saying(entry) {
  if (entry.sealed) return t("a sealed move");
  if (entry.kind === "leave") return t("leaves the game");
  // Events describe the moves of others in sentences of their own. Until then, show the words in
  // the notation.
  return entry.text ? t("has moved") : "";
}

/** Shows the player of an entry, and its text if no event describes it.
 * @param {any} entry */
const by = (entry) => (entry.events.length ? nameAt(entry.seat) : t("{name}: {value}", { name: nameAt(entry.seat), value: saying(entry) }));

/** What led to the board that is looked at. */
export function Moment() {
  const entry = entries.value[ply.value - 1];
  const head = entry ? `${ply.value}. ${by(entry)}` : t("The beginning");
  return html`<section id="moment" class="moment" aria-label=${t("What led to this board")}>
    <p class="by">${head}</p>
    ${(entry?.events ?? setup.value).map((/** @type {any} */ event) => html`<p>${event.text}</p>`)}
  </section>`;
}

/** All entries, the last first; touching one shows its board.
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
    const current = /** @type {HTMLElement | null} */ (list.current?.querySelector(".current"));
    if (current && list.current) list.current.scrollTop = current.offsetTop - list.current.clientHeight / 2;
  }, [shown.value]);
  const open = (/** @type {number} */ n) => () => {
    if (!String(getSelection())) look(n);
  };
  return html`<ol id="log" reversed tabindex="0" aria-label=${t("What happened")} aria-live=${isLive ? "polite" : undefined} ref=${list}>
    ${[...entries.value].reverse().map(
      (entry) => html`<li key=${`${entry.n} ${entry.sealed} ${entry.events.length}`} value=${entry.n} title=${inFull(entry.at)}
        class=${shown.value === entry.n ? "current" : ""} onClick=${open(entry.n)}>
        ${entry.events.map((/** @type {any} */ event) => html`<p>${event.text}</p>`)}
        <p><button type="button" class="link by" aria-current=${shown.value === entry.n ? "true" : undefined}>${by(entry)}</button></p>
      </li>`,
    )}
    ${
      setup.value.length > 0 &&
      html`<li key="setup" value="0" class=${shown.value === 0 ? "current" : ""} onClick=${open(0)}>
      ${setup.value.map((event) => html`<p>${event.text}</p>`)}
      <p><button type="button" class="link by" aria-current=${shown.value === 0 ? "true" : undefined}>${t("The beginning")}</button></p>
    </li>`
    }
  </ol>`;
}
