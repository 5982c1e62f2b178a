// What is said about a game, and the reader's own note about it.
//
// Unless the page is told by the server that there is something new, it asks now and then, ever more rarely while nothing
// happens. What players typed is only ever text.

import { call, me } from "./api.js";
import { $, doing, el, fault, note, setText, time } from "./ui.js";
import { language, t } from "./say.js";

// Milliseconds until the next look: soon after something was said, and at most.
const SOON = 5000;
const LATE = 60000;

const PAGE = 100;

export class Chat {
  constructor(id) {
    this.id = id;
    this.game = null;
    this.former = false;
    this.room = "table";
    this.version = null; // Of the note that is shown.
    this.pending = null; // A message that may not have arrived: it keeps its name.
    this.isTold = false; // Whether the page is told when something is said.
    this.forget();
    const form = (name, deed) =>
      $(name).addEventListener("submit", (event) => {
        event.preventDefault();
        doing(event.submitter, deed);
      });
    form("say", () => this.say());
    form("write-note", () => this.writeNote());
    $("room").addEventListener("change", () => this.enter($("room").value));
    $("note-part").addEventListener("toggle", () => this.readNote());
    document.addEventListener("visibilitychange", () => (document.hidden ? clearTimeout(this.timer) : this.hurry()));
  }

  /** Another reader, or another room: nothing is known yet. */
  forget() {
    clearTimeout(this.timer);
    this.last = null; // The number of the last message that is shown.
    this.look = (this.look ?? 0) + 1;
    this.quiet = 0;
    $("messages").replaceChildren();
    $("messages").removeAttribute("aria-live");
  }

  /** Another reader has other rooms and another note. */
  forgetReader() {
    this.forget();
    this.former = false;
    this.version = null;
    this.pending = null;
    $("note-part").open = false;
    $("own-note").value = "";
    setText($("note-state"), "");
  }

  /** The rooms that the reader may enter, as the server has it. */
  rooms() {
    const { game } = this;
    const ofTable = this.former || game.seat !== null || (game.status === "open" && game.invited);
    const rooms = [];
    if (ofTable) rooms.push("table");
    if (game.status !== "running" || (!ofTable && me())) rooms.push("spectators");
    return rooms;
  }

  /** Shows the chat of a game as the reader finds it now. */
  show(game) {
    const before = this.game;
    this.game = game;
    const rooms = this.rooms();
    $("chat-part").hidden = !rooms.length;
    $("note-part").hidden = !me();
    $("say").hidden = !me();
    for (const option of $("room").options) option.hidden = option.disabled = !rooms.includes(option.value);
    $("room-choice").hidden = rooms.length < 2;
    if (!rooms.length) return clearTimeout(this.timer);
    if (!rooms.includes(this.room)) return this.enter(rooms[0]);
    if (!before || this.last === null) this.hurry();
  }

  enter(room) {
    this.room = room;
    $("room").value = room;
    this.forget();
    return this.hurry();
  }

  hurry() {
    this.quiet = 0;
    return this.read();
  }

  /** Fetches what is new. */
  async read() {
    clearTimeout(this.timer);
    if (!this.game || $("chat-part").hidden) return;
    const look = (this.look += 1);
    let failed = false;
    try {
      for (let more = true; more; ) {
        const after = this.last === null ? "" : `&after=${this.last}`;
        const page = await call("GET", `/v1/games/${this.id}/chat?room=${this.room}&limit=${PAGE}${after}`);
        if (look !== this.look) return;
        const first = this.last === null;
        this.add(page.messages, first && page.more);
        more = page.more && !first;
      }
    } catch (problem) {
      if (look !== this.look) return;
      // The page itself says when the server is away.
      if (problem.status === 403 && this.room === "spectators" && !this.former) {
        this.former = true; // Whoever had a seat once is of the table.
        return this.show(this.game);
      }
      if (problem.status === 404 || problem.status === 403 || problem.status === 401) return;
      failed = true;
    }
    // What could not be read is asked for again, even where the page is told what is new.
    if ((this.isTold && !failed) || document.hidden) return;
    this.timer = setTimeout(() => this.read(), Math.min(SOON * 1.5 ** this.quiet, LATE));
    this.quiet += 1;
  }

  add(messages, earlier) {
    const list = $("messages");
    const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
    if (messages.length) this.quiet = 0;
    if (earlier) list.append(el("li", { className: "by" }, t("Earlier messages are left out.")));
    for (const message of messages) {
      const said = message.text ?? t("(taken back: the account was deleted)");
      const head = el("span", { className: "by" }, el("strong", {}, message.author), " ", time(message.at));
      list.append(el("li", {}, head, el("p", { className: message.text === null ? "by" : "" }, said)));
    }
    this.last = messages.at(-1)?.n ?? this.last ?? 0;
    $("nothing-said").hidden = Boolean(list.children.length);
    if (atEnd) list.scrollTop = list.scrollHeight;
    // Told aloud from the second time on.
    if (!list.hasAttribute("aria-live")) setTimeout(() => list.setAttribute("aria-live", "polite"), 500);
  }

  /** Says what was typed. If no answer comes, it is said again under the same name: once. */
  async say() {
    const text = $("message").value.trim();
    if (!text) return $("message").focus();
    const { room } = this;
    if (this.pending?.text !== text || this.pending.room !== room) {
      this.pending = { room, text, id: crypto.randomUUID?.() ?? `m-${Date.now()}-${Math.random().toString(36).slice(2)}` };
    }
    const body = this.pending;
    try {
      await call("POST", `/v1/games/${this.id}/chat`, body);
    } catch (problem) {
      if (problem.status !== 503 && problem.status !== 0) throw problem;
      await new Promise((resolve) => setTimeout(resolve, 1000));
      await call("POST", `/v1/games/${this.id}/chat`, body);
    }
    this.pending = null;
    if ($("message").value.trim() === text) $("message").value = "";
    await this.hurry();
    $("message").focus({ preventScroll: true });
  }

  async readNote() {
    if (!$("note-part").open || !me()) return;
    try {
      this.take(await call("GET", `/v1/games/${this.id}/note`));
    } catch (problem) {
      fault(problem);
    }
  }

  take(own) {
    this.version = own.version;
    $("own-note").value = own.text;
    setText($("note-state"), own.changed_at ? t("Saved {at}.", { at: new Date(own.changed_at).toLocaleString(language) }) : "");
  }

  /** Keeps the note, unless another client has changed it meanwhile. */
  async writeNote() {
    const text = $("own-note").value;
    const headers = this.version === null ? {} : { "If-Match": `"${this.version}"` };
    try {
      this.take(await call("PUT", `/v1/games/${this.id}/note`, { text }, undefined, headers));
    } catch (problem) {
      if (problem.status !== 412) throw problem;
      const theirs = await call("GET", `/v1/games/${this.id}/note`);
      this.version = theirs.version;
      $("own-note").value = `${theirs.text}\n${text}`;
      note(t("Your note was changed elsewhere meanwhile. Both texts are here: put them together and save again."));
    }
  }
}
