// @ts-check
// Whether the server plays moves without a choice.

import { call } from "../api.js";
import { t } from "../say.js";
import { html } from "../view.js";
import { Outcome, Section, Tick, useDeed } from "./parts.js";

/** @typedef {import("../../types/api.js").components["schemas"]["Account"]} Account */

/** Moves without a choice in all games of the player.
 * @param {{ account: Account, changed: (account: Account) => void }} props */
export function Forced({ account, changed }) {
  const deed = useDeed();
  /** @param {boolean} yes */
  const save = (yes) =>
    deed.act(async () => {
      changed(await call("PATCH", "/v1/me", { play_forced_moves: yes }));
      return t("common-saved");
    });
  return html`<${Section} id="forced" title=${t("forced-title")}>
    <${Tick} id="you-forced" checked=${account.play_forced_moves} onChange=${save}
      hint=${t("forced-hint")}>
      ${t("forced-yes")}
    <//>
    <${Outcome} deed=${deed} />
  <//>`;
}
