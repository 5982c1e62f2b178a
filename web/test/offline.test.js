// Pages without a server: stored data opens and says so, for its owner only.

import assert from "node:assert/strict";
import { test } from "node:test";
import { URL, newContext, open, openAs, openGame, player, quiet, signIn, signOut, twoAtATable, until, withBrowser } from "./helpers.js";

/** Every address that is kept, by cache. */
const kept = (page) =>
  page.evaluate(async () => {
    const all = {};
    for (const name of await caches.keys()) {
      const keys = await (await caches.open(name)).keys();
      all[name] = keys.map(({ url }) => url.slice(location.origin.length));
    }
    return all;
  });

/** Waits until the documents of these pages are kept. */
async function keeps(page, ...documents) {
  await until(async () => {
    const { "turnpike.documents": there = [] } = await kept(page);
    return documents.every((it) => there.includes(it));
  });
}

/** Returns the number of stored log entries of a game. */
const keptEntries = (page, game) =>
  page.evaluate(async (game) => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      const [log] = (await cache.keys()).filter(({ url }) => url.endsWith(`/games/${game}/log`));
      if (log) return (await (await cache.match(log)).json()).entries.length;
    }
    return null;
  }, game);

const sign = (page) => page.waitForSelector(".note.offline");
const noSign = (page) => page.waitForFunction(() => !document.querySelector(".note.offline"));

/** Signs out and signs in another player on the open page. */
async function becomes(page, name) {
  await signOut(page);
  await page.waitForFunction(() => !document.querySelector("#who strong"));
  await signIn(page, name);
}

test("home and a game open offline as they were, and work again when the server can be reached", () =>
  withBrowser(async (browser) => {
    const [game, acting] = await twoAtATable("thats-life", await player(), await player());
    const { page } = await openGame(browser, game, acting);
    await page.waitForSelector("#picture svg");
    await keeps(page, "/games/any");
    await page.goto(URL);
    await page.waitForSelector(`a[href="/games/${game}"]`);
    await keeps(page, "/");

    await page.context().setOffline(true);
    await page.goto(URL);
    assert.match(await (await sign(page)).innerText(), /^You are offline\. This is how it stood on .*\d/);
    await page.waitForSelector(`a[href="/games/${game}"]`);
    assert.ok(await page.isHidden("#fault"));
    await page.goto(`${URL}/games/${game}`);
    await sign(page);
    await page.waitForSelector("#picture svg");
    await page.waitForSelector("#log li");
    assert.ok(await page.isHidden("#fault"), await page.innerText("#fault"));
    // Nothing can be played on a board that may be outdated.
    assert.ok(await page.isHidden("#draft"));
    assert.ok(await page.isHidden("#play-part"));
    assert.doesNotMatch(await page.innerText("#state"), /your turn/);
    // The same for a reader who had opened the words on another board.
    await page.evaluate(() => localStorage.setItem("turnpike.words", "open"));
    await page.reload();
    await page.waitForSelector("#picture svg");
    assert.ok(await page.isHidden("#fault"), await page.innerText("#fault"));

    await page.context().setOffline(false);
    await noSign(page);
    await page.waitForFunction(() => /your turn/.test(document.getElementById("state")?.textContent));
    await page.waitForSelector("#draft");
  }));

test("the guide beside a board is available offline after it was read", () =>
  withBrowser(async (browser) => {
    const [game, acting] = await twoAtATable("thats-life", await player(), await player());
    const { page } = await openGame(browser, game, acting);
    await keeps(page, "/games/any");
    // Offline, the guide is missing before it was read. The page asks for it again later.
    await page.context().setOffline(true);
    await page.click("#tab-rules");
    await quiet(page);
    assert.equal(await page.textContent("#rules-part article"), "");
    await page.context().setOffline(false);
    await page.click("#tab-log");
    await page.click("#tab-rules");
    await page.waitForSelector("#rules-part article h2");
    await keeps(page, "/how-to-play/thats-life");
    await page.context().setOffline(true);
    await page.reload();
    await page.waitForSelector("#rules-part article h2");
  }));

