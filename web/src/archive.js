// @ts-check
// The archive: finished public games by game, player, result, size and date.

import { call } from "./api.js";
import { Box } from "./art.js";
import { day } from "./clock.js";
import { t } from "./say.js";
import { Choice, Field, typed } from "./settings/parts.js";
import { $, SITE, account, doing, kinds, nameOf, note } from "./ui.js";
import { html, render, useEffect, useState } from "./view.js";

/** @typedef {import("../types/api.js").components["schemas"]["KindSummary"]} Kind */
/** @typedef {import("../types/api.js").components["schemas"]["GameList"]} GameList */
/** @typedef {GameList["games"][number]} Game */

/** The filters, by their names in the address and in the form. */
const NAMES = /** @type {const} */ (["kind", "player", "opponent", "result", "seats", "since", "until"]);

/** The filters of a search. An empty one does not restrict it. `since` and `until` are days, and
 * both are included.
 * @typedef {Record<typeof NAMES[number], string>} Filters */

const RESULTS = ["win", "draw", "loss"];

/** A day as date fields have it, in a year that the server knows. */
const DAY = /^2\d{3}-\d{2}-\d{2}$/;

/** The properties of the fields for names. */
const NAMED = { maxlength: 24, autocomplete: "off", autocapitalize: "none", spellcheck: false, enterkeyhint: "search" };

/** Reads filters, and drops those that need another one or that do not exist.
 * @param {(name: string) => string} value
 * @param {Kind[]} all
 * @returns {Filters} */
function filtersOf(value, all) {
  const kind = all.find(({ id }) => id === value("kind"));
  const player = value("player");
  const seats = Number(value("seats"));
  const [since, until] = [value("since"), value("until")];
  return {
    kind: kind?.id ?? "",
    player,
    opponent: player && value("opponent"),
    result: player && RESULTS.includes(value("result")) ? value("result") : "",
    seats: kind && seats >= kind.min_seats && seats <= kind.max_seats ? `${seats}` : "",
    since: DAY.test(since) ? since : "",
    until: DAY.test(until) ? until : "",
  };
}

/** The filters that restrict a search, as a query.
 * @param {Filters} filters */
const restricting = (filters) => new URLSearchParams(NAMES.flatMap((name) => (filters[name] ? [[name, filters[name]]] : [])));

/** Returns when a day starts here, or a day that comes later.
 * @param {string} date
 * @param {number} [later] in days */
function startOf(date, later = 0) {
  const [year = 0, month = 1, number = 1] = date.split("-").map(Number);
  return new Date(year, month - 1, number + later).toISOString();
}

/** The query for the server, which compares times.
 * @param {Filters} filters */
function asked(filters) {
  const query = restricting(filters);
  if (filters.since) query.set("since", startOf(filters.since));
  if (filters.until) query.set("until", startOf(filters.until, 1));
  return query.toString();
}

/** A finished game.
 * @param {{ game: Game, title: string }} props */
function Finished({ game, title }) {
  const standings = game.result?.standings ?? [];
  const [own] = standings;
  const isAlone = standings.length === 1;
  const first = isAlone ? [] : standings.filter(({ rank }) => rank === 1).map(({ seat }) => seat);
  const names = game.seats.map((seat) => {
    const name = nameOf(seat);
    if (!first.includes(seat.seat)) return html`<span key=${seat.seat}>${name}</span>`;
    return html`<strong key=${seat.seat} class="mark">${first.length === 1 ? t("archive-won", { name }) : t("archive-tied", { name })}</strong>`;
  });
  return html`<li>
    <${Box} kind=${game.kind} />
    <div>
      <a href=${`/games/${game.id}`}>${title}</a>${isAlone && own && html`<span> · ${t("common-points", { n: own.score })}</span>`}
      <p>${names.map((it, at) => (at ? [", ", it] : it))}</p>
      <p>${day(game.finished_at ?? game.changed_at)}</p>
    </div>
  </li>`;
}

/** The form of the filters. Its fields keep their own values, so that a list that arrives while the
 * reader types changes nothing in them.
 * @param {{ all: Kind[], filters: Filters, onChange: (filters: Filters) => void }} props */
