import assert from "node:assert/strict";
import { test } from "node:test";
import { answer, type Game, Turnpike } from "turnpike-client";
import { KINDS, play } from "../examples/play.js";
import { server } from "./helpers.js";

test("the example knows every kind of game", async () => {
  const { kinds } = await answer(new Turnpike(server()).api.GET("/v1/kinds"));
  assert.deepEqual(kinds.map(({ id }) => id).sort(), KINDS.toSorted());
});

/** The kinds of which whole games are played: with WHOLE=1 all, otherwise one. */
const PLAYED: typeof KINDS = process.env["WHOLE"] ? KINDS : ["thats-life"];

for (const kind of PLAYED) {
  test(`the example plays a whole game of ${kind}`, async () => {
    const { standings } = await play(server(), kind);
    assert.ok(standings.some(({ rank }) => rank === 1));
    assert.ok(standings.every(({ left }) => !left));
  });
}

test("kind narrows the type of a view", () => {
  // Compiling it is the test.
  const told = (game: Game): string | undefined => {
    if (game.kind === "buttons") return game.view?.phase;
    if (game.kind === "ferry-follies") return game.view?.phase;
    return undefined;
  };
  assert.equal(typeof told, "function");
});
