// @ts-check
// The menu of a running game, beside its title.

import { t } from "../say.js";
import { html, useRef, useState } from "../view.js";
import { onceShown } from "./later.js";

/** Pixels between the button and the menu. */
const GAP = 4;

const MoreItems = onceShown(async () => (await import("./more-items.js")).MoreItems);

/** The button, and the menu while it is open. The browser closes it at Escape or a touch elsewhere. */
export function More() {
  const [isOpen, setOpen] = useState(false);
  const button = useRef(/** @type {HTMLElement | null} */ (null));
  const menu = useRef(/** @type {HTMLElement | null} */ (null));
  const toggled = (/** @type {any} */ event) => {
    setOpen(event.newState === "open");
    if (event.newState !== "open" || !button.current || !menu.current) return;
    const { right, bottom } = button.current.getBoundingClientRect();
    menu.current.style.top = `${bottom + scrollY + GAP}px`;
    menu.current.style.maxHeight = `max(12rem, 100dvh - ${bottom + 2 * GAP}px)`;
    menu.current.style.right = `${document.documentElement.clientWidth - right}px`;
  };
  return html`<button type="button" id="more" class="quiet small" popovertarget="more-items" ref=${button}>${t("game-more")}</button>
    <div id="more-items" class="menu-items" popover="auto" role="group" aria-labelledby="more" ref=${menu} onBeforeToggle=${toggled}>
      ${isOpen && html`<${MoreItems} close=${() => menu.current?.hidePopover()} />`}
    </div>`;
}
