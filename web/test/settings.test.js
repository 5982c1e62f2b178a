// The settings, and the pages of players.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PASSWORD, PHONE, URL, open, openAs, player, signIn, signUp, twoAtATable, until, withBrowser } from "./helpers.js";

/** The settings of a new player. */
async function settings(browser, options = {}) {
  const one = await player();
  const { page, complaints } = await openAs(browser, one, "/settings", options);
  await page.waitForSelector("#totp-state", { state: "attached" });
  return { page, complaints, name: one.name };
}

/** Opens the group of a section as a person would: from the list beside it, or by way of the list. */
async function turnTo(page, id) {
  const group = await page.$eval(`#${id}`, (it) => it.closest(".group").id);
  const link = page.locator(`.subjects a[href="#${group}"]`);
  if (await page.isHidden(`#${group}`)) {
    if (!(await link.isVisible())) await page.click(".to-all a");
    await link.click();
  }
  await page.waitForSelector(`#${id}`);
}

/** Waits until a section says this. */
const says = (page, id, text) => page.waitForFunction(([id, text]) => document.getElementById(id)?.innerText.includes(text), [id, text]);

test("each section of the settings saves by itself, and says so", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const { page, complaints } = await open(browser, { ...PHONE, timezoneId: "Europe/Paris" });
    await signUp(page);
    await page.goto(`${URL}/settings`);
    await page.waitForSelector("#totp-state", { state: "attached" });
    // The browser set the zone. Another device may be in another one.
    await turnTo(page, "you");
    assert.equal(await page.inputValue("#you-zone"), "Europe/Paris");
    await page.fill("#you-zone", "Asia/Tokyo");
    await says(page, "you", "This device is in Europe/Paris.");
    await page.tap("#you-zone-here");
    await page.selectOption("#you-language", "de");
    await page.tap("#you-form [type=submit]");
    await says(page, "you", "Saved.");
    await turnTo(page, "mail");
    await page.selectOption("#mail-news", "digest");
    await page.selectOption("#mail-digest", "6");
    await page.tap("#mail-quiet");
    await page.selectOption("#mail-from", "23");
    await page.tap("#mail-form [type=submit]");
    await says(page, "mail", "Saved.");
    await turnTo(page, "sending");
    await page.selectOption("#device-sending", "ask");
    await says(page, "sending", "Kept on this browser.");
    const wasForced = await page.isChecked("#you-forced");
    await page.tap("#you-forced");
    await says(page, "forced", "Saved.");

    await page.reload();
    await page.waitForSelector("#totp-state", { state: "attached" });
    await page.waitForSelector("#mail-hours", { state: "attached" });
    const kept = ["#you-zone", "#you-language", "#mail-turns", "#mail-news", "#mail-digest", "#mail-from", "#mail-to"];
    assert.deepEqual(await Promise.all(kept.map((it) => page.inputValue(it))), ["Europe/Paris", "de", "at_once", "digest", "6", "23", "7"]);
    assert.equal(await page.inputValue("#device-sending"), "ask");
    assert.equal(await page.isChecked("#you-forced"), !wasForced);
    assert.equal(await page.evaluate(() => localStorage.getItem("turnpike.ask")), "always");
    assert.deepEqual(complaints, []);

    // A problem appears beside its field.
    await turnTo(page, "you");
    await page.fill("#you-zone", "Nowhere/Else");
    await page.tap("#you-form [type=submit]");
    await page.waitForSelector("#you-zone[aria-invalid=true]");
    await says(page, "you-zone-wrong", "There is no such time zone.");
    await turnTo(page, "address");
    await page.fill("#yours-new-password", "another horse battery");
    await page.fill("#yours-current", "a wrong password");
    await page.tap("#yours-change [type=submit]");
    await page.waitForSelector("#yours-current[aria-invalid=true]");
    assert.equal(await page.isVisible("#fault"), false);
  }),
);

