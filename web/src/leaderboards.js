// @ts-check
// The leaderboards: the best ratings in a kind of game, for two players and for larger tables.

import { call, me } from "./api.js";
import { Box } from "./art.js";
import { Disc } from "./people.js";
import { t } from "./say.js";
import { $, SITE, account, doing, kinds, playerPath } from "./ui.js";
import { html, render, useEffect, useState } from "./view.js";

/** @typedef {{ id: string, name: string, min_seats: number, max_seats: number }} Kind */
/** @typedef {import("../types/api.js").components["schemas"]["Leaderboard"]} Leaderboard */
/** @typedef {Leaderboard["ratings"][number]} Rating */
/** @typedef {Rating["seats"]} Size */

/** The sizes of table that a kind allows.
 * @param {Kind} kind
 * @returns {Size[]} */
function sizesOf({ min_seats: least, max_seats: most }) {
  /** @type {Size[]} */
  const all = ["two", "more"];
  return all.filter((size) => (size === "two" ? least <= 2 && most >= 2 : most > 2));
}

/** A place on a leaderboard.
 * @param {{ rating: Rating, rank: number, isOwn: boolean }} props */
function Place({ rating: it, rank, isOwn }) {
  const figures = { rating: `${it.rating}`, uncertainty: `${it.uncertainty}` };
  return html`<li class=${isOwn ? "own" : ""}>
    <span class="rank">${rank}</span>
    <${Disc} name=${it.player} isBot=${it.automated} />
    <div><a href=${playerPath(it.player)}>${it.player}</a><span>${t("leaderboards-games", { n: it.games })}${it.provisional && ` · ${t("leaderboards-provisional")}`}</span></div>
    <strong>${t("leaderboards-rating", figures)}</strong>
  </li>`;
}

/** @param {{ all: Kind[], first: Kind, firstSize: Size | null, own: string | undefined }} props */
function Page({ all, first, firstSize, own }) {
  const [kind, setKind] = useState(first);
  const [wanted, setWanted] = useState(firstSize);
  const [isWhole, setWhole] = useState(false);
  const [board, setBoard] = useState(/** @type {Leaderboard | null} */ (null));
  const sizes = sizesOf(kind);
  const size = sizes.find((one) => one === wanted) ?? sizes[0] ?? "two";
  const query = `seats=${size}&provisional=${isWhole}`;
  const read = (/** @type {string} */ asked) => call("GET", `/v1/kinds/${encodeURIComponent(kind.id)}/ratings?${asked}`);
  useEffect(() => {
    let isCurrent = true;
    setBoard(null);
    document.title = `${t("leaderboards-of", { game: kind.name })} – ${SITE}`;
    history.replaceState(null, "", `/leaderboards/${encodeURIComponent(kind.id)}?seats=${size}`);
    doing(null, async () => {
      const page = await read(query);
      if (isCurrent) setBoard(page);
    });
    return () => {
      isCurrent = false;
    };
  }, [kind.id, query]);
  const more = (/** @type {MouseEvent} */ event) =>
    doing(event.currentTarget, async () => {
      const { ratings, next } = await read(`${query}&cursor=${encodeURIComponent(board?.next ?? "")}`);
      // Another game may have been chosen.
      setBoard((now) => (now && now === board ? { ratings: [...now.ratings, ...ratings], next } : now));
    });
  return html`<h1>${t("common-leaderboards")}</h1>
    <fieldset class="shelf">
      <legend class="unseen">${t("common-which-game")}</legend>
      ${all.map(
        (one) =>
          html`<label key=${one.id}><input type="radio" name="kind" value=${one.id} checked=${one.id === kind.id} onChange=${() => setKind(one)} /><${Box} kind=${one.id} /><span>${one.name}</span></label>`,
      )}
    </fieldset>
    <h2>${kind.name}</h2>
    <p class="sizes">
      ${
        sizes.length > 1 &&
        html`<label class="inline">${t("leaderboards-table")}
          <select id="size" value=${size} onChange=${(/** @type {any} */ event) => setWanted(event.currentTarget.value)}>
            ${sizes.map((one) => html`<option key=${one} value=${one}>${t("leaderboards-size", { size: one })}</option>`)}
          </select></label>`
      }
      <label class="choice"><input type="checkbox" id="provisional" checked=${isWhole} onChange=${(/** @type {any} */ event) => setWhole(event.currentTarget.checked)} /> ${t("leaderboards-with-provisional")}</label>
    </p>
    ${board && !board.ratings.length && html`<p id="nobody">${isWhole ? t("leaderboards-nobody") : t("leaderboards-nobody-settled")}</p>`}
    <ol class="ranks">${board?.ratings.map((rating, n) => html`<${Place} key=${rating.player} rating=${rating} rank=${n + 1} isOwn=${rating.player === own} />`)}</ol>
    ${board?.next && html`<p class="buttons"><button type="button" class="quiet" id="more-ratings" onClick=${more}>${t("leaderboards-more")}</button></p>`}
    <p class="hint">${t("leaderboards-how")}</p>`;
}

const asked = location.pathname.split("/")[2];
const askedSize = /** @type {Size | null} */ (new URLSearchParams(location.search).get("seats"));
/** @type {Kind[]} */
let all = [];

function show() {
  const first = all.find(({ id }) => id === asked) ?? all[0];
  if (!first) return;
  const own = me()?.name;
  render(html`<${Page} key=${own} all=${all} first=${first} firstSize=${askedSize} own=${own} />`, /** @type {HTMLElement} */ ($("app")));
}

account(show);
doing(null, async () => {
  all = (await kinds()).filter((kind) => sizesOf(kind).length);
  show();
});
