// @ts-check
// Parts of a page that stand behind each other.

import { t } from "../say.js";
import { remember, remembered } from "../ui.js";
import { html, signal, useRef } from "../view.js";
import { id } from "./state.js";

const KEY = "turnpike.tab";

/** In how many games the browser remembers a part. */
const GAMES = 20;

/** The parts that the reader has opened last, one of each game: `GAME/PART`, the latest last. */
const opened = () => (remembered(KEY) ?? "").split(" ");

/** @param {string} it a part of a game */
const isHere = (it) => it.startsWith(`${id}/`);

/** The part that the reader has opened last in this game. */
const wanted = signal(
  opened()
    .find(isHere)
    ?.slice(id.length + 1),
);

/** Opens a part.
 * @param {string} part */
export function openPart(part) {
  wanted.value = part;
  const others = opened().filter((it) => it && !isHere(it));
  remember(KEY, [...others.slice(1 - GAMES), `${id}/${part}`].join(" "));
}

/** Parts of which one is visible. The browser remembers which one, for each game.
 * @param {{ parts: { id: string, title: string, mark?: boolean, show: (isOpen: boolean) => unknown }[] }} props `show` renders a part once it has been opened */
export function Tabs({ parts }) {
  const open = parts.find((part) => part.id === wanted.value) ?? parts[0];
  // A part that was opened once stays, so that typed text is not lost.
  const seen = useRef(new Set());
  if (open) seen.current.add(open.id);
  /** Arrow keys go along the tabs, as WAI-ARIA has it. */
  const step = (/** @type {KeyboardEvent} */ event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by || !open) return;
    event.preventDefault();
    event.stopPropagation();
    const next = parts[(parts.indexOf(open) + by + parts.length) % parts.length];
    if (!next) return;
    openPart(next.id);
    document.getElementById(`tab-${next.id}`)?.focus();
  };
  return html`<div class="tabs">
    <div role="tablist" aria-label=${t("game-more-about")} onKeyDown=${step}>
      ${parts.map(
        (part) => html`<button type="button" role="tab" key=${part.id} id=${`tab-${part.id}`} aria-controls=${`${part.id}-part`}
          aria-selected=${part === open} tabindex=${part === open ? 0 : -1} onClick=${() => openPart(part.id)}>
          ${part.title}${part.mark ? html`<span class="dot" aria-hidden="true"> ●</span>` : ""}
        </button>`,
      )}
    </div>
    ${parts.map(
      (
        part,
      ) => html`<section role="tabpanel" key=${part.id} id=${`${part.id}-part`} aria-labelledby=${`tab-${part.id}`} hidden=${part !== open}>
        ${seen.current.has(part.id) && part.show(part === open)}
      </section>`,
    )}
  </div>`;
}
