// Plays a whole game as all of its players:  node dist/examples/play.js thats-life
import { randomUUID } from "node:crypto";
import { type Schemas, Turnpike, unwrap } from "turnpike-client";

/** Signs up a new player. */
async function player(url: string, name: string): Promise<Turnpike> {
  const unique = `${name}-${randomUUID().slice(0, 8)}`;
  const body = { name: unique, email: `${unique}@example.org`, password: "correct horse battery" };
  return Turnpike.signUp(url, body);
}

/** Returns a new game, its creator, and all players in the order of their seats. */
async function start(url: string, kind: string): Promise<[Schemas["Game"], Turnpike, Turnpike[]]> {
  const { kinds } = await unwrap(new Turnpike(url).api.GET("/v1/kinds"));
  const found = kinds.find(({ id }) => id === kind);
  if (!found) throw new Error(`which of ${kinds.map(({ id }) => id).join(", ")}?`);
  const seats = found.min_seats;
  const names = ["ann", "ben", "cleo", "dan", "eve", "finn"].slice(0, seats);
  const players = await Promise.all(names.map((name) => player(url, name)));
  const [creator, ...others] = players;
  if (!creator) throw new Error("a game without players");
  let game = await unwrap(creator.api.POST("/v1/games", { body: { kind, seats } }));
  for (const { api } of others) {
    const params = { path: { id: game.id } };
    game = await unwrap(api.POST("/v1/games/{id}/seats", { params, body: { entropy: "mine" } }));
  }
  return [game, creator, players];
}

/** Returns a random element. */
function oneOf<T>(of: readonly T[]): T {
  const one = of[Math.floor(Math.random() * of.length)];
  if (one === undefined) throw new Error("nothing to choose from");
  return one;
}

/** Chooses a legal move. If there are too many to list, some are built word by word. */
async function choose(
  { api }: Turnpike,
  id: string,
  { moves, complete }: Schemas["LegalMoves"],
): Promise<Schemas["GameMove"]> {
  if (complete || Math.random() < 0.8) {
    // Restarting the turn at random could go on for ever.
    return oneOf(moves.filter(({ type }) => type !== "restart_turn"));
  }
  for (let text = ""; ; ) {
    const params = { path: { id }, query: { text } };
    const { move, next } = await unwrap(api.GET("/v1/games/{id}/legal/completions", { params }));
    if (move) return move;
    text = `${text} ${oneOf(next)}`.trim();
  }
}

/** Plays to the end, and returns the result. */
export async function play(url: string, kind: string): Promise<Schemas["GameResult"]> {
  const [game, creator, players] = await start(url, kind);
  const params = { path: { id: game.id } };
  console.log(`${kind}: game ${game.id}, seats: ${players.length}`);
  for (let { result, to_act } = game; ; ) {
    if (result) return result;
    const turn = players[oneOf(to_act)];
    if (!turn) throw new Error("no player has to act");
    const legal = await unwrap(turn.api.GET("/v1/games/{id}/legal", { params }));
    if (legal.moves.length === 0) {
      // The server has played a move without a choice for this player in the meantime.
      ({ result, to_act } = await unwrap(creator.api.GET("/v1/games/{id}", { params })));
      continue;
    }
    const body = { seq: legal.seq, moves: [await choose(turn, game.id, legal)] };
    ({ result, to_act } = await unwrap(turn.api.POST("/v1/games/{id}/moves", { params, body })));
  }
}

const [, program, kind] = process.argv;
if (program?.endsWith("play.js")) {
  const { standings } = await play(process.env["TURNPIKE_URL"] ?? "http://127.0.0.1:8080", kind ?? "");
  for (const { seat, rank, score } of standings) {
    console.log(`seat ${seat}: rank ${rank}, ${score} points`);
  }
}
