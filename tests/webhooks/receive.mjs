// Receives webhooks of a real server, and verifies them with the published library.

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout } from "node:timers/promises";

import { Webhook, WebhookVerificationError } from "standardwebhooks";

const SERVER = process.env.TURNPIKE_URL;

/** Time limit for anything on a busy machine, in seconds. */
const PATIENCE = 300;

async function call(method, path, body, token) {
  const headers = { "content-type": "application/json" };
  if (token) headers.authorization = `Bearer ${token}`;
  const answer = await fetch(SERVER + path, { method, headers, body: body && JSON.stringify(body) });
  const text = await answer.text();
  if (answer.status === 503) {
    // A busy server says when to try again.
    await setTimeout(1000 * Number(answer.headers.get("Retry-After") ?? 1));
    return call(method, path, body, token);
  }
  assert.ok(answer.ok, `${method} ${path}: ${text}`);
  return JSON.parse(text);
}

async function player(name) {
  name = `${name}-${randomBytes(3).toString("hex")}`;
  const body = { name, email: `${name}@example.org`, password: "correct horse battery" };
  return (await call("POST", "/v1/players", body)).session.access_token;
}

const received = [];
const answers = [500];
const receiver = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
  response.writeHead(answers.pop() ?? 204).end();
  receiver.emit("received");
});
receiver.listen(0, "127.0.0.1");
await once(receiver, "listening");

async function next() {
  while (received.length === 0) await once(receiver, "received", { signal: AbortSignal.timeout(1000 * PATIENCE) });
  return received.shift();
}

function refused(webhook, body, headers, why) {
  assert.throws(
    () => webhook.verify(body, headers),
    (error) => error instanceof WebhookVerificationError && why.test(error.message),
  );
}

const [ann, ben] = [await player("ann"), await player("ben")];
const url = `http://127.0.0.1:${receiver.address().port}/`;
const made = await call("POST", "/v1/me/webhooks", { url, events: ["game.started"] }, ann);
const path = `/v1/me/webhooks/${made.id}`;
const webhook = new Webhook(made.secret);
const game = (await call("POST", "/v1/games", { kind: "thats-life", seats: 2 }, ann)).id;
await call("POST", `/v1/games/${game}/seats`, {}, ben);

// The receiver answers 500 to the first delivery. The retry has the same id, so receivers can
// recognise it.
const [first, { headers, body }] = [await next(), await next()];
const told = webhook.verify(body, headers);
assert.equal(told.type, "game.started");
assert.equal(told.data.game_id, game);
assert.deepEqual(webhook.verify(first.body, first.headers), told);
const seen = new Set([first.headers["webhook-id"]]);
assert.ok(seen.has(headers["webhook-id"]));

// A change in any part is rejected.
const noMatch = /No matching signature/;
refused(webhook, body.replace("started", "ended"), headers, noMatch);
refused(webhook, body, { ...headers, "webhook-id": "msg_other" }, noMatch);
refused(webhook, body, { ...headers, "webhook-timestamp": String(headers["webhook-timestamp"] - 1) }, noMatch);
refused(new Webhook("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"), body, headers, noMatch);
// An old message is rejected even with a valid signature.
const old = new Date(Date.now() - 6 * 60_000);
refused(
  webhook,
  body,
  {
    ...headers,
    "webhook-timestamp": String(Math.floor(old.getTime() / 1000)),
    "webhook-signature": webhook.sign(headers["webhook-id"], old, body),
  },
  /too old/,
);

// After a rotation, both secrets sign.
const rotated = new Webhook((await call("POST", `${path}/secret`, undefined, ann)).secret);
await call("POST", `${path}/test`, undefined, ann);
const test = await next();
for (const each of [webhook, rotated]) assert.equal(each.verify(test.body, test.headers).type, "webhook.test");

let log;
for (let i = 0; i < 10 * PATIENCE; i++) {
  log = (await call("GET", `${path}/deliveries`, undefined, ann)).deliveries;
  if (log.every((it) => it.status === "delivered")) break;
  await setTimeout(100);
}
assert.deepEqual(
  log.map((it) => [it.event, it.response_status, it.attempts]),
  [
    ["webhook.test", 204, 1],
    ["game.started", 204, 2],
  ],
);
receiver.close();
console.log("JavaScript's standardwebhooks verifies deliveries, and rejects changed, replayed and old ones.");
