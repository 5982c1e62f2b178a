// @ts-check
// The log of acts.

import { call } from "../api.js";
import { t } from "../say.js";
import { Outcome, useDeed } from "../settings/parts.js";
import { html, useEffect, useState } from "../view.js";
import { Entries } from "./parts.js";

/** @typedef {import("./parts.js").Entry} Entry */

/** How many entries come at once. */
const PAGE = 50;

export function Log() {
  const deed = useDeed();
  const [entries, setEntries] = useState(/** @type {Entry[]} */ ([]));
  const [isWhole, setWhole] = useState(false);
  const more = () =>
    deed.act(async () => {
      const last = entries.at(-1);
      /** @type {Entry[]} */
      const found = (await call("GET", `/v1/admin/actions?limit=${PAGE}${last ? `&before=${last.id}` : ""}`)).actions;
      setEntries([...entries, ...found]);
      setWhole(found.length < PAGE);
    });
  useEffect(() => void more(), []);
  return html`${isWhole && !entries.length && html`<p class="empty">${t("admin-nobody-done-anything-yet")}</p>`}
    <${Entries} entries=${entries} />
    ${!isWhole && html`<p class="buttons"><button type="button" class="quiet" disabled=${deed.isBusy} onClick=${more}>${t("admin-older-entries")}</button></p>`}
    <${Outcome} deed=${deed} />`;
}