test("hours and dates follow the reader's time zone, for guests too", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const { page, complaints } = await open(browser, { locale: "fr-CA", timezoneId: "Asia/Tokyo" });
    await page.click("#play-now");
    await page.waitForSelector("#picture svg");
    await page.goto(`${URL}/settings#you`);
    await page.waitForSelector("#you-zone");
    assert.equal(await page.inputValue("#you-zone"), "Asia/Tokyo");
    assert.deepEqual(
      complaints.filter((it) => !/^422 GET \S+\/legal\/completions/.test(it)),
      [],
    );
    // By the region too, not by the language alone; an English page in a German browser has its region.
    for (const [locale, chosen, date] of [
      ["en-US", null, /^[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d\d\s[AP]M$/],
      ["en-GB", null, /^\d{1,2} [A-Z][a-z]{2,3} \d{4}, \d\d:\d\d$/],
      ["de-DE", "en", /^\d{1,2} [A-Z][a-z]{2,3} \d{4}, \d\d:\d\d$/],
      ["de-AT", null, /^\d{1,2}\.\d{1,2}\.\d{4}, \d\d:\d\d$/],
    ]) {
      const storage = chosen ? { "turnpike.language": chosen } : {};
      const { page: own } = await openAs(browser, await player(), "/settings#sessions", { locale }, storage);
      assert.match(await (await own.waitForSelector("#session-list time")).innerText(), date, locale);
      await own.context().close();
    }
  }),
);

test("a theme applies to every page and tab from the first paint", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const { page, complaints } = await open(browser, { colorScheme: "light" });
    const other = await page.context().newPage();
    await other.goto(`${URL}/rules/buttons`);
    const ground = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await ground(page);
    assert.equal(await ground(other), light);
    await page.goto(`${URL}/settings#appearance`);
    await page.check("input[name=theme][value=dark]");
    const dark = await ground(page);
    assert.notEqual(dark, light);
    await other.waitForFunction((dark) => getComputedStyle(document.body).backgroundColor === dark, dark);
    const bar = await page.$eval("meta[name=theme-color]", (it) => it.content);
    assert.equal(bar, "#0a3a2c");
    // It is set before the body is there.
    await page.addInitScript(() =>
      new MutationObserver(() => (window.seen ??= document.body && document.documentElement.dataset.theme)).observe(document, {
        childList: true,
        subtree: true,
      }),
    );
    await page.goto(URL);
    assert.equal(await page.evaluate(() => window.seen), "dark");
    assert.equal(await ground(page), dark);
    await page.goto(`${URL}/settings#appearance`);
    await page.check("input[name=theme][value=auto]");
    assert.equal(await ground(page), light);
    await page.emulateMedia({ colorScheme: "dark" });
    assert.equal(await ground(page), dark);
    assert.deepEqual(complaints, []);
  }),
);

