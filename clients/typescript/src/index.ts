import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "./api.js";
import { follow, type Following, type GameEvent, type PlayerEvent } from "./stream.js";
import { type Bearer, PersonalToken, Session, type Tokens, tokensOf } from "./session.js";
import { type Manners, Transport } from "./transport.js";

export { type Problem, type ProblemCode, ProblemError, UnexpectedAnswer } from "./problem.js";
export type { Following, GameEvent, Manners, paths, PlayerEvent, Tokens };

/** Every type of the contract by its name there: `Schemas["GameResource"]`. */
export type Schemas = components["schemas"];
/** A game as the caller sees it. `kind` determines the type of its `view`. */
export type Game = Schemas["GameResource"];
/** The caller's legal moves. `kind` determines their type. */
export type Legal = Schemas["LegalResource"];
/** A move in a request: a move of a game, with a `type`, or a move in words. */
export type Move = Schemas["SentMove"];

export interface Settings extends Partial<Manners> {
  /** The language of texts for people: `en`, `fr` or `de`. */
  language?: string;
  /**
   * Called with each new pair of tokens, and awaited before any call uses them. Store them here.
   */
  keep?: (tokens: Tokens) => void | Promise<void>;
}

/** A client of a server, as one player or anonymous. */
export class Turnpike {
  /** The calls of the contract: `turnpike.api.GET("/v1/games/{id}", …)`. */
  readonly api: Client<paths>;
  private readonly url: string;
  private readonly manners: Manners;
  private readonly transport: Transport;

  /** Creates an anonymous client, for calls that need no account. */
  constructor(url: string, settings: Settings = {}, bearer?: Bearer) {
    this.url = url;
    this.manners = { patience: 60_000, timeout: 30_000, silence: 60_000, ...settings };
    this.transport = new Transport(this.manners, bearer);
    this.api = createClient<paths>({
      baseUrl: url,
      fetch: (request) => this.transport.send(request),
      headers: { "Accept-Language": settings.language },
    });
  }

  /** Creates a client with a personal access token (`POST /v1/me/tokens`), without a password. */
  static withToken(url: string, token: string, settings: Settings = {}): Turnpike {
    return new Turnpike(url, settings, new PersonalToken(token));
  }

  /** Signs in with a password, or with anything else that `POST /v1/sessions` accepts. */
  static async signIn(url: string, how: Schemas["SignIn"], settings: Settings = {}): Promise<Turnpike> {
    const session = await answer(new Turnpike(url, settings).api.POST("/v1/sessions", { body: how }));
    return Turnpike.begin(url, tokensOf(session), settings);
  }

  /** Signs up a new player. */
  static async signUp(url: string, who: Schemas["SignUp"], settings: Settings = {}): Promise<Turnpike> {
    const made = await answer(new Turnpike(url, settings).api.POST("/v1/players", { body: who }));
    return Turnpike.begin(url, tokensOf(made.session), settings);
  }

  /** Begins as a new guest. Store the tokens: a guest has no password to sign in with. */
  static async asGuest(url: string, who: Schemas["GuestBody"] = {}, settings: Settings = {}): Promise<Turnpike> {
    const made = await answer(new Turnpike(url, settings).api.POST("/v1/players/guest", { body: who }));
    return Turnpike.begin(url, tokensOf(made.session), settings);
  }

  /** Continues a session with its newest tokens. No other program may use the same tokens. */
  static resume(url: string, tokens: Tokens, settings: Settings = {}): Turnpike {
    // The server accepts a used refresh token for another half minute, in case its response was
    // lost.
    const { api } = new Turnpike(url, { ...settings, patience: 25_000, timeout: 10_000 });
    const refresh = async (old: Tokens): Promise<Tokens> => {
      const body = { refresh_token: old.refresh };
      return tokensOf(await answer(api.POST("/v1/sessions/refresh", { body })), old);
    };
    return new Turnpike(url, settings, new Session(tokens, refresh, settings.keep ?? (() => {})));
  }

  /**
   * Follows the list of the player's games (`games`) and the state of each (`game`). Resumes after
   * an interruption.
   */
  myEvents(following: Following = {}): AsyncGenerator<PlayerEvent, void, void> {
    return follow(this.transport, this.path("/v1/me/events"), this.manners, following);
  }

  /**
   * Follows the log (`log`), the state (`game`) and the chat (`said`) of a game: new events only,
   * or also the entries after `since` and the messages after `message`. Resumes after an
   * interruption.
   */
  gameEvents(
    game: string,
    { since, message, ...following }: Following & { since?: number; message?: number } = {},
  ): AsyncGenerator<GameEvent, void, void> {
    const url = this.path(`/v1/games/${encodeURIComponent(game)}/events`);
    if (since !== undefined) url.searchParams.set("since", String(since));
    if (message !== undefined) url.searchParams.set("after", String(message));
    return follow(this.transport, url, this.manners, following);
  }

  private path(path: string): URL {
    return new URL(`${this.url.replace(/\/$/, "")}${path}`);
  }

  private static async begin(url: string, tokens: Tokens, settings: Settings): Promise<Turnpike> {
    await settings.keep?.(tokens);
    return Turnpike.resume(url, tokens, settings);
  }
}

/**
 * Returns the data of the response to a call of `api`. Throws `ProblemError` if the server rejected
 * the request.
 */
export async function answer<D>(
  call: Promise<{ data: D; error?: never } | { data?: never; error: unknown }>,
): Promise<D> {
  const told = await call;
  if (told.error !== undefined || !("data" in told)) throw told.error;
  return told.data;
}
