// @ts-check
// Muted and blocked players: the two lists, and the buttons that add a player to them.

import { call } from "./api.js";
import { t } from "./say.js";
import { ask, doing, note } from "./ui.js";
import { html, useEffect, useState } from "./view.js";

/** @typedef {import("../types/api.js").components["schemas"]["AvoidedPlayerList"]} Avoided */

/** A list of players: loads it, adds a player and removes one.
 * @typedef {object} List
 * @property {() => Promise<Avoided>} ask
 * @property {(name: string) => Promise<void>} add
 * @property {(name: string) => Promise<void>} remove */

/** Whose words are not shown. @type {List} */
export const muted = {
  ask: () => call("GET", "/v1/me/muted"),
  add: (name) => call("PUT", `/v1/me/muted/${encodeURIComponent(name)}`),
  remove: (name) => call("DELETE", `/v1/me/muted/${encodeURIComponent(name)}`),
};

/** Players with whom the reader shares no new games. @type {List} */
export const blocked = {
  ask: () => call("GET", "/v1/me/blocked"),
  add: (name) => call("PUT", `/v1/me/blocked/${encodeURIComponent(name)}`),
  remove: (name) => call("DELETE", `/v1/me/blocked/${encodeURIComponent(name)}`),
};

/** The buttons for a player, which know whether that player is on the lists. `done` is called once one has done its work.
 * @param {{ name: string, done?: () => void }} props */
export function Avoid({ name, done = () => {} }) {
  const [is, setIs] = useState(/** @type {{ muted: boolean, blocked: boolean } | null} */ (null));
  useEffect(() => {
    doing(null, async () => {
      const [one, other] = await Promise.all([muted.ask(), blocked.ask()]);
      const has = (/** @type {Avoided} */ list) => list.players.some((it) => it.name === name);
      setIs({ muted: has(one), blocked: has(other) });
    });
  }, [name]);
  /** @param {(event: MouseEvent) => Promise<string | null>} deed returns the result in words, or null if the reader changed their mind */
  const does = (deed) => (/** @type {MouseEvent} */ event) =>
    doing(event.currentTarget, async () => {
      const said = await deed(event);
      if (said === null) return;
      done();
      note(said);
    });
  const mute = does(async () => {
    await muted[is?.muted ? "remove" : "add"](name);
    setIs((was) => was && { ...was, muted: !was.muted });
    return is?.muted ? t("common-unmuted", { name }) : t("common-muted", { name });
  });
  const block = does(async () => {
    const text = t("common-block-ask", { name });
    if (!is?.blocked && !(await ask(text, t("common-block-yes")))) return null;
    await blocked[is?.blocked ? "remove" : "add"](name);
    setIs((was) => was && { ...was, blocked: !was.blocked });
    return is?.blocked ? t("common-unblocked", { name }) : t("common-blocked", { name });
  });
  return html`<button type="button" class="quiet mute" disabled=${!is} onClick=${mute}>${is?.muted ? t("common-unmute") : t("common-mute")}</button>
    <button type="button" class=${`${is?.blocked ? "quiet" : "danger"} block`} disabled=${!is} onClick=${block}>${is?.blocked ? t("common-unblock") : t("common-block")}</button>`;
}