test("the settings show one group at a time, and a link opens it", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const seen = (page) => page.$$eval(".setting", (all) => all.filter((it) => it.offsetHeight > 0).map((it) => it.id));
    const { page, complaints } = await settings(browser, PHONE);
    // On a telephone the list comes first, and fits on the screen.
    assert.deepEqual(await seen(page), []);
    const titles = await page.$$eval(".subjects a", (all) => all.map((it) => it.firstChild.data));
    assert.deepEqual(titles, [
      "Notifications",
      "Appearance",
      "Language and time",
      "Playing",
      "Account and security",
      "Connected apps",
      "Your data",
    ]);
    assert.ok((await page.evaluate(() => document.documentElement.scrollHeight)) < 1.5 * PHONE.viewport.height);
    await page.tap(".subjects a[href='#security']");
    assert.deepEqual(await seen(page), ["address", "sessions", "passkeys", "totp"]);
    assert.equal(await page.innerText("h1"), "Account and security");
    assert.equal(await page.isVisible(".subjects"), false);
    assert.equal(await page.evaluate(() => document.activeElement?.id), "settings-title");
    await page.tap(".to-all a");
    assert.deepEqual(await seen(page), []);
    assert.equal(await page.innerText("h1"), "Settings");
    await page.goBack();
    await page.waitForSelector("#passkeys");
    // A link to a section, or to an element in it, opens the group there.
    for (const id of ["totp", "tokens"]) {
      await page.goto(`${URL}/settings?${id}#${id}`);
      await page.waitForSelector(`#${id}`);
      await page.waitForFunction((id) => Math.abs(document.getElementById(id).getBoundingClientRect().top) < innerHeight, id);
    }
    assert.deepEqual(await seen(page), ["programs", "webhooks", "calendar"]);

    // On a laptop the list stays beside the group.
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.click(".subjects a[href='#playing']");
    await page.waitForSelector("#holidays-form");
    assert.deepEqual(await seen(page), ["sending", "forced", "holidays", "people"]);
    assert.equal(await page.getAttribute(".subjects [aria-current]", "href"), "#playing");
    assert.equal(await page.innerText("h1"), "Settings");
    await page.goto(`${URL}/settings?first`);
    await page.waitForSelector("#mail-form");
    assert.deepEqual(await seen(page), ["mail", "push"]);
    assert.deepEqual(complaints, []);
  }),
);

test("a player creates and deletes tokens, webhooks and holidays", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const { page, complaints } = await settings(browser);
    await turnTo(page, "export");
    await page.click("#export-take");
    await says(page, "export", "You have finished no game yet.");

    await turnTo(page, "programs");
    await page.click("#programs details summary");
    await page.fill("#token-name", "My robot");
    await page.fill("#token-password", PASSWORD);
    await page.click("#token-form [type=submit]");
    await says(page, "programs", "it is shown only once");
    const token = await page.innerText("#token-made code");
    const asks = () => fetch(`${URL}/v1/games?mine=true`, { headers: { Authorization: `Bearer ${token}` } });
    assert.equal((await asks()).status, 200);
    await says(page, "tokens", "It may: see your games · make and join games");
    await page.click("#tokens button");
    await page.click("#ask-yes");
    await says(page, "tokens", "None.");
    assert.equal((await asks()).status, 401);

    await turnTo(page, "webhooks");
    await page.click("#webhooks details summary");
    await page.selectOption("#webhook-format", "standard");
    await page.fill("#webhook-url", "https://127.0.0.1/turnpike");
    await page.click("#webhook-form [type=submit]");
    await page.waitForSelector("#webhook-url[aria-invalid=true]");
    // An unused address.
    await page.fill("#webhook-url", "https://[2e00::1]/turnpike");
    await page.click("#webhook-form [type=submit]");
    await page.waitForSelector("#webhook-secret");
    await says(page, "webhook-list", "It is your turn");
    await page.click("#webhook-list button:text-is('Test it')");
    await says(page, "webhook-list", "A test is on its way.");
    await page.waitForSelector("#webhook-list .deliveries li");
    await page.click("#webhook-list button:text-is('Turn it off')");
    await says(page, "webhook-list", "You turned it off");
    await page.click("#webhook-list button:text-is('Delete')");
    await page.click("#ask-yes");
    await says(page, "webhook-list", "None.");

    await turnTo(page, "holidays");
    const left = await page.innerText("#holidays-left");
    const [today, day] = [0, 5].map((days) => new Date(Date.now() + days * 86400000).toISOString().slice(0, 10));
    const isThisYear = day.slice(0, 4) === today.slice(0, 4);
    await page.fill("#holidays-from", day);
    await page.fill("#holidays-until", day);
    await page.click("#holidays-form [type=submit]");
    await page.waitForSelector("#holidays li");
    assert.equal((await page.innerText("#holidays-left")) !== left, isThisYear);
    await page.click("#holidays li button");
    await page.click("#ask-yes");
    await page.waitForSelector("#holidays li", { state: "detached" });
    assert.equal(await page.innerText("#holidays-left"), left);
    assert.deepEqual(
      complaints.filter((it) => !it.includes("bad-url")),
      [],
    );
  }),
);

