import assert from "node:assert/strict";
import { test } from "node:test";
import { type Schemas, Turnpike, unwrap } from "turnpike-client";
import { play } from "../examples/play.js";
import { newGame, player, server } from "./helpers.js";

/** Returns the kinds of which whole games are played: with WHOLE=1 all, otherwise one. */
async function kinds(): Promise<string[]> {
  if (!process.env["WHOLE"]) return ["thats-life"];
  const { kinds } = await unwrap(new Turnpike(server()).api.GET("/v1/kinds"));
  return kinds.map(({ id }) => id);
}

for (const kind of await kinds()) {
  test(`the example plays a whole game of ${kind}`, async () => {
    const { standings } = await play(server(), kind);
    assert.ok(standings.some(({ rank }) => rank === 1));
    assert.ok(standings.every(({ left }) => !left));
  });
}

test("a view can be read with the type of its kind", async () => {
  const [turnpike] = await player();
  const params = { path: { id: await newGame(turnpike) } };
  const game = await unwrap(turnpike.api.GET("/v1/games/{id}", { params }));
  const view = game.view as Schemas["ThatsLifeView"];
  assert.equal(view.phase, "await_roll");
});
