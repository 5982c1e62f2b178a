// The board of Paris Connection on a telephone: track is laid and taken back by touch, shares are traded in the bar, and
// the map is moved and enlarged by fingers.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE, openGame, played, player, quiet, touch, withBrowser } from "./helpers.js";

/** A new game against bots, at the reader's turn. */
async function atMyTurn(browser, options = {}) {
  const ann = await player();
  const { page, complaints } = await openGame(browser, await played(ann, "paris-connection", 3, 0), ann, { ...PHONE, ...options });
  await mine(page);
  return { page, complaints };
}

const mine = (page) => page.waitForFunction(() => document.querySelector("#drawn-company-red[data-offered]"));

const said = (page) => page.$eval("#words", (it) => it.textContent.trim());

/** Waits until the sentence about the choice matches. */
const says = (page, pattern) =>
  page
    .waitForFunction((it) => new RegExp(it).test(document.getElementById("words")?.textContent), pattern.source)
    .catch(async () => assert.fail(`“${await said(page)}” is not ${pattern}`));

/** Touches a company other than `besides` with several possible continuations: a single one is laid
 * automatically. */
async function begin(page, besides = null) {
  const companies = "[id^=drawn-company-]:is([data-offered], [data-other])";
  for (const word of await page.$$eval(companies, (all) => all.map((it) => it.dataset.word))) {
    if (word === besides) continue;
    await touch(page, await page.$(`#drawn-company-${word}`));
    await quiet(page);
    if ((await said(page)).includes("choose where the track goes on")) return word;
  }
  return assert.fail("no company has a choice");
}

const lay = async (page) => touch(page, (await page.$$("#drawn-france [data-word][data-offered]")).at(-1));

test("one touch lays a locomotive, and a touch on one takes it back", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const { page, complaints } = await atMyTurn(browser);
    const company = await begin(page);
    const stock = Number(await page.textContent(`#drawn-stock-${company}`));
    await lay(page);
    await says(page, new RegExp(`Build ${company} \\(\\w\\)(?: from .* to .*)?: 1 locomotive;`));
    await lay(page);
    await says(page, /: 2 locomotives; the company is then worth \d+, and you have -?\d+ points?\./);
    await lay(page);
    await says(page, /: 3 locomotives/);
    assert.equal(await page.locator("#drawn-france .laying g.laid").count(), 3);
    assert.equal(Number(await page.textContent(`#drawn-stock-${company}`)), stock - 3);
    // The second in the order in which they were laid: it goes, and the third with it.
    await quiet(page);
    const laid = await page.$$("#drawn-france .laying g.laid");
    await touch(page, laid[1]);
    await says(page, /: 1 locomotive;/);
    assert.equal(Number(await page.textContent(`#drawn-stock-${company}`)), stock - 1);
    // Another company is begun with one touch.
    await begin(page, company);
    assert.equal(Number(await page.textContent(`#drawn-stock-${company}`)), stock);
    await lay(page);
    await says(page, /: 1 locomotive;/);
    await page.tap("#commit");
    await page.waitForFunction(() => Number(document.getElementById("ply")?.max) > 0);
    await mine(page);
    assert.deepEqual(complaints, []);
  }),
);

