// The page of a game besides the board.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE, URL, hold, open, openAs, openGame, player, quiet, touch, twoAtATable, withBrowser } from "./helpers.js";

/** The pictures of a board after so many entries. */
const pictures =
  (isWanted) =>
  ({ pathname, searchParams }) =>
    pathname.endsWith("/board.svg") && searchParams.has("ply") && isWanted(Number(searchParams.get("ply")));

/** Plays for a player until it is no longer their turn. */
async function playsOn(game, who) {
  for (let i = 0; i < 40; i += 1) {
    const { to_act, seats } = await who.call("GET", `/v1/games/${game}`);
    if (!to_act.some((seat) => seats[seat].player === who.name)) return;
    await who.acts(game);
  }
}

test("events since the last visit are played back, and a touch skips them", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [game, acting, waiting] = await twoAtATable("thats-life", await player(), await player());
    const { page } = await openGame(browser, game, waiting);
    await page.waitForSelector("#picture svg");
    const before = Number(await page.getAttribute("#ply", "max"));
    await page.goto(URL);
    await playsOn(game, acting);
    // Without its pictures it is not over before it is looked at.
    const begin = await hold(
      page,
      pictures((ply) => ply === before),
    );
    const goOn = await hold(
      page,
      pictures((ply) => ply > before),
    );
    await page.goto(`${URL}/games/${game}`);
    await page.waitForFunction((before) => Number(document.getElementById("ply")?.value) === before, before);
    assert.equal(await page.getAttribute("#ply-play", "aria-label"), "Pause");
    begin();
    await page.click("#picture svg", { position: { x: 5, y: 5 } });
    await page.waitForFunction(() => document.getElementById("ply")?.value === document.getElementById("ply").max);
    goOn();
    assert.equal(await page.getAttribute("#ply-play", "aria-label"), "Play the moves");
    // It was seen: it is not played back again.
    await page.reload();
    await page.waitForSelector("#picture svg");
    assert.equal(await page.$eval("#ply", (it) => it.value === it.max), true);
  }),
);

test("events since the player's own move are played back in a browser that does not know the game", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [game, acting, waiting] = await twoAtATable("thats-life", await player(), await player());
    await playsOn(game, acting);
    await playsOn(game, waiting);
    const { ply } = await acting.call("GET", `/v1/games/${game}`);
    // Signed in elsewhere, on another page.
    const { page } = await openAs(browser, acting, "/", PHONE);
    const goOn = await hold(
      page,
      pictures(() => true),
    );
    await page.goto(`${URL}/games/${game}`);
    await page.waitForSelector("#skip");
    await page.waitForFunction((ply) => Number(document.getElementById("ply")?.value) < ply, ply);
    goOn();
    await page.waitForSelector("#state.mine");
    await page.reload();
    await page.waitForSelector("#state.mine");
    assert.equal(await page.$("#skip"), null);
  }),
);

test("a rematch appears at once on the page of the game that is over", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [ann, ben] = [await player(), await player()];
    const [game] = await twoAtATable("thats-life", ann, ben);
    await ann.call("POST", `/v1/games/${game}/moves`, {
      seq: (await ann.call("GET", `/v1/games/${game}`)).seq,
      moves: [{ type: "leave" }],
    });
    const { page, complaints } = await openGame(browser, game, ben, PHONE);
    await page.waitForSelector("#end");
    assert.match(await page.textContent("#end"), /Propose a rematch/);
    await ann.call("POST", `/v1/games/${game}/rematch`, {});
    await page.waitForFunction(() => document.querySelector("#end a[href^='/games/']")?.textContent === "To the rematch");
    assert.deepEqual(complaints, []);
  }),
);

test("the rules open beside the board in the reader's language", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const ann = await player();
    const { id } = await ann.call("POST", "/v1/games", { kind: "ferry-follies", seats: 1, entropy: "web" });
    const { page, complaints } = await openGame(browser, id, ann, { ...PHONE, locale: "de-DE" });
    await page.waitForSelector("#picture svg");
    await page.tap("#tab-rules");
    await page.waitForSelector("#rules-part article h2");
    assert.match(await page.textContent("#rules-part article"), /Karten/);
    // Nothing there has a name that the page has.
    assert.equal(await page.$("#rules-part [id]"), null);
    assert.deepEqual(await page.$$eval("#rules-part a:not([target=_blank])", (all) => all.length), 0);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    for (const picture of await page.$$("#rules-part img")) {
      await picture.scrollIntoViewIfNeeded();
      await page.waitForFunction((it) => it.complete && it.naturalWidth > 0, picture);
    }
    assert.deepEqual(complaints, []);
  }),
);