test("tabs are available offline even if nobody has opened them", () =>
  withBrowser(async (browser) => {
    const [game, acting] = await twoAtATable("thats-life", await player(), await player());
    const { page } = await openGame(browser, game, acting);
    await keeps(page, "/games/any");
    await page.context().setOffline(true);
    await page.reload();
    for (const [tab, part] of [
      ["about", "#facts dd"],
      ["own", "#own-part textarea"],
      ["rules", "#rules-part a[href^='/how-to-play']"],
    ]) {
      await page.click(`#tab-${tab}`);
      await page.waitForSelector(part);
    }
  }));

test("a page with a missing part says so, and shows the board", () =>
  withBrowser(async (browser) => {
    const [game, acting] = await twoAtATable("thats-life", await player(), await player());
    const { page } = await open(browser, { serviceWorkers: "block" });
    await page.route("**/game/rules.js", (route) => route.abort());
    await page.goto(`${URL}/games/${game}`);
    await page.waitForSelector("#picture svg");
    await page.waitForSelector("#fault:not([hidden])");
    assert.match(await page.innerText("#fault"), /A part of this page is missing\. Load the page again\./);
    await page.unroute("**/game/rules.js");
    // Here a table that fills is looked at, which waits for its parts.
    const { id } = await acting.call("POST", "/v1/games", { kind: "buttons", seats: 2, entropy: "web" });
    await page.route("**/game/joining.js", (route) => route.abort());
    await page.goto(`${URL}/games/${id}`);
    await page.waitForSelector("#fault:not([hidden])");
    await page.waitForSelector(".seat");
    await page.unroute("**/game/joining.js");
    await page.reload();
    await page.waitForSelector("#join-part");
  }));

test("home shows each game once and with its picture, even if its lists were stored at different times", () =>
  withBrowser(async (browser) => {
    const [game, acting, waiting] = await twoAtATable("thats-life", await player(), await player());
    const table = (await acting.call("POST", "/v1/games", { kind: "buttons", seats: 2, entropy: "web" })).id;
    const { page } = await openGame(browser, game, waiting);
    await page.goto(URL);
    await page.waitForSelector(`#mine-list a[href="/games/${game}"]`);
    await page.waitForSelector(`#open-list a[href="/games/${table}"]`);
    await keeps(page, "/");
    const pictures = () => page.$$eval(".entry.game .thumb", (all) => all.map((it) => (it.querySelector("img")?.naturalWidth ?? 0) > 0));
    await until(async () => (await pictures()).slice(0, 2).every(Boolean));
    // The list of waiting games is newer than the others, as after a visit to another game.
    await page.context().setOffline(true);
    await page.evaluate(async (game) => {
      for (const name of (await caches.keys()).filter((it) => it.startsWith("turnpike.answers."))) {
        const cache = await caches.open(name);
        const list = (query) => `/kept/en/v1/games?${query}`;
        const { games } = await (await cache.match(list("mine=true&status=running"))).json();
        const body = { games: games.filter(({ id }) => id === game), next: null };
        await cache.put(
          list("my_turn=true&limit=100"),
          new Response(JSON.stringify(body), { headers: { Date: new Date().toUTCString() } }),
        );
      }
    }, game);
    await page.goto(URL);
    await sign(page);
    await page.waitForSelector("#waiting-list li");
    const links = await page.$$eval(".entry.game a", (all) => all.map((it) => it.getAttribute("href")));
    assert.equal(links.filter((it) => it === `/games/${game}`).length, 1, String(links));
    assert.equal(new Set(links).size, links.length);
    await page.waitForFunction(() =>
      [...document.querySelectorAll(".entry.game .thumb")].slice(0, 2).every((it) => it.querySelector("img")?.naturalWidth > 0),
    );
  }));

