// @ts-check
// The public page of a player: member since, number of games, and public games.

import { call, me } from "./api.js";
import { Avoid } from "./avoid.js";
import { others } from "./home/games.js";
import { locale, many, t } from "./say.js";
import { Outcome, useDeed } from "./settings/parts.js";
import { $, account, kinds } from "./ui.js";
import { html, render, useEffect, useState } from "./view.js";

/** @typedef {import("../types/api.js").components["schemas"]["Player"] & { guest?: boolean }} Player */
/** @typedef {import("../types/api.js").components["schemas"]["GameList"]} GameList */
/** @typedef {GameList["games"][number]} Game */

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

/** A day, as the reader's language says it.
 * @param {string} moment */
function day(moment) {
  return new Date(moment).toLocaleDateString(locale, { dateStyle: "long" });
}

/** Returns the result of a game for a player: their place and the number of players, or null
 * without a place or in a solo game.
 * @param {Game} game
 * @param {string} name */
function placeOf(game, name) {
  const standings = game.result?.standings ?? [];
  const seat = game.seats.find((seat) => seat.player === name)?.seat;
  const own = standings.find((it) => it.seat === seat);
  return own && standings.length > 1 ? { rank: own.rank, of: standings.length } : null;
}

/** Figures of each kind of game that was finished.
 * @param {{ games: Game[], isAll: boolean, name: string, names: Map<string, string> }} props */
function Figures({ games, isAll, name, names }) {
  const rows = [...names].flatMap(([kind, title]) => {
    const own = games.filter((game) => game.kind === kind);
    const places = own.flatMap((game) => placeOf(game, name) ?? []);
    if (!own.length) return [];
    return [{ kind, title, finished: own.length, won: places.length ? places.filter(({ rank }) => rank === 1).length : null }];
  });
  if (!rows.length) return null;
  return html`<h2>${t("By game")}</h2>
    <p class="hint">${isAll ? t("Of games that everybody may see.") : t("Of the last {n} games that everybody may see.", { n: LOOKED_AT })}</p>
    <table class="by-game">
      <thead><tr><th scope="col">${t("Game")}</th><th scope="col">${t("Finished")}</th><th scope="col">${t("Won")}</th></tr></thead>
      <tbody>
        ${rows.map((row) => html`<tr key=${row.kind}><th scope="row">${row.title}</th><td>${row.finished}</td><td>${row.won ?? "–"}</td></tr>`)}
      </tbody>
    </table>`;
}

/** Games, of which the first few are shown.
 * @param {{ title: string, games: Game[], name: string, names: Map<string, string> }} props */
function Games({ title, games, name, names }) {
  const [isLong, setLong] = useState(false);
  if (!games.length) return null;
  /** @param {Game} game */
  const how = (game) => {
    const place = placeOf(game, name);
    if (!place) return null;
    return place.rank === 1 ? html`<span class="mark"> – ${t("won")}</span>` : html`<span> – ${t("place {rank} of {of}", place)}</span>`;
  };
  return html`<h2>${title}</h2>
    <ul class="games">
      ${games.slice(0, isLong ? undefined : SHOWN).map(
        (game) => html`<li key=${game.id}>
          <a href=${`/games/${game.id}`}>${names.get(game.kind) ?? game.kind}</a>${how(game)}
          <p>${[others(game), day(game.changed_at)].filter(Boolean).join(" · ")}</p>
        </li>`,
      )}
    </ul>
    ${!isLong && games.length > SHOWN && html`<p class="buttons"><button type="button" class="quiet" onClick=${() => setLong(true)}>${t("More games")}</button></p>`}`;
}

/** The actions of a signed-in player on another one.
 * @param {{ name: string, isGuest: boolean }} props `isGuest` is about the reader: guests play only against bots */
function Deeds({ name, isGuest }) {
  return html`<p class="buttons">
    ${!isGuest && html`<a class="act" href=${`/new?invite=${encodeURIComponent(name)}`}>${t("Invite to a game")}</a>`}
    <${Avoid} name=${name} />
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
  useEffect(() => {
    deed.act(async () => {
      const path = encodeURIComponent(asked);
      /** @type {[Player, { id: string, name: string }[], GameList, GameList]} */
      const [profile, all, now, over] = await Promise.all([
        call("GET", `/v1/players/${path}`),
        kinds(),
        call("GET", `/v1/games?player=${path}&status=running&limit=${LOOKED_AT}`),
        call("GET", `/v1/games?player=${path}&status=finished&limit=${LOOKED_AT}`),
      ]);
      setPlayer(profile);
      setNames(new Map(all.map((kind) => [kind.id, kind.name])));
      setRunning(now.games);
      setFinished(over);
      document.title = `${profile.name} – Turnpike`;
    });
  }, []);
  if (deed.at("name")) {
    return html`<h1>${t("There is no player “{name}”", { name: asked })}</h1>
      <p>${t("The name may be mistyped, or the account may be gone.")}</p>
      <p><a href="/">${t("To the games")}</a></p>`;
  }
  if (!player) return html`<h1>${asked}</h1><${Outcome} deed=${deed} />`;
  const { name } = player;
  return html`<h1>${name}</h1>
    ${player.automated && html`<p>${t("A program plays with this account.")}</p>`}
    ${player.guest && html`<p>${t("A guest, who has not signed up.")}</p>`}
    <ul class="figures">
      <li><strong>${player.games_finished}</strong>${many(player.games_finished, "game finished", "games finished")}</li>
      <li><strong>${running.length}${running.length === LOOKED_AT ? "+" : ""}</strong>${many(running.length, "game running", "games running")}</li>
      <li><strong>${day(player.created_at)}</strong>${t("here since")}</li>
    </ul>
    ${reader?.name === name ? html`<p><a href="/settings">${t("Your settings")}</a></p>` : reader && html`<${Deeds} name=${name} isGuest=${reader.isGuest} />`}
    <${Figures} games=${finished.games} isAll=${!finished.next} name=${name} names=${names} />
    <${Games} title=${t("Running games")} games=${running} name=${name} names=${names} />
    <${Games} title=${t("Finished games")} games=${finished.games} name=${name} names=${names} />`;
}

function show() {
  const reader = me();
  render(html`<${Page} key=${reader?.name} reader=${reader} />`, /** @type {HTMLElement} */ ($("app")));
}

account(show);
show();
