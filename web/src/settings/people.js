// @ts-check
// Muted and blocked players.

import { Problem } from "../api.js";
import { blocked, muted } from "../avoid.js";
import { Time } from "../clock.js";
import { rich, t } from "../say.js";
import { playerPath } from "../ui.js";
import { html } from "../view.js";
import { Field, Form, Outcome, Section, typed, useAsked, useDeed } from "./parts.js";

/** One of the two lists.
 * @param {{ id: string, title: string, hint: string, of: import("../avoid.js").List, addWord: string, removeWord: string }} props */
function List({ id, title, hint, of, addWord, removeWord }) {
  const deed = useDeed({ name: ["not-found", "invalid-request"] });
  const [list, again] = useAsked(of.ask, deed);
  /** @param {FormData} data @param {HTMLFormElement} form */
  const send = async (data, form) => {
    const name = typed(data, "name");
    await of.add(name).catch((/** @type {Problem} */ problem) => {
      if (problem.code !== "not-found") throw problem;
      throw new Problem(problem.status, { ...problem.body, detail: t("common-no-player", { name }) });
    });
    form.reset();
    await again();
    return t("common-saved");
  };
  /** @param {string} name */
  const end = (name) =>
    deed.act(async () => {
      await of.remove(name);
      await again();
      return t("common-saved");
    });
  return html`<div id=${id}>
    <h3>${title}</h3>
    <p class="hint">${hint}</p>
    <ul class="games">
      ${list?.players.map(
        ({ name, since }) => html`<li key=${name} class="over">
          <div><a href=${playerPath(name)}>${name}</a><p>${rich("settings-since", { since: html`<${Time} at=${since} />` })}</p></div>
          <button type="button" class="quiet small" disabled=${deed.isBusy} aria-label=${`${removeWord}: ${name}`} onClick=${() => end(name)}>${removeWord}</button>
        </li>`,
      )}
    </ul>
    ${list?.players.length === 0 && html`<p>${t("people-nobody")}</p>`}
    <${Form} deed=${deed} onSend=${send}>
      <${Field} id=${`${id}-name`} label=${t("common-name")} wrong=${deed.at("name")} name="name" maxlength="24" required autocapitalize="none" spellcheck=${false} autocomplete="off" />
      <p class="buttons"><button type="submit" class="quiet" disabled=${deed.isBusy}>${addWord}</button></p>
    <//>
    <${Outcome} deed=${deed} />
  </div>`;
}

/** Muted and blocked players. */
export function People() {
  return html`<${Section} id="people" title=${t("people-title")} hint=${t("people-unnotified")}>
    <${List} id="muted" title=${t("people-muted")} hint=${t("people-muted-hint")}
      of=${muted} addWord=${t("common-mute")} removeWord=${t("common-unmute")} />
    <${List} id="blocked" title=${t("people-blocked")} hint=${t("people-blocked-hint")}
      of=${blocked} addWord=${t("people-block")} removeWord=${t("common-unblock")} />
  <//>`;
}