test("the stored log is complete even if it was loaded in parts", () =>
  withBrowser(async (browser) => {
    const [game, acting, waiting] = await twoAtATable("thats-life", await player(), await player());
    const { page } = await openGame(browser, game, waiting);
    await page.waitForSelector("#picture svg");
    await keeps(page, "/games/any");
    const lines = () => page.$$eval("#log li", (all) => all.length);
    const before = await lines();
    await acting.acts(game);
    await page.waitForFunction((before) => document.querySelectorAll("#log li").length > before, before);
    await quiet(page, 1000); // A move without a choice follows, and the response is stored a little later.
    const entries = () => page.$eval("#ply", (it) => Number(it.max));
    await until(async () => (await keptEntries(page, game)) === (await entries()));
    const after = await lines();
    await page.context().setOffline(true);
    await page.reload();
    await sign(page);
    await page.waitForFunction((after) => document.querySelectorAll("#log li").length === after, after);
  }));

test("no data of one player is left for the next player on the same browser", () =>
  withBrowser(async (browser) => {
    const [ann, ben] = [await player(), await player()];
    const { id } = await ann.call("POST", "/v1/games", {
      kind: "ferry-follies",
      seats: 1,
      entropy: "web",
      visibility: "private",
    });
    const { page } = await openGame(browser, id, ann);
    await page.waitForSelector("#picture svg");
    await keeps(page, "/games/any");
    await page.goto(URL);
    await page.waitForSelector(`a[href="/games/${id}"]`);
    await keeps(page, "/");
    assert.match(JSON.stringify(await kept(page)), new RegExp(id));

    await becomes(page, ben.name);
    await until(async () => !JSON.stringify(await kept(page)).includes(id));
    // Those of one sign-in alone.
    await until(async () => Object.keys(await kept(page)).filter((name) => name.startsWith("turnpike.answers.")).length === 1);

    await page.context().setOffline(true);
    await page.goto(URL);
    await sign(page);
    await page.waitForFunction((name) => document.querySelector("#who")?.textContent.includes(name), ben.name);
    assert.equal(await page.$(`a[href="/games/${id}"]`), null);
    await page.goto(`${URL}/games/${id}`);
    await page.waitForFunction(() => !document.getElementById("fault").hidden);
    assert.equal(await page.$("#picture svg"), null);
  }));

test("data that a page could not delete is deleted by the next page", () =>
  withBrowser(async (browser) => {
    const page = await (await newContext(browser)).newPage();
    await page.goto(`${URL}/openapi.json`);
    await page.evaluate(async () => (await caches.open("turnpike.answers.gone")).put("/kept/en/v1/games", new Response("{}")));
    await page.goto(URL);
    await page.waitForSelector("#who button");
    await until(async () => !("turnpike.answers.gone" in (await kept(page))));
  }));

test("responses that an earlier version of the pages stored are deleted", () =>
  withBrowser(async (browser) => {
    const ann = await player();
    const { page } = await openAs(browser, ann, "/");
    const old = [`turnpike.answers.${ann.name}`, "turnpike.kinds"];
    await page.evaluate((old) => Promise.all(old.map((name) => caches.open(name))), old);
    await page.reload();
    // `kept` opens caches, and so makes a deleted one again.
    await until(async () => {
      const left = await page.evaluate(() => caches.keys());
      return !old.some((name) => left.includes(name));
    });
  }));

test("signing out offline deletes the stored data", () =>
  withBrowser(async (browser) => {
    const [game, acting] = await twoAtATable("thats-life", await player(), await player());
    const { page } = await openGame(browser, game, acting);
    await page.waitForSelector("#picture svg");
    await keeps(page, "/games/any");
    await page.context().setOffline(true);
    await page.reload();
    await sign(page);
    await signOut(page);
    await page.waitForFunction(() => !document.querySelector("#who strong"));
    await until(async () => !JSON.stringify(await kept(page)).includes(game));
  }));

