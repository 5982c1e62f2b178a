import { randomUUID } from "node:crypto";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { ProblemError, type Options, type Schemas, type Tokens, Turnpike, unwrap } from "turnpike-client";

export const PASSWORD = "correct horse battery";

/** Time limit for anything on a busy machine, in milliseconds. */
export const TIME_LIMIT = 300_000;

/** The server that these tests run against. */
export function server(): string {
  const url = process.env["TURNPIKE_URL"];
  if (!url) throw new Error("TURNPIKE_URL names no server: run ./check, or ../with-server npm test");
  return url;
}

/** Returns an unused name. */
export function newName(): string {
  return `t${randomUUID().slice(0, 13)}`;
}

/** Signs up a player without automatic moves. Also returns an array that records all new tokens. */
export async function player(options: Options = {}, url = server()): Promise<[Turnpike, Tokens[]]> {
  const name = newName();
  const received: Tokens[] = [];
  const onTokens = (tokens: Tokens): void => void received.push(tokens);
  const body = { name, email: `${name}@example.org`, password: PASSWORD };
  const turnpike = await Turnpike.signUp(url, body, { ...options, onTokens });
  // The client does not retry a change, and a busy server may reject it.
  for (;;) {
    try {
      await unwrap(turnpike.api.PATCH("/v1/me", { body: { play_forced_moves: false } }));
      return [turnpike, received];
    } catch (error) {
      if (!(error instanceof ProblemError && error.code === "unavailable")) throw error;
    }
  }
}

/** Returns the last element. */
export function last<T>(of: readonly T[]): T {
  const one = of.at(-1);
  if (one === undefined) throw new Error("there is none");
  return one;
}

/** Creates a game against a bot in which this player has to roll. Returns its id. */
export async function newGame({ api }: Turnpike): Promise<string> {
  const body: Schemas["GameInput"] = { kind: "thats-life", invite: [{ bot: "greedy" }] };
  return (await unwrap(api.POST("/v1/games", { body }))).id;
}

/** What a proxy does with a request. */
export type Fate = "passes" | "cut before" | "cut after";

/** A proxy between a client and the server that records requests and cuts connections. */
export class Proxy {
  /** The heads of all requests. */
  readonly seen: string[] = [];
  /** Decides on a request by its head. */
  fate: (head: string) => Fate = () => "passes";
  private readonly sockets = new Set<Socket>();
  private readonly heads = new Map<Socket, string>();
  private readonly listener = createServer((client) => this.pass(client));

  static async start(): Promise<Proxy> {
    const proxy = new Proxy();
    await new Promise<void>((done) => proxy.listener.listen(0, "127.0.0.1", done));
    return proxy;
  }

  get url(): string {
    const address: AddressInfo | string | null = this.listener.address();
    if (address === null || typeof address === "string") throw new Error("the proxy does not listen");
    return `http://127.0.0.1:${address.port}`;
  }

  /** Returns the number of requests that begin like this. */
  count(beginning: string): number {
    return this.seen.filter((head) => head.startsWith(beginning)).length;
  }

  /** Applies a fate to the first requests that begin like this. */
  once(beginning: string, fate: Fate, times = 1): void {
    let left = times;
    this.fate = (head) => (head.startsWith(beginning) && left-- > 0 ? fate : "passes");
  }

  /** Cuts the connections whose last request has this text in its head. */
  cut(part: string): void {
    for (const [client, head] of this.heads) if (head.includes(part)) client.destroy();
  }

  stop(): void {
    this.listener.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private pass(client: Socket): void {
    const upstream = connect(Number(new URL(server()).port), "127.0.0.1");
    let fate: Fate = "passes";
    client.on("data", (data) => {
      const text = data.toString("latin1");
      if (/^[A-Z]+ \S+ HTTP\/1\.1\r\n/.test(text)) {
        this.seen.push(text);
        this.heads.set(client, text);
        fate = this.fate(text);
      }
      if (fate === "cut before") client.destroy();
      else upstream.write(data);
    });
    upstream.on("data", (data) => {
      // The server has processed the request, but the client does not get the response.
      if (fate === "cut after") client.destroy();
      else client.write(data);
    });
    this.tie(client, upstream);
    this.tie(upstream, client);
  }

  /** Destroys the other socket when this one closes. */
  private tie(one: Socket, other: Socket): void {
    this.sockets.add(one);
    one.on("error", () => other.destroy());
    one.on("close", () => {
      this.sockets.delete(one);
      other.destroy();
    });
  }
}
