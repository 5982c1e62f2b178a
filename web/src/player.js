// @ts-check
// The public page of a player: member since, number of games, and public games.

import { call, me } from "./api.js";
import { Box } from "./art.js";
import { Avoid } from "./avoid.js";
import { day } from "./clock.js";
import { Follow } from "./follow.js";
import { others, placeOf } from "./home/games.js";
import { Disc } from "./people.js";
import { inPoints, t } from "./say.js";
import { Outcome, useDeed } from "./settings/parts.js";
import { $, SITE, account, kinds, openAccount, playerPath } from "./ui.js";
import { html, render, useEffect, useState } from "./view.js";

/** @typedef {import("../types/api.js").components["schemas"]["Player"] & { guest?: boolean }} Player */
/** @typedef {import("../types/api.js").components["schemas"]["GameList"]} GameList */
/** @typedef {GameList["games"][number]} Game */
/** @typedef {import("../types/api.js").components["schemas"]["PlayerRatings"]["ratings"][number]} Rating */

/** The name as it stands in the address, in any case. */
function inAddress() {
  const name = location.pathname.split("/")[2] ?? "";
  try {
    return decodeURIComponent(name);
  } catch {
    return name; // It is not valid text, and so not a name.
  }
}

/** Whose page it is. */
const asked = inAddress();

/** How many games are looked at, and are shown at first. */
const [LOOKED_AT, SHOWN] = [100, 10];

/** How many opponents are shown. */
const OPPONENTS = 8;

/** The score of a player in a game that is over; null without one.
 * @param {Game} game
 * @param {string} name */
function scoreIn(game, name) {
  const seat = game.seats.find(({ player }) => player === name)?.seat;
  return game.result?.standings.find((it) => it.seat === seat)?.score ?? null;
}

/** Facts beside each other, as far as there are any.
 * @param {(string | false)[]} facts */
const inRow = (...facts) => facts.filter(Boolean).join(" · ");

/** A rating, in words.
 * @param {Rating} it */
function ratingInWords({ seats, rating, uncertainty, provisional }) {
  const figures = { seats, rating: `${rating}`, uncertainty: `${uncertainty}` };
  return provisional ? t("player-rating-provisional", figures) : t("player-rating", figures);
}

/** The record of each kind of game that was finished.
 * @param {{ games: Game[], ratings: Rating[], isAll: boolean, name: string, names: Map<string, string> }} props */
function Figures({ games, ratings, isAll, name, names }) {
  const rows = [...names].flatMap(([kind, title]) => {
    const own = games.filter((game) => game.kind === kind);
    const places = own.flatMap((game) => placeOf(game, name) ?? []);
    const scores = own.flatMap((game) => scoreIn(game, name) ?? []);
    const rated = ratings.filter((rating) => rating.kind === kind);
    if (!own.length && !rated.length) return [];
    const won = places.filter(({ rank }) => rank === 1).length;
    return [{ kind, title, rated, finished: own.length, ranked: places.length, won, best: scores.length ? Math.max(...scores) : null }];
  });
  if (!rows.length) return null;
  return html`<h2>${t("player-by-game")}</h2>
    <p class="hint">${isAll ? t("player-of-public") : t("player-of-last", { n: LOOKED_AT })}</p>
    <ul class="records">
      ${rows.map(
        ({ kind, title, rated, finished, ranked, won, best }) =>
          html`<li key=${kind}>
            <${Box} kind=${kind} />
            <div>
              <strong>${title}</strong>
              ${rated.map((rating) => html`<p><a href=${`/leaderboards/${encodeURIComponent(kind)}?seats=${rating.seats}`}>${ratingInWords(rating)}</a></p>`)}
              <span>${inRow(finished > 0 && t("player-finished", { n: finished }), ranked > 0 && t("player-won", { n: won }), best !== null && t("player-best", { points: inPoints(best) }))}</span>
              ${won > 0 && html`<span class="gauge" aria-hidden="true"><i style=${{ width: `${Math.round((100 * won) / ranked)}%` }}></i></span>`}
            </div>
          </li>`,
      )}
    </ul>`;
}

/** The people whom a player met last, each with their balance.
 * @param {{ games: Game[], name: string, reader: ReturnType<typeof me> }} props */
function Opponents({ games, name, reader }) {
  /** @type {Map<string, { games: number, won: number }>} */
  const met = new Map();
  for (const game of games) {
    for (const { player } of game.seats) {
      if (!player || player === name) continue;
      const known = met.get(player) ?? { games: 0, won: 0 };
      met.set(player, { games: known.games + 1, won: known.won + (placeOf(game, name)?.rank === 1 ? 1 : 0) });
    }
  }
  if (!met.size) return null;
  return html`<h2>${t("player-opponents")}</h2>
    <ul class="opponents">
      ${[...met].slice(0, OPPONENTS).map(
        ([other, balance]) =>
          html`<li key=${other}>
            <${Disc} name=${other} />
            <div><a href=${playerPath(other)}>${other}</a><span>${t("player-games-with", { n: balance.games })} · ${t("player-won", { n: balance.won })}</span></div>
            ${reader && !reader.isGuest && other !== reader.name && html`<a class="act quiet small" href=${`/new?invite=${encodeURIComponent(other)}`} aria-label=${t("player-challenge-name", { name: other })}>${t("player-challenge")}</a>`}
          </li>`,
      )}
    </ul>`;
}

/** Games, of which the first few are shown.
 * @param {{ title: string, games: Game[], name: string, names: Map<string, string> }} props */
