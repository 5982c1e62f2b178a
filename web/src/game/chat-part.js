// @ts-check
// The chat on the page of a game. It loads after the board.

import { me } from "../api.js";
import { Time } from "../clock.js";
import { t } from "../say.js";
import { doing, openAccount } from "../ui.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "../view.js";
import { SeatMenu } from "./deeds.js";
import { useTyped } from "./typed.js";

/** @typedef {import("./chat.js").Chat} Chat */
/** @typedef {import("./chat.js").Message} Message */

/** The messages, and the form to write or, for readers who may not, the way to an account.
 * @param {{ chat: Chat, isOpen: boolean }} props */
export function ChatPart({ chat, isOpen }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const [text, setText] = useTyped("chat");
  const messages = chat.messages.value;
  const rooms = chat.rooms.value;
  const [isLive, setLive] = useState(false);
  useLayoutEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [messages.length, isOpen]);
  useEffect(() => {
    chat.open(isOpen);
    return () => chat.open(false);
  }, [isOpen]);
  useEffect(() => {
    // Screen readers announce messages from the second load on: the first would be a torrent.
    const soon = setTimeout(() => setLive(true), 500);
    return () => clearTimeout(soon);
  }, []);
  const say = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const said = text.trim();
    if (!said) return field.current?.focus();
    doing(event.submitter, async () => {
      await chat.say(said);
      setText((now) => (now.trim() === said ? "" : now));
      field.current?.focus({ preventScroll: true });
    });
  };
  return html`
    ${
      rooms.length > 1 &&
      html`<p><label for="room">${t("game-chat-room")}</label>
      <select id="room" value=${chat.room.value} onChange=${(/** @type {any} */ event) => chat.enter(event.target.value)}>
        <option value="table">${t("game-chat-table")}</option>
        <option value="spectators">${t("game-chat-spectators")}</option>
      </select></p>`
    }
    ${!messages.length && html`<p class="hint">${t("game-chat-none")}</p>`}
    <ol id="messages" class="messages" tabindex="0" aria-label=${t("game-chat-messages")} aria-live=${isLive ? "polite" : undefined} ref=${list}>
      ${chat.isCut.value && html`<li class="by">${t("game-chat-cut")}</li>`}
      ${messages.map((it) => html`<${Said} key=${it.n} message=${it} />`)}
    </ol>
    ${
      me() &&
      !me()?.isGuest &&
      html`<form id="say" onSubmit=${say}>
      <label for="message">${t("game-chat-say")}</label>
      <div class="row">
        <input id="message" name="message" maxlength="1000" autocomplete="off" ref=${field} value=${text}
          onInput=${(/** @type {any} */ event) => setText(event.target.value)} />
        <button type="submit" class="quiet">${t("game-chat-send")}</button>
      </div>
    </form>`
    }
    ${
      (!me() || me()?.isGuest) &&
      html`<div id="may-not-say">
      <p class="hint">${t("game-chat-needs-name")}</p>
      <p class="buttons"><button type="button" class="quiet" onClick=${() => openAccount("up-name")}>${me() ? t("game-chat-sign-up") : t("common-sign-in-or-up")}</button></p>
    </div>`
    }
  `;
}

/** @param {{ message: Message }} props */
function Said({ message }) {
  const isTakenBack = message.text === null;
  return html`<li>
    <span class="by"><strong>${message.author}</strong> <${Time} at=${message.at} /></span>
    <${SeatMenu} name=${message.author} message=${message.n} />
    <p class=${isTakenBack ? "by" : ""}>${isTakenBack ? t("game-chat-taken-back") : message.text}</p>
  </li>`;
}
