// The pages for a first-time visitor, and for a player who returns.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import {
  PASSWORD,
  PHONE,
  URL,
  aName,
  open,
  openAs,
  openGame,
  player,
  quiet,
  signIn,
  signOut,
  signUp,
  touch,
  twoAtATable,
  until,
  withBrowser,
} from "./helpers.js";

/** Returns the text of a page. */
const read = (page) => page.innerText("#app");

/** The addresses that a list leads to. */
const links = (page, list) => page.$$eval(`#${list}-list a`, (all) => all.map((it) => it.getAttribute("href")));

/** Waits until a list links to these games in this order. Each list loads separately. */
async function lists(page, list, games) {
  const expected = games.map((id) => `/games/${id}`);
  await until(async () => (await links(page, list)).join() === expected.join());
}

/** Plays a game against a bot to its end, through the API. */
async function playOut(one, kind) {
  const { id } = await one.call("POST", "/v1/games", { kind, seats: 2, invite: [{ bot: "greedy" }], entropy: "web" });
  for (;;) {
    const { status, to_act, seat } = await one.call("GET", `/v1/games/${id}`);
    if (status === "finished") return id;
    if (to_act.includes(seat)) await one.acts(id).catch(() => {});
    else await new Promise((resume) => setTimeout(resume, 50));
  }
}

test("a new visitor sees a game, plays a bot within two touches, and keeps the game", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const shown = await playOut(await player(), "buttons");
    const { page, complaints } = await open(browser, PHONE);
    await page.clock.install();
    await page.reload();
    for (const kind of [1, 2, 3, 4, 5]) {
      // Its picture comes when it is looked at.
      await (await page.waitForSelector(`#kinds li:nth-child(${kind})`)).scrollIntoViewIfNeeded();
      await page.waitForSelector(`#kinds li:nth-child(${kind}) img`);
    }
    await page.evaluate(() => scrollTo(0, 0));

    // A game that was played is shown again, until that is stopped. It is one of the chosen kind.
    await page.tap(".shelf label:has([value=buttons])");
    await page.waitForSelector("#play-now:has-text('Buttons')");
    await page.waitForSelector(".replay img");
    assert.equal(await page.getAttribute(".replay a", "href"), `/games/${shown}`);
    const board = () => page.getAttribute(".replay img", "src");
    const first = await board();
    await page.waitForFunction((first) => document.querySelector(".replay img").src !== first, first);
    await touch(page, await page.waitForSelector(".replay button"));
    await quiet(page);
    const stopped = await board();
    await page.clock.runFor(10000);
    await quiet(page);
    assert.equal(await board(), stopped);

    await touch(page, await page.waitForSelector("#kinds li:has-text('Ferry Follies') button"));
    await page.waitForSelector("#picture svg", { timeout: 300000 });
    const game = new globalThis.URL(page.url()).pathname;
    assert.equal(await page.textContent("#who strong"), "Guest");

    // The game is theirs under a name of their own, wherever they sign in.
    const name = aName();
    await page.tap("#keep");
    // An account that is there already may be signed in to; nothing is lost without a question.
    await page.waitForSelector("#guest-hint:visible");
    await page.fill("#in-name", aName());
    await page.fill("#in-password", PASSWORD);
    await page.tap("#sign-in [type=submit]");
    assert.match(await page.innerText("#ask-text"), /move to your account/);
    await page.tap("#ask [value=no]");
    await page.tap("#guest-out button");
    assert.match(await page.innerText("#ask-text"), /games of a guest are then lost/);
    await page.tap("#ask [value=no]");
    await page.fill("#up-name", name);
    await page.fill("#up-email", `${name}@example.org`);
    await page.fill("#up-password", PASSWORD);
    await page.tap("#sign-up [type=submit]");
    await page.waitForFunction((name) => document.querySelector("#who strong")?.textContent === name, name);
    const elsewhere = await open(browser);
    await signIn(elsewhere.page, name);
    await lists(elsewhere.page, "waiting", [game.split("/").at(-1)]);
    assert.deepEqual(
      complaints.filter((it) => !/^422 GET \S+\/legal\/completions/.test(it)),
      [],
    );
  }),
);

