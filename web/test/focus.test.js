// The keyboard focus, and automatic scrolling.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE, URL, openGame, played, player, quiet, twoAtATable, withBrowser } from "./helpers.js";

const focus = (page) => page.evaluate(() => document.activeElement?.id || document.activeElement?.localName);
const isOnBoard = (page) => page.waitForFunction(() => document.activeElement?.closest("#picture"));

/** A game of Ferry Follies with confirmations, in which a move was chosen by keyboard. */
async function chosenByKeys(browser) {
  const ann = await player();
  const { page, complaints } = await openGame(browser, await played(ann, "ferry-follies", 1, 3), ann, { reducedMotion: "reduce" });
  await page.evaluate(() => localStorage.setItem("turnpike.ask", "always"));
  await page.reload();
  await page.waitForSelector("#picture [data-offered]");
  for (let i = 0; i < 12 && !(await page.$("#commit:not(:disabled)")); i += 1) {
    // The first that is offered may only choose and drop the same card.
    const all = await page.$$("#picture [data-offered]");
    await all[(i * 5) % all.length]?.focus();
    await page.keyboard.press("Enter");
    await quiet(page);
  }
  await page.focus("#commit:not(:disabled)");
  return { page, complaints };
}

test("an earlier board keeps the focus on the page, and leads back", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const { page, complaints } = await chosenByKeys(browser);
    await page.keyboard.press("ArrowLeft");
    await page.waitForSelector("#to-now");
    await page.waitForFunction(() => document.activeElement?.id === "to-now");
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => document.activeElement?.id === "commit");
    // The link at the top leads to the way back, and then to the move.
    await page.keyboard.press("ArrowLeft");
    await page.waitForSelector("#to-now");
    await page.focus("#jump");
    await page.keyboard.press("Enter");
    assert.equal(await focus(page), "to-now");
    assert.doesNotMatch(page.url(), /#/);
    await page.keyboard.press("Enter");
    await page.waitForSelector("#draft");
    await page.waitForFunction(() => document.activeElement?.id === "commit");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector("#picture [data-offered]"));
    await page.waitForFunction(() => document.activeElement !== document.body);
    // A playback that is skipped.
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await page.focus("#ply-play");
    await page.keyboard.press("Enter");
    await page.focus("#skip");
    await page.keyboard.press("Enter");
    await page.waitForSelector("#draft");
    await page.waitForFunction(() => document.activeElement !== document.body);
    assert.deepEqual(complaints, []);
  }),
);

/** Moves by keyboard on the board of That's Life!, until the reader waits for the other player. */
async function movedByKeys(browser) {
  const [ann, ben] = [await player(), await player()];
  const [id, acting, other] = await twoAtATable("thats-life", ann, ben);
  const { page } = await openGame(browser, id, acting, { viewport: { width: 390, height: 700 }, reducedMotion: "reduce" });
  const isMine = async () => {
    const game = await acting.call("GET", `/v1/games/${id}`);
    return game.to_act.includes(game.seat);
  };
  for (let i = 0; i < 8 && (await isMine()); i += 1) {
    await page.waitForSelector("#picture :is([data-offered], [data-chosen])[tabindex]");
    if (!(await page.evaluate(() => document.activeElement?.closest("#picture"))))
      await page.focus("#picture :is([data-offered], [data-chosen])[tabindex]");
    await page.keyboard.press("Enter");
    await quiet(page);
  }
  const answers = async () => {
    for (let i = 0; i < 8 && !(await isMine()); i += 1) await other.acts(id);
    await page.waitForSelector("#picture :is([data-offered], [data-chosen])[tabindex]");
    await quiet(page);
  };
  return { page, answers };
}

test("focus returns to the board on the next turn after a move by keyboard", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const { page, answers } = await movedByKeys(browser);
    await answers();
    await isOnBoard(page);
  }),
);

test("focus that has left the board by keyboard stays when the turn comes", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const { page, answers } = await movedByKeys(browser);
    await page.keyboard.press("End");
    await quiet(page);
    // The bar appears above what the reader sees.
    const top = () => page.evaluate(() => document.querySelector(".area-rest").getBoundingClientRect().top);
    const before = await top();
    await answers();
    assert.equal(await focus(page), "state");
    const now = await top();
    assert.ok(Math.abs(now - before) < 100, `from ${before} to ${now}`);
  }),
);

/** A game of Buttons in which all three players place a button. Returns the page of one of them and
 * the others. */
async function allPlace(browser, options) {
  const all = [await player(), await player(), await player()];
  const [ann, ...others] = all;
  const { id } = await ann.call("POST", "/v1/games", { kind: "buttons", seats: 3, entropy: "web" });
  for (const other of others) await other.call("POST", `/v1/games/${id}/seats`, { entropy: "web" });
  const look = () => ann.call("GET", `/v1/games/${id}`);
  const sitter = (game, seat) => all.find(({ name }) => name === game.seats[seat].player);
  let game = await look();
  for (; game.to_act.length < 3; game = await look()) await sitter(game, game.to_act[0]).acts(id);
  const { page, complaints } = await openGame(browser, id, ann, options);
  await page.waitForSelector("#picture [data-offered]");
  await quiet(page);
  return {
    page,
    complaints,
    game: page.url(),
    acts: () =>
      sitter(
        game,
        game.to_act.find((seat) => seat !== game.seat),
      ).acts(id),
  };
}

test("a page that was scrolled up stays in place while others act", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const { page, game, acts } = await allPlace(browser, { ...PHONE, viewport: { width: 320, height: 568 } });
    // On arrival, the targets come into sight.
    await page.goto(URL);
    await page.goto(game);
    await page.waitForFunction(() => scrollY > 0);
    await quiet(page);
    await page.evaluate(() => scrollTo(0, 0));
    const told = page.waitForResponse(/\/board\.svg/);
    await acts();
    await told;
    await quiet(page);
    assert.equal(await page.evaluate(() => scrollY), 0);
  }),
);

test("the player's own move is not played back when another player was quicker", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const { page, complaints, acts } = await allPlace(browser, PHONE);
    await page.evaluate(() => {
      globalThis.said = [];
      new MutationObserver(() => globalThis.said.push(document.getElementById("state")?.textContent)).observe(document.body, {
        subtree: true,
        childList: true,
        characterData: true,
      });
    });
    let release;
    const released = new Promise((resume) => (release = resume));
    await page.route("**/moves", async (route) => {
      if (!route.request().postDataJSON().dry_run) await released;
      await route.continue();
    });
    const sent = page.waitForResponse((answer) => answer.url().endsWith("/moves") && !answer.request().postDataJSON().dry_run);
    const before = await page.$eval("#ply", (it) => Number(it.max));
    await page.tap("#picture [data-offered]");
    await acts();
    await page.waitForFunction((before) => Number(document.getElementById("ply").max) > before, before);
    release();
    await sent;
    await page.waitForFunction((before) => Number(document.getElementById("ply").max) > before + 1, before);
    await quiet(page);
    const said = await page.evaluate(() => globalThis.said);
    assert.ok(said.length > 0);
    assert.deepEqual(
      said.filter((it) => it?.startsWith("What happened so far")),
      [],
    );
    // The words behind a choice were asked for when the other player had already moved.
    const unexpected = complaints.filter((it) => !/^422 GET .*\/legal\/completions/.test(it));
    assert.deepEqual(unexpected, []);
  }),
);
