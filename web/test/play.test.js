// Playing on the page of a game: touches, keys, history, chat, leaving, and large text.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE, URL, aName, hold, open, openAs, openGame, player, quiet, twoAtATable, until, withBrowser } from "./helpers.js";

const target = "#picture svg [data-offered]";

test("touched_target_is_marked_before_the_server_answers", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [id, acting] = await twoAtATable("buttons", await player(), await player());
    const { page } = await openGame(browser, id, acting, PHONE);
    await page.waitForSelector(target);
    const release = await hold(page, /\/(legal\/completions|moves)/);
    await page.tap(target);
    await page.waitForSelector(".marks :is(.touched, .chosen)");
    release();
  }),
);

test("arrow_key_moves_focus_to_the_nearest_target", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const ann = await player();
    const { id } = await ann.call("POST", "/v1/games", { kind: "ferry-follies", seats: 1, entropy: "web" });
    const { page } = await openGame(browser, id, ann);
    await page.waitForSelector(target);
    await quiet(page);
    // From one end of the targets to the other.
    const middles = await page.$$eval(target, (all) =>
      all.map((it) => {
        const { x, y, width, height } = it.getBoundingClientRect();
        return [x + width / 2, y + height / 2];
      }),
    );
    const from = middles.findIndex(([x]) => x === Math.min(...middles.map(([left]) => left)));
    await (await page.$$(target))[from].focus();
    await page.keyboard.press("ArrowRight");
    const x = await page.evaluate(() => {
      const { x, width } = document.activeElement.getBoundingClientRect();
      return document.activeElement.matches("[data-offered]") ? x + width / 2 : -Infinity;
    });
    assert.ok(x > middles[from][0], `${x} ${middles}`);
    assert.equal(await page.$(".past"), null);
  }),
);

test("history_names_a_player_once_a_turn_and_the_reader_as_you", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [id, acting, waiting] = await twoAtATable("thats-life", await player(), await player());
    for (let made = 0; made < 6; made += 1) {
      const { to_act, seats } = await acting.call("GET", `/v1/games/${id}`);
      await (seats[to_act[0]].player === acting.name ? acting : waiting).acts(id);
    }
    const { page } = await openGame(browser, id, acting, PHONE);
    await page.waitForSelector("#log .who");
    const names = await page.$$eval("#log .who strong", (all) => all.map((it) => it.textContent));
    assert.ok(names.includes(`${acting.name} (you)`), String(names));
    for (const [at, name] of names.entries()) assert.notEqual(name, names[at + 1]);
    const rows = await page.$$eval("#log .row .what", (all) => all.map((it) => it.textContent));
    assert.ok(
      rows.every((text) => !text.startsWith(acting.name) && !text.startsWith(waiting.name)),
      String(rows),
    );
    // The whole row leads to its board.
    await page.locator("#log li[value='1'] .row").tap();
    await page.waitForURL(`${URL}/games/${id}/1`);
  }),
);

/** Opens a game of That's Life!, whose board shrinks, after some moves. */
async function inTheMiddle(browser) {
  const [id, acting, waiting] = await twoAtATable("thats-life", await player(), await player());
  for (let made = 0; made < 24; made += 1) {
    const { to_act, seats } = await acting.call("GET", `/v1/games/${id}`);
    await (seats[to_act[0]].player === acting.name ? acting : waiting).acts(id);
  }
  const opened = await openGame(browser, id, acting, PHONE);
  await opened.page.waitForSelector("#log .who");
  await quiet(opened.page);
  return { ...opened, id };
}

test("controls_stay_in_place_while_boards_of_other_heights_are_shown", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const { page } = await inTheMiddle(browser);
    const at = (id) => page.$eval(id, (it) => it.getBoundingClientRect().top);
    await page.$eval("#ply-back", (it) => it.scrollIntoView({ block: "center" }));
    const before = await at("#ply-back");
    for (let steps = 0; steps < 12; steps += 1) {
      const shown = await page.inputValue("#ply");
      await page.tap("#ply-back");
      await page.waitForFunction((was) => document.querySelector("#ply").value !== was, shown);
      await quiet(page);
      assert.ok(Math.abs((await at("#ply-back")) - before) < 2, `step ${steps}`);
    }
  }),
);

