// @ts-check
// The parts of a tower of That's Life!: plus and minus tiles as printed, and tiles turned by luck.

/** @typedef {import("./board.js").Schemas} Schemas */
/** @typedef {Schemas["ThatsLifeView"]["towers"][number]} Tower */

/** Returns the printed number of a tile from its code: `m10b` is a −10, `p5` a +5. A lucky tile has
 * none.
 * @param {string} code */
function printed(code) {
  const [, sign, number] = /^([mp])(\d+)/.exec(code) ?? [];
  return Number(number ?? 0) * (sign === "m" ? -1 : 1);
}

/** @param {string | undefined} code */
const isLucky = (code) => code !== undefined && printed(code) === 0;

/** The places in a tower of the tiles that are turned: the worst minus tiles, or those right under a lucky one.
 * @param {Tower} tower @param {Schemas["ThatsLifeScoring"]} scoring */
function turnedIn(tower, scoring) {
  const places = [...tower.keys()];
  const worth = (/** @type {number} */ place) => printed(tower[place] ?? "");
  if (scoring === "expert") return places.filter((place) => worth(place) && isLucky(tower[place + 1]));
  const worst = places.filter((place) => worth(place) < 0).sort((one, other) => worth(one) - worth(other));
  return worst.slice(0, tower.filter(isLucky).length);
}

/** The points of a tower in three parts, which add up to its score; null for a part that has no tiles.
 * @param {Tower} tower bottom first @param {Schemas["ThatsLifeScoring"]} scoring */
export function partsOf(tower, scoring) {
  const places = turnedIn(tower, scoring);
  const sum = (/** @type {number[]} */ points) => (points.length ? points.reduce((one, other) => one + other) : null);
  const straight = tower.filter((_, place) => !places.includes(place)).map(printed);
  return {
    plus: sum(straight.filter((points) => points > 0)),
    turned: sum(places.map((place) => -printed(tower[place] ?? ""))),
    minus: sum(straight.filter((points) => points < 0)),
  };
}