test("a deleted account leaves nothing on the page", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const { page, name } = await settings(browser);
    await turnTo(page, "delete");
    await page.fill("#delete-password", PASSWORD);
    await page.click("#delete-form [type=submit]");
    await page.click("#ask-yes");
    await page.waitForSelector("#signed-out");
    assert.equal(await page.innerText("#note"), "Your account is deleted.");
    assert.equal(await page.$("#address"), null);
    await page.goto(`${URL}/players/${name}`);
    await says(page, "app", `There is no player “${name}”`);
  }),
);

test("the page of a player shows the name and the possible actions", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [one, other] = [await player(), await player()];
    const [running] = await twoAtATable("thats-life", one, other);
    const [left] = await twoAtATable("buttons", one, other);
    const { seq } = await other.call("GET", `/v1/games/${left}`);
    await other.call("POST", `/v1/games/${left}/moves`, { seq, moves: [{ type: "leave" }] });
    await until(async () => (await one.call("GET", `/v1/players/${one.name}/ratings`)).ratings.length);
    const { page, complaints } = await open(browser, PHONE);
    await page.goto(`${URL}/players/${one.name.toUpperCase()}`);
    await says(page, "app", "game finished");
    await says(page, "app", "game running");
    const records = await page.$$eval(".records li", (all) => all.map((it) => it.innerText.replace(/\s+/g, " ").trim()));
    assert.equal(records.length, 1);
    assert.match(records[0], /^Buttons Rating for two players: \d+ ± \d+, provisional One game finished · 1 won · best score: \d+$/);
    assert.equal(await page.getAttribute(".opponents a", "href"), `/players/${other.name}`);
    assert.ok(await page.$(`#app a[href="/games/${running}"]`));
    assert.ok(await page.$(`#app a[href="/games/${left}"]`));
    // A visitor who is not signed in has no actions.
    assert.equal(await page.$(".mute"), null);
    await signIn(page, (await player()).name);
    assert.equal(await page.getAttribute("a.act", "href"), `/new?invite=${one.name}`);
    await page.tap(".mute:not(:disabled)");
    await says(page, "note", "You see nothing more");
    assert.equal(await page.innerText(".mute"), "Unmute");
    await page.goto(`${URL}/settings#people`);
    await page.waitForSelector(`#muted a[href="/players/${one.name}"]`);
    await page.tap("#muted li button");
    await says(page, "muted", "Nobody.");

    // An invitation asks only for the game.
    await page.goto(`${URL}/players/${one.name}`);
    await page.tap("a.act");
    await page.waitForSelector("#new-game");
    assert.equal(await page.inputValue("[name=guest-2]"), one.name);
    await page.tap("#new-game [type=submit]");
    await page.waitForURL(/\/games\/\w+/);
    const made = await one.call("GET", `/v1/games/${page.url().split("/").at(-1)}`);
    assert.equal(made.invited, true);
    assert.deepEqual(complaints, []);

    // Invalid text is not a name.
    await page.goto(`${URL}/players/%ff`);
    await says(page, "app", "There is no player");
  }),
);

test("an unknown address shows a page in the reader's language with a link home", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    for (const [locale, title] of [
      ["en-GB", "There is no such page"],
      ["fr-FR", "Cette page n’existe pas"],
      ["de-DE", "Diese Seite gibt es nicht"],
    ]) {
      const { page } = await open(browser, { locale });
      const answer = await page.goto(`${URL}/no/such/page`);
      assert.equal(answer.status(), 404);
      assert.equal(await page.innerText("h1"), title);
      await page.click("main a");
      await page.waitForURL(`${URL}/`);
      await page.context().close();
    }
  }),
);
