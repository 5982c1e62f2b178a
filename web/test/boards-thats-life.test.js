// The board of That's Life! on a phone: the die, and holding and touching a pawn.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE, appears, openGame, player, quiet, touch, twoAtATable, withBrowser } from "./helpers.js";

const ply = (page) => page.$eval("#ply", (it) => Number(it.max));

/** Holds an element for this many milliseconds, and returns the sentence on the board meanwhile. */
async function hold(page, element, milliseconds) {
  await element.evaluate((it) => it.scrollIntoView({ block: "center" }));
  const box = await element.boundingBox();
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  const hand = await page.context().newCDPSession(page);
  await hand.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
  // A timer of the page, because a busy page also measures the hold late.
  await page.evaluate((milliseconds) => new Promise((resume) => setTimeout(resume, milliseconds)), milliseconds);
  const said = await page.$eval(".layer .ghost > text", (it) => it.textContent);
  await hand.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  return said;
}

test("a turn of That's Life! can be played by touch", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [ann, ben] = [await player(), await player()];
    // Otherwise the server would already have rolled.
    for (const it of [ann, ben]) await it.call("PATCH", "/v1/me", { play_forced_moves: false });
    const [id, first] = await twoAtATable("thats-life", ann, ben);
    const { page, complaints } = await openGame(browser, id, first, PHONE);
    await page.waitForSelector("#drawn-die[data-chosen]");
    assert.match(await page.textContent("#words"), /Roll the marked die/);
    const before = await ply(page);
    // It tumbles: a die of the page's own lies above that of the picture.
    const tumbles = appears(page, "#picture svg > g[aria-hidden] .f-die");
    await touch(page, await page.$("#drawn-die"));
    await tumbles;
    const start = await page.waitForSelector("#drawn-tile-start[data-chosen]");
    assert.equal(await ply(page), before + 1);
    assert.match(await page.textContent("#words"), /^Move your pawn from the start to .*: you take nothing\.$/);
    assert.equal(await hold(page, start, 700), "You take nothing");
    await quiet(page);
    assert.equal(await ply(page), before + 1, "what is held is only looked at");

    await touch(page, await page.$("#drawn-tile-start"));
    await page.waitForFunction((ply) => Number(document.getElementById("ply")?.max) === ply, before + 2);
    await page.waitForSelector(".layer .last-move");
    const sizes = await page.$$eval("#picture svg text", (all) => {
      const svg = all[0].ownerSVGElement;
      const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
      return all.map((it) => scale * parseFloat(getComputedStyle(it).fontSize));
    });
    assert.ok(Math.min(...sizes) >= 11, `text of ${Math.min(...sizes)} pixels`);
    assert.deepEqual(complaints, []);
  }),
);

test("a touch on a target tile moves the only pawn that reaches it", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [ann, ben] = [await player(), await player()];
    for (const it of [ann, ben]) await it.call("PATCH", "/v1/me", { play_forced_moves: false });
    const [id, first, second] = await twoAtATable("thats-life", ann, ben);
    // Find a piece with a target that no other piece can reach. No movable piece stands on the
    // target, and no other piece can reach the place of this one.
    const isAlone = (moves, { from, to }) =>
      moves.filter((it) => it.to === to).length === 1 && !moves.some((it) => it.from === to || it.to === from);
    const alone = (moves) => moves.length > 1 && moves.find((it) => isAlone(moves, it));
    let step = null;
    for (let turn = 0; turn < 400 && !step; turn += 1) {
      const who = [first, second][turn % 2];
      const { view, seq, to_act, seat } = await who.call("GET", `/v1/games/${id}`);
      if (!to_act.includes(seat)) continue;
      step = who === first && alone(view.moves);
      const { texts } = await who.call("GET", `/v1/games/${id}/legal`);
      if (!step) await who.call("POST", `/v1/games/${id}/moves`, { seq, moves: [{ type: "text", text: texts.at(-1) }] });
    }
    const { page, complaints } = await openGame(browser, id, first, PHONE);
    await page.waitForSelector("#picture [data-offered]");
    const before = await ply(page);
    await touch(page, await page.$(`#drawn-tile-${step.to}`));
    await page.waitForFunction((ply) => Number(document.getElementById("ply")?.max) > ply, before);
    const [entry] = (await first.call("GET", `/v1/games/${id}/log?since=${before}`)).entries;
    assert.equal(entry.move.from, step.from);
    assert.deepEqual(complaints, []);
  }),
);

