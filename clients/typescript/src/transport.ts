// Sends requests: adds tokens, reattempts calls that are safe to repeat, and caches responses. It
// knows paths, but no members of bodies except the `id` of a chat message.
import { errorOf, parsed, ProblemError } from "./problem.js";
import type { TokenSource } from "./session.js";
import { sleep } from "./timers.js";

/** Time limits, in milliseconds. */
export interface TimeLimits {
  /** How long to retry one call, including waits. */
  retryTimeout: number;
  /** The timeout of one attempt. */
  timeout: number;
  /** How long a stream may be silent before the client reconnects. */
  streamTimeout: number;
}

/** Calls that create something and accept an idempotency key. */
const KEYED = [
  /\/v1\/(games|deals|players(\/guest)?|admin\/actions)$/,
  /\/v1\/games\/(reservations|[^/]+\/(invitations|rematch|reports|seats\/\d+\/extension))$/,
  /\/v1\/me\/(feeds|grants|holidays|passkeys|tokens|upgrade)$/,
  /\/v1\/me\/(push-subscriptions|webhooks)(\/[^/]+\/(secret|test))?$/,
];
/** Calls that are safe to repeat: a move has its `seq`, and a seat that you have stays yours. */
const REPEATABLE = [/\/v1\/games\/[^/]+\/(moves|seats)$/, /\/v1\/sessions\/refresh$/];
/** Statuses that leave open whether the server processed the request. */
const UNCERTAIN = [502, 503, 504];

const FIRST_WAIT = 200;
const LONGEST_WAIT = 10_000;
const CACHED_RESPONSES = 64;
const CACHED_BYTES = 256 * 1024;

interface StoredResponse {
  status: number;
  headers: Headers;
  body: ArrayBuffer;
}

export class Transport {
  private readonly cache = new Map<string, StoredResponse>();

  constructor(
    private readonly limits: TimeLimits,
    private readonly tokens?: TokenSource,
  ) {}

  /** Sends a request like `fetch`, but throws rejections. */
  async send(request: Request): Promise<Response> {
    if (isPost(request, KEYED) && !request.headers.has("Idempotency-Key")) {
      request.headers.set("Idempotency-Key", newKey());
    }
    const repeatable = await isRepeatable(request);
    const key = keyOf(request);
    const cached = key === undefined ? undefined : this.cache.get(key);
    const etag = cached?.headers.get("ETag");
    if (etag) request.headers.set("If-None-Match", etag);

    const deadline = Date.now() + this.limits.retryTimeout;
    let token = await this.tokens?.token();
    let renewed = false;
    for (let attempts = 0; ; attempts++) {
      if (token !== undefined) request.headers.set("Authorization", `Bearer ${token}`);
      const response = await this.attempt(request, repeatable);
      let failure: unknown;
      let retryAfter = 0;
      if (response instanceof Response) return response;
      if (response instanceof Error) {
        failure = response;
      } else if (response.status === 304 && cached !== undefined) {
        return responseOf(cached);
      } else if (response.status < 400) {
        if (key !== undefined) this.store(key, response);
        return responseOf(response);
      } else {
        const error = errorOf(response.status, new TextDecoder().decode(response.body));
        const code = error instanceof ProblemError ? error.code : undefined;
        if (code === "not-signed-in" && token !== undefined && !renewed) {
          const next = await this.tokens?.replace(token);
          if (next == null) throw error;
          token = next;
          renewed = true;
          continue;
        }
        // The server did not process a rate-limited request, and will soon have the response to one
        // that is under way. A retry does not repair a damaged game.
        const uncertain = UNCERTAIN.includes(response.status) && code !== "damaged-game";
        const willSucceed = response.status === 429 || code === "request-in-progress";
        if (!willSucceed && !(uncertain && repeatable)) throw error;
        failure = error;
        retryAfter = Number(response.headers.get("Retry-After") ?? 0) * 1000;
      }
      const backoff = Math.min(FIRST_WAIT * 2 ** attempts, LONGEST_WAIT);
      const wait = retryAfter + backoff * (0.5 + Math.random());
      if (Date.now() + wait > deadline) throw failure;
      await sleep(wait, request.signal);
    }
  }

  /**
   * Makes one attempt and reads the whole response, or only the head of a stream. Returns the error
   * if the attempt failed and may be repeated.
   */
  private async attempt(
    request: Request,
    repeatable: boolean,
  ): Promise<StoredResponse | Response | Error> {
    // A signal of our own: those of `AbortSignal.any` may be collected before they pass an abort
    // on.
    const controller = new AbortController();
    const late = new DOMException("the request timed out", "TimeoutError");
    const abort = (): void => controller.abort(request.signal.reason);
    const timer = setTimeout(() => controller.abort(late), this.limits.timeout);
    request.signal.addEventListener("abort", abort);
    try {
      request.signal.throwIfAborted();
      const response = await fetch(request.clone(), { signal: controller.signal });
      return isStream(response) ? response : await read(response);
    } catch (error) {
      if (error instanceof Error && repeatable && !request.signal.aborted) return error;
      throw error;
    } finally {
      clearTimeout(timer);
      request.signal.removeEventListener("abort", abort);
    }
  }

  private store(key: string, response: StoredResponse): void {
    this.cache.delete(key);
    const noStore = (response.headers.get("Cache-Control") ?? "").includes("no-store");
    if (noStore || !response.headers.has("ETag") || response.body.byteLength > CACHED_BYTES) return;
    this.cache.set(key, response);
    for (const oldest of this.cache.keys()) {
      if (this.cache.size <= CACHED_RESPONSES) break;
      this.cache.delete(oldest);
    }
  }
}

function isStream({ status, headers }: Response): boolean {
  return status === 200 && (headers.get("Content-Type") ?? "").startsWith("text/event-stream");
}

async function read(response: Response): Promise<StoredResponse> {
  return { status: response.status, headers: response.headers, body: await response.arrayBuffer() };
}

function responseOf({ status, headers, body }: StoredResponse): Response {
  return new Response(body.byteLength === 0 ? null : body, { status, headers });
}

/** Returns a random key. `randomUUID` needs HTTPS in browsers. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function isPost(request: Request, paths: RegExp[]): boolean {
  const { pathname } = new URL(request.url);
  return request.method === "POST" && paths.some((path) => path.test(pathname));
}

/** Whether a request is safe to repeat when its outcome is unknown. */
async function isRepeatable(request: Request): Promise<boolean> {
  if (request.method === "GET" || request.method === "HEAD") return true;
  // After a change with `If-Match`, the repetition would fail: the version has changed.
  if (request.method === "PUT") return !request.headers.has("If-Match");
  if (isPost(request, [/\/v1\/games\/[^/]+\/chat$/])) {
    const message = parsed(await request.clone().text());
    return typeof message === "object" && message !== null && "id" in message;
  }
  return isPost(request, REPEATABLE) || request.headers.has("Idempotency-Key");
}

/** Returns the cache key of a request, or undefined if the response is not cached here. */
function keyOf(request: Request): string | undefined {
  if (request.method !== "GET" || request.headers.has("If-None-Match")) return undefined;
  return `${request.headers.get("Accept-Language") ?? ""} ${request.url}`;
}