test("a visitor with a link to a table signs up there, and gets the seat", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const ann = await player();
    const { id } = await ann.call("POST", "/v1/games", { kind: "thats-life", seats: 2, entropy: "web" });
    const sits = async (name) => (await ann.call("GET", `/v1/games/${id}`)).seats.some((seat) => seat.player === name);
    const { page, complaints } = await open(browser, PHONE);
    await page.goto(`${URL}/games/${id}`);
    await page.tap("#sign-up-to-sit");
    await page.waitForSelector("#up-name:focus");
    // A player who cancels takes no seat.
    await page.tap("#account-close");
    const other = await signUp(page);
    await page.waitForSelector("#take-seat");
    assert.equal(await sits(other), false);
    await signOut(page);

    await page.tap("#sign-up-to-sit");
    const name = aName();
    await page.fill("#up-name", name);
    await page.fill("#up-email", `${name}@example.org`);
    await page.fill("#up-password", PASSWORD);
    await page.tap("#sign-up [type=submit]");
    await page.waitForSelector("#picture svg");
    assert.equal(await sits(name), true);
    assert.equal(page.url(), `${URL}/games/${id}`);
    // The page may have requested the spectators' chat before the player sat down.
    assert.deepEqual(
      complaints.filter((it) => !/^403 GET \S+\/chat/.test(it)),
      [],
    );
  }),
);

/** Returns the path of the table from a mail. */
async function invitation(game) {
  const mails = join(process.env.TURNPIKE_FOLDER, "mailbox");
  let way;
  await until(() => {
    for (const name of readdirSync(mails).filter((it) => it.includes("-invitation."))) {
      const text = readFileSync(join(mails, name), "utf8").replaceAll("=\r\n", "").replaceAll("=\n", "").replaceAll("=3D", "=");
      way ??= new RegExp(`/games/${game}#invitation=[\\w-]+`).exec(text)?.[0];
    }
    return way;
  });
  return way;
}

test("a guest invited by mail takes the seat with one touch, without an account", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const ann = await player();
    const invite = [{ email: `${aName()}@example.org` }];
    const { id } = await ann.call("POST", "/v1/games", { kind: "thats-life", seats: 2, entropy: "web", visibility: "private", invite });
    const { page, complaints } = await open(browser, PHONE);
    await page.goto(URL + (await invitation(id)));
    await page.tap("#take-as-guest");
    await page.waitForSelector("#picture svg");
    assert.equal(await page.textContent("#who strong"), "Guest");
    const { status, seats } = await ann.call("GET", `/v1/games/${id}`);
    assert.equal(status, "running");
    assert.match(seats[1].player, /^guest-/);
    // A used link does not stay in the history.
    assert.equal(page.url(), `${URL}/games/${id}`);
    // A visitor with only the link cannot read the table's chat.
    assert.deepEqual(
      complaints.filter((it) => !/^40[34] GET \S+\/(chat|events)/.test(it)),
      [],
    );
  }),
);

test("the link to a private table admits a visitor without an account", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const ann = await player();
    const { id } = await ann.call("POST", "/v1/games", {
      kind: "thats-life",
      seats: 2,
      entropy: "web",
      visibility: "private",
      pace: { days_per_move: 2, on_timeout: "leave" },
    });
    const { page: anns } = await openGame(browser, id, ann, PHONE);
    // The data for the dialog of the phone.
    await anns.evaluate(() => (navigator.share = async ({ url }) => void (window.shared = url)));
    await anns.getByRole("button", { name: "Share the link to this table" }).tap();
    const link = await anns.evaluate(() => window.shared);
    assert.match(link, new RegExp(`^${URL}/games/${id}#invitation=[0-9a-f]{32}$`));
    // Nothing that stays on the device has it.
    const stays = await anns.evaluate(async () => {
      const all = [JSON.stringify(localStorage)];
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const key of await cache.keys()) all.push(key.url, await (await cache.match(key)).text());
      }
      return all;
    });
    assert.ok(stays.some((it) => it.includes(`"id":"${id}"`)));
    assert.deepEqual(
      stays.filter((it) => it.includes(link.slice(-32))),
      [],
    );
    const { page: others } = await open(browser, PHONE);
    await others.goto(`${URL}/games/${id}`);
    await others.getByText("There is no such game").waitFor();
    const { page } = await open(browser, PHONE);
    // A seat that is reserved for another player cannot be taken.
    const kept = await ann.call("POST", `/v1/games/${id}/invitations`, { email: `${aName()}@example.org` });
    assert.equal(kept.seats[1].reserved, true);
    await page.goto(link);
    await page.getByText("All seats are taken or kept for others.").waitFor();
    assert.equal(await page.$("#take-as-guest"), null);
    await ann.call("DELETE", `/v1/games/${id}/seats/1`);
    await page.getByText("You are invited to this table.").waitFor();
    // The terms of the table.
    const terms = await page.locator("#join-part dl").innerText();
    assert.match(terms, /Time\s+2 days for each move · a late player leaves the game\s/);
    assert.match(terms, /Who may see it\s+only people with the link/);
    await page.tap("#take-as-guest");
    await page.waitForSelector("#picture svg");
    assert.equal((await ann.call("GET", `/v1/games/${id}`)).status, "running");
    assert.equal(page.url(), `${URL}/games/${id}`);
  }),
);