test("chosen words survive a reload of the page", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const acting = await player();
    // With some first cards only one word is legal, which the page chooses.
    /** @type {string} */
    let game;
    /** @type {string[]} */
    let next;
    do {
      ({ id: game } = await acting.call("POST", "/v1/games", { kind: "ferry-follies", seats: 1, entropy: "web" }));
      ({ next } = await acting.call("GET", `/v1/games/${game}/legal/completions`));
    } while (next.length < 2 || !next.includes("play"));
    const { page } = await openGame(browser, game, acting);
    // A player who prefers words has them open.
    await page.evaluate(() => localStorage.setItem("turnpike.words", "open"));
    await page.reload();
    // The first word alone says no more than the possible actions.
    await page.click("#moves [data-word=play]");
    // The next words load.
    await page.waitForSelector("#moves [data-word=play]", { state: "detached" });
    await page.click("#moves button");
    const words = () => page.textContent("#words");
    await page.waitForSelector("#restart");
    const chosen = await words();
    assert.notEqual(chosen, "");
    await page.reload();
    await page.waitForFunction((chosen) => document.getElementById("words")?.textContent === chosen, chosen);
    await page.click("#undo");
    await page.waitForFunction((chosen) => document.getElementById("words")?.textContent !== chosen, chosen);
    await page.reload();
    await page.waitForSelector("#draft");
    assert.notEqual(await words(), chosen);
  }),
);

test("a player can be muted, blocked and reported at their seat", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [game, acting, waiting] = await twoAtATable("thats-life", await player(), await player());
    const { page, complaints } = await openGame(browser, game, acting);
    const menu = `summary[aria-label="More about ${waiting.name}"]`;
    await page.click(menu);
    await page.click("text=Mute");
    await page.waitForFunction(() => document.getElementById("note")?.textContent.includes("nothing more"));
    // The menu knows of it, and takes it back.
    await page.click(menu);
    await page.click("text=Unmute");
    await page.waitForFunction(() => document.getElementById("note")?.textContent.includes("again"));
    await page.click(menu);
    await page.click("text=Mute");
    await page.waitForFunction(() => document.getElementById("note")?.textContent.includes("nothing more"));
    await page.click(menu);
    await page.click("text=Block…");
    await page.click("#ask-yes");
    await page.waitForFunction(() => document.getElementById("note")?.textContent.includes("is blocked"));
    await page.click(menu);
    await page.click(`text=Report ${waiting.name}…`);
    await page.fill(".menu textarea", "Called me names.");
    await page.click(".menu .buttons button");
    // This server has no operator address for reports.
    await page.waitForFunction(() => document.getElementById("fault")?.textContent.includes("accepts no reports"));
    const { players: muted } = await acting.call("GET", "/v1/me/muted");
    const { players: blocked } = await acting.call("GET", "/v1/me/blocked");
    assert.deepEqual([muted.length, blocked.length], [1, 1]);
    assert.ok(
      complaints.every((it) => it.startsWith("403 POST") && it.includes("/reports")),
      String(complaints),
    );
  }),
);

test("an offered seat is taken by the player that it is offered to", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [game, acting] = await twoAtATable("thats-life", await player(), await player());
    const third = await player();
    const { page } = await openGame(browser, game, acting);
    await page.click("#tab-about");
    await page.click("text=Give your seat to somebody else");
    await page.fill("#offer-to", third.name);
    await page.click("text=Offer my seat");
    await page.waitForSelector(`text=Your seat is offered to ${third.name}.`);
    const { page: theirs } = await openGame(browser, game, third);
    // It waits for them at home, too.
    await theirs.goto(URL);
    await theirs.waitForSelector("#waiting-list li:has-text('A seat is offered to you')");
    await theirs.click("#waiting-list a");
    await theirs.click("text=Take the seat");
    await theirs.waitForSelector("#state.mine");
    const { seats } = await third.call("GET", `/v1/games/${game}`);
    assert.ok(seats.some((seat) => seat.player === third.name));
  }),
);

