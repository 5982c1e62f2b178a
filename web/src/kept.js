// @ts-check
// Stores the latest responses for use without the server: games that were opened, lists of games,
// and the kinds.
//
// Except for the kinds, they belong to one session: only that session knows their cache's name, no
// other can read them, and they are deleted with the session. The account, chat, notes, orders and
// moves to play are never stored.

/** The version of the stored responses. Raise it when the contract renames members of them: pages
 * delete the responses of other versions. */
const VERSION = 2;

/** The caches of responses, of all sessions and versions. */
const CACHES = /^turnpike\.(answers|kinds)(\.|$)/;

/** @param {string} own */
const nameOf = (own) => `turnpike.answers.${VERSION}.${own}`;

/** Responses that are the same for everybody, loaded once even on a page where a player may sign in
 * later. */
const COMMON = `turnpike.kinds.${VERSION}`;

/** The number of stored games: those opened most recently. */
const GAMES = 30;

/** The stored parts of a game, lists and kinds. */
const OF_GAME = /^\/v1\/games\/([^/?]+)(\/log|\/board\.svg|\/board\.txt)?(\?|$)/;
const OTHERS = /^\/v1\/(games|kinds)(\?|$)|^\/v1\/kinds\/[^/?]+$/;

/** In a query: a secret, one page of many, a board of long ago, or games of any player. */
const NOT = /[?&](invitation|cursor|ply|player)=/;

/** The whole log is stored, even if only a part was requested. */
const SINCE = /^(\/v1\/games\/[^/?]+\/log)\?since=(\d+)$/;

/** An answer as it is kept: its text, and when it was given.
 * @typedef {{ text: string, at: Date }} Kept */

/** Whether the answer to this call may be kept.
 * @param {string} method
 * @param {string} path */
export const mayKeep = (method, path) =>
  method === "GET" && "caches" in globalThis && !NOT.test(path) && (OF_GAME.test(path) || OTHERS.test(path));

/** The cache that an answer is kept in.
 * @param {string} own
 * @param {string} path */
const cacheOf = (own, path) => caches.open(path.split("/")[2]?.startsWith("kinds") ? COMMON : nameOf(own));

/** Returns the address of a stored response. Each language has its own. Of a board, only the last
 * is stored, with or without words on it.
 * @param {string} language
 * @param {string} path */
const place = (language, path) => `/kept/${language}${path.replace(/&words=\w+/, "").replace(/\?$/, "")}`;

/** @param {Cache} cache
 * @param {string} at
 * @returns {Promise<Kept | null>} */
async function read(cache, at) {
  const answer = await cache.match(at);
  return answer ? { text: await answer.text(), at: new Date(answer.headers.get("Date") ?? 0) } : null;
}

/** Deletes the games beyond the most recent ones.
 * @param {Cache} cache */
async function tidy(cache) {
  const keys = (await cache.keys()).map((it) => ({ it, game: /^\/kept\/..(\/v1\/games\/[^/]+)/.exec(new URL(it.url).pathname)?.[1] }));
  // An updated response moves to the end.
  const games = [...new Set(keys.toReversed().map(({ game }) => game))].filter((game) => game !== undefined);
  const old = games.slice(GAMES);
  for (const { it, game } of keys) if (game !== undefined && old.includes(game)) await cache.delete(it);
}

/** Keeps an answer for a sign-in, as long as that is `current`.
 * @param {() => string} current
 * @param {string} language
 * @param {string} path
 * @param {string} text */
export async function keepAnswer(current, language, path, text) {
  const own = current();
  try {
    const cache = await cacheOf(own, path);
    const [, log, since] = SINCE.exec(path) ?? [];
    // The link to a private table is a secret.
    let whole = text.replace(/"invitation":"\w+"/, '"invitation":null');
    if (log !== undefined) {
      const before = await read(cache, place(language, log));
      if (!before) return;
      const [known, page] = [JSON.parse(before.text), JSON.parse(text)];
      if (known.entries.length < Number(since)) return;
      const entries = known.entries.slice(0, Number(since)).concat(page.entries);
      whole = JSON.stringify({ ...known, ply: page.ply, head: page.head, entries });
    }
    const at = place(language, log ?? path);
    await cache.delete(at);
    await cache.put(at, new Response(whole, { headers: { Date: new Date().toUTCString() } }));
    await tidy(cache);
  } catch {
    // There is no room left, or storage is blocked: store nothing.
  }
  // Store nothing for a player who has signed out in the meantime.
  if (current() !== own) await forgetOthers(current());
}

/** Returns the stored response, or null.
 * @param {string} own
 * @param {string} language
 * @param {string} path
 * @returns {Promise<Kept | null>} */
export async function keptAnswer(own, language, path) {
  try {
    const cache = await cacheOf(own, path);
    const [, log, since] = SINCE.exec(path) ?? [];
    const known = await read(cache, place(language, log ?? path));
    if (!known || log === undefined) return known;
    const { setup: _, ...page } = JSON.parse(known.text);
    return { ...known, text: JSON.stringify({ ...page, entries: page.entries.slice(Number(since)) }) };
  } catch {
    return null;
  }
}

/** Deletes the data of all other sessions, and of other versions.
 * @param {string} own */
export async function forgetOthers(own) {
  try {
    const names = (await caches.keys()).filter((name) => CACHES.test(name) && name !== COMMON && name !== nameOf(own));
    await Promise.all(names.map((name) => caches.delete(name)));
  } catch {
    // Storage is blocked: nothing was kept.
  }
}
