// Plays a game with the generated client:  node play.js thats-life 200
import { randomUUID } from "node:crypto";
import { AccountsApi, ChatApi, Configuration, GamesApi, HistoryApi, KindsApi, PlayApi } from "../build/typescript-fetch/client";

const basePath = process.env["TURNPIKE_URL"] ?? "";

/** Signs up a player. */
async function player(name: string): Promise<Configuration> {
  const unique = `${name}-${randomUUID().slice(0, 8)}`;
  const signUp = { name: unique, email: `${unique}@example.org`, password: "correct horse battery" };
  const { session } = await new AccountsApi(new Configuration({ basePath })).signUp({ signUp });
  return new Configuration({ basePath, accessToken: session.accessToken });
}

/** Returns a random element. */
function oneOf<T>(of: readonly T[]): T {
  return of[Math.floor(Math.random() * of.length)] as T;
}

async function main(kind: string, limit: number): Promise<void> {
  const { kinds } = await new KindsApi(new Configuration({ basePath })).listKinds();
  const offered = kinds.find(({ id }) => id === kind);
  if (!offered) throw new Error("the server does not offer this kind");
  const seats = Math.min(Math.max(2, offered.minSeats), offered.maxSeats);
  const players = await Promise.all(["ann", "ben", "cleo"].slice(0, seats).map(player));
  const [creator, ...others] = players;
  let game = await new GamesApi(creator).createGame({ gameInput: { kind, seats } });
  const id = game.id;
  for (const other of others) game = await new GamesApi(other).joinGame({ id, joinRequest: { entropy: "mine" } });
  let moves = 0;
  let { status, toAct } = game;
  while (status === "running" && moves < limit) {
    const play = new PlayApi(players[oneOf(toAct)]);
    const legal = await play.listLegalMoves({ id });
    ({ status, toAct } = legal);
    if (legal.moves.length > 0) {
      const movesInput = { seq: legal.seq, moves: [oneOf(legal.moves)] };
      ({ status, toAct } = await play.playMoves({ id, movesInput }));
      moves += 1;
    }
  }
  const log = await new HistoryApi(creator).getLog({ id });
  const chat = await new ChatApi(creator).listMessages({ id });
  const picture = await new GamesApi(creator).getBoardPng({ id });
  const record = await new HistoryApi(creator).exportGame({ id });
  console.log(
    `${kind}: ${moves} moves, ${status}, ${log.entries.length} entries, ${chat.messages.length} messages, ` +
      `a picture of ${picture.size} bytes, a record of ${record.entries.length} entries`,
  );
}

main(process.argv[2] ?? "", Number(process.argv[3])).catch((problem: unknown) => {
  console.error(problem);
  process.exitCode = 1;
});
