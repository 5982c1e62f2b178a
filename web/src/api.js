// @ts-check
// Calls of the public API, and the session. This module knows nothing about pages.

import { forgetOthers, keepAnswer, keptAnswer, mayKeep } from "./kept.js";
import { language, t } from "./say.js";
import { signal } from "./view.js";

/** @typedef {import("../types/api.js").components["schemas"]} Schemas */
/** @typedef {Schemas["Session"]} Tokens */

/** The session as this browser stores it. `kept` names the cache of its responses.
 * @typedef {Tokens & { kept?: string, guest?: boolean, expires_at: number }} Session */

const KEY = "turnpike.session";
const DEVICES = "turnpike.devices";

/** A refusal or failure, in the words of the server (RFC 9457) or our own. */
export class Problem extends Error {
  /** Whether the page has already shown this problem. */
  isSaid = false;

  /** @param {number} status
   * @param {{ code?: string, title?: string, detail?: string, errors?: { pointer?: string | null }[] }} body */
  constructor(status, body) {
    super(body.detail || body.title || t("common-went-wrong"));
    this.status = status;
    this.code = body.code || "unknown";
    this.body = body;
  }
}

/** @type {Set<(expired: boolean) => void>} */
const listeners = new Set();
/** @type {Session | null} */
let session = null;
session = read(); // On a separate line: it reads the value from before where nothing can be stored.

/** The time of the shown data while the server cannot be reached; null while it can.
 * @type {{ value: Date | null }} */
export const reach = signal(null);

/** @returns {Session | null} */
function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "null");
    return kept?.player?.name ? kept : null;
  } catch {
    return session; // Storage is blocked: this page alone remembers.
  }
}

/** @param {Session | null} next */
function store(next) {
  session = next;
  try {
    if (next) localStorage.setItem(KEY, JSON.stringify(next));
    else localStorage.removeItem(KEY);
  } catch {
    // As above.
  }
}

/** The name of the cache of responses for visitors without a session. */
const NOBODY = "nobody";

/** The name of the cache of responses for the current session: that of the whole browser, unless
 * given. Another tab may already have signed in another player. */
function keptUnder(now = read()) {
  return now ? (now.kept ?? now.player.name) : NOBODY;
}

/** Whose sign-in this page knows: it stays when a guest takes a name. */
export const identity = () => keptUnder(session);

/** @param {Session | null} next */
function keep(next, expired = false) {
  store(next);
  forgetOthers(keptUnder());
  for (const listener of listeners) listener(expired);
}

// A page that was closed while signing out may have left data.
forgetOthers(keptUnder());

addEventListener("storage", (event) => {
  if (event.key !== KEY && event.key !== null) return;
  const before = session?.player.name;
  session = read();
  forgetOthers(keptUnder());
  if (before !== session?.player.name) for (const listener of listeners) listener(false);
});

/** Calls `listener(expired)` when a player signs in or out, in this tab or another, or when the
 * session has expired.
 * @param {(expired: boolean) => void} listener */
export function onSession(listener) {
  listeners.add(listener);
}

/** The current player: `{name, emailConfirmed, isGuest, isAdmin}`, or null. Only this browser knows a
 * guest's session. */
export function me() {
  if (!session) return null;
  const { player, email_confirmed, guest, admin } = session;
  return { name: player.name, emailConfirmed: email_confirmed, isGuest: Boolean(guest), isAdmin: Boolean(admin) };
}

/** Reservations of games that are not known to exist yet, by player and request.
 * @type {Map<string, Schemas["Reservation"]>} */
const promises = new Map();

/** Creates a game or a rematch with an id and a seed commitment that the server gives before it
 * learns the player's entropy. Until the outcome is known, retries use the same reservation, so
 * that they create only one game.
 * @param {"POST"} method
 * @param {string} path
 * @param {Record<string, unknown>} body
 * @returns {Promise<any>} */
