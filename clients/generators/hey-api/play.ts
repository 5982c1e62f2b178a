// Plays a game with the generated client:  node play.js thats-life 200
import { randomUUID } from "node:crypto";
import * as api from "../build/hey-api/client";
import { type Client, createClient } from "../build/hey-api/client/client";

const baseUrl = process.env["TURNPIKE_URL"] ?? "";
const throwOnError = true;

/** Signs up a player. */
async function player(name: string): Promise<Client> {
  const unique = `${name}-${randomUUID().slice(0, 8)}`;
  const body = { name: unique, email: `${unique}@example.org`, password: "correct horse battery" };
  const { data } = await api.signUp({ client: createClient({ baseUrl }), body, throwOnError });
  return createClient({ baseUrl, auth: data.session.access_token });
}

/** Returns a random element. */
function oneOf<T>(of: readonly T[]): T {
  return of[Math.floor(Math.random() * of.length)] as T;
}

async function main(kind: string, limit: number): Promise<void> {
  const { kinds } = (await api.listKinds({ client: createClient({ baseUrl }), throwOnError })).data;
  const offered = kinds.find(({ id }) => id === kind);
  if (!offered) throw new Error("the server does not offer this kind");
  const seats = Math.min(Math.max(2, offered.min_seats), offered.max_seats);
  const players = await Promise.all(["ann", "ben", "cleo"].slice(0, seats).map(player));
  const [creator, ...others] = players;
  let game = (await api.createGame({ client: creator, body: { kind, seats }, throwOnError })).data;
  const path = { id: game.id };
  for (const client of others) {
    game = (await api.joinGame({ client, path, body: { entropy: "mine" }, throwOnError })).data;
  }
  let moves = 0;
  let { status, to_act } = game;
  while (status === "running" && moves < limit) {
    const client = players[oneOf(to_act)];
    const legal = (await api.listLegalMoves({ client, path, throwOnError })).data;
    ({ status, to_act } = legal);
    if (legal.moves.length > 0) {
      const body = { seq: legal.seq, moves: [oneOf(legal.moves)] };
      ({ status, to_act } = (await api.playMoves({ client, path, body, throwOnError })).data);
      moves += 1;
    }
  }
  const log = (await api.getLog({ client: creator, path, throwOnError })).data;
  const chat = (await api.listMessages({ client: creator, path, throwOnError })).data;
  const picture = (await api.getBoardPng({ client: creator, path, throwOnError })).data;
  const record = (await api.exportGame({ client: creator, path, throwOnError })).data;
  console.log(
    `${kind}: ${moves} moves, ${status}, ${log.entries.length} entries, ${chat.messages.length} messages, ` +
      `a picture of ${picture.size} bytes, a record of ${record.entries.length} entries`,
  );
}

main(process.argv[2] ?? "", Number(process.argv[3])).catch((problem: unknown) => {
  console.error(problem);
  process.exitCode = 1;
});