test("entry_of_the_history_brings_its_board_into_sight", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const { page, id } = await inTheMiddle(browser);
    await page.$eval("#log", (it) => it.scrollIntoView({ block: "start" }));
    await page.locator("#log .row").nth(3).tap();
    await page.waitForURL(new RegExp(`/games/${id}/\\d+$`));
    await page.waitForFunction(() => {
      const { top } = document.querySelector("#picture").getBoundingClientRect();
      return top > -1 && top < innerHeight / 2;
    });
  }),
);

test("player_who_leaves_a_game_of_two_learns_who_wins", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [id, acting, waiting] = await twoAtATable("thats-life", await player(), await player());
    const { page } = await openGame(browser, id, acting);
    await page.click("#tab-about");
    await page.click("text=Leave the game…");
    assert.match(await page.textContent("#ask-text"), new RegExp(`The game ends, and ${waiting.name} wins\\.`));
    assert.equal(await page.getAttribute("#ask-yes", "class"), "danger");
    await page.click("#ask-yes");
    await page.waitForSelector("#end");
    assert.match(await page.textContent("#end"), new RegExp(`${acting.name} \\(you\\) \\(left\\)`));
  }),
);

test("end_says_who_proposes_a_rematch", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [id, acting, waiting] = await twoAtATable("thats-life", await player(), await player());
    const { seq } = await acting.call("GET", `/v1/games/${id}`);
    await acting.call("POST", `/v1/games/${id}/moves`, { seq, moves: [{ type: "leave" }] });
    const rematch = await acting.call("POST", `/v1/games/${id}/rematch`, {});
    const { page } = await openGame(browser, id, waiting);
    await page.waitForSelector(`#end >> text=${acting.name} proposes a rematch.`);
    await page.goto(`${URL}/games/${rematch.id}`);
    await page.waitForSelector(`#state >> text=${acting.name} proposes a rematch.`);
  }),
);

test("guest_reads_why_the_chat_takes_no_messages", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const { page } = await open(browser, PHONE, "/new?kind=thats-life");
    await page.waitForSelector("#new-game [name^=place-]");
    for (const place of await page.$$("#new-game [name^=place-]")) await place.selectOption("greedy");
    await page.click("#new-game [type=submit]");
    await page.waitForSelector("#picture svg");
    await page.tap("#tab-chat");
    await page.tap("#may-not-say button");
    await page.waitForSelector("#account[open] #up-name:focus");
  }),
);

test("message_that_is_not_sent_survives_a_reload", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [id, acting] = await twoAtATable("thats-life", await player(), await player());
    const { page } = await openGame(browser, id, acting);
    await page.click("#tab-chat");
    await page.fill("#message", "Well played");
    await page.reload();
    await page.waitForSelector("#message");
    assert.equal(await page.inputValue("#message"), "Well played");
  }),
);

test("note_that_is_not_saved_survives_a_reload", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [id, acting] = await twoAtATable("thats-life", await player(), await player());
    const { page } = await openGame(browser, id, acting);
    await page.click("#tab-own");
    await page.waitForSelector("#own-note:not(:disabled)");
    await page.fill("#own-note", "Hold the bridge");
    await page.reload();
    await page.waitForFunction(() => document.getElementById("own-note")?.value === "Hold the bridge");
  }),
);

test("open_tab_is_remembered_for_its_game_alone", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [ann, ben] = [await player(), await player()];
    const [[one, acting], [other]] = [await twoAtATable("thats-life", ann, ben), await twoAtATable("thats-life", ann, ben)];
    const { page } = await openGame(browser, one, acting);
    await page.click("#tab-own");
    await page.goto(`${URL}/games/${other}`);
    await page.waitForSelector("#tab-log[aria-selected=true]");
    await page.goto(`${URL}/games/${one}`);
    await page.waitForSelector("#tab-own[aria-selected=true]");
  }),
);

