// @ts-check
// The bar with the current move, and the drawer for players who prefer words.

import { t } from "../say.js";
import { doing, nameOf } from "../ui.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "../view.js";
import { SENDING, chooseSending, sending } from "../sending.js";
import { Hints } from "./aim.js";
import { HOLD, choice, held, isAmongPeople, isAtOnce, isPlaying, isSpent, last, offered } from "./move.js";
import { staged } from "./board.js";
import { isPlayingBack } from "./pictures.js";
import { game, isMyTurn, shown } from "./state.js";
import { useTyped } from "./typed.js";
import { isDrawerOpen, keepDrawer, resetDrawer } from "./words.js";
import { additions, would } from "./would.js";

/** @typedef {import("../boards/board.js").Board} Board */
/** @typedef {import("./move.js").Move} Move */

/** Pixels between touch targets and the bar. */
const GAP = 8;

/** Pixels by which the bar grows during a choice: a sentence and the button that plays it. */
const GROWTH = 130;

/** Scrolls so that no visible touch target of the board lies beneath the bar, as long as all of
 * them stay on the screen. If none is in sight yet, the first comes into sight. Before a choice
 * begins, it leaves room for the bar to grow, so that nothing moves below the player's finger.
 * Returns whether there is any target.
 * @param {HTMLElement} bar
 * @param {boolean} isBegun whether something is chosen */
function uncover(bar, isBegun) {
  const boxes = [...document.querySelectorAll("#picture :is([data-offered], [data-other]):not([data-in-bar])")].map((it) =>
    it.getBoundingClientRect(),
  );
  const { top, bottom } = bar.getBoundingClientRect();
  if (getComputedStyle(bar).position !== "sticky") {
    // Beside the board it is not to end below the screen.
    if (top < innerHeight && bottom > innerHeight) scrollBy({ top: Math.ceil(bottom - innerHeight), behavior: "instant" });
    return boxes.length > 0;
  }
  const first = boxes.every((box) => box.top >= innerHeight) ? boxes.slice(0, 1) : [];
  const seen = first.length ? first : boxes.filter((box) => box.bottom > 0 && box.top < innerHeight);
  const least = Math.max(...seen.map((box) => box.bottom)) + GAP - top;
  const most = Math.min(...seen.map((box) => box.top));
  const by = !isBegun && least + GROWTH <= most ? least + GROWTH : least;
  if (by > GAP && by <= most) {
    scrollBy({ top: by, behavior: "instant" });
    // This may bring more keys into sight. The bar must not cover them either.
    if (!isBegun) uncover(bar, true);
  }
  return boxes.length > 0;
}

/** Focuses the element that replaces a removed one. */
function focusHere() {
  const all = ["#to-now", "#skip", "#commit:not(:disabled)", "#play-title", "#state"];
  const found = all.map((it) => /** @type {HTMLElement | null} */ (document.querySelector(it))).find(Boolean);
  found?.focus({ preventScroll: true });
}

/** The sentence about the choice, and its buttons.
 * @param {{ move: Move, board: Board, sentence: string | null, next: string | null, skip: () => void }} props `next` is another game that
 * waits; `skip` shows the board as it stands */
