// @ts-check
// The button that follows a player.

import { call } from "./api.js";
import { t } from "./say.js";
import { doing, fault, note } from "./ui.js";
import { html, useEffect, useState } from "./view.js";

/** @typedef {import("../types/api.js").components["schemas"]["FollowedPlayerList"]} Followed */

/** The button for a player, which knows whether the reader follows that player.
 * @param {{ name: string }} props */
export function Follow({ name }) {
  const [follows, setFollows] = useState(/** @type {boolean | null} */ (null));
  const path = encodeURIComponent(name);
  useEffect(() => {
    // `doing` would remove the note of the button that was just pressed.
    call("GET", `/v1/me/following?player=${path}`).then((/** @type {Followed} */ { players }) => setFollows(players.length > 0), fault);
  }, [name]);
  const change = (/** @type {MouseEvent} */ event) =>
    doing(event.currentTarget, async () => {
      await (follows ? call("DELETE", `/v1/me/following/${path}`) : call("PUT", `/v1/me/following/${path}`));
      setFollows(!follows);
      note(follows ? t("player-unfollowed", { name }) : t("player-followed", { name }));
    });
  return html`<button type="button" class="quiet" id="follow" disabled=${follows === null} onClick=${change}>${follows ? t("player-following") : t("player-follow")}</button>`;
}
