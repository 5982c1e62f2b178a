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
      return t("Saved.");
    });
  return html`<${Section} id="forced" title=${t("Moves without a choice")}>
    <${Tick} id="you-forced" checked=${account.play_forced_moves} onChange=${save}
      hint=${t("A roll, the only pawn that can move, the end of a day with no card left: in all your games, without a mail.")}>
      ${t("Play moves without a choice for me")}
    <//>
    <${Outcome} deed=${deed} />
  <//>`;
}