export function Bar({ move, board, sentence, next, skip }) {
  const bar = useRef(/** @type {HTMLElement | null} */ (null));
  const uncovered = useRef("");
  const [, setSize] = useState(0);
  const stage = staged.value;
  const now = choice.value;
  // The page may show another bar than the focused one.
  const hadFocus = Boolean(document.activeElement?.closest(".area-acts > .draft"));
  useLayoutEffect(() => {
    if (hadFocus && document.activeElement === document.body) focusHere();
    if (!bar.current) return;
    // Scroll targets and focused elements stay above it.
    document.documentElement.style.setProperty("--bar", `${bar.current.offsetHeight + GAP}px`);
    // Once for each choice: after that the reader decides where to scroll.
    const what = `${now?.seq} ${now?.text} ${bar.current.offsetHeight}`;
    if (uncovered.current !== what && uncover(bar.current, Boolean(now?.before))) uncovered.current = what;
  });
  if (isPlayingBack.value) {
    return html`<section class="draft back"><p>${t("game-bar-played-back")}</p><p class="buttons"><button type="button" class="quiet" id="skip" onClick=${skip}>${t("game-bar-skip")}</button></p></section>`;
  }
  if (now && shown.value !== null) {
    return html`<section class="draft back"><p>${t("game-bar-earlier")}</p><p class="buttons"><button type="button" class="quiet" id="to-now" onClick=${skip}>${t("game-bar-back-to-now")}</button></p></section>`;
  }
  if (!now) {
    if (isMyTurn.value || !next) return null;
    return html`<p class="next"><a class="act" href=${`/games/${next}`}>${t("game-bar-next-game")}</a></p>`;
  }
  const isReady = Boolean(now.move) && !isSpent.value && !isPlaying.value;
  const commit = (/** @type {MouseEvent} */ event) => {
    // The second half of a double click would play the next move.
    if (event.detail <= 1) move.commit(/** @type {Element} */ (event.currentTarget));
  };
  const isBegun = Boolean(now.before || now.move);
  const isHeld = Boolean(held.value);
  const own = game.value.seats[game.value.seat];
  const result = additions(would.value, sentence, own ? nameOf(own) : null);
  const words = sentence ?? (isBegun ? `${now.text}${now.move ? "" : " …"}` : "");
  return html`<section id="draft" class="draft" ref=${bar} aria-labelledby="play-title" aria-busy=${isPlaying.value ? "true" : undefined}>
    <${Hints} board=${board} resized=${() => setSize(bar.current?.offsetHeight ?? 0)} />
    <h2 id="play-title" tabindex="-1">${words ? "" : t("game-bar-touch")}<span id="words" class=${sentence === null ? "typed" : ""} role="status">${words}</span></h2>
    ${board.Choice && stage && html`<${board.Choice} stage=${stage} />`}
    ${isHeld && html`<p class="hint held" role="status">${t("game-bar-held")}</p>`}
    ${result.length > 0 && html`<p id="would" class="hint" role="status">${t("game-bar-leads-to")} ${result.join(" ")}</p>`}
    ${
      isBegun &&
      !isAtOnce.value &&
      html`<p class="buttons">
      <button type="button" id="commit" class=${isHeld ? "held" : ""} key=${held.value?.at} style=${isHeld ? { "--hold": `${HOLD}ms` } : undefined} disabled=${!isReady} onClick=${commit}>${isHeld ? t("game-bar-send-now") : t("game-bar-play")}</button>
      <button type="button" class="quiet" id="undo" disabled=${!now.before || isPlaying.value} onClick=${() => move.undo()}>${t("game-bar-undo")}</button>
      ${now.before?.before && html`<button type="button" class="quiet" id="restart" onClick=${() => move.restart()}>${t("game-bar-clear")}</button>`}
    </p>`
    }
    ${isAmongPeople.value && html`<${Sending} move=${move} />`}
  </section>`;
}

/** What happens when a touch has completed a move.
 * @param {{ move: Move }} props */
function Sending({ move }) {
  const change = (/** @type {any} */ event) => {
    chooseSending(event.target.value);
    if (sending.value === "now") move.sendHeld();
    else move.keep();
  };
  return html`<p class="sending">
    <label for="sending" class="unseen">${t("game-sending")}</label>
    <select id="sending" value=${sending.value} onChange=${change}>
      ${SENDING.map(([value, text]) => html`<option value=${value}>${text}</option>`)}
    </select>
  </p>`;
}

/** The words to choose from, and a field for a move in words.
 * @param {{ move: Move, titleOf: (word: string) => string, isNeeded: boolean }} props `isNeeded` if the board offers nothing */
export function Drawer({ move, titleOf, isNeeded }) {
  const [text, setText] = useTyped("move");
  const isOpen = isDrawerOpen.value;
  useEffect(() => {
    if (!isNeeded) return undefined;
    // The targets may still be loading. A drawer that opened because there were none closes
    // afterwards.
    const soon = setTimeout(() => (isDrawerOpen.value = true), 1500);
    return () => {
      clearTimeout(soon);
      // Keep it open while the player types.
      if (!document.activeElement?.closest("#play-part")) resetDrawer();
    };
  }, [isNeeded]);
  const now = choice.value;
  if (!now) return null;
  const words = offered.value;
  let hint = t("game-bar-choose");
  if (!words.length) hint = now.move ? "" : t("game-bar-none-listed");
  else if (now.move) hint = now.next.length ? t("game-bar-as-it-is") : t("game-bar-or-another");
  const toggle = (/** @type {any} */ event) => {
    const { open } = event.currentTarget;
    if (open !== isOpen) keepDrawer(open);
  };
  const play = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    if (!text.trim()) return document.getElementById("move")?.focus();
    doing(event.submitter, async () => {
      await move.play({ type: "text", text: text.trim() });
      setText("");
    });
  };
  return html`<details id="play-part" class="drawer" open=${isOpen} onToggle=${toggle}>
    <summary>${t("game-bar-type")}</summary>
    ${hint && html`<p class="hint" id="moves-hint">${hint}</p>`}
    <ul id="moves" class="moves" aria-label=${t("game-bar-next-words")}>
      ${words.map(
        (word) => html`<li key=${word}>
        <button type="button" data-word=${word} title=${titleOf(word) || undefined} aria-pressed=${word === last.value ? "true" : undefined}
          onClick=${(/** @type {Event} */ event) => move.choose(word, event)}>${word}</button>
      </li>`,
      )}
    </ul>
    <form id="play" onSubmit=${play}>
      <label for="move">${t("game-bar-or-write")}</label>
      <div class="row">
        <input id="move" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="1000" value=${text}
          onInput=${(/** @type {any} */ event) => setText(event.target.value)} />
        <button type="submit" class="quiet">${t("game-bar-play")}</button>
      </div>
    </form>
    ${!isAmongPeople.value && html`<${Sending} />`}
  </details>`;
}
