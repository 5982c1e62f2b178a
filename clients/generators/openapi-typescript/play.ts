// Plays a game with the generated types:  node play.js thats-life 200
import { randomUUID } from "node:crypto";
import createClient, { type Client } from "openapi-fetch";
import type { paths } from "../build/openapi-typescript/client/schema";

const baseUrl = process.env["TURNPIKE_URL"] ?? "";
const anybody = createClient<paths>({ baseUrl });

/** Returns the data of a response, or throws the problem. */
async function answer<T>(call: Promise<{ data?: T; error?: unknown }>): Promise<T> {
  const { data, error } = await call;
  if (data === undefined) throw error;
  return data;
}

/** Signs up a player. */
async function player(name: string): Promise<Client<paths>> {
  const unique = `${name}-${randomUUID().slice(0, 8)}`;
  const body = { name: unique, email: `${unique}@example.org`, password: "correct horse battery" };
  const { session } = await answer(anybody.POST("/v1/players", { body }));
  return createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${session.access_token}` } });
}

/** Returns a random element. */
function oneOf<T>(of: readonly T[]): T {
  return of[Math.floor(Math.random() * of.length)] as T;
}

async function main(kind: string, limit: number): Promise<void> {
  const { kinds } = await answer(anybody.GET("/v1/kinds"));
  const offered = kinds.find(({ id }) => id === kind);
  if (!offered) throw new Error("the server does not offer this kind");
  const seats = Math.min(Math.max(2, offered.min_seats), offered.max_seats);
  const players = await Promise.all(["ann", "ben", "cleo"].slice(0, seats).map(player));
  const [creator = anybody, ...others] = players;
  let game = await answer(creator.POST("/v1/games", { body: { kind, seats } }));
  const params = { path: { id: game.id } };
  for (const other of others) {
    game = await answer(other.POST("/v1/games/{id}/seats", { params, body: { entropy: "mine" } }));
  }
  let moves = 0;
  let { status, to_act } = game;
  while (status === "running" && moves < limit) {
    const turn = players[oneOf(to_act)] ?? anybody;
    const legal = await answer(turn.GET("/v1/games/{id}/legal", { params }));
    ({ status, to_act } = legal);
    if (legal.moves.length > 0) {
      const body = { seq: legal.seq, moves: [oneOf(legal.moves)] };
      ({ status, to_act } = await answer(turn.POST("/v1/games/{id}/moves", { params, body })));
      moves += 1;
    }
  }
  const log = await answer(creator.GET("/v1/games/{id}/log", { params }));
  const chat = await answer(creator.GET("/v1/games/{id}/chat", { params }));
  const picture = await answer(creator.GET("/v1/games/{id}/board.png", { params, parseAs: "blob" }));
  const record = await answer(creator.GET("/v1/games/{id}/export", { params }));
  console.log(
    `${kind}: ${moves} moves, ${status}, ${log.entries.length} entries, ${chat.messages.length} messages, ` +
      `a picture of ${picture.size} bytes, a record of ${record.entries.length} entries`,
  );
}

main(process.argv[2] ?? "", Number(process.argv[3])).catch((problem: unknown) => {
  console.error(problem);
  process.exitCode = 1;
});