export async function makeAsPromised(method, path, body) {
  const what = `${me()?.name} ${path}`;
  const promised = promises.get(what) ?? /** @type {Schemas["Reservation"]} */ (await call("POST", "/v1/games/reservations"));
  promises.set(what, promised);
  let game;
  try {
    game = await call(method, path, { ...body, reservation: promised.id });
  } catch (it) {
    const problem = /** @type {Problem} */ (it);
    if (problem.code !== "reservation-invalid") throw problem;
    promises.delete(what);
    const detail = t("common-earlier-try");
    throw new Problem(problem.status, { ...problem.body, detail });
  }
  promises.delete(what);
  if (game.id === promised.id && game.seed_commitment !== promised.seed_commitment) {
    throw new Problem(0, { detail: t("common-seed-not-kept", promised) });
  }
  return game;
}

/** The device tokens by player name. They stay after signing out, so that strangers who guess
 * passwords do not lock the player out.
 * @returns {Record<string, string>} */
function devices() {
  try {
    return JSON.parse(localStorage.getItem(DEVICES) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** @param {string} name
 * @param {string} token */
function becomeKnown(name, token) {
  try {
    localStorage.setItem(DEVICES, JSON.stringify({ ...devices(), [name.toLowerCase()]: token }));
  } catch {
    // Storage is blocked: this browser stays unknown.
  }
}

/** Returns a name that cannot be guessed. */
const anyName = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(36)).join("");

/** Stores a new pair of tokens. `again` if the same player stays signed in.
 * @param {Tokens & { guest?: boolean }} given */
function begin({ device_token, ...tokens }, again = false) {
  const before = again ? session : null;
  /** @type {Session} */
  const next = {
    guest: before?.guest,
    ...tokens,
    kept: before ? before.kept : anyName(),
    expires_at: Date.now() + tokens.expires_in * 1000,
  };
  // A guest cannot sign in again.
  if (device_token && !next.guest) becomeKnown(tokens.player.name, device_token);
  if (again) store(next);
  else keep(next);
}

/** Calls the API once; throws a `Problem`.
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {string} [token]
 * @param {"text"} [as]
 * @param {Record<string, string>} [more] headers
 * @returns {Promise<any>} */
async function send(method, path, body, token, as, more) {
  /** @type {Record<string, string>} */
  const headers = { "Accept-Language": language, ...more };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer;
  try {
    answer = await fetch(path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(20000),
      // A move still arrives if its player leaves the page.
      keepalive: method === "POST" && path.endsWith("/moves"),
    });
  } catch {
    throw new Problem(0, { code: "unreachable", detail: t("common-no-server") });
  }
  reach.value = null;
  let text;
  try {
    text = await answer.text();
  } catch {
    throw new Problem(0, { code: "unreachable", detail: t("common-answer-broke-off") });
  }
  const isJson = /[/+]json/.test(answer.headers.get("Content-Type") ?? "");
  let value = /** @type {any} */ (text);
  if (isJson && text) {
    try {
      value = JSON.parse(text);
    } catch {
      value = {};
    }
  }
  if (answer.ok) return as === "text" ? text : value;
  throw new Problem(answer.status, isJson ? value : { detail: t("common-answered-status", { status: answer.status }) });
}

/** @type {Promise<void> | null} */
let refreshing = null;

/** Milliseconds to wait for another tab's exchange of tokens. A suspended tab keeps its lock; the server accepts the same
 * refresh token twice within half a minute. */
const PATIENCE = 5000;

/** Exchanges the pair with this access token for a new one. Only one exchange runs at a time, over
 * all tabs if the browser has locks.
 * @param {string} stale */
function refresh(stale) {
  const exchange = async () => {
    session = read();
    if (!session || session.access_token !== stale) return; // Another tab was faster.
    try {
      begin(await send("POST", "/v1/sessions/refresh", { refresh_token: session.refresh_token }), true);
    } catch (it) {
      const problem = /** @type {Problem} */ (it);
      if (problem.status !== 401 && problem.status !== 400) throw problem;
      keep(null, true);
    }
  };
  const inTurn = async () => {
    if (!navigator.locks) return exchange();
    const signal = AbortSignal.timeout(PATIENCE);
    let isGranted = false;
    const granted = () => {
      isGranted = true;
      return exchange();
    };
    await navigator.locks.request(KEY, { signal }, granted).catch((problem) => {
      if (isGranted) throw problem;
      return exchange();
    });
  };
  refreshing ??= inTurn().finally(() => (refreshing = null));
  return refreshing;
}

/** Renews tokens that expire within a minute, for a request that cannot wait for that later. */
export async function freshen() {
  if (session && session.expires_at - Date.now() < 60000) await refresh(session.access_token);
}

/** Calls the API as the current player, and throws a `Problem`. `as` is "text" for a raw response;
 * `headers` are sent along. Drops a response that arrives after its player has signed out. While
 * the server cannot be reached, returns the stored state of games.
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {"text"} [as]
 * @param {Record<string, string>} [headers]
 * @returns {Promise<any>} */
export async function call(method, path, body, as, headers) {
  const own = identity();
  const mayBeKept = () => mayKeep(method, path) && own === keptUnder() && own === identity();
  let answer;
  let before = null;
  try {
    answer = await ask(method, path, body, as, headers);
  } catch (it) {
    const problem = /** @type {Problem} */ (it);
    const isAway = method === "GET" && problem.code === "unreachable";
    before = isAway && mayBeKept() ? await keptAnswer(own, language, path) : null;
    // The page already says that it is offline, so do not say it for each missing part.
    problem.isSaid = isAway && reach.value !== null;
    if (!before) throw problem;
    answer = as === "text" ? before.text : JSON.parse(before.text);
  }
  if (own !== NOBODY && own !== identity()) throw signedOut();
  if (before) reach.value = reach.value && reach.value < before.at ? reach.value : before.at;
  else if (mayBeKept()) keepAnswer(keptUnder, language, path, as === "text" ? answer : JSON.stringify(answer));
  return answer;
}

function signedOut() {
  return new Problem(401, { code: "not-signed-in", detail: t("common-signed-out") });
}

/** Like `send`, but renews expired tokens.
 * @type {typeof call} */
async function ask(method, path, body, as, headers) {
  if (session && session.expires_at - Date.now() < 20000) await refresh(session.access_token);
  const token = session?.access_token;
  try {
    return await send(method, path, body, token, as, headers);
  } catch (it) {
    const problem = /** @type {Problem} */ (it);
    if (!token || problem.status !== 401 || problem.code !== "not-signed-in") throw problem;
    await refresh(token);
    if (!session && method !== "GET") {
      throw signedOut();
    }
    return send(method, path, body, session?.access_token, as, headers);
  }
}

/** Opens a stream of events after the one with the id `after`, as the current player. Throws a
 * `Problem`.
 * @param {string} method
 * @param {string} path
 * @param {string | null} after
 * @param {AbortSignal} signal */
export async function stream(method, path, after, signal) {
  await freshen();
  /** @type {Record<string, string>} */
  const headers = { "Accept": "text/event-stream", "Accept-Language": language };
  if (session) headers.Authorization = `Bearer ${session.access_token}`;
  if (after !== null) headers["Last-Event-ID"] = after;
  const answer = await fetch(path, { method, headers, signal });
  if (answer.ok) return answer;
  const body = await answer.json().catch(() => ({}));
  if (answer.status === 401 && session) await refresh(session.access_token);
  // After a new pair of tokens it may be tried again.
  throw new Problem(answer.status === 401 && session ? 503 : answer.status, body);
}

/** Whether this browser supports passkeys. */
export function hasPasskeys() {
  return Boolean(globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON);
}

/** Returns the answer of an authenticator, which depends on the player.
 * @param {Promise<Credential | null>} asked */
async function answered(asked) {
  try {
    return /** @type {PublicKeyCredential} */ (await asked).toJSON();
  } catch (error) {
    const detail = /** @type {Error} */ (error).name === "InvalidStateError" ? t("common-has-passkey") : t("common-no-passkey");
    throw new Problem(0, { code: "no-passkey", detail });
  }
}

/** Returns a passkey of this server that the player shows. */
export async function showPasskey() {
  const { options } = await send("POST", "/v1/sessions/passkey");
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return answered(navigator.credentials.get({ publicKey }));
}

/** Makes a passkey and adds it to the account.
 * @param {string} name
 * @param {Schemas["Reauthentication"]} sure the password or a passkey */
export async function addPasskey(name, sure) {
  const { options } = await call("POST", "/v1/me/passkeys/challenge", sure);
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await answered(navigator.credentials.create({ publicKey }));
  await call("POST", "/v1/me/passkeys", { name, credential });
}

/** Signs in by name and password or code, or by a link or a passkey alone.
 * @param {string | null} name
 * @param {Schemas["SignIn"]} proof */
export async function signIn(name, proof) {
  const device_token = name ? devices()[name.toLowerCase()] : undefined;
  // The seats of a guest go with their player. A session that has ended ends here.
  if (session?.guest) {
    await freshen().catch((problem) => {
      if (session && session.expires_at < Date.now()) throw problem;
    });
  }
  const guest_token = session?.guest ? session.access_token : undefined;
  begin(await send("POST", "/v1/sessions", { name: name ?? undefined, ...proof, device_token, guest_token }));
}

/** The most milliseconds that a new player waits until the server knows their time zone. */
const ZONE = 2000;

/** Sets the time zone of a new player to that of this device. They can change it in their settings.
 * @param {Tokens} session */
async function tellZone({ access_token }) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  // The server may not know the zone.
  const told = send("PATCH", "/v1/me", { time_zone: timeZone }, access_token).catch(() => {});
  await Promise.race([told, new Promise((resolve) => setTimeout(resolve, ZONE))]);
}