test("the footer links to the guides, to privacy and to the pages for programmers", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const { page, complaints } = await open(browser, PHONE);
    assert.deepEqual((await page.$$eval("footer li", (all) => all.map((it) => it.textContent))).slice(0, 3), [
      "How to play",
      "Privacy",
      "For programmers",
    ]);
    await page.tap("footer a:text-is('How to play')");
    await page.waitForSelector("#how-to-play + .games li:nth-child(5)");
    await page.goto(URL);
    await page.tap("footer a:text-is('Privacy')");
    await page.waitForFunction(() => document.getElementById("privacy")?.getBoundingClientRect().top < innerHeight / 2);
    assert.deepEqual(complaints, []);
  }),
);

test("nothing plays by itself with reduced motion", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    await playOut(await player(), "buttons");
    const { page } = await open(browser, { reducedMotion: "reduce" });
    await page.clock.install();
    await page.reload();
    const image = await page.waitForSelector(".replay img");
    const first = await image.getAttribute("src");
    await page.clock.runFor(10000);
    await quiet(page);
    assert.equal(await image.getAttribute("src"), first);
    await page.click(".replay button");
    await page.waitForFunction((first) => document.querySelector(".replay img").src !== first, first);
  }),
);

test("home lists waiting games first, each game once, and only tables that can be joined", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [ann, ben] = [await player(), await player()];
    const [one, acting, other] = await twoAtATable("buttons", ann, ben);
    const own = (await acting.call("POST", "/v1/games", { kind: "buttons", seats: 2, entropy: "web" })).id;
    const table = (await other.call("POST", "/v1/games", { kind: "thats-life", seats: 4, entropy: "web" })).id;
    const invited = (
      await other.call("POST", "/v1/games", { kind: "buttons", seats: 2, invite: [{ player: acting.name }], entropy: "web" })
    ).id;
    const full = (
      await other.call("POST", "/v1/games", { kind: "buttons", seats: 2, invite: [{ player: (await player()).name }], entropy: "web" })
    ).id;

    const { page, complaints } = await open(browser);
    await signIn(page, acting.name);
    // The list of tables was also there before the sign-in.
    await page.waitForSelector("#waiting-list li");
    await page.waitForSelector(`#open-list a[href="/games/${table}"]`);
    await lists(page, "waiting", [one, invited]);
    await lists(page, "mine", [own]);
    const open_ = await links(page, "open");
    for (const id of [one, own, invited, full]) assert.ok(!open_.includes(`/games/${id}`), id);
    const text = await page.innerText("#waiting");
    for (const word of ["Your turn", "You are invited", `with ${other.name}`]) assert.ok(text.includes(word), word);
    await page.evaluate(() => scrollTo(0, 0));
    await page.waitForSelector("#waiting-list li:first-child .thumb img");

    // A filter leaves the rest away; the running games folded below are those of others.
    await page.focus("#open-title ~ .filters select");
    await page.selectOption("#open-title ~ .filters select", "buttons");
    await page.waitForFunction((id) => !document.querySelector(`#open-list a[href="/games/${id}"]`), table);
    assert.ok(await page.$("#open-title ~ .filters select:focus"));
    await page.selectOption("#open-title ~ .filters select", "");
    await page.waitForSelector(`#open-list a[href="/games/${table}"]`);

    // News come by themselves, and the focus goes along.
    await page.focus(`#waiting-list a[href="/games/${one}"]`);
    for (;;) {
      const { to_act, seats } = await acting.call("GET", `/v1/games/${one}`);
      if (!to_act.some((seat) => seats[seat].player === acting.name)) break;
      await acting.acts(one);
    }
    await page.waitForSelector(`#mine-list a[href="/games/${one}"]:focus`);
    await lists(page, "waiting", [invited]);
    assert.deepEqual(complaints, []);

    // The next player sees nothing of it.
    await signOut(page);
    await page.waitForSelector(".hero");
    assert.doesNotMatch(await read(page), /Waiting for you/);
  }),
);

