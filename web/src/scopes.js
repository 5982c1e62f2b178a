// @ts-check
// The permissions of connected apps in plain words. The server's pages have the same words.

import { t } from "./say.js";

/** By its name in the contract.
 * @type {Partial<Record<import("../types/api.js").components["schemas"]["Scope"], string>>} */
export const SCOPES = {
  "games:read": t("see your games"),
  "games:play": t("make and join games, and play in your name"),
  "chat": t("read and write chat, notes and reports, and change whom you mute"),
  "mail:manage": t("change which mails you get"),
  "account": t("read your account, your address too, and take holidays"),
};