test("note_that_was_changed_elsewhere_is_shown_with_the_typed_text", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [id, acting] = await twoAtATable("thats-life", await player(), await player());
    const { page } = await openGame(browser, id, acting);
    await page.click("#tab-own");
    await page.waitForSelector("#own-note:not(:disabled)");
    await page.fill("#own-note", "Mine");
    await acting.call("PUT", `/v1/games/${id}/note`, { text: "Theirs" });
    await page.reload();
    await page.waitForFunction(() => document.querySelector("#own-note")?.value === "Theirs\nMine");
  }),
);

test("history_keeps_the_focus_when_somebody_moves", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [id, acting, waiting] = await twoAtATable("thats-life", await player(), await player());
    const { page } = await openGame(browser, id, waiting);
    await page.focus("#log [value='0'] .row");
    await acting.acts(id);
    await page.waitForSelector("#log [value='1'] .row");
    assert.ok(await page.evaluate(() => document.activeElement.matches("#log [value='0'] .row")));
  }),
);

test("guest_who_signs_in_at_a_table_keeps_the_seat", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [ann, ben] = [await player(), await player()];
    const table = { kind: "thats-life", seats: 2, visibility: "private", entropy: "web" };
    const { id } = await ann.call("POST", "/v1/games", table);
    const { invitation } = await ann.call("GET", `/v1/games/${id}`);
    const { page, complaints } = await open(browser, PHONE, `/games/${id}#invitation=${invitation}`);
    await page.tap("#take-as-guest");
    await page.waitForSelector("#picture svg");
    // Parts that load later still ask as the guest.
    await quiet(page);
    await page.tap("#keep");
    await page.fill("#in-name", ben.name);
    await page.fill("#in-password", "correct horse battery");
    await page.tap("#sign-in [type=submit]");
    await page.tap("#ask-yes");
    await until(async () => (await ann.call("GET", `/v1/games/${id}`)).seats[1].player === ben.name);
    assert.deepEqual(complaints, []);
  }),
);

test("visitor_with_the_link_to_a_private_table_causes_no_errors", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const ann = await player();
    const { id } = await ann.call("POST", "/v1/games", { kind: "thats-life", seats: 2, visibility: "private", entropy: "web" });
    const { invitation } = await ann.call("GET", `/v1/games/${id}`);
    const { page, complaints } = await open(browser, PHONE, `/games/${id}#invitation=${invitation}`);
    await page.waitForSelector("#take-as-guest");
    await quiet(page, 1000);
    assert.deepEqual(complaints, []);
  }),
);

test("large_text_fits_a_phone", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [id, acting] = await twoAtATable("thats-life", await player(`${aName()}-long-name`), await player());
    const { page } = await openAs(browser, acting, "/", PHONE);
    for (const path of ["/", `/games/${id}`, "/new", "/settings"]) {
      await page.goto(URL + path);
      await page.evaluate(() => (document.documentElement.style.fontSize = "175%"));
      await quiet(page);
      const wide = await page.evaluate(() =>
        [...document.querySelectorAll("body *")]
          .filter((it) => it.checkVisibility() && !it.closest(".picture, .thumb, .unseen, .marks, dialog, pre"))
          .filter((it) => it.getBoundingClientRect().right > 391)
          .map((it) => `${it.localName}#${it.id}.${it.className}`),
      );
      assert.deepEqual(wide, [], path);
    }
  }),
);

test("hints_of_a_first_game_follow_one_another_and_stay_dismissed", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [id, acting] = await twoAtATable("thats-life", await player(), await player());
    const { page } = await openGame(browser, id, acting, PHONE);
    await page.waitForSelector("#coach.at-board");
    assert.equal(await page.evaluate(() => document.activeElement === document.body), true);
    await page.keyboard.press("Escape");
    await page.waitForSelector("#coach.at-bar");
    await page.focus("#coach-next");
    await page.keyboard.press("Enter");
    await page.waitForSelector("#coach.at-tabs");
    await page.keyboard.press("Enter");
    await page.waitForSelector("#coach", { state: "detached" });
    await page.reload();
    await page.waitForSelector("#draft");
    assert.equal(await page.$("#coach"), null);
  }),
);

