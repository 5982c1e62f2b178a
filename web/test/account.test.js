// Signing in, and other programs: second factor, passkeys, calendar addresses, push messages,
// connected apps.

import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { PASSWORD, PATIENCE, URL, newContext, open, openAs, player, signIn, signOut, until, withBrowser } from "./helpers.js";
import { Server } from "./server.js";

/** Waits until the text of an element is this. */
const reads = (page, selector, text) =>
  page.waitForFunction(([selector, text]) => document.querySelector(selector)?.textContent === text, [selector, text]);

/** Opens one subject of a player's settings. */
async function openSettings(browser, one, subject) {
  const opened = await openAs(browser, one, `/settings#${subject}`);
  await opened.page.waitForSelector(`#${subject}`);
  return opened;
}

/** The current step of half a minute. */
const currentStep = () => Math.floor(Date.now() / 30000);

/** The code of a second factor in a step of half a minute (RFC 6238). */
function codeIn(secret, step) {
  const bits = [...secret].map((letter) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from(bits.match(/.{8}/g).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac("sha1", key).update(counter).digest();
  const code = hash.readUInt32BE(hash.at(-1) & 15) & 0x7fffffff;
  return String(code % 1000000).padStart(6, "0");
}

test("a second factor that is set up on the page is required to sign in", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const ann = await player();
    const { page, complaints } = await openSettings(browser, ann, "totp");
    await page.waitForFunction(() => document.getElementById("totp-state")?.textContent.startsWith("It is off"));
    await page.fill("#totp-password", PASSWORD);
    await page.click("#totp-begin");
    await page.waitForFunction(() => document.getElementById("totp-qr")?.naturalWidth > 0);
    const secret = (await page.textContent("#totp-secret")).replaceAll(" ", "");
    const step = currentStep();
    await page.fill("#totp-code", codeIn(secret, step));
    await page.click("#totp-confirm");
    await page.waitForSelector("#recovery-codes li:nth-child(10)");
    assert.equal(await page.locator("#recovery-codes li").count(), 10);
    // After signing out while the server is slow, nothing stays on the page, and nothing that comes late shows.
    let resume;
    const late = new Promise((resolve) => (resume = resolve));
    await page.route("**/v1/me/totp/recovery-codes", async (route) => {
      const response = await route.fetch();
      await late;
      await route.fulfill({ response });
    });
    const left = () => page.evaluate(() => document.getElementById("recovery-codes")?.textContent ?? "");
    await page.fill("#totp-password", PASSWORD);
    await page.click("#totp-renew");
    await signOut(page);
    await page.waitForSelector("#account:not([hidden])", { state: "attached" });
    assert.equal(await left(), "");
    resume();
    await page.waitForSelector("#fault:has-text('signed out')");
    assert.equal(await left(), "");

    await page.evaluate(() => (document.getElementById("account").open = true));
    await page.fill("#in-name", ann.name);
    await page.fill("#in-password", PASSWORD);
    await page.click("#sign-in [type=submit]");
    await page.waitForSelector("#by-totp", { state: "visible" });
    // The server accepts no code twice, but the next one a little early.
    await page.fill("#in-totp", codeIn(secret, Math.max(step + 1, currentStep())));
    await page.click("#sign-in [type=submit]");
    await page.waitForSelector("#account", { state: "hidden" });
    assert.ok(
      complaints.every((it) => it.startsWith("401 ")),
      String(complaints),
    );
  }),
);

test("a passkey signs in on the page until it is removed", { timeout: 300000 }, async () => {
  // Passkeys need a host name, but the address of the other server is a number.
  const server = new Server((address) => ["--public-url", address.replace("127.0.0.1", "localhost")]);
  await server.start();
  try {
    await withBrowser(async (browser) => {
      const ann = await player(undefined, server.url);
      const page = await (await newContext(browser)).newPage();
      const cdp = await page.context().newCDPSession(page);
      await cdp.send("WebAuthn.enable");
      const options = { protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true, isUserVerified: true };
      await cdp.send("WebAuthn.addVirtualAuthenticator", { options: { ...options, automaticPresenceSimulation: true } });
      await page.goto(`${server.url.replace("127.0.0.1", "localhost")}/settings#passkeys`);
      await signIn(page, ann.name);
      await page.fill("#passkey-name", "My phone");
      await page.fill("#passkey-password", PASSWORD);
      await page.click("#passkey-add");
      await reads(page, "#passkey-list strong", "My phone");
      // A passkey is enough with a second factor, too.
      const { secret } = await ann.call("POST", "/v1/me/totp", { password: PASSWORD });
      await ann.call("POST", "/v1/me/totp/confirm", { totp: codeIn(secret, currentStep()) });
      const signedOut = async () => {
        await signOut(page);
        await page.waitForSelector("#account:not([hidden])", { state: "attached" });
        await page.evaluate(() => (document.getElementById("account").open = true));
      };
      await signedOut();
      assert.equal(await page.locator("#passkey-list strong").count(), 0);
      await page.click("#by-passkey");
      await reads(page, "#who strong", ann.name);
      // Without the password, the passkey itself confirms that its player removes it.
      await page.click("#passkey-list button");
      await page.click("#ask-yes");
      await page.waitForSelector("#passkey-list li", { state: "detached" });
      await signedOut();
      await page.click("#by-passkey");
      await page.waitForSelector("#fault:has-text('do not match')");
    });
  } finally {
    await server.end();
  }
});