test("a player creates a table with a guest, a bot, a free seat and a pace", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const ben = await player();
    const ann = await player();
    const { page, complaints } = await openAs(browser, ann, "/", PHONE);
    await page.tap("#to-new");
    await page.waitForSelector("#new-game");
    await page.check("[name=kind][value=paris-connection]");
    await page.selectOption("[name=seats]", "4");
    await page.selectOption("[name=place-2]", "invite");
    await page.fill("[name=guest-2]", ben.name);
    await page.selectOption("[name=place-3]", "random");
    await page.check("[name=pace][value=day]");
    await page.tap("#new-game [type=submit]");
    await page.waitForURL(/\/games\/\w+/);
    const game = await ben.call("GET", `/v1/games/${page.url().split("/").at(-1)}`);
    assert.equal(game.kind, "paris-connection");
    assert.equal(game.invited, true);
    assert.deepEqual(
      game.seats.map((seat) => seat.player ?? seat.bot ?? seat.invited),
      [ann.name, ben.name, "random", null],
    );
    assert.equal(game.pace.days_per_move, 1);
    assert.equal(game.pace.on_timeout, "leave");
    assert.deepEqual(complaints, []);
  }),
);

test("a game against bots can be made private", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const { page, complaints } = await openAs(browser, await player(), "/new?kind=ferry-follies", PHONE);
    await page.waitForSelector("#new-game [name=kind][value=ferry-follies]:checked");
    assert.match(await page.textContent("#new-game"), /Who may look on\?[^]*search engines may find it/);
    await page.check("#new-game [name=visibility][value=private]");
    await page.click("#new-game [type=submit]");
    await page.waitForSelector("#picture svg", { timeout: 300000 });
    const stranger = await open(browser);
    await stranger.page.goto(page.url());
    await stranger.page.waitForSelector("meta[name=robots][content=noindex]", { state: "attached" });
    assert.match(await stranger.page.textContent("#state"), /There is no such game, or it is private/);
    assert.deepEqual(complaints, []);
  }),
);

test("a table chosen before sign-up keeps its options", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const { page, complaints } = await open(browser);
    await page.goto(`${URL}/new?kind=thats-life`);
    await page.waitForSelector("[name=kind][value=thats-life]:checked");
    await page.selectOption("[name=seats]", "3");
    await page.click("summary:has-text('Options')");
    assert.doesNotMatch(await page.innerText("#options"), /\w_\w|[{}]/);
    assert.doesNotMatch(await page.innerText("#options summary"), /pawns/);
    await page.getByLabel("2 pawns each").check();
    // Unusual values also appear beside the folded options.
    assert.match(await page.innerText("#options summary"), /2 pawns each/);
    await page.check("[name=visibility][value=public]");
    await page.click("#new-game [type=submit]");
    await page.waitForSelector("#account[open] #up-name:focus");
    const name = await signUp(page);
    await page.click("#new-game [type=submit]");
    await page.waitForURL(/\/games\/\w+/);
    const one = await player();
    const game = await one.call("GET", `/v1/games/${page.url().split("/").at(-1)}`);
    assert.equal(game.seats.length, 3);
    assert.equal(game.seats[0].player, name);
    assert.equal(game.options.pawns, "2");
    assert.deepEqual(complaints, []);
  }),
);

