// @ts-check
// The reader's private data: a note about the game, and orders for the next turn.

import { call } from "../api.js";
import { inFull } from "../clock.js";
import { t } from "../say.js";
import { fault, note } from "../ui.js";
import { html, useEffect, useRef, useState } from "../view.js";
import { submits } from "./parts.js";
import { game, id, isSeated } from "./state.js";
import { useTyped } from "./typed.js";
import { areOrdersOpen } from "./words.js";

/** Both, for a signed-in player.
 * @param {{ isOpen: boolean }} props whether they are in sight */
export function OwnPart({ isOpen }) {
  const mayOrder = game.value.status === "running" && isSeated.value;
  return html`<${Note} />${mayOrder && html`<${Orders} isOpen=${isOpen} />`}`;
}

function Note() {
  const [text, setText] = useState("");
  /** What the reader has typed and not saved. */
  const [typed, setTyped] = useTyped("note");
  /** The version of the stored note on which that is based. */
  const [base, setBase] = useTyped("note-version");
  /** Null until the stored note is known: before that, nothing may be saved over it. */
  const [version, setVersion] = useState(/** @type {number | null} */ (null));
  const [state, setState] = useState("");
  const take = (/** @type {any} */ own) => {
    setVersion(own.version);
    setText(own.text);
    setState(own.changed_at ? t("Saved {at}.", { at: inFull(own.changed_at) }) : "");
  };
  useEffect(() => {
    call("GET", `/v1/games/${id}/note`)
      .then((own) => {
        take(own);
        if (typed && base === `${own.version}`) setText(typed);
        else if (typed) join(own, typed);
      })
      .catch(fault);
  }, []);
  /** Shows the stored note and what the reader has typed, which is based on an older one.
   * @param {any} theirs
   * @param {string} mine */
  const join = (theirs, mine) => {
    setVersion(theirs.version);
    write(`${theirs.text}\n${mine}`, theirs.version);
    note(t("Your note was changed elsewhere meanwhile. Both texts are here: put them together and save again."));
  };
  const write = (/** @type {string} */ next, /** @type {number | null} */ on) => {
    setText(next);
    setTyped(next);
    setBase(`${on}`);
  };
  /** Stores the note, unless another client has changed it in the meantime. */
  const keep = async () => {
    const headers = { "If-Match": `"${version}"` };
    try {
      take(await call("PUT", `/v1/games/${id}/note`, { text }, undefined, headers));
      setTyped("");
      setBase("");
    } catch (/** @type {any} */ problem) {
      if (problem.status !== 412) throw problem;
      join(await call("GET", `/v1/games/${id}/note`), text);
    }
  };
  return html`<form id="write-note" onSubmit=${submits(keep)}>
    <h2><label for="own-note">${t("Your note, for you alone")}</label></h2>
    <textarea id="own-note" rows="5" maxlength="10000" disabled=${version === null} value=${text} onInput=${(/** @type {any} */ event) => write(event.target.value, version)}></textarea>
    <p class="buttons"><button type="submit" class="quiet" disabled=${version === null}>${t("Save the note")}</button></p>
    <p class="hint" id="note-state" role="status">${state}</p>
  </form>`;
}

/** @param {string} text */
const lines = (text) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/** @param {{ isOpen: boolean }} props whether they are in sight */
function Orders({ isOpen }) {
  useEffect(() => {
    areOrdersOpen.value = isOpen;
    return () => void (areOrdersOpen.value = false);
  }, [isOpen]);
  const [queue, setQueue] = useState("");
  const [conditional, setConditional] = useState("");
  const [known, setKnown] = useState(/** @type {{ example: string, description: string }[]} */ ([]));
  const [state, setState] = useState(t("Nobody else sees them."));
  /** The stored orders in the notation; null until they are known: before that, nothing may be
   * saved over them. */
  const [stored, setStored] = useState(/** @type {string | null} */ (null));
  const isTouched = useRef(false);
  isTouched.current = stored !== null && stored !== `${queue}\n\n${conditional}`;
  const take = (/** @type {any} */ orders) => {
    const moves = orders.moves.map((/** @type {any} */ move) => move.text ?? JSON.stringify(move)).join("\n");
    const others = orders.conditional.join("\n");
    setQueue(moves);
    setConditional(others);
    setStored(`${moves}\n\n${others}`);
  };
  useEffect(() => {
    const { kind } = game.value;
    call("GET", `/v1/kinds/${encodeURIComponent(kind)}`)
      .then((it) => setKnown(it.orders))
      .catch(fault);
  }, []);
  const { ply } = game.value;
  // Orders that were played in the meantime are gone. Text in the field stays.
  useEffect(() => {
    if (isTouched.current) return;
    call("GET", `/v1/games/${id}/orders`)
      .then((orders) => isTouched.current || take(orders))
      .catch(fault);
  }, [ply]);
  const give = async () => {
    const moves = lines(queue).map((line) => (line.startsWith("{") ? JSON.parse(line) : { type: "text", text: line }));
    take(await call("PUT", `/v1/games/${id}/orders`, { moves, conditional: lines(conditional) }));
    setState(t("Saved. Nobody else sees them."));
  };
  return html`<form id="give-orders" onSubmit=${submits(give)}>
    <h2>${t("Your orders")}</h2>
    <label for="queue">${t("Moves for when your turn comes, one a line")}</label>
    <textarea id="queue" rows="3" autocapitalize="none" spellcheck="false" value=${queue} onInput=${(/** @type {any} */ event) => setQueue(event.target.value)}></textarea>
    ${
      known.length > 0 &&
      html`<label for="conditional">${t("Orders with a condition, one a line")}</label>
      <textarea id="conditional" rows="3" autocapitalize="none" spellcheck="false" aria-describedby="known-orders" value=${conditional}
        onInput=${(/** @type {any} */ event) => setConditional(event.target.value)}></textarea>
      <dl id="known-orders" class="hint">${known.map(({ example, description }) => html`<dt>${example}</dt><dd>${description}</dd>`)}</dl>`
    }
    <p class="buttons"><button type="submit" class="quiet" disabled=${stored === null}>${t("Save the orders")}</button></p>
    <p class="hint" id="orders-state" role="status">${state}</p>
  </form>`;
}
