// @ts-check
// The public page of a player: member since, number of games, and public games.

import { call, me } from "./api.js";
import { Box } from "./art.js";
import { Avoid } from "./avoid.js";
import { day, inWords } from "./clock.js";
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

/** @typedef {import("../types/api.js").components["schemas"]["PlayerStatistics"]} Statistics */

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

/** In seconds. Shorter answers are those of orders and programs. */
const MINUTE = 60;

/** How many games are looked at, and are shown at first. */
const [LOOKED_AT, SHOWN] = [100, 10];

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

/** The results of some records together, in words; null without any.
 * @param {Statistics["kinds"]} records */
function results(records) {
  const sum = (/** @type {"finished" | "won" | "drawn" | "lost"} */ member) => records.reduce((total, it) => total + it[member], 0);
  const [finished, won] = [sum("finished"), sum("won")];
  const ranked = won + sum("drawn") + sum("lost");
  const scores = records.flatMap((it) => it.best_score ?? []);
  const longest = Math.max(0, ...records.map((it) => it.longest_streak));
  if (!finished) return null;
  const words = inRow(
    t("player-finished", { n: finished }),
    ranked > 0 && t("player-won", { n: won }),
    scores.length > 0 && t("player-best", { points: inPoints(Math.max(...scores)) }),
    longest > 1 && t("player-streak", { n: longest }),
  );
  return { words, share: ranked && won / ranked };
}

/** The record of each kind of game that was finished.
 * @param {{ statistics: Statistics, ratings: Rating[], names: Map<string, string> }} props */
function Figures({ statistics, ratings, names }) {
  const rows = [...names].flatMap(([kind, title]) => {
    const own = statistics.kinds.filter((it) => it.kind === kind);
    const people = results(own.filter((it) => !it.bots));
    const bots = results(own.filter((it) => it.bots));
    const rated = ratings.filter((rating) => rating.kind === kind);
    return own.length || rated.length ? [{ kind, title, rated, people, bots }] : [];
  });
  if (!rows.length) return null;
  return html`<h2>${t("player-by-game")}</h2>
    <p class="hint">${t("player-of-public")}</p>
    <ul class="records">
      ${rows.map(
        ({ kind, title, rated, people, bots }) =>
          html`<li key=${kind}>
            <${Box} kind=${kind} />
            <div>
              <strong>${title}</strong>
              ${rated.map((rating) => html`<p><a href=${`/leaderboards/${encodeURIComponent(kind)}?seats=${rating.seats}`}>${ratingInWords(rating)}</a></p>`)}
              ${people && html`<p><span>${people.words}</span></p>`}
              ${people && people.share > 0 && html`<span class="gauge" aria-hidden="true"><i style=${{ width: `${Math.round(100 * people.share)}%` }}></i></span>`}
              ${bots && html`<p><span>${t("player-bots", { results: bots.words })}</span></p>`}
            </div>
          </li>`,
      )}
    </ul>
    <${Reliability} statistics=${statistics} />`;
}

/** How reliably a player finished the latest games.
 * @param {{ statistics: Statistics }} props */
function Reliability({ statistics }) {
  const { recent, left, timed_out, median_seconds } = statistics;
  if (!recent) return null;
  return html`<p class="hint reliability">
    ${inRow(
      t("player-left", { n: left, recent: String(recent) }),
      t("player-timed-out", { n: timed_out }),
      median_seconds !== null && median_seconds >= MINUTE && t("player-answers", { time: inWords(median_seconds * 1000) }),
    )}
  </p>`;
}

/** The people whom a player met most often, each with their balance.
 * @param {{ opponents: Statistics["opponents"], reader: ReturnType<typeof me> }} props */
function Opponents({ opponents, reader }) {
  if (!opponents.length) return null;
  return html`<h2>${t("player-opponents")}</h2>
    <ul class="opponents">
      ${opponents.map(
        ({ player: other, games, won, lost }) =>
          html`<li key=${other}>
            <${Disc} name=${other} />
            <div><a href=${playerPath(other)}>${other}</a><span>${t("player-games-with", { n: games })} · ${t("player-won", { n: won })} · ${t("player-lost", { n: lost })}</span></div>
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
  const [statistics, setStatistics] = useState(/** @type {Statistics | null} */ (null));
  useEffect(() => {
    deed.act(async () => {
      const path = encodeURIComponent(asked);
      /** @type {[Player, { id: string, name: string }[], GameList, GameList, { ratings: Rating[] }, Statistics]} */
      const [profile, all, now, over, rated, counted] = await Promise.all([
        call("GET", `/v1/players/${path}`),
        kinds(),
        call("GET", `/v1/games?player=${path}&status=running&limit=${LOOKED_AT}`),
        call("GET", `/v1/games?player=${path}&status=finished&limit=${LOOKED_AT}`),
        call("GET", `/v1/players/${path}/ratings`),
        call("GET", `/v1/players/${path}/statistics`),
      ]);
      setPlayer(profile);
      setNames(new Map(all.map((kind) => [kind.id, kind.name])));
      setRunning(now.games);
      setFinished(over);
      setRatings(rated.ratings);
      setStatistics(counted);
      document.title = `${profile.name} – ${SITE}`;
    });
  }, []);
  if (deed.at("name")) {
    return html`<h1>${t("common-no-player", { name: asked })}</h1>
      <p>${t("player-gone")}</p>
      <p><a href="/">${t("player-to-games")}</a></p>`;
  }
  if (!player || !statistics) return html`<h1>${asked}</h1><${Outcome} deed=${deed} />`;
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
        <${Figures} statistics=${statistics} ratings=${ratings} names=${names} />
        <${Opponents} opponents=${statistics.opponents} reader=${reader} />
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