test("no account, no chat, no secret and at most thirty games are stored", () =>
  withBrowser(async (browser) => {
    const ann = await player();
    const { id } = await ann.call("POST", "/v1/games", { kind: "ferry-follies", seats: 1, entropy: "web" });
    const { page } = await openGame(browser, id, ann);
    await page.waitForSelector("#picture svg");
    await keeps(page, "/games/any");
    await page.goto(URL);
    await keeps(page, "/");
    const texts = await page.evaluate(async () => {
      const all = [];
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const key of await cache.keys()) all.push([key.url, await (await cache.match(key)).text()]);
      }
      return all;
    });
    const tokens = await page.evaluate(() => {
      const { access_token, refresh_token } = JSON.parse(localStorage.getItem("turnpike.session"));
      return [access_token, refresh_token];
    });
    for (const [address, text] of texts) {
      assert.doesNotMatch(address, /\/v1\/(me|sessions|players)\b|\/(chat|note|orders|legal|export)(\?|$)|invitation=/);
      for (const token of tokens) assert.ok(!text.includes(token), address);
      assert.ok(!text.includes(`${ann.name}@example.org`), address);
    }

    const games = await page.evaluate(async () => {
      const [script] = document.querySelectorAll("script[type=module]");
      const { keepAnswer } = await import(new URL("kept.js", script.src).href);
      for (let i = 0; i < 35; i += 1) {
        await keepAnswer(() => "bounds", "en", `/v1/games/game${i}?`, "{}");
        await keepAnswer(() => "bounds", "en", `/v1/games/game${i}/board.svg?`, "<svg/>");
        // One that is looked at all the time stays.
        await keepAnswer(() => "bounds", "en", "/v1/games/game0?", "{}");
      }
      const bounds = (await caches.keys()).find((name) => name.endsWith(".bounds"));
      const keys = await (await caches.open(bounds)).keys();
      return keys.map(({ url }) => /\/games\/(\w+)/.exec(url)[1]);
    });
    assert.equal(new Set(games).size, 30);
    assert.ok(games.includes("game0") && games.includes("game34") && !games.includes("game1"));
  }));

test("the new worker replaces the one that only showed pushes", () =>
  withBrowser(async (browser) => {
    const page = await (await newContext(browser)).newPage();
    await page.goto(`${URL}/rules/buttons`); // A page without scripts that would register theirs.
    await page.evaluate(() => navigator.serviceWorker.register("/push-worker.js").then(() => navigator.serviceWorker.ready));
    await page.goto(URL);
    // A worker that is still busy is replaced later: its successor waits.
    await page.waitForFunction(async () => {
      const it = await navigator.serviceWorker.getRegistration();
      return (it?.installing ?? it?.waiting ?? it?.active)?.scriptURL.endsWith("/worker.js");
    });
    const all = await page.evaluate(() => navigator.serviceWorker.getRegistrations().then((all) => all.length));
    assert.equal(all, 1);
  }));

test("the pages can be installed", () =>
  withBrowser(async (browser) => {
    const page = await (await newContext(browser)).newPage();
    await page.goto(URL);
    await page.evaluate(() => navigator.serviceWorker.ready);
    const browserOf = await page.context().newCDPSession(page);
    const { errors, data } = await browserOf.send("Page.getAppManifest");
    assert.deepEqual(errors, []);
    const manifest = JSON.parse(data);
    for (const { src, type } of manifest.icons) {
      const answer = await fetch(URL + src);
      assert.deepEqual([answer.status, answer.headers.get("Content-Type")], [200, type], src);
    }
    for (const { url } of manifest.shortcuts) assert.equal((await fetch(URL + url)).status, 200, url);
    const { installabilityErrors } = await browserOf.send("Page.getInstallabilityErrors");
    // A browser that is only tried with keeps nothing.
    assert.deepEqual(
      installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito"),
      [],
    );
  }));
