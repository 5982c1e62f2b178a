// @ts-check
// The reader's note about the game.

import { call } from "../api.js";
import { inFull } from "../clock.js";
import { t } from "../say.js";
import { fault, note } from "../ui.js";
import { html, useEffect, useState } from "../view.js";
import { submits } from "./parts.js";
import { id } from "./state.js";
import { useTyped } from "./typed.js";

/** The note of a signed-in player. */
export function Note() {
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
    setState(own.changed_at ? t("game-notes-saved-at", { at: inFull(own.changed_at) }) : "");
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
    note(t("game-notes-conflict"));
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
    <h2><label for="own-note">${t("game-notes-yours")}</label></h2>
    <textarea id="own-note" rows="5" maxlength="10000" disabled=${version === null} value=${text} onInput=${(/** @type {any} */ event) => write(event.target.value, version)}></textarea>
    <p class="buttons"><button type="submit" class="quiet" disabled=${version === null}>${t("game-notes-save")}</button></p>
    <p class="hint" id="note-state" role="status">${state}</p>
  </form>`;
}