/** The invitation in the address of a table. Some servers admit only invited players. */
function shownInvitation() {
  const [, page, game] = location.pathname.split("/");
  const secret = new URLSearchParams(location.hash.slice(1)).get("invitation");
  return page === "games" && secret ? { invitation: { game, secret } } : {};
}

/** @param {string} name
 * @param {string} email
 * @param {string} password */
export async function signUp(name, email, password) {
  const { session } = await send("POST", "/v1/players", { name, email, password, ...shownInvitation() });
  await tellZone(session);
  begin(session);
}

/** Begins to play without an account. */
export async function beginAsGuest() {
  const { session } = await send("POST", "/v1/players/guest", shownInvitation());
  await tellZone(session);
  begin({ ...session, guest: true });
}

/** Makes an account of a guest: games and sessions stay.
 * @param {string} name
 * @param {string} email
 * @param {string} password */
export async function keepGuest(name, email, password) {
  const account = await call("POST", "/v1/me/upgrade", { name, email, password }).catch((/** @type {Problem} */ problem) => {
    if (problem.code !== "not-a-guest") throw problem;
    // An earlier try has made the account, and its answer was lost.
    return call("GET", "/v1/me");
  });
  if (!session) throw signedOut();
  const player = { ...session.player, name: account.name };
  keep({ ...session, guest: false, email_confirmed: account.email_confirmed, player });
}

/** Signs out here, or everywhere. Deletes the tokens even if the server cannot be reached. */
export async function signOut(everywhere = false) {
  try {
    if (everywhere) await call("DELETE", "/v1/sessions?all=true");
    else await call("DELETE", "/v1/sessions");
  } finally {
    keep(null);
  }
}