function Games({ title, games, name, names }) {
  const [isLong, setLong] = useState(false);
  if (!games.length) return null;
  /** @param {Game} game */
  const how = (game) => {
    const place = placeOf(game, name);
    const score = scoreIn(game, name);
    const points = score === null ? null : t("common-points", { n: score });
    if (!place) return points && html`<span> · ${points}</span>`;
    const text = place.rank === 1 ? t("player-game-won") : t("player-game-place", place);
    return html`<span class=${place.rank === 1 ? "mark" : ""}> · ${[text, points].filter(Boolean).join(", ")}</span>`;
  };
  return html`<h2>${title}</h2>
    <ul class="games boxed-games">
      ${games.slice(0, isLong ? undefined : SHOWN).map(
        (game) => html`<li key=${game.id}>
          <${Box} kind=${game.kind} />
          <div><a href=${`/games/${game.id}`}>${names.get(game.kind) ?? game.kind}</a>${how(game)}
          <p>${[others(game), day(game.changed_at)].filter(Boolean).join(" · ")}</p></div>
        </li>`,
      )}
    </ul>
    ${!isLong && games.length > SHOWN && html`<p class="buttons"><button type="button" class="quiet" onClick=${() => setLong(true)}>${t("player-more-games")}</button></p>`}`;
}

/** The actions of a signed-in player on another one.
 * @param {{ name: string, isGuest: boolean, canFollow: boolean }} props `isGuest` is about the reader: guests play only against bots */
function Deeds({ name, isGuest, canFollow }) {
  // A block ends following, so the button is made anew.
  const [changes, setChanges] = useState(0);
  return html`<p class="buttons">
    ${!isGuest && html`<a class="act" href=${`/new?invite=${encodeURIComponent(name)}`}>${t("player-challenge")}</a>`}
    ${canFollow && html`<${Follow} key=${changes} name=${name} />`}
    <${Avoid} name=${name} done=${() => setChanges(changes + 1)} />
  </p>`;
}

/** The page. `reader` is the signed-in player.
 * @param {{ reader: ReturnType<typeof me> }} props */
function Page({ reader }) {
  const deed = useDeed({ name: ["not-found"] });
  const [player, setPlayer] = useState(/** @type {Player | null} */ (null));
  const [names, setNames] = useState(/** @type {Map<string, string>} */ (new Map()));
  const [running, setRunning] = useState(/** @type {Game[]} */ ([]));
  const [finished, setFinished] = useState(/** @type {GameList} */ ({ games: [], next: null }));
  const [ratings, setRatings] = useState(/** @type {Rating[]} */ ([]));
  useEffect(() => {
    deed.act(async () => {
      const path = encodeURIComponent(asked);
      /** @type {[Player, { id: string, name: string }[], GameList, GameList, { ratings: Rating[] }]} */
      const [profile, all, now, over, rated] = await Promise.all([
        call("GET", `/v1/players/${path}`),
        kinds(),
        call("GET", `/v1/games?player=${path}&status=running&limit=${LOOKED_AT}`),
        call("GET", `/v1/games?player=${path}&status=finished&limit=${LOOKED_AT}`),
        call("GET", `/v1/players/${path}/ratings`),
      ]);
      setPlayer(profile);
      setNames(new Map(all.map((kind) => [kind.id, kind.name])));
      setRunning(now.games);
      setFinished(over);
      setRatings(rated.ratings);
      document.title = `${profile.name} – ${SITE}`;
    });
  }, []);
  if (deed.at("name")) {
    return html`<h1>${t("common-no-player", { name: asked })}</h1>
      <p>${t("player-gone")}</p>
      <p><a href="/">${t("player-to-games")}</a></p>`;
  }
  if (!player) return html`<h1>${asked}</h1><${Outcome} deed=${deed} />`;
  const { name } = player;
  const isOwn = reader?.name === name;
  return html`<div class="profile">
      <${Disc} name=${name} isBot=${player.automated} />
      <div>
        <h1>${name}</h1>
        <p class="hint">${t("player-since", { day: day(player.created_at) })}</p>
      </div>
    </div>
    ${player.automated && html`<p>${t("player-program")}</p>`}
    ${player.guest && html`<p>${t("player-guest")}</p>`}
    ${isOwn ? html`<p><a href="/settings">${t("common-your-settings")}</a></p>` : reader ? html`<${Deeds} name=${name} isGuest=${reader.isGuest} canFollow=${!reader.isGuest && !player.guest} />` : html`<p class="buttons"><button type="button" onClick=${() => openAccount("up-name")}>${t("player-sign-up", { name })}</button></p>`}
    <ul class="figures">
      <li><strong>${player.games_finished}</strong>${t("player-count-finished", { n: player.games_finished })}</li>
      <li><strong>${running.length}${running.length === LOOKED_AT ? "+" : ""}</strong>${t("player-count-running", { n: running.length })}</li>
    </ul>
    <div class="sides">
      <div>
        <${Figures} games=${finished.games} ratings=${ratings} isAll=${!finished.next} name=${name} names=${names} />
        <${Opponents} games=${[...running, ...finished.games].toSorted((one, other) => (one.changed_at < other.changed_at ? 1 : -1))} name=${name} reader=${reader} />
      </div>
      <div>
        <${Games} title=${t("player-running-games")} games=${running} name=${name} names=${names} />
        <${Games} title=${t("player-finished-games")} games=${finished.games} name=${name} names=${names} />
        ${finished.games.length > 0 && html`<p><a href=${`/archive?player=${encodeURIComponent(name)}`}>${t("player-all-finished")}</a></p>`}
      </div>
    </div>`;
}

function show() {
  const reader = me();
  render(html`<${Page} key=${reader?.name} reader=${reader} />`, /** @type {HTMLElement} */ ($("app")));
}

account(show);
show();
