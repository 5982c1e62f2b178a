import assert from "node:assert/strict";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { type GameStreamEvent, Turnpike, unwrap } from "turnpike-client";
import { newGame, player, Proxy, server } from "./helpers.js";

const BEAT = ":\n\n";
const ONE = 'retry: 10\n\nid: one\nevent: games\ndata: {"games":[]}\n\n';
const TWO = 'id: two\nevent: games\ndata: {"games":["\u2028é"]}\n\n';
const CUT = 'id: two\nevent: games\ndata: {"ga';
const THREE = "id: three\nevent: games\ndata: {}\n\n";

/** How long a stream may be silent, in milliseconds. */
const STREAM_TIMEOUT = 6_000;
/** How long the server waits after each text. Four pauses are longer than `STREAM_TIMEOUT`. */
const PAUSE = 2_000;

/**
 * Starts a server that sends these texts to each connection, and then is silent or hangs up.
 * Returns a client, the heads and `stop`.
 */
async function says(scripts: string[][], hangsUp = false): Promise<[Turnpike, string[], () => void]> {
  const asked: string[] = [];
  const sockets: Socket[] = [];
  const listener = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => {});
    socket.once("data", (data) => void tell(socket, data.toString("latin1")));
  });
  const tell = async (socket: Socket, head: string): Promise<void> => {
    asked.push(head);
    socket.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n");
    for (const text of scripts.shift() ?? []) {
      // Byte by byte, so that a letter comes in parts.
      for (const byte of Buffer.from(text)) socket.write(Buffer.of(byte));
      await sleep(PAUSE);
    }
    if (hangsUp) socket.destroy();
  };
  await new Promise<void>((done) => listener.listen(0, "127.0.0.1", done));
  const address: AddressInfo | string | null = listener.address();
  if (address === null || typeof address === "string") throw new Error("it does not listen");
  const stop = (): void => {
    listener.close();
    for (const socket of sockets) socket.destroy();
  };
  const url = `http://127.0.0.1:${address.port}`;
  return [new Turnpike(url, { streamTimeout: STREAM_TIMEOUT }), asked, stop];
}

type Log = Extract<GameStreamEvent, { event: "log" }>;

/** Returns the next event with this name. */
async function next<T extends { event: string }, N extends T["event"]>(
  events: AsyncGenerator<T, void, void>,
  name: N,
): Promise<Extract<T, { event: N }>> {
  for (;;) {
    const { value } = await events.next();
    if (!value) throw new Error("the stream has ended");
    if (is(value, name)) return value;
  }
}

function is<T extends { event: string }, N extends T["event"]>(
  event: T,
  name: N,
): event is Extract<T, { event: N }> {
  return event.event === name;
}

/** Plays a legal move, once it is the turn of this player. */
async function plays({ api }: Turnpike, id: string): Promise<void> {
  const params = { path: { id } };
  for (;;) {
    const { seq, texts } = await unwrap(api.GET("/v1/games/{id}/legal", { params }));
    const [text] = texts;
    if (text !== undefined) {
      const body = { seq, moves: [{ type: "text", text }] };
      await unwrap(api.POST("/v1/games/{id}/moves", { params, body }));
      return;
    }
    await sleep(50);
  }
}

/** Returns the first entries of a stream, and ends it. */
async function only(events: AsyncGenerator<GameStreamEvent, void, void>): Promise<Log> {
  const log = await next(events, "log");
  await events.return();
  return log;
}

const plies = ({ data }: Log): number[] => data.entries.map(({ n }) => n);

test("the stream of a player reports whose turn it is", async () => {
  const [turnpike] = await player();
  const events = turnpike.myEvents();
  assert.deepEqual((await next(events, "games")).data, { games: [] });
  const id = await newGame(turnpike);
  const { data } = await next(events, "game");
  assert.deepEqual([data.id, data.seat, data.my_turn], [id, 0, true]);
  await events.return();
});

test("a new stream resumes after an event id", async () => {
  const [turnpike] = await player();
  const id = await newGame(turnpike);
  await plays(turnpike, id);
  const first = await only(turnpike.gameEvents(id, { since: 0 }));
  await plays(turnpike, id);
  const later = await only(turnpike.gameEvents(id, { lastEventId: first.id }));
  assert.equal(plies(first)[0], 1);
  assert.equal(plies(later)[0], (plies(first).at(-1) ?? 0) + 1);
});

test("a cut stream resumes with each entry once", async () => {
  const proxy = await Proxy.start();
  const [turnpike] = await player({}, proxy.url);
  const id = await newGame(turnpike);
  const received: number[] = [];
  const events = turnpike.gameEvents(id, { since: 0 });
  for (let cuts = 0; cuts < 3; cuts++) {
    await plays(turnpike, id);
    received.push(...plies(await next(events, "log")));
    proxy.cut("/events");
  }
  assert.deepEqual(received, received.map((_, at) => at + 1));
  assert.ok(proxy.count(`GET /v1/games/${id}/events`) > 1);
  await events.return();
  proxy.stop();
});

test("a rejected request ends the stream", async () => {
  await assert.rejects(new Turnpike(server()).myEvents().next(), { code: "not-signed-in" });
});

test("a signal ends an idle stream", async () => {
  const [turnpike] = await player();
  const ends = new AbortController();
  const events = turnpike.myEvents({ signal: ends.signal });
  await next(events, "games");
  const waits = events.next();
  ends.abort();
  await assert.rejects(waits, { name: "AbortError" });
});

test("a stream reconnects after silence, but not between heartbeats", async () => {
  const [turnpike, asked, stop] = await says([[ONE, BEAT, BEAT, BEAT, TWO], [THREE]]);
  const events = turnpike.myEvents();
  const ids = [(await next(events, "games")).id, (await next(events, "games")).id];
  assert.deepEqual([ids, asked.length], [["one", "two"], 1]);
  assert.equal((await next(events, "games")).id, "three");
  assert.doesNotMatch(asked[0] ?? "", /last-event-id/i);
  assert.match(asked[1] ?? "", /last-event-id: two\r\n/i);
  await events.return();
  stop();
});

test("a truncated event is delivered by the next connection", async () => {
  const [turnpike, asked, stop] = await says([[ONE, CUT], [TWO]], true);
  const events = turnpike.myEvents({ lastEventId: "zero" });
  assert.equal((await next(events, "games")).id, "one");
  const event = await next(events, "games");
  assert.deepEqual([event.id, event.data], ["two", { games: ["\u2028é"] }]);
  assert.match(asked[0] ?? "", /last-event-id: zero\r\n/i);
  assert.match(asked[1] ?? "", /last-event-id: one\r\n/i);
  await events.return();
  stop();
});