test("the bar has the companies, and trades shares in any order", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const { page, complaints } = await atMyTurn(browser);
    const button = (verb, at) => page.locator(`.deal button[aria-label^="${verb}"]:not([aria-disabled=true])`).nth(at);
    const isInSight = (what) => page.$$eval(what, (all) => all.every((it) => it.getBoundingClientRect().bottom <= innerHeight));
    assert.equal(await page.locator(".deal .build button").count(), 6);
    assert.ok(await isInSight(".deal button"));
    await page.getByRole("button", { name: "Trade shares" }).tap();
    assert.equal(await page.locator(".deal li button").count(), 12);
    assert.ok(await isInSight(".deal button"));
    await button("Take", 0).tap();
    await says(page, /^Take 1 share of \w+ \(\w\): choose what you give\.$/);
    await button("Give", -1).tap();
    await says(page, /^ ?Give 1 share of \w+ \(\w\) and take 1 of \w+ \(\w\): you then have -?\d+ points?\.$/);
    await button("Take", 0).tap();
    await says(page, /and take 2 of \w+/);
    // A third touch takes none, and another one begins again.
    await button("Take", 0).tap();
    await says(page, /^Give 1 share of \w+ \(\w\): choose what you take\.$/);
    await button("Take", 0).tap();
    await says(page, /and take 1 of \w+/);
    const before = await page.$eval("#ply", (it) => Number(it.max));
    await page.tap("#commit");
    await page.waitForFunction((before) => Number(document.getElementById("ply")?.max) > before, before);
    assert.deepEqual(complaints, []);
  }),
);

test("two fingers zoom the map, one finger moves it, and all of it can be touched and read", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const { page, complaints } = await atMyTurn(browser);
    const scale = () => page.$eval("#drawn-hex-F18", (it) => it.getBoundingClientRect().width);
    // At first all of it is seen.
    assert.equal(await page.getByRole("button", { name: "Show more of the map" }).getAttribute("aria-disabled"), "true");
    assert.deepEqual(
      await page.evaluate(() => {
        const map = document.querySelector("#drawn-map rect").getBoundingClientRect();
        const hexes = [...document.querySelectorAll("#drawn-france [id^=drawn-hex-] polygon")].map((it) => [
          it.parentElement.id,
          it.getBoundingClientRect(),
        ]);
        return hexes
          .filter(([, it]) => it.left < map.left - 1 || it.right > map.right + 1 || it.top < map.top - 1 || it.bottom > map.bottom + 1)
          .map(([id]) => id);
      }),
      [],
    );
    const small = await page.evaluate(() => {
      const svg = document.querySelector("#picture svg");
      const sizes = [...svg.querySelectorAll("text")].map((it) => {
        const { a, b } = it.getScreenCTM();
        return parseFloat(getComputedStyle(it).fontSize) * Math.hypot(a, b);
      });
      const boxes = [...svg.querySelectorAll("[data-word]")].map((it) => it.getBoundingClientRect());
      return { text: Math.min(...sizes), target: Math.min(...boxes.flatMap((it) => [it.width, it.height])) };
    });
    assert.ok(small.text >= 11 && small.target >= 24, JSON.stringify(small));
    await page.evaluate(() => document.getElementById("picture").scrollIntoView());
    const box = await (await page.$("#drawn-map rect")).boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const session = await page.context().newCDPSession(page);
    const fingers = async (type, points) => {
      await session.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
      await page.waitForTimeout(40);
      // The page handles movements once per frame.
      await page.evaluate(() => new Promise((resume) => requestAnimationFrame(() => requestAnimationFrame(resume))));
    };
    const whole = await scale();
    await fingers("touchStart", [
      [x - 30, y],
      [x + 30, y],
    ]);
    for (const far of [40, 50, 60])
      await fingers("touchMove", [
        [x - far, y],
        [x + far, y],
      ]);
    await fingers("touchEnd", []);
    const large = await scale();
    assert.ok(large > 1.8 * whole && large < 2.2 * whole, `${whole} became ${large}`);
    const left = () => page.$eval("#drawn-hex-F18", (it) => it.getBoundingClientRect().left);
    const before = await left();
    await fingers("touchStart", [[x, y]]);
    for (const by of [10, 30, 50]) await fingers("touchMove", [[x + by, y]]);
    await fingers("touchEnd", []);
    assert.ok(Math.abs((await left()) - before - 50) < 12, `moved by ${(await left()) - before}`);
    assert.match(await said(page), /^Choose a company/, "what moves the map chooses nothing");
    assert.deepEqual(complaints, []);
  }),
);
