// @ts-check
// The permissions of connected apps in plain words. The server's pages have the same words.

import { t } from "./say.js";

/** By its name in the contract.
 * @type {Partial<Record<import("../types/api.js").components["schemas"]["Scope"], string>>} */
export const SCOPES = {
  "games:read": t("common-may-see"),
  "games:play": t("common-may-play"),
  "chat": t("common-may-chat"),
  "mail:manage": t("common-may-mail"),
  "account": t("common-may-account"),
};