test("a player creates and removes a calendar address in the settings", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const { page } = await openSettings(browser, await player(), "calendar");
    const none = () => page.waitForSelector("#feeds-state:has-text('none')");
    await none();
    await page.click("#feeds-renew");
    const address = await page.textContent("#feeds li:first-child code");
    const [path] = /\/v1\/me\/.*/.exec(address);
    assert.equal((await fetch(URL + path)).status, 200);
    await page.click("#feeds-end");
    await page.click("#ask-yes");
    await none();
    assert.equal((await fetch(URL + path)).status, 404);
  }),
);

test("the link in a confirmation mail opens the settings with the code filled in", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const { page } = await openAs(browser, await player(), "/settings#confirm=12345678");
    await page.waitForSelector("#yours-code:focus");
    assert.equal(await page.inputValue("#yours-code"), "12345678");
    assert.equal(new globalThis.URL(page.url()).hash, "#address");
  }),
);

/** Sends a form to the server as a program does, and returns the response. */
async function post(path, form) {
  const response = await fetch(URL + path, { method: "POST", body: new URLSearchParams(form) });
  assert.equal(response.status, 200);
  return response.json();
}

test("a player authorizes an app, and revokes it", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const ann = await player();
    const tokens = async () => (await ann.call("GET", "/v1/me/tokens")).tokens;
    // Apps on the player's device listen there. Here it is the server, which listens anyway.
    const back = `${URL}/health/ready`;
    const app = { client_id: "Phone client", redirect_uri: back };
    const state = 'a&b="c';
    const challenge = { code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", code_challenge_method: "S256" };
    const link = `/oauth/authorize?${new URLSearchParams({ response_type: "code", ...app, scope: "account", state, ...challenge })}`;
    const { page } = await open(browser, {}, link);
    await page.waitForSelector("#consent", { state: "hidden" });
    await signIn(page, ann.name);
    await page.waitForSelector("#consent", { state: "visible" });
    await page.fill("#consent-password", "a wrong password");
    await page.click("#allow");
    await page.waitForSelector("#fault", { state: "visible" });
    assert.deepEqual(await tokens(), []);
    await page.fill("#consent-password", PASSWORD);
    await page.click("#allow");
    await page.waitForURL(`${back}?*`);
    const { searchParams } = new globalThis.URL(page.url());
    assert.equal(searchParams.get("state"), state);
    const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
    await post("/oauth/token", { grant_type: "authorization_code", ...app, code: searchParams.get("code"), code_verifier: verifier });

    await page.goto(URL + link);
    await page.click("#deny");
    await page.waitForURL(`${back}?*`);
    assert.equal(new globalThis.URL(page.url()).searchParams.get("error"), "access_denied");

    await page.goto(`${URL}/settings#programs`);
    await page.waitForFunction(() => document.querySelector("#tokens strong")?.textContent.startsWith("Phone client"));
    await page.click("#tokens button");
    await page.click("#ask-yes");
    await reads(page, "#tokens", "None.");
    assert.deepEqual(await tokens(), []);
  }),
);

test("a player approves the code of a device", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const ann = await player();
    const [client_id, scope] = ["Terminal <b>", "games:read games:play"];
    const { user_code, device_code } = await post("/oauth/device", { client_id, scope });
    const { page, complaints } = await open(browser, {}, `/device?code=${user_code}`);
    await signIn(page, ann.name);
    await page.waitForSelector("#device", { state: "visible" });
    await page.click("#device [type=submit]");
    await reads(page, "#decision-client", client_id);
    assert.equal(await page.locator("#decision-may li").count(), 2);
    await page.fill("#decision-password", PASSWORD);
    await page.click("#device-allow");
    await page.waitForSelector("#note:has-text('is signed in')");
    const grant_type = "urn:ietf:params:oauth:grant-type:device_code";
    assert.equal((await post("/oauth/token", { grant_type, client_id, device_code })).scope, scope);
    // The code is used up.
    await page.fill("#device-code", user_code);
    await page.click("#device [type=submit]");
    await page.waitForSelector("#fault", { state: "visible" });
    assert.equal(complaints.length, 1, String(complaints));
  }),
);

/** The test reaches no push service: it delivers the message through the DevTools protocol. */
test("a push message shows a notification with a link to the game", { timeout: 300000 }, () =>
  withBrowser(async (browser) => {
    const { page, complaints } = await openSettings(browser, await player(), "push");
    await page.context().grantPermissions(["notifications"], { origin: URL });
    await page.waitForSelector("#push-begin");
    const cdp = await page.context().newCDPSession(page);
    const active = new Promise((resolve, reject) => {
      setTimeout(reject, PATIENCE, new Error("no worker is active")).unref();
      cdp.on("ServiceWorker.workerVersionUpdated", ({ versions }) => {
        const version = versions.find(({ status, scriptURL }) => status === "activated" && scriptURL.endsWith("/worker.js"));
        if (version) resolve(version.registrationId);
      });
    });
    await cdp.send("ServiceWorker.enable");
    const navigate = `${URL}/games/abc`;
    const notification = { title: "Your turn", body: "Ben moved.", lang: "en", navigate, tag: "abc" };
    const data = JSON.stringify({ web_push: 8030, notification });
    await cdp.send("ServiceWorker.deliverPushMessage", { origin: URL, registrationId: await active, data });
    const shown = () =>
      page.evaluate(async () => {
        const worker = await navigator.serviceWorker.ready;
        const all = await worker.getNotifications();
        return all.map((it) => [it.title, it.body, it.lang, it.tag, it.data.navigate]);
      });
    await until(async () => (await shown()).length > 0);
    assert.deepEqual(await shown(), [["Your turn", "Ben moved.", "en", "abc", navigate]]);
    assert.deepEqual(complaints, []);
  }),
);
