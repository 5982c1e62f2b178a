// @ts-check
// Finding players, and acts on them.

import { call, me } from "../api.js";
import { Time } from "../clock.js";
import { t } from "../say.js";
import { Field, Form, Outcome, typed, useDeed } from "../settings/parts.js";
import { playerPath } from "../ui.js";
import { html, useEffect, useState } from "../view.js";
import { Acts, Earlier, Folded, want, wanted } from "./parts.js";

/** @typedef {import("../../types/api.js").components["schemas"]["AdminPlayer"]} Player */
/** @typedef {import("./parts.js").Offer} Offer */

/** The length of the list. */
const SHOWN = 50;

/** @type {Offer} */
export const SUSPEND = {
  type: "suspend",
  text: t("admin-suspend-player"),
  hint: t("admin-all-sessions-player-end"),
  ask: t("admin-suspend-player-more"),
  isTold: true,
};

/** The acts on a player.
 * @param {Player} player
 * @returns {Offer[]} */
function offersFor({ suspended, guest }) {
  /** @type {Offer} */
  const lift = { type: "reinstate", text: t("admin-lift-suspension"), isTold: true };
  if (guest) return [suspended ? lift : SUSPEND];
  return [
    suspended ? lift : SUSPEND,
    {
      type: "rename",
      text: t("admin-rename-player"),
      hint: t("admin-new-name-holds-at"),
      isTold: true,
      fields: html`<${Field} label=${t("admin-new-name")} name="to" maxlength="24" required autocomplete="off" autocapitalize="none" spellcheck="false" />`,
      more: (data) => ({ to: typed(data, "to") }),
    },
    { type: "unlock-sign-in", text: t("admin-unlock-signing"), hint: t("admin-server-forgets-failed-signins") },
    {
      type: "disable-second-factor",
      text: t("admin-disable-second-factor"),
      hint: t("admin-player-who-lost-app"),
      ask: t("admin-disable-second-factor-player"),
      isTold: true,
    },
  ];
}

/** What is only possible on the command line.
 * @param {{ name: string }} props */
function Commands({ name }) {
  return html`<p>${t("admin-only-command-line-server")}</p>
    ${[`export ${name} FILE`, `--reason "…" delete ${name}`, `--reason "…" appoint ${name}`].map((it) => html`<p key=${it}><code>turnpike admin ${it}</code></p>`)}`;
}

/** One player.
 * @param {{ player: Player, isOpen: boolean, again: () => Promise<void> }} props */
function Line({ player, isOpen, again }) {
  const { name, email, email_confirmed, mail_suspended } = player;
  const marks = [
    player.suspended && t("admin-suspended"),
    player.guest && t("admin-guest"),
    player.admin && t("admin-admin"),
    player.automated && t("admin-program"),
    mail_suspended === "bounced" && t("admin-gets-no-mail-mail"),
    mail_suspended === "complained" && t("admin-gets-no-mail-marked"),
  ].filter(Boolean);
  const own = me()?.name === name;
  const deeds = html`<${Acts} offers=${offersFor(player)} on=${{ player: name }} done=${again} />
    <h3>${t("admin-earlier-acts-on", { name })}</h3>
    <${Earlier} key=${JSON.stringify(player)} player=${name} />
    <${Commands} name=${name} />`;
  return html`<li>
    <a href=${playerPath(name)}>${name}</a>${marks.length > 0 && html` <span class="mark">· ${marks.join(" · ")}</span>`}
    <p>${email ?? t("admin-no-mail-address")}${email && !email_confirmed && ` (${t("admin-not-confirmed")})`} · ${t("admin-here-since")} <${Time} at=${player.created_at} /></p>
    ${own ? html`<p>${t("admin-you-another-admin-can")}</p>` : isOpen ? deeds : html`<${Folded} title=${t("admin-act-on", { name })}>${() => deeds}<//>`}
  </li>`;
}

export function Players() {
  const deed = useDeed();
  const [text, setText] = useState(wanted.value.players?.text ?? "");
  const [players, setPlayers] = useState(/** @type {Player[] | null} */ (null));
  const look = async (of = text) => {
    const query = new URLSearchParams({ limit: String(SHOWN), ...(of && { text: of }) });
    setPlayers((await call("GET", `/v1/admin/players?${query}`)).players);
  };
  useEffect(() => {
    deed.act(() => look());
  }, []);
  /** @param {FormData} data */
  const find = async (data) => {
    const typedText = typed(data, "text");
    want("players", typedText);
    setText(typedText);
    await look(typedText);
  };
  const isMeant = (/** @type {Player} */ { name }) => name.toLowerCase() === text.toLowerCase();
  const sorted = players?.toSorted((one, other) => Number(isMeant(other)) - Number(isMeant(one)));
  return html`<${Form} id="find-player" deed=${deed} onSend=${find}>
      <${Field} label=${t("admin-name-mail-address")} type="search" name="text" maxlength="254" autocomplete="off" autocapitalize="none" spellcheck="false" defaultValue=${text} />
      <p class="buttons"><button type="submit" disabled=${deed.isBusy}>${t("admin-find")}</button></p>
      <${Outcome} deed=${deed} />
    <//>
    ${sorted && html`<h3>${text ? t("admin-players-more", { text }) : t("admin-newest-players")}</h3>`}
    ${sorted?.length === 0 && html`<p class="empty">${t("admin-no-such-players")}</p>`}
    <ul class="games" id="player-list">
      ${sorted?.map((it) => html`<${Line} key=${it.name} player=${it} isOpen=${isMeant(it)} again=${() => look()} />`)}
    </ul>
    ${sorted?.length === SHOWN && html`<p class="hint">${t("admin-there-are-more-type")}</p>`}`;
}
