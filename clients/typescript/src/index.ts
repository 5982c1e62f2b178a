import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "./api.js";
import { follow, type Following, type GameEvent, type PlayerEvent } from "./stream.js";
import { type Bearer, PersonalToken, Session, type Tokens, tokensOf } from "./session.js";
import { type Manners, Transport } from "./transport.js";

export { type Problem, type ProblemCode, ProblemError, UnexpectedAnswer } from "./problem.js";
export type { Following, GameEvent, Manners, paths, PlayerEvent, Tokens };

/** Every type of the contract by its name there: `Schemas["GameResource"]`. */
export type Schemas = components["schemas"];
/** A game as the caller finds it; `kind` tells which one, and so what its `view` is. */
export type Game = Schemas["GameResource"];
/** What the caller may play; `kind` tells which moves these are. */
export type Legal = Schemas["LegalResource"];
/** A move that may be sent: one of a game's own, which `type` tells, or one in words. */
export type Move = Schemas["SentMove"];

export interface Settings extends Partial<Manners> {
  /** What is written for people comes in this language: `en`, `fr` or `de`. */
  language?: string;
  /** Is told each new pair of tokens, and awaited before they are used: store them here. */
  keep?: (tokens: Tokens) => void | Promise<void>;
}

/** A server, as one player or as nobody. */
export class Turnpike {
  /** Every call of the contract: `turnpike.api.GET("/v1/games/{id}", …)`. */
  readonly api: Client<paths>;
  private readonly url: string;
  private readonly manners: Manners;
  private readonly transport: Transport;

  /** As nobody: for what needs no account. */
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

  /** With a personal access token (`POST /v1/me/tokens`): for programs, which need no password. */
  static withToken(url: string, token: string, settings: Settings = {}): Turnpike {
    return new Turnpike(url, settings, new PersonalToken(token));
  }

  /** With a password, or whatever else `POST /v1/sessions` takes. */
  static async signIn(url: string, how: Schemas["SignIn"], settings: Settings = {}): Promise<Turnpike> {
    const session = await answer(new Turnpike(url, settings).api.POST("/v1/sessions", { body: how }));
    return Turnpike.begin(url, tokensOf(session), settings);
  }

  /** As a new player. */
  static async signUp(url: string, who: Schemas["SignUp"], settings: Settings = {}): Promise<Turnpike> {
    const made = await answer(new Turnpike(url, settings).api.POST("/v1/players", { body: who }));
    return Turnpike.begin(url, tokensOf(made.session), settings);
  }

  /** With the tokens that were told last. No other program may go on with the same ones. */
  static resume(url: string, tokens: Tokens, settings: Settings = {}): Turnpike {
    // The server takes a used token again for half a minute, for answers that were lost.
    const { api } = new Turnpike(url, { ...settings, patience: 25_000, timeout: 10_000 });
    const refresh = async (old: Tokens): Promise<Tokens> => {
      const body = { refresh_token: old.refresh };
      return tokensOf(await answer(api.POST("/v1/sessions/refresh", { body })), old);
    };
    return new Turnpike(url, settings, new Session(tokens, refresh, settings.keep ?? (() => {})));
  }

  /** Which games this player has to do with (`games`), and how each of them stands (`game`). It goes on where it breaks off. */
  myEvents(following: Following = {}): AsyncGenerator<PlayerEvent, void, void> {
    return follow(this.transport, this.path("/v1/me/events"), this.manners, following);
  }

  /**
   * What happens in a game (`log`), how it stands (`game`), and what is said there (`said`): from now on, or with the
   * entries after `since` and the messages after `message`. It goes on where it breaks off.
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

/** What a call of `api` was answered, which throws `ProblemError` where it was refused. */
export async function answer<D>(
  call: Promise<{ data: D; error?: never } | { data?: never; error: unknown }>,
): Promise<D> {
  const told = await call;
  if (told.error !== undefined || !("data" in told)) throw told.error;
  return told.data;
}
