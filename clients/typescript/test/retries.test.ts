import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { ProblemError, type Schemas, Turnpike, unwrap } from "turnpike-client";
import { type Fate, last, newGame, player, Proxy, server } from "./helpers.js";

let proxy: Proxy;
before(async () => {
  proxy = await Proxy.start();
});
afterEach(() => {
  proxy.fate = () => "passes";
});
after(() => proxy.stop());

for (const fate of ["cut before", "cut after"] satisfies Fate[]) {
  test(`a move is played once when the connection is ${fate} it`, async () => {
    const [turnpike] = await player({}, proxy.url);
    const { api } = turnpike;
    const id = await newGame(turnpike);
    const params = { path: { id } };
    const path = `POST /v1/games/${id}/moves `;
    proxy.once(path, fate, 2);
    const body: Schemas["MovesInput"] = { seq: 1, moves: [{ type: "roll" }] };
    const played = await unwrap(api.POST("/v1/games/{id}/moves", { params, body }));
    assert.equal(played.seq, 2);
    assert.equal(proxy.count(path), 3);
    const log = await unwrap(api.GET("/v1/games/{id}/log", { params }));
    assert.equal(log.entries.filter(({ seat }) => seat === 0).length, 1);
  });
}

test("a game is created once when the response is lost", async () => {
  const [turnpike] = await player({}, proxy.url);
  proxy.once("POST /v1/games ", "cut after");
  const id = await newGame(turnpike);
  const params = { query: { mine: true } };
  const { games } = await unwrap(turnpike.api.GET("/v1/games", { params }));
  assert.deepEqual(games.map((game) => game.id), [id]);
});

test("a chat message with an id is posted once, and one without is not retried", async () => {
  const [turnpike] = await player({}, proxy.url);
  const params = { path: { id: await newGame(turnpike) } };
  const path = `POST /v1/games/${params.path.id}/chat `;
  const say = (id?: string) => {
    proxy.once(path, "cut after");
    const body = { text: "hello", ...(id === undefined ? {} : { id }) };
    return unwrap(turnpike.api.POST("/v1/games/{id}/chat", { params, body }));
  };
  await say("first");
  assert.equal(proxy.count(path), 2);
  await assert.rejects(say(), TypeError);
  assert.equal(proxy.count(path), 3);
  const chat = await unwrap(turnpike.api.GET("/v1/games/{id}/chat", { params }));
  assert.equal(chat.messages.length, 2);
});

test("a rate-limited request waits and succeeds", async () => {
  const [turnpike, tokens] = await player();
  const params = { path: { id: await newGame(turnpike) } };
  const headers = { Authorization: `Bearer ${tokens.at(-1)?.access}` };
  const look = async (): Promise<number> => {
    const response = await fetch(`${server()}/v1/games/${params.path.id}/log`, { headers });
    await response.arrayBuffer();
    return response.status;
  };
  let statuses: number[] = [];
  while (!statuses.includes(429)) {
    statuses = await Promise.all(Array.from({ length: 50 }, look));
  }
  const log = await unwrap(turnpike.api.GET("/v1/games/{id}/log", { params }));
  assert.ok(Array.isArray(log.entries));
});

test("a rate-limited request without retries fails at once", async () => {
  const [turnpike, tokens] = await player();
  const params = { path: { id: await newGame(turnpike) } };
  const hasty = Turnpike.resume(server(), last(tokens), { retryTimeout: 0 });
  const look = () => unwrap(hasty.api.GET("/v1/games/{id}/export", { params }));
  const tooMany: ProblemError[] = [];
  while (tooMany.length === 0) {
    const looks = await Promise.allSettled(Array.from({ length: 50 }, look));
    for (const look of looks) {
      if (look.status === "fulfilled") continue;
      const error: unknown = look.reason;
      assert.ok(error instanceof ProblemError);
      if (error.code === "rate-limited") tooMany.push(error);
      // A busy server also rejects calls that would take too long.
      else assert.equal(error.code, "unavailable");
    }
  }
  for (const { status, problem } of tooMany) {
    assert.equal(status, 429);
    assert.ok((problem.retry_after ?? 0) > 0);
  }
});

test("a problem has a code and its members", async () => {
  const [turnpike] = await player();
  const params = { path: { id: await newGame(turnpike) } };
  const play = (seq: number, text: string) => {
    const body = { seq, moves: [{ type: "text", text }] };
    return unwrap(turnpike.api.POST("/v1/games/{id}/moves", { params, body }))
      .then(() => assert.fail("it was played"), (error: unknown) => error);
  };
  const stale = await play(9, "roll");
  assert.ok(stale instanceof ProblemError);
  assert.equal(stale.code, "stale");
  assert.equal(stale.problem.seq, 1);
  const illegal = await play(1, "move start");
  assert.ok(illegal instanceof ProblemError);
  assert.equal(illegal.code, "illegal-move");
  assert.equal(illegal.problem.rule, "WrongPhase");
});

test("an unchanged response is served from the cache", async () => {
  const [turnpike] = await player({}, proxy.url);
  const params = { path: { id: await newGame(turnpike) } };
  const look = () => unwrap(turnpike.api.GET("/v1/games/{id}/legal", { params }));
  const first = await look();
  proxy.seen.length = 0;
  assert.deepEqual(await look(), first);
  assert.match(proxy.seen.join(), /if-none-match: /i);
  const body = { seq: 1, moves: [{ type: "text", text: "roll" }] };
  await unwrap(turnpike.api.POST("/v1/games/{id}/moves", { params, body }));
  assert.notDeepEqual(await look(), first);
});
