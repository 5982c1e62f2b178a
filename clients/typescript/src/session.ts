import type { components } from "./api.js";

/** The tokens of a session: plain data, to be stored as JSON and given to `Turnpike.resume`. */
export interface Tokens {
  access: string;
  refresh: string;
  /** When the access token ends, in milliseconds since 1970 by this machine's clock. */
  endsAt: number;
  /** Send it when the same player signs in again on this device. */
  device?: string;
}

/** Renewed this long before its end, a token is not refused on its way. */
const EARLY = 30_000;

export function tokensOf(session: components["schemas"]["SessionBody"], before?: Tokens): Tokens {
  const device = session.device_token ?? before?.device;
  return {
    access: session.access_token,
    refresh: session.refresh_token,
    endsAt: Date.now() + session.expires_in * 1000,
    ...(device === undefined ? {} : { device }),
  };
}

/** What goes into the `Authorization` header. */
export interface Bearer {
  /** A token that is good, as far as this side knows. */
  token(): Promise<string>;
  /** Another than the one that was refused; null where there is none to be had. */
  instead(refused: string): Promise<string | null>;
}

/** A personal access token: it is good until it ends. */
export class PersonalToken implements Bearer {
  constructor(private readonly secret: string) {}

  async token(): Promise<string> {
    return this.secret;
  }

  async instead(): Promise<null> {
    return null;
  }
}

/** A session, whose refresh token is good for one use: however many calls wait, one refreshes. */
export class Session implements Bearer {
  private renewal: Promise<string> | undefined;

  /**
   * @param refresh asks for new tokens
   * @param keep is awaited with the new tokens before any call uses them
   */
  constructor(
    private tokens: Tokens,
    private readonly refresh: (tokens: Tokens) => Promise<Tokens>,
    private readonly keep: (tokens: Tokens) => void | Promise<void>,
  ) {}

  async token(): Promise<string> {
    return Date.now() < this.tokens.endsAt - EARLY ? this.tokens.access : this.renewed();
  }

  async instead(refused: string): Promise<string> {
    return refused === this.tokens.access ? this.renewed() : this.token();
  }

  private renewed(): Promise<string> {
    this.renewal ??= this.renew().finally(() => {
      this.renewal = undefined;
    });
    return this.renewal;
  }

  private async renew(): Promise<string> {
    const tokens = await this.refresh(this.tokens);
    // The old one is used up: from here on the new one is what there is, stored or not.
    this.tokens = tokens;
    await this.keep(tokens);
    return tokens.access;
  }
}