test("a link to the next waiting game appears after a move", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [one, other] = [await player(), await player()];
    const [game, acting, waiting] = await twoAtATable("thats-life", one, other);
    let second;
    // The first player is drawn by lot.
    for (let i = 0; i < 20 && second === undefined; i += 1) {
      const [id, first] = await twoAtATable("thats-life", acting, waiting);
      if (first === acting) second = id;
    }
    const { page } = await openGame(browser, game, acting);
    await playsOn(game, acting);
    const link = await page.waitForSelector("text=To the next game that waits for you");
    await link.click();
    await page.waitForFunction((game) => location.pathname !== `/games/${game}`, game);
    await page.waitForFunction(() => document.getElementById("state")?.className === "mine");
    assert.notEqual(second, undefined);
  }),
);

test("a seat shows that its player is at the table", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [ann, ben] = [await player(), await player()];
    const [game] = await twoAtATable("thats-life", ann, ben);
    // Ben has made calls of his own just now.
    const { page, complaints } = await openGame(browser, game, ann);
    await page.waitForSelector("#seats .here");
    assert.match(await page.innerText("#seats .seat:has(.here)"), new RegExp(`${ben.name}[^]*here now`));
    assert.equal(await page.$("#seats .own .here"), null);
    assert.deepEqual(complaints, []);
  }),
);

test("the result of a move is shown before it is played if it adds to the sentence about the choice", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const both = [await player(), await player()];
    // Otherwise the server would roll for a player without another choice.
    for (const one of both) await one.call("PATCH", "/v1/me", { play_forced_moves: false });
    const [game] = await twoAtATable("thats-life", ...both);
    // Until one of them has thrown the die and has a choice.
    let [acting, choices] = [both[0], 0];
    while (choices < 2) {
      if (choices) await acting.acts(game);
      const { to_act, seats } = await both[0].call("GET", `/v1/games/${game}`);
      acting = both.find((one) => one.name === seats[to_act[0]].player);
      choices = (await acting.call("GET", `/v1/games/${game}/legal`)).texts.length;
    }
    const before = await acting.call("GET", `/v1/games/${game}`);
    const { page, complaints } = await openGame(browser, game, acting);
    await page.waitForSelector("#draft");
    if (!(await page.$("#play-part[open]"))) await page.click("#play-part summary");
    await page.selectOption("#sending", "ask");
    const asked = page.waitForResponse((it) => /"dry_run":true/.test(it.request().postData() ?? ""));
    while (!(await page.$("#commit:not(:disabled)"))) {
      const words = await page.innerText("#words");
      await page.click("#moves button");
      await page.waitForFunction((words) => document.getElementById("words").innerText !== words, words);
    }
    // The page asks for the result, and shows none that the sentence about the choice has already.
    await asked;
    await page.waitForTimeout(500);
    assert.equal(await page.$("#would"), null);
    const after = await acting.call("GET", `/v1/games/${game}`);
    assert.deepEqual([after.ply, after.head], [before.ply, before.head]);
    const additions = (...given) =>
      page.evaluate(async (given) => {
        const would = performance.getEntriesByType("resource").find(({ name }) => name.endsWith("/game/would.js")).name;
        return (await import(would)).additions(...given);
      }, given);
    const texts = ["Ann moves a pawn from the −9 to the −1.", "Ann takes the −9.", "Ann wins 4 points."];
    assert.deepEqual(await additions(texts, "Move your pawn from −9 to −1: you take the −9.", "Ann"), ["You: wins 4 points."]);
    assert.deepEqual(await additions(texts.slice(1), null, "Ben"), texts.slice(1));
    assert.deepEqual(complaints, []);
  }),
);

/** Returns the touch targets that are covered. First brings each into sight, as a browser does for
 * the focus. */
const covered = (page) =>
  page.evaluate(() => {
    const board = document.querySelector("#picture svg");
    return [...document.querySelectorAll("#picture :is([data-offered], [role=button]), #controls button, #draft button")].flatMap((it) => {
      if (!it.getClientRects().length) return [];
      it.scrollIntoView({ block: "nearest", inline: "nearest" });
      const { x, y, width, height, bottom } = it.getBoundingClientRect();
      const top = document.elementFromPoint(x + width / 2, y + height / 2);
      const isOnTop = it.contains(top) || (board.contains(it) && board.contains(top));
      const bar = it.closest("#draft") ? Infinity : document.getElementById("draft").getBoundingClientRect().top;
      return isOnTop && bottom <= bar ? [] : [`${it.id || it.textContent} below ${top?.id || top?.className}`];
    });
  });