test("hints_fit_a_die_that_was_rolled_and_a_game_against_bots", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const ann = await player();
    await ann.call("PATCH", "/v1/me", { play_forced_moves: false });
    const { id } = await ann.call("POST", "/v1/games", { kind: "thats-life", seats: 2, invite: [{ bot: "greedy" }], entropy: "web" });
    await until(async () => {
      const { to_act, seat, view } = await ann.call("GET", `/v1/games/${id}`);
      if (to_act.includes(seat) && view.phase === "await_roll") await ann.acts(id);
      return to_act.includes(seat) && view.phase === "await_move";
    });
    const { page } = await openGame(browser, id, ann, PHONE);
    await page.waitForSelector("#coach.at-board:has-text('The board marks what you can play')");
    await page.tap("#coach-next");
    await page.waitForSelector("#coach.at-bar:has-text('The page plays a complete move at once')");
  }),
);

for (const kind of ["buttons", "flip-freighters", "thats-life"]) {
  test(`hint_covers_no_target: ${kind}`, { timeout: 300000 }, () =>
    withBrowser(async (browser) => {
      const [id, acting] = await twoAtATable(kind, await player(), await player());
      const { page } = await openGame(browser, id, acting, { ...PHONE, viewport: { width: 360, height: 780 } });
      await page.waitForSelector("#coach");
      await page.waitForSelector(target);
      await quiet(page);
      const [top, bottoms] = await page.evaluate((target) => {
        const bottoms = [...document.querySelectorAll(target)].map((it) => it.getBoundingClientRect().bottom);
        return [document.getElementById("draft").getBoundingClientRect().top, bottoms];
      }, target);
      assert.ok(Math.max(...bottoms) <= top, `${bottoms} ${top}`);
    }),
  );
}

test("menu_of_a_game_opens_the_offer_of_the_seat_and_focuses_it", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [id, acting] = await twoAtATable("thats-life", await player(), await player());
    const { page } = await openGame(browser, id, acting, PHONE);
    await page.tap("#more");
    await page.tap("#more-items button:text-is('Offer my seat')");
    await page.waitForSelector("#offer[open] #offer-to");
    assert.equal(await page.evaluate(() => document.activeElement?.parentElement?.id), "offer");
    assert.equal(await page.isVisible("#more-items"), false);
  }),
);

test("page_sounds_a_note_when_the_turn_of_its_reader_begins", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [id, acting, waiting] = await twoAtATable("thats-life", await player(), await player());
    const { page } = await openAs(browser, waiting, "/settings#device", PHONE);
    // Counts tones.
    await page.addInitScript(() => {
      window.tones = 0;
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (at) {
        window.tones += 1;
        start.call(this, at);
      };
    });
    await page.check("#device-sounds");
    await page.goto(`${URL}/games/${id}`);
    await page.waitForSelector("#picture svg");
    await page.tap("#title");
    assert.equal(await page.evaluate(() => window.tones), 0);
    const { seat } = await acting.call("GET", `/v1/games/${id}`);
    for (let isTheirs = true; isTheirs; isTheirs = (await acting.call("GET", `/v1/games/${id}`)).to_act.includes(seat))
      await acting.acts(id);
    await page.waitForFunction(() => window.tones === 2);
  }),
);

test("printed_page_has_the_board_and_the_history_without_controls", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [id, acting] = await twoAtATable("thats-life", await player(), await player());
    const { page } = await openGame(browser, id, acting);
    await page.waitForSelector(target);
    await page.emulateMedia({ media: "print" });
    const isVisible = (what) => page.$eval(what, (it) => it.getBoundingClientRect().width > 0);
    assert.deepEqual(await Promise.all(["#picture svg", "#log"].map(isVisible)), [true, true]);
    assert.deepEqual(await Promise.all(["header", "#more", ".marks", "[role=tablist]"].map(isVisible)), [false, false, false, false]);
  }),
);
