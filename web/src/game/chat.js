// @ts-check
// The chat of a game.
//
// Unless the server announces new messages, the page polls, ever more rarely while nothing happens.
// Text of players is never treated as anything but text.

import { call, me } from "../api.js";
import { Time } from "../clock.js";
import { t } from "../say.js";
import { doing, openAccount } from "../ui.js";
import { batch, html, signal, useEffect, useLayoutEffect, useRef, useState } from "../view.js";
import { SeatMenu } from "./deeds.js";
import { game, id } from "./state.js";
import { useTyped } from "./typed.js";

/** @typedef {import("../../types/api.js").components["schemas"]["Message"]} Message */

// Milliseconds until the next poll: soon after a message, and at most.
const SOON = 5000;
const LATE = 60000;

const PAGE = 100;

export class Chat {
  /** The known messages. */
  messages = signal(/** @type {Message[]} */ ([]));
  /** Whether there are earlier messages that are not here. */
  isCut = signal(false);
  /** The rooms that the reader may enter, as the server has it. */
  rooms = signal(/** @type {string[]} */ ([]));
  room = signal("table");
  /** The number of unread messages. */
  unread = signal(0);
  /** Whether the reader looks at the chat. */
  isOpen = signal(false);
  /** Whether the server announces new messages. */
  isTold = false;

  #isFormer = false; // Whether the reader had a seat once.
  #look = 0;
  #quiet = 0;
  /** The number of the last message that is known. @type {number | null} */
  #last = null;
  /** A message that may not have arrived: it keeps its id. @type {{ room: string, text: string, id: string } | null} */
  #pending = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  constructor() {
    document.addEventListener("visibilitychange", () => (document.hidden ? clearTimeout(this.#timer) : this.hurry()));
  }

  #forget() {
    clearTimeout(this.#timer);
    this.#last = null;
    this.#look += 1;
    this.#quiet = 0;
    batch(() => {
      this.messages.value = [];
      this.isCut.value = false;
      this.unread.value = 0;
    });
  }

  /** Another reader has other rooms. */
  forgetReader() {
    this.#forget();
    this.#isFormer = false;
    this.#pending = null;
  }

  /** Updates the chat after a change of the game: which rooms are open, and whether one has to be
   * read for the first time.
   * @returns {void} */
  renew() {
    const it = game.value;
    const ofTable = this.#isFormer || it.seat !== null || (it.status === "open" && it.invited);
    const rooms = [];
    // Of those who have no seat, only a former player sees a private game that runs.
    const isFormer = !ofTable && !it.invited && me() && it.status !== "open" && it.visibility !== "public";
    if (ofTable || isFormer) rooms.push("table");
    // A visitor with the link to a private table cannot read its chat.
    if (it.status === "finished" || (!ofTable && me() && it.visibility === "public")) rooms.push("spectators");
    this.rooms.value = rooms;
    const [first] = rooms;
    if (first === undefined) return clearTimeout(this.#timer);
    if (!rooms.includes(this.room.value)) return void this.enter(first);
    if (this.#last === null) this.hurry();
  }

  /** @param {string} room */
  enter(room) {
    this.room.value = room;
    this.#forget();
    return this.hurry();
  }

  /** Looks at once, and then as often as after any news. */
  hurry() {
    this.#quiet = 0;
    return this.#read();
  }

  /** The reader opens or closes the chat.
   * @param {boolean} isOpen */
  open(isOpen) {
    this.isOpen.value = isOpen;
    if (isOpen) this.unread.value = 0;
  }

  async #read() {
    clearTimeout(this.#timer);
    if (!game.value || !this.rooms.value.length) return;
    const mine = (this.#look += 1);
    let failed = false;
    try {
      for (let more = true; more;) {
        const after = this.#last === null ? "" : `&after=${this.#last}`;
        const page = await call("GET", `/v1/games/${id}/chat?room=${this.room.value}&limit=${PAGE}${after}`);
        if (mine !== this.#look) return;
        const isFirst = this.#last === null;
        this.#add(page.messages, isFirst && page.more);
        more = page.more && !isFirst;
      }
    } catch (/** @type {any} */ problem) {
      if (mine !== this.#look) return;
      // The page itself says when the server is away.
      if (problem.status === 403 && this.room.value === "spectators" && !this.#isFormer) {
        this.#isFormer = true; // Former players belong to the table.
        return this.renew();
      }
      if (problem.status === 404 || problem.status === 403 || problem.status === 401) return;
      failed = true;
    }
    // Load again what could not be read, even if the server announces new messages.
    if ((this.isTold && !failed) || document.hidden) return;
    this.#timer = setTimeout(() => this.#read(), Math.min(SOON * 1.5 ** this.#quiet, LATE));
    this.#quiet += 1;
  }

  /** @param {Message[]} messages
   * @param {boolean} isCut */
  #add(messages, isCut) {
    if (messages.length) this.#quiet = 0;
    const isFirst = this.#last === null;
    this.#last = messages.at(-1)?.n ?? this.#last ?? 0;
    batch(() => {
      if (isCut) this.isCut.value = true;
      if (messages.length) this.messages.value = [...this.messages.value, ...messages];
      if (!isFirst && !this.isOpen.value) this.unread.value += messages.filter((it) => it.author !== me()?.name).length;
    });
  }

  /** Posts a message. Without a response, it is sent again with the same id, so it is posted once.
   * @param {string} text */
  async say(text) {
    const room = this.room.value;
    if (this.#pending?.text !== text || this.#pending.room !== room) {
      this.#pending = { room, text, id: crypto.randomUUID?.() ?? `m-${Date.now()}-${Math.random().toString(36).slice(2)}` };
    }
    const body = this.#pending;
    try {
      await call("POST", `/v1/games/${id}/chat`, body);
    } catch (/** @type {any} */ problem) {
      if (problem.status !== 503 && problem.status !== 0) throw problem;
      await new Promise((resolve) => setTimeout(resolve, 1000));
      await call("POST", `/v1/games/${id}/chat`, body);
    }
    this.#pending = null;
    await this.hurry();
  }
}

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

/** Returns the title of the chat's tab.
 * @param {Chat} chat */
export const chatTitle = (chat) => {
  const unread = chat.unread.value;
  return unread ? t("game-chat-unread", { n: unread }) : t("game-chat");
};