test("the board shows codes of tiles only while a player writes moves or orders", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [ann, ben] = [await player(), await player()];
    const [id, first] = await twoAtATable("thats-life", ann, ben);
    const { page, complaints } = await openGame(browser, id, first, PHONE);
    await page.waitForSelector("#picture [data-chosen], #picture [data-offered]");
    const code = page.locator("#picture svg text", { hasText: /^m10b$/ });
    assert.equal(await code.count(), 0);
    await page.tap("#play-part summary");
    await code.waitFor();
    await page.tap("#play-part summary");
    await code.waitFor({ state: "detached" });
    // Plans by touch name tiles by what they show.
    await page.tap("#plan > summary");
    const options = await page.$$eval(".suggestion option", (all) => all.map((it) => it.textContent));
    assert.ok(options.includes("\u22128 (no. 2 from the start)"), String(options));
    assert.equal(await code.count(), 0);
    await page.tap("#write-orders > summary");
    await code.waitFor();
    await page.tap("#plan > summary");
    await code.waitFor({ state: "detached" });
    assert.deepEqual(complaints, []);
  }),
);

test("the arrow of the last move covers neither pieces nor words", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const [ann, ben] = [await player(), await player()];
    const [id, first, second] = await twoAtATable("thats-life", ann, ben);
    const { page } = await openGame(browser, id, first, { ...PHONE, reducedMotion: "reduce" });
    const arrow = ".layer .last-move";
    /** The boxes of texts that the arrow crosses. */
    const crossed = () =>
      page.$eval(arrow, (group) => {
        const path = group.querySelector("path");
        const points = Array.from({ length: 200 }, (_, i) => path.getPointAtLength((i * path.getTotalLength()) / 199));
        const texts = [...group.ownerSVGElement.querySelectorAll("[id^=drawn-tile-] > text")];
        const meets = (it) => {
          const { x, y, width, height } = it.getBBox();
          return points.some((at) => at.x > x && at.x < x + width && at.y > y && at.y < y + height);
        };
        // Stay well inside the box of a text: its edges may lie on half a pixel.
        return texts.filter(meets).map((it) => {
          const { x, y, width, height } = it.getBoundingClientRect();
          return {
            x: Math.ceil(x + scrollX) + 1,
            y: Math.ceil(y + scrollY) + 1,
            width: Math.floor(width) - 3,
            height: Math.floor(height) - 3,
          };
        });
      });
    let met = 0;
    for (let made = 0; made < 400 && met < 8; made += 1) {
      const who = [first, second][made % 2];
      const { seq, to_act, seat, status } = await who.call("GET", `/v1/games/${id}`);
      if (status === "finished") break;
      if (!to_act.includes(seat)) continue;
      const { texts } = await who.call("GET", `/v1/games/${id}/legal`);
      await who.call("POST", `/v1/games/${id}/moves`, { seq, moves: [{ type: "text", text: texts.at(-1) }] });
      if (made < 6) continue;
      await page.reload();
      await page.waitForSelector(".layer mask", { state: "attached" });
      // A pawn that reached the finish may have none.
      if (!(await page.$(arrow))) continue;
      for (const clip of await crossed()) {
        met += 1;
        const shown = await page.screenshot({ clip, fullPage: true });
        await page.$eval(arrow, (it) => (it.style.display = "none"));
        const alone = await page.screenshot({ clip, fullPage: true });
        await page.$eval(arrow, (it) => it.style.removeProperty("display"));
        assert.ok(shown.equals(alone), `the arrow lies on what stands at ${clip.x}, ${clip.y}`);
      }
    }
    assert.ok(met >= 3, `the arrow met ${met} texts`);
  }),
);