function Search({ all, filters, onChange }) {
  const [isNamed, setNamed] = useState(Boolean(filters.player));
  const kind = all.find(({ id }) => id === filters.kind);
  const sizes = kind ? Array.from({ length: kind.max_seats - kind.min_seats + 1 }, (_, at) => kind.min_seats + at) : [];
  const data = (/** @type {Event} */ event) => new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
  const read = (/** @type {Event} */ event) => {
    const form = data(event);
    onChange(filtersOf((name) => typed(form, name), all));
  };
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    read(event);
  };
  const result = (/** @type {string} */ it) => t("archive-result-is", { result: it });
  return html`<form class="search" role="search" onChange=${read} onSubmit=${submit} onInput=${(/** @type {Event} */ event) => setNamed(Boolean(typed(data(event), "player")))}>
    <div><${Choice} id="kind" name="kind" label=${t("common-game")} chosen=${filters.kind} options=${[["", t("archive-any-game")], ...all.map(({ id, name }) => [id, name])]} /></div>
    ${
      sizes.length > 1 &&
      html`<div key=${kind?.id}><${Choice} id="seats" name="seats" label=${t("archive-seats")} chosen=${filters.seats} options=${[["", t("archive-any-seats")], ...sizes.map((n) => [`${n}`, t("common-players", { n })])]} /></div>`
    }
    <div><${Field} id="player" name="player" label=${t("archive-player")} defaultValue=${filters.player} ...${NAMED} /></div>
    ${
      isNamed &&
      html`<div><${Field} id="opponent" name="opponent" label=${t("archive-opponent")} defaultValue=${filters.opponent} ...${NAMED} /></div>
        <div><${Choice} id="result" name="result" label=${t("archive-result")} chosen=${filters.result} options=${[["", t("archive-any-result")], ...RESULTS.map((it) => [it, result(it)])]} /></div>`
    }
    <div><${Field} id="since" name="since" type="date" label=${t("archive-since")} defaultValue=${filters.since} /></div>
    <div><${Field} id="until" name="until" type="date" label=${t("archive-until")} defaultValue=${filters.until} /></div>
  </form>`;
}

/** @param {{ all: Kind[], first: Filters }} props */
function Page({ all, first }) {
  const [filters, setFilters] = useState(first);
  const [list, setList] = useState(/** @type {GameList | null} */ (null));
  const names = new Map(all.map(({ id, name }) => [id, name]));
  const shown = restricting(filters).toString();
  const query = asked(filters);
  useEffect(() => {
    let isCurrent = true;
    history.replaceState(null, "", shown ? `/archive?${shown}` : "/archive");
    doing(null, () => call("GET", `/v1/archive?${query}`)).then((page) => {
      if (isCurrent) setList(page ?? null);
    });
    return () => {
      isCurrent = false;
    };
  }, [query]);
  const more = (/** @type {MouseEvent} */ event) =>
    doing(event.currentTarget, async () => {
      if (!list?.next) return;
      const behind = new URLSearchParams(query);
      behind.set("cursor", list.next);
      const { games, next } = /** @type {GameList} */ (await call("GET", `/v1/archive?${behind}`));
      // Another search may have begun.
      setList((now) => (now === list ? { games: [...list.games, ...games], next } : now));
    });
  const random = (/** @type {MouseEvent} */ event) =>
    doing(event.currentTarget, async () => {
      const only = new URLSearchParams(filters.kind ? { kind: filters.kind } : {});
      try {
        const { id } = /** @type {Game} */ (await call("GET", `/v1/archive/random?${only}`));
        location.assign(`/games/${id}`);
      } catch (it) {
        if (/** @type {import("./api.js").Problem} */ (it).status !== 404) throw it;
        note(filters.kind ? t("archive-none") : t("archive-none-yet"));
      }
    });
  return html`<h1>${t("common-archive")}</h1>
    <p class="hint">${t("archive-what")}</p>
    <${Search} all=${all} filters=${filters} onChange=${setFilters} />
    <p class="buttons"><button type="button" class="quiet" id="random" onClick=${random}>${t("archive-random")}</button></p>
    <div role="status">${list && !list.games.length && html`<p id="no-games">${shown ? t("archive-none") : t("archive-none-yet")}</p>`}</div>
    ${
      list &&
      list.games.length > 0 &&
      html`<ul class="games boxed-games" id="found">
        ${list.games.map((game) => html`<${Finished} key=${game.id} game=${game} title=${names.get(game.kind) ?? game.kind} />`)}
      </ul>`
    }
    ${list?.next && html`<p class="buttons"><button type="button" class="quiet" id="more-games" onClick=${more}>${t("archive-more")}</button></p>`}`;
}

/** The kinds of games; null before they are known.
 * @type {Kind[] | null} */
let all = null;
const inAddress = new URLSearchParams(location.search);

function show() {
  if (!all) return;
  const first = filtersOf((name) => inAddress.get(name)?.trim() ?? "", all);
  render(html`<${Page} all=${all} first=${first} />`, /** @type {HTMLElement} */ ($("app")));
}

document.title = `${t("common-archive")} – ${SITE}`;
account(show);
doing(null, async () => {
  all = await kinds();
  show();
});
