// @ts-check
// The service worker of the pages: opens them without the server, and shows pushes, even if no page
// is open.
//
// It knows nothing about players: it stores documents, which are the same for everybody, and files.
// The pages store a player's responses themselves (kept.js), because they know when the player
// signs out. API calls bypass it.

/** @type {ServiceWorkerGlobalScope} */
const worker = /** @type {any} */ (self);

const FILES = "turnpike.files";
const DOCUMENTS = "turnpike.documents";

/** A page that is slower than this is shown as it was. */
const PATIENCE = 4000;

/** The number of stored pages about rules. */
const MANUALS = 20;

/** Documents that scripts fill, each for all its addresses. They contain nothing about a game or a
 * player.
 * @type {[RegExp, string][]} */
const ALIKE = [
  [/^\/$/, "/"],
  [/^\/games\/[^/]+(\/\d+)?$/, "/games/any"],
  [/^\/new$/, "/new"],
  [/^\/settings$/, "/settings"],
  [/^\/about$/, "/about"],
  [/^\/archive$/, "/archive"],
  [/^\/leaderboards(\/[^/]+)?$/, "/leaderboards"],
  [/^\/players\/[^/]+$/, "/players/any"],
];

/** Pages about rules, which have no scripts. */
const MANUAL = /^\/(rules|how-to-play)\/[^/]+$/;

/** The pictures of the kinds, in lists of games. */
const PICTURE = /^\/how-to-play\/[^/]+\/board\.svg$/;

/** Under which address the document of a page is kept.
 * @param {URL} url */
const keptAs = ({ pathname }) => ALIKE.find(([path]) => path.test(pathname))?.[1];

/** @param {string} cache
 * @param {string} address */
const kept = async (cache, address) => (await caches.open(cache)).match(address, { ignoreVary: true });

/** Stores a response. Without room, the pages still work while the server can be reached.
 * @param {string} cache
 * @param {string} address
 * @param {Response} answer */
async function keep(cache, address, answer) {
  try {
    await (await caches.open(cache)).put(address, answer);
  } catch {
    // As above.
  }
}

/** Returns a file of the pages. The file of an address with a version never changes. A response
 * without that version belongs to another one.
 * @param {string} address
 * @param {Request} [request] */
async function file(address, request) {
  const known = await kept(FILES, address);
  if (known) return known;
  const answer = await fetch(request ?? address);
  const isForEver = answer.ok && /immutable/.test(answer.headers.get("Cache-Control") ?? "");
  if (isForEver) await keep(FILES, address, answer.clone());
  return answer;
}

/** Returns a document from the server, or the stored one if the server does not respond soon.
 * @param {string} as the address under which it is kept
 * @param {Request} request */
async function page(as, request) {
  const asked = fetch(request).then(async (answer) => {
    if (MANUAL.test(as) && answer.ok && !answer.redirected) await keep(DOCUMENTS, as, answer.clone());
    return answer;
  });
  const known = await kept(DOCUMENTS, as);
  if (!known) return asked;
  const late = new Promise((resume) => setTimeout(resume, PATIENCE, known));
  return Promise.race([asked, late]).catch(() => known);
}

/** A picture from the server, or as it was.
 * @param {string} as the address under which it is kept
 * @param {Request} request */
async function picture(as, request) {
  try {
    const answer = await fetch(request);
    if (answer.ok) await keep(DOCUMENTS, as, answer.clone());
    return answer;
  } catch (problem) {
    const known = await kept(DOCUMENTS, as);
    if (!known) throw problem;
    return known;
  }
}

/** Stores the files of a page. Its document is stored only now that its scripts run, so that no
 * document lacks its files.
 * @param {URL} url the page's
 * @param {string[]} files */
async function keepPage(url, files) {
  const as = keptAs(url);
  const own = /\/web\/[^/]+\//.exec(files[0] ?? "")?.[0];
  if (!as || !own) return;
  const needed = files.filter((it) => it.includes(own));
  await Promise.all(needed.map((it) => file(it)));
  const there = await Promise.all(needed.map((it) => kept(FILES, it)));
  if (!there.every(Boolean)) return;
  const known = await kept(DOCUMENTS, as);
  if ((await known?.text())?.includes(own)) return;
  const answer = await fetch(url);
  const isOfThem = answer.ok && !answer.redirected && (await answer.clone().text()).includes(own);
  if (!isOfThem) return;
  await keep(DOCUMENTS, as, answer);
  await tidy();
}

/** Deletes files of versions that no document needs any more, and the oldest pages with rules. */
async function tidy() {
  const documents = await caches.open(DOCUMENTS);
  const manuals = (await documents.keys()).filter(({ url }) => MANUAL.test(new URL(url).pathname));
  for (const old of manuals.slice(0, -MANUALS)) await documents.delete(old);
  let needed = "";
  for (const answer of await documents.matchAll()) needed += await answer.text();
  const files = await caches.open(FILES);
  for (const it of await files.keys()) {
    const version = /\/web\/[^/]+\//.exec(it.url)?.[0];
    if (version && !needed.includes(version)) await files.delete(it);
  }
}

// Stored data does not depend on the worker: another worker finds it unchanged, so it need not wait
// until the pages are closed.
worker.addEventListener("install", (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith("/web/")) return event.respondWith(file(request.url, request));
  if (PICTURE.test(url.pathname) && !url.searchParams.has("step")) return event.respondWith(picture(url.pathname, request));
  // The guide also appears beside a board.
  const as = MANUAL.test(url.pathname) ? url.pathname : request.mode === "navigate" && keptAs(url);
  if (as) event.respondWith(page(as, request));
});

// A page sends the list of its files once it has loaded.
worker.addEventListener("message", (event) => {
  /** @type {{ page: string, files: string[] }} */
  const { page: address, files } = event.data;
  // A page that was loaded while the worker started has no worker yet. The files that it loads from
  // now on are stored, too.
  const claimed = worker.clients.claim().catch(() => {});
  event.waitUntil(claimed.then(() => keepPage(new URL(address), files)).catch(() => {}));
});

// The message is a declarative push message: browsers that know those need no worker.
worker.addEventListener("push", (event) => {
  if (!event.data) return;
  const { title, body, lang, navigate, tag } = event.data.json().notification;
  // A worker also gets the messages for the one that it replaces.
  const told = { body, lang, tag, renotify: Boolean(tag), data: { navigate } };
  event.waitUntil(worker.registration.showNotification(title, told));
});

/** Goes to a page of ours in the window that is open, or in a new one.
 * @param {string} url */
async function goTo(url) {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find((page) => page.url.split("#")[0] === url) ?? null;
  return open ? open.focus() : worker.clients.openWindow(url);
}

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(goTo(event.notification.data.navigate));
});
