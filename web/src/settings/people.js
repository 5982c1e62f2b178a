// @ts-check
// Muted and blocked players.

import { Problem } from "../api.js";
import { blocked, muted } from "../avoid.js";
import { Time } from "../clock.js";
import { t } from "../say.js";
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
      throw new Problem(problem.status, { ...problem.body, detail: t("There is no player “{name}”", { name }) });
    });
    form.reset();
    await again();
    return t("Saved.");
  };
  /** @param {string} name */
  const end = (name) =>
    deed.act(async () => {
      await of.remove(name);
      await again();
      return t("Saved.");
    });
  return html`<div id=${id}>
    <h3>${title}</h3>
    <p class="hint">${hint}</p>
    <ul class="games">
      ${list?.players.map(
        ({ name, since }) => html`<li key=${name} class="over">
          <div><a href=${playerPath(name)}>${name}</a><p>${t("Since ")}<${Time} at=${since} /></p></div>
          <button type="button" class="quiet small" disabled=${deed.isBusy} aria-label=${`${removeWord}: ${name}`} onClick=${() => end(name)}>${removeWord}</button>
        </li>`,
      )}
    </ul>
    ${list?.players.length === 0 && html`<p>${t("Nobody.")}</p>`}
    <${Form} deed=${deed} onSend=${send}>
      <${Field} id=${`${id}-name`} label=${t("Name")} wrong=${deed.at("name")} name="name" maxlength="24" required autocapitalize="none" spellcheck=${false} autocomplete="off" />
      <p class="buttons"><button type="submit" class="quiet" disabled=${deed.isBusy}>${addWord}</button></p>
    <//>
    <${Outcome} deed=${deed} />
  </div>`;
}

/** Muted and blocked players. */
export function People() {
  return html`<${Section} id="people" title=${t("Muted and blocked players")} hint=${t("They are not notified.")}>
    <${List} id="muted" title=${t("Muted")} hint=${t("You get none of their messages, on the pages or by mail, in any game.")}
      of=${muted} addWord=${t("Mute")} removeWord=${t("Unmute")} />
    <${List} id="blocked" title=${t("Blocked")} hint=${t("Moreover neither of you can invite the other, or join a game that the other has made. Games that run go on.")}
      of=${blocked} addWord=${t("Block")} removeWord=${t("Unblock")} />
  <//>`;
}