for (const [kind, seats] of [
  ["buttons", 4],
  ["ferry-follies", 1],
  ["flip-freighters", 2],
  ["paris-connection", 3],
  ["thats-life", 2],
]) {
  test(`the bar covers no touch target on a phone: ${kind}`, { timeout: 300000 }, () =>
    withBrowser(async (browser) => {
      const all = await Promise.all(Array.from({ length: seats }, () => player()));
      for (const one of all) await one.call("PATCH", "/v1/me", { play_forced_moves: false });
      const [first, ...others] = all;
      const { id } = await first.call("POST", "/v1/games", { kind, seats, entropy: "web" });
      for (const one of others) await one.call("POST", `/v1/games/${id}/seats`, { entropy: "web" });
      const { ply } = await first.call("GET", `/v1/games/${id}`);
      const { page } = await openAs(browser, first, "/", { ...PHONE, reducedMotion: "reduce" }, { "turnpike.seen": [[id, ply]] });
      // The list of present players arrives later and moves the board.
      await page.route("**/presence", (route) => route.abort());
      await page.goto(`${URL}/games/${id}`);
      await page.waitForSelector("#tab-own");
      let hasPassed = false;
      for (let looks = 0; looks < 8 || (kind === "buttons" && !hasPassed);) {
        const games = await Promise.all(all.map((one) => one.call("GET", `/v1/games/${id}`)));
        const at = games.findIndex((game) => game.to_act.includes(game.seat));
        const { seq, moves } = await all[at].call("GET", `/v1/games/${id}/legal`);
        if (at === 0) {
          await page.waitForFunction(
            (ply) => Number(document.getElementById("ply")?.max) === ply && document.querySelector("#draft:not([aria-busy])"),
            games[0].ply,
          );
          await quiet(page);
          const offered = await page.$("#picture [data-offered]");
          if (await page.$("#drawn-pass[data-offered]")) {
            hasPassed = true;
            // The bar covers no visible key on a page that was not scrolled.
            await page.goto(`${URL}/games/${id}`);
            const pass = await page.waitForSelector("#drawn-pass[data-offered]");
            await quiet(page);
            const isSeenWhole = await pass.evaluate((it) => {
              const { top, bottom } = it.getBoundingClientRect();
              return bottom <= document.getElementById("draft").getBoundingClientRect().top || top >= innerHeight;
            });
            assert.equal(isSeenWhole, true);
          }
          assert.deepEqual(await covered(page), []);
          // A choice makes the bar higher, and adds targets.
          if (offered && kind === "paris-connection") {
            await touch(page, offered);
            await page.waitForSelector("#undo:not(:disabled)");
            assert.deepEqual(await covered(page), []);
            await page.tap("#undo");
          }
          looks += 1;
        }
        await all[at].call("POST", `/v1/games/${id}/moves`, { seq, moves: [moves[0]] });
      }
    }),
  );
}

test("a public game is visible to visitors and search engines, and a private game to neither", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const maker = await player();
    const make = async (visibility) =>
      (await maker.call("POST", "/v1/games", { kind: "thats-life", seats: 2, entropy: "web", visibility })).id;
    const { page } = await open(browser);
    await page.goto(`${URL}/games/${await make("public")}`);
    await page.waitForSelector("#seats");
    assert.equal(await page.$("meta[name=robots]"), null);
    await page.goto(`${URL}/games/${await make("private")}`);
    await page.waitForFunction(() => document.getElementById("state")?.textContent.includes("private"));
    assert.equal(await page.getAttribute("meta[name=robots]", "content"), "noindex");
  }),
);

test("a player sees the aim of a game until their first move in one", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [game, acting] = await twoAtATable("thats-life", await player(), await player());
    const { page } = await openGame(browser, game, acting, PHONE);
    await page.waitForSelector("#picture [data-offered]");
    assert.match(await page.textContent("#aim"), /How to play$/);
    const before = (await acting.call("GET", `/v1/games/${game}`)).ply;
    // On a slow connection, nothing follows the one touch: the page shows the move, without
    // buttons.
    const goOn = await hold(page, "**/moves");
    await page.tap("#picture [data-offered]");
    await page.waitForSelector("#draft[aria-busy]");
    assert.equal(await page.$("#commit"), null);
    goOn();
    await page.waitForFunction((before) => Number(document.getElementById("ply")?.max) > before, before);
    assert.equal(await page.$("#aim"), null);
    await page.reload();
    await page.waitForSelector("#seats");
    assert.equal(await page.$("#aim"), null);
  }),
);
