import type { components } from "./api.js";

/** The tokens of a session: plain data. Store them as JSON for `Turnpike.resume`. */
export interface Tokens {
  access: string;
  refresh: string;
  /** When the access token expires, in milliseconds since 1970 by this machine's clock. */
  expiresAt: number;
  /** Send it when the same player signs in again on this device. */
  device?: string;
}

/**
 * How many milliseconds before its expiry a token is renewed, so that it does not expire in
 * transit.
 */
const EARLY = 30_000;

export function tokensOf(session: components["schemas"]["Session"], before?: Tokens): Tokens {
  const device = session.device_token ?? before?.device;
  return {
    access: session.access_token,
    refresh: session.refresh_token,
    expiresAt: Date.now() + session.expires_in * 1000,
    ...(device === undefined ? {} : { device }),
  };
}

/** A source of tokens for the `Authorization` header. */
export interface TokenSource {
  /** Returns a token that has not expired by this machine's clock. */
  token(): Promise<string>;
  /** Returns another token in place of a rejected one, or null if there is none. */
  replace(rejected: string): Promise<string | null>;
}

/** A personal access token, which cannot be renewed. */
export class PersonalToken implements TokenSource {
  constructor(private readonly secret: string) {}

  async token(): Promise<string> {
    return this.secret;
  }

  async replace(): Promise<null> {
    return null;
  }
}

/** A session. Its refresh token works once, so one call renews the tokens for all that wait. */
export class Session implements TokenSource {
  private renewal: Promise<string> | undefined;

  /**
   * @param refresh requests new tokens
   * @param store stores the new tokens, and is awaited before any call uses them
   */
  constructor(
    private tokens: Tokens,
    private readonly refresh: (tokens: Tokens) => Promise<Tokens>,
    private readonly store: (tokens: Tokens) => void | Promise<void>,
  ) {}

  async token(): Promise<string> {
    return Date.now() < this.tokens.expiresAt - EARLY ? this.tokens.access : this.renewed();
  }

  async replace(rejected: string): Promise<string> {
    return rejected === this.tokens.access ? this.renewed() : this.token();
  }

  private renewed(): Promise<string> {
    this.renewal ??= this.renew().finally(() => {
      this.renewal = undefined;
    });
    return this.renewal;
  }

  private async renew(): Promise<string> {
    const tokens = await this.refresh(this.tokens);
    // The old tokens are used up, so these are in use even if `store` fails.
    this.tokens = tokens;
    await this.store(tokens);
    return tokens.access;
  }
}
