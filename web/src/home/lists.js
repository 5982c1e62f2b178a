// @ts-check
// Lists of games as sections of the home page.

import { t } from "../say.js";
import { doing, fault } from "../ui.js";
import { html, useEffect, useMemo, useRef, useState } from "../view.js";
import { Card } from "./card.js";
import { Pages, canJoin, sorted } from "./games.js";

/** @typedef {import("./games.js").Game} Game */
/** @typedef {import("./begin.js").Kind} Kind */
/** @typedef {(id: string) => Kind | undefined} KindOf */

/** The games, and the button for more of them.
 * @param {{ id: string, games: Game[], kindOf: KindOf, pictures?: number, pages?: Pages, more?: string }} props */
export function List({ id, games, kindOf, pictures = 0, pages, more }) {
  const ask = (/** @type {MouseEvent} */ event) => doing(event.currentTarget, () => pages?.more());
  return html`<ul class="cards" id=${`${id}-list`}>
      ${games.map((game, at) => html`<${Card} key=${game.id} game=${game} kind=${kindOf(game.kind)} picture=${at < pictures} />`)}
    </ul>
    ${pages?.hasMore.value && html`<p class="buttons"><button type="button" class="quiet" id=${`${id}-more`} onClick=${ask}>${more}</button></p>`}`;
}

/** A list that loads when it is unfolded. `isOpen` unfolds it, and `pictures` is the number of
 * boards in it.
 * @param {{ id: string, title: string, query: string, kindOf: KindOf, more: string, drop?: (game: Game) => boolean, isOpen?: boolean, order?: import("./games.js").Order, pictures?: number }} props */
export function Folded({ id, title, query, kindOf, more, drop = () => false, isOpen = false, order = "time", pictures = 0 }) {
  const pages = useMemo(() => new Pages(query), [query]);
  const toggle = (/** @type {{ currentTarget: HTMLDetailsElement }} */ event) => {
    if (event.currentTarget.open) doing(null, () => pages.renew());
  };
  const all = pages.games.value?.filter((game) => !drop(game));
  const games = all && sorted(all, order);
  return html`<details id=${id} onToggle=${toggle} open=${isOpen}>
    <summary>${title}</summary>
    ${games && games.length === 0 && html`<p class="hint">${t("common-none-now")}</p>`}
    ${games && html`<${List} id=${id} games=${games} kindOf=${kindOf} pictures=${pictures} pages=${pages} more=${more} />`}
  </details>`;
}

/** Tables with free seats that match a search.
 * @param {{ kinds: Kind[], kindOf: KindOf, renewed?: number, pictures?: number, drop?: (game: Game) => boolean }} props */
export function Tables({ kinds, kindOf, renewed = 0, pictures = 0, drop = () => false }) {
  const [kind, setKind] = useState("");
  const [seats, setSeats] = useState("");
  const pages = useMemo(() => new Pages(`status=open${kind && `&kind=${encodeURIComponent(kind)}`}`), [kind]);
  useEffect(() => void pages.renew().catch(fault), [pages, renewed]);
  // The old list stays until the new one has loaded.
  const shown = useRef(pages);
  if (pages.games.value) shown.current = pages;
  const all = shown.current.games.value?.filter((game) => canJoin(game) && !drop(game));
  const games = all?.filter((game) => !seats || game.seats.length === Number(seats));
  const counts = [...new Set((all ?? []).map((game) => game.seats.length))].sort((a, b) => a - b);
  const isEmpty = all && all.length === 0 && !kind && shown.current === pages;
  return html`<section aria-labelledby="open-title" hidden=${!games}>
    <div class="over">
      <h2 id="open-title">${t("home-tables")}</h2>
      ${
        !isEmpty &&
        html`<div class="filters">
        <select aria-label=${t("common-game")} value=${kind} onChange=${(/** @type {any} */ event) => setKind(event.currentTarget.value)}>
          <option value="">${t("home-tables-all")}</option>
          ${kinds.map(({ id, name }) => html`<option key=${id} value=${id}>${name}</option>`)}
        </select>
        <select aria-label=${t("home-tables-players")} value=${seats} onChange=${(/** @type {any} */ event) => setSeats(event.currentTarget.value)}>
          <option value="">${t("home-tables-any")}</option>
          ${counts.map((n) => html`<option key=${n} value=${n}>${t("home-tables-n-players", { n })}</option>`)}
        </select>
      </div>`
      }
    </div>
    ${games?.length === 0 && html`<p class="hint">${t("home-tables-none")} <a href="/new?visibility=public">${t("home-tables-make")}</a></p>`}
    ${games && html`<${List} id="open" games=${games} kindOf=${kindOf} pictures=${pictures} pages=${shown.current} more=${t("home-tables-more")} />`}
  </section>`;
}
