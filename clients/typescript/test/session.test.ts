import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ProblemError, type Schemas, type Tokens, Turnpike, unwrap } from "turnpike-client";
import { last, newName, PASSWORD, player, Proxy, server } from "./helpers.js";

const REFRESH = "POST /v1/sessions/refresh ";
let proxy: Proxy;
before(async () => {
  proxy = await Proxy.start();
});
after(() => proxy.stop());

/**
 * Makes twenty calls at once with these tokens. Returns the number of renewals, and the new tokens.
 */
async function twenty(tokens: Tokens): Promise<[number, Tokens[]]> {
  const earlier = proxy.count(REFRESH);
  const received: Tokens[] = [];
  const onTokens = (tokens: Tokens): void => void received.push(tokens);
  const { api } = Turnpike.resume(proxy.url, tokens, { onTokens });
  const calls = Array.from({ length: 20 }, () => unwrap(api.GET("/v1/me")));
  const names = (await Promise.all(calls)).map(({ name }) => name);
  assert.equal(new Set(names).size, 1);
  return [proxy.count(REFRESH) - earlier, received];
}

test("an expired token is renewed once for twenty calls", async () => {
  const [, first] = await player();
  const [refreshes, received] = await twenty({ ...last(first), expiresAt: 0 });
  assert.equal(refreshes, 1);
  assert.equal(received.length, 1);
  // Had the old refresh token been used twice, the session would be over.
  const [again] = await twenty({ ...last(received), expiresAt: 0 });
  assert.equal(again, 1);
});

test("a rejected token is renewed once for twenty calls", async () => {
  const [, first] = await player();
  const [refreshes, received] = await twenty({ ...last(first), access: "no token of this server" });
  assert.equal(refreshes, 1);
  const [none] = await twenty(last(received));
  assert.equal(none, 0);
});

test("a token renewal is retried when the response is lost", async () => {
  const [, first] = await player();
  proxy.once(REFRESH, "cut after");
  const [refreshes, received] = await twenty({ ...last(first), expiresAt: 0 });
  assert.equal(refreshes, 2);
  assert.equal(received.length, 1);
});

test("all waiting calls fail when the session has ended", async () => {
  const [turnpike, first] = await player();
  await unwrap(turnpike.api.DELETE("/v1/sessions"));
  const { api } = Turnpike.resume(server(), { ...last(first), expiresAt: 0 });
  for (const call of [1, 2].map(() => unwrap(api.GET("/v1/me")))) {
    await assert.rejects(call, (error) => {
      assert.ok(error instanceof ProblemError);
      assert.equal(error.code, "bad-refresh-token");
      return true;
    });
  }
});

test("a player signs in again with the device token", async () => {
  const name = newName();
  const received: Tokens[] = [];
  const onTokens = (tokens: Tokens): void => void received.push(tokens);
  await Turnpike.signUp(server(), { name, email: `${name}@example.org`, password: PASSWORD }, { onTokens });
  const { device } = last(received);
  assert.ok(device);
  const body = { name, password: PASSWORD, device_token: device };
  const { api } = await Turnpike.signIn(server(), body, { onTokens });
  assert.equal((await unwrap(api.GET("/v1/me"))).name, name);
  assert.equal(received.length, 2);
});

test("a personal token is limited to its scopes, and not renewed", async () => {
  const [owner] = await player();
  const body: Schemas["TokenInput"] = {
    name: "a test",
    scopes: ["games:read"],
    reauthentication: { password: PASSWORD },
  };
  const made = await unwrap(owner.api.POST("/v1/me/tokens", { body }));
  const { api } = Turnpike.withToken(server(), made.token);
  await unwrap(api.GET("/v1/games"));
  await assert.rejects(unwrap(api.GET("/v1/me")), { code: "insufficient-scope", status: 403 });
  const params = { path: { token: made.id } };
  await unwrap(owner.api.DELETE("/v1/me/tokens/{token}", { params }));
  await assert.rejects(unwrap(api.GET("/v1/games")), { code: "not-signed-in", status: 401 });
});
