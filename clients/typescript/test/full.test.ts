// A full server. Runs alone, so that no other test frees connections.
import assert from "node:assert/strict";
import { connect, type Socket } from "node:net";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { ProblemError, Turnpike, unwrap } from "turnpike-client";
import { Proxy, server, TIME_LIMIT } from "./helpers.js";

/** More connections than the server accepts from one client. */
const MOST = 500;

test("a request to a full server is retried", async () => {
  const proxy = await Proxy.start();
  const { port } = new URL(server());
  const held: Socket[] = [];
  const release = (): void => held.forEach((socket) => socket.destroy());
  const until = Date.now() + TIME_LIMIT;
  // The server closes the first excess connection. A busy server is late.
  for (let full = false; !full; ) {
    assert.ok(Date.now() < until);
    if (held.length < MOST) {
      const socket = connect(Number(port), "127.0.0.1");
      socket.on("error", () => {});
      socket.on("close", () => (full = true));
      socket.resume();
      held.push(socket);
      await new Promise<void>((done) => socket.once("connect", done));
    }
    await sleep(5);
  }
  try {
    // Behind the proxy, so that no open connection is used again.
    const kinds = (retryTimeout: number) =>
      unwrap(new Turnpike(proxy.url, { retryTimeout }).api.GET("/v1/kinds"));
    // Some requests get no response while the server rejects many.
    let refused: unknown;
    do {
      assert.ok(Date.now() < until);
      refused = await kinds(0).then(() => "no refusal", (error: unknown) => error);
    } while (refused instanceof TypeError);
    assert.ok(refused instanceof ProblemError);
    assert.deepEqual([refused.code, refused.status], ["unavailable", 503]);
    proxy.seen.length = 0;
    proxy.fate = () => {
      if (proxy.count("GET /v1/kinds ") > 1) release();
      return "passes";
    };
    assert.ok((await kinds(60_000)).kinds.length > 0);
    assert.ok(proxy.count("GET /v1/kinds ") > 1);
  } finally {
    release();
    proxy.stop();
  }
});
