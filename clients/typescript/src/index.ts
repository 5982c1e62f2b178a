import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "./api.js";
import {
  type FollowedEvent,
  type GameStreamEvent,
  type PlayerStreamEvent,
  stream,
  type StreamOptions,
} from "./stream.js";
import { PersonalToken, Session, type Tokens, type TokenSource, tokensOf } from "./session.js";
import { type TimeLimits, Transport } from "./transport.js";

export { type Problem, type ProblemCode, ProblemError, UnexpectedResponse } from "./problem.js";
export type { FollowedEvent, GameStreamEvent, paths, PlayerStreamEvent, StreamOptions, Tokens };

/** Every type of the contract by its name there: `Schemas["Game"]`. */
export type Schemas = components["schemas"];

export interface Options extends Partial<TimeLimits> {
  /** The language of texts for people: `en`, `fr` or `de`. */
  language?: string;
  /**
   * Called with each new pair of tokens, and awaited before any call uses them. Store them here.
   */
  onTokens?: (tokens: Tokens) => void | Promise<void>;
}

/** A client of a server, as one player or anonymous. */
export class Turnpike {
  /** The calls of the contract: `turnpike.api.GET("/v1/games/{id}", …)`. */
  readonly api: Client<paths>;
  private readonly url: string;
  private readonly limits: TimeLimits;
  private readonly transport: Transport;

  /** Creates an anonymous client, for calls that need no account. */
  constructor(url: string, options: Options = {}, tokens?: TokenSource) {
    this.url = url;
    this.limits = { retryTimeout: 60_000, timeout: 30_000, streamTimeout: 60_000, ...options };
    this.transport = new Transport(this.limits, tokens);
    this.api = createClient<paths>({
      baseUrl: url,
      fetch: (request) => this.transport.send(request),
      headers: { "Accept-Language": options.language },
    });
  }

  /** Creates a client with a personal access token (`POST /v1/me/tokens`), without a password. */
  static withToken(url: string, token: string, options: Options = {}): Turnpike {
    return new Turnpike(url, options, new PersonalToken(token));
  }

  /** Signs in with a password, or with anything else that `POST /v1/sessions` accepts. */
  static async signIn(
    url: string,
    body: Schemas["SignIn"],
    options: Options = {},
  ): Promise<Turnpike> {
    const session = await unwrap(new Turnpike(url, options).api.POST("/v1/sessions", { body }));
    return Turnpike.start(url, tokensOf(session), options);
  }

  /** Signs up a new player. */
  static async signUp(
    url: string,
    body: Schemas["SignUp"],
    options: Options = {},
  ): Promise<Turnpike> {
    const { session } = await unwrap(new Turnpike(url, options).api.POST("/v1/players", { body }));
    return Turnpike.start(url, tokensOf(session), options);
  }

  /** Creates a guest. Store the tokens: a guest has no password to sign in with. */
  static async asGuest(
    url: string,
    body: Schemas["GuestInput"] = {},
    options: Options = {},
  ): Promise<Turnpike> {
    const { api } = new Turnpike(url, options);
    const { session } = await unwrap(api.POST("/v1/players/guest", { body }));
    return Turnpike.start(url, tokensOf(session), options);
  }

  /** Continues a session with its newest tokens. No other program may use the same tokens. */
  static resume(url: string, tokens: Tokens, options: Options = {}): Turnpike {
    // The server accepts a used refresh token for another half minute, in case its response was
    // lost.
    const { api } = new Turnpike(url, { ...options, retryTimeout: 25_000, timeout: 10_000 });
    const refresh = async (old: Tokens): Promise<Tokens> => {
      const body = { refresh_token: old.refresh };
      return tokensOf(await unwrap(api.POST("/v1/sessions/refresh", { body })), old);
    };
    return new Turnpike(url, options, new Session(tokens, refresh, options.onTokens ?? (() => {})));
  }

  /**
   * Follows the list of the player's games (`games`) and the state of each (`game`). Resumes after
   * an interruption.
   */
  myEvents(options: StreamOptions = {}): AsyncGenerator<PlayerStreamEvent, void, void> {
    return stream(this.transport, this.path("/v1/me/events"), this.limits, options);
  }

  /**
   * Follows the log (`log`), the state (`game`) and the chat (`chat`) of a game: new events only,
   * or also the entries after `since` and the messages after `message`. Resumes after an
   * interruption.
   */
  gameEvents(
    game: string,
    { since, message, ...options }: StreamOptions & { since?: number; message?: number } = {},
  ): AsyncGenerator<GameStreamEvent, void, void> {
    const url = this.path(`/v1/games/${encodeURIComponent(game)}/events`);
    if (since !== undefined) url.searchParams.set("since", String(since));
    if (message !== undefined) url.searchParams.set("after", String(message));
    return stream(this.transport, url, this.limits, options);
  }

  /**
   * Follows all public games from now on (`ready` first, then `game`), or these games, up to 100,
   * each of which the caller may see. Resumes after an interruption.
   */
  publicEvents(
    { games, ...options }: StreamOptions & { games?: readonly string[] } = {},
  ): AsyncGenerator<FollowedEvent, void, void> {
    const url = this.path("/v1/events");
    if (games) url.searchParams.set("ids", games.join(","));
    return stream(this.transport, url, this.limits, options);
  }

  private path(path: string): URL {
    return new URL(`${this.url.replace(/\/$/, "")}${path}`);
  }

  private static async start(url: string, tokens: Tokens, options: Options): Promise<Turnpike> {
    await options.onTokens?.(tokens);
    return Turnpike.resume(url, tokens, options);
  }
}

/**
 * Returns the data of the response to a call of `api`. Throws `ProblemError` if the server rejected
 * the request.
 */
export async function unwrap<D>(
  call: Promise<{ data: D; error?: never } | { data?: never; error: unknown }>,
): Promise<D> {
  const result = await call;
  if (result.error !== undefined || !("data" in result)) throw result.error;
  return result.data;
}
