// The page of the API, which Scalar fills.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE, URL, open, withBrowser } from "./helpers.js";

/** The document that the page shows. */
const described = async () => (await fetch(`${URL}/docs/openapi.json`)).json();

/** The summaries of all calls of a document. */
const summaries = ({ paths }) => Object.values(paths).flatMap((calls) => Object.values(calls).map(({ summary }) => summary));

const sidebar = (page) => page.getByRole("navigation", { name: /sidebar/i });

/** Opens the page of the API, and collects the addresses of its requests. */
async function openReference(browser, options, hash = "") {
  const { page, complaints } = await open(browser, options, "/about");
  const requests = [];
  page.on("request", (request) => requests.push(request.url()));
  await page.goto(`${URL}/docs/${hash}`);
  await page.waitForSelector("h1:has-text('Turnpike'), h3");
  return { page, complaints, requests };
}

test("the page of the API lists all calls, and asks no other server", () =>
  withBrowser(async (browser) => {
    const { page, complaints, requests } = await openReference(browser, { viewport: { width: 1280, height: 900 } });
    await sidebar(page).getByText("List the kinds of games").waitFor();
    const document = await described();
    for (const { "x-displayName": name } of document.tags) {
      const group = sidebar(page).getByRole("button", { name: new RegExp(`^${name} (Open|Close) Group$`) });
      if ((await group.getAttribute("aria-expanded")) === "false") await group.click();
      await sidebar(page)
        .getByRole("button", { name: `${name} Close Group` })
        .waitFor();
    }
    const listed = (await sidebar(page).getByRole("button").allInnerTexts()).map((text) => text.split("\n")[0].trim());
    const missing = summaries(document).filter((summary) => !listed.includes(summary));
    assert.deepEqual(missing, []);
    const foreign = requests.filter((address) => !address.startsWith(`${URL}/`));
    assert.deepEqual(foreign, []);
    assert.deepEqual(complaints, []);
  }));

test("a link to a call shows it, with samples for this server", () =>
  withBrowser(async (browser) => {
    const { operationId } = (await described()).paths["/v1/games/{id}/moves"].post;
    const { page, complaints } = await openReference(browser, {}, `#tag/play/${operationId}`);
    const heading = page.getByRole("heading", { name: "Play moves" });
    await heading.waitFor();
    await page.getByText(`curl ${URL}/v1/games/ID/moves`).waitFor();
    assert.deepEqual(complaints, []);
  }));

test("a request without a token reaches the server", () =>
  withBrowser(async (browser) => {
    const { page, complaints } = await openReference(browser, {}, "#tag/kinds");
    await page
      .getByRole("button", { name: /Test Request/ })
      .first()
      .click();
    const [answer] = await Promise.all([
      page.waitForResponse(`${URL}/v1/kinds`),
      page.getByRole("button", { name: /Send/ }).first().click(),
    ]);
    assert.equal(answer.status(), 200);
    assert.deepEqual(complaints, []);
  }));

test("the page of the API fits a telephone", () =>
  withBrowser(async (browser) => {
    const { page, complaints } = await openReference(browser, PHONE);
    await page.getByText("Compatibility.").waitFor();
    assert.ok(!(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)));
    assert.deepEqual(complaints, []);
  }));

test("the page of the API has the reader's theme", () =>
  withBrowser(async (browser) => {
    const { page } = await openReference(browser, { colorScheme: "light" });
    await page.waitForSelector("body.light-mode");
    await page.emulateMedia({ colorScheme: "dark" });
    await page.waitForSelector("body.dark-mode");
  }));