/** The names and sentences of the options of all games, in one language. */
async function wordsOfOptions(language) {
  const answer = await fetch(`${URL}/v1/kinds`, { headers: { "Accept-Language": language } });
  const { kinds } = await answer.json();
  const said = ({ title, description, oneOf = [] }) => [title, description, ...oneOf.flatMap(said)];
  return new Map(kinds.map((kind) => [kind.id, Object.values(kind.options_schema.properties ?? {}).flatMap(said)]));
}

for (const [language, ours, verifying, twoPawns] of [
  ["de", "3 Personen", "Zum Nachprüfen", "Je 2 Figuren"],
  ["fr", "3 joueurs", "Pour vérifier", "2 pions chacun"],
]) {
  test(`options appear in the reader's language on the pages for new, open and shown games: ${language}`, { timeout: 300000 }, () =>
    withBrowser(async (browser) => {
      const english = await wordsOfOptions("en");
      const own = await wordsOfOptions(language);
      const isInEnglish = (text) => [...english.values()].flat().find((words) => text.includes(words));
      const one = await player();
      const makes = (more) =>
        one.call("POST", "/v1/games", { kind: "thats-life", options: { pawns: "2", guards: true }, entropy: "web", ...more });
      const { id: table } = await makes({ seats: 3 });
      const { id: game } = await makes({ seats: 2, invite: [{ bot: "greedy" }] });

      const { page, complaints } = await open(browser, { ...PHONE, locale: language });
      const entry = await page.waitForSelector(`#open-list li:has(a[href="/games/${table}"])`);
      const facts = await entry.innerText();
      for (const words of [ours, twoPawns]) assert.ok(facts.includes(words), facts);
      assert.equal(isInEnglish(facts), undefined);

      for (const [kind, words] of own) {
        await page.goto(`${URL}/new?kind=${kind}`);
        await page.waitForSelector(`[name=kind][value=${kind}]:checked`);
        assert.equal(await page.locator("#options").count(), words.length ? 1 : 0, kind);
        if (!words.length) continue;
        await page.click("#options > summary");
        const read = await page.innerText("#options");
        // A switch needs no words for on and off.
        const switches = kind === "thats-life" ? 8 : 0;
        const missing = words.filter((it) => !read.includes(it));
        assert.equal(missing.length, switches, missing.join("; "));
        assert.equal(isInEnglish(read), undefined);
        assert.doesNotMatch(read, /\w_\w|[{}]/);
      }

      await page.goto(`${URL}/games/${game}`);
      await page.click("#tab-about");
      // Unusual values come first, and are not folded.
      const first = await page.$$eval("#facts dd", (all) => all.slice(0, 2).map((it) => it.textContent));
      assert.ok(first.includes(twoPawns), first);
      assert.equal(await page.isVisible("#usual dl"), false);
      await page.$$eval("#about-part details", (all) => all.forEach((it) => (it.open = true)));
      assert.equal(await page.$$eval("#usual dt", (all) => all.length), 3);
      // Hashes may hold any letters.
      await page.$$eval("#proof code", (all) => all.forEach((it) => it.remove()));
      const about = await page.innerText("#about-part");
      assert.ok(about.includes(verifying), about);
      assert.equal(isInEnglish(about), undefined);
      assert.doesNotMatch(about, /[a-z]_[a-z]|[{}@]/);
      assert.deepEqual(complaints, []);
    }),
  );
}

test(
  "the next game has the earliest deadline, or else has waited longest, and is not the game that was just played",
  { timeout: 300000 },
  () =>
    withBrowser(async (browser) => {
      const one = await player();
      const makes = async (pace) => (await one.call("POST", "/v1/games", { kind: "ferry-follies", seats: 1, entropy: "web", pace })).id;
      const old = await makes(null);
      const slow = await makes({ days_per_move: 3 });
      const quick = await makes({ days_per_move: 1 });
      const { page } = await openAs(browser, one, "/");
      await lists(page, "waiting", [quick, slow, old]);
      const next = (except) =>
        page.evaluate(async (except) => {
          const files = new globalThis.URL(document.querySelector("script[type=module]").src);
          const { nextGame } = await import(new globalThis.URL("home/next.js", files).pathname);
          return nextGame(except);
        }, except);
      assert.equal(await next(old), quick);
      assert.equal(await next(quick), slow);
    }),
);
