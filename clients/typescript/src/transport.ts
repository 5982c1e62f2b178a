// Sends requests: adds tokens, retries calls that are safe to repeat, and caches responses. It
// knows paths, but no members of bodies except the `id` of a chat message.
import { errorOf, parsed, ProblemError } from "./problem.js";
import type { Bearer } from "./session.js";
import { sleep } from "./timers.js";

/** Time limits, in milliseconds. */
export interface Manners {
  /** How long to retry one call, including waits. */
  patience: number;
  /** The timeout of one attempt. */
  timeout: number;
  /** How long a stream may be silent before the client reconnects. */
  silence: number;
}

/** Calls that create something and accept an idempotency key. */
const KEYED = [
  /\/v1\/(games|deals|players(\/guest)?|admin\/acts)$/,
  /\/v1\/games\/(reservations|[^/]+\/(invitations|rematch|reports|seats\/\d+\/extension))$/,
  /\/v1\/me\/(feeds|grants|holidays|keep|passkeys|tokens|(push|webhooks)(\/[^/]+\/(secret|test))?)$/,
];
/** Calls that are safe to repeat: a move has its `seq`, and a seat that you have stays yours. */
const REPEATABLE = [/\/v1\/games\/[^/]+\/(moves|seats)$/, /\/v1\/sessions\/refresh$/];
/** Statuses that leave open whether the server processed the request. */
const IN_DOUBT = [502, 503, 504];

const FIRST_WAIT = 200;
const LONGEST_WAIT = 10_000;
const KEPT_ANSWERS = 64;
const KEPT_BYTES = 256 * 1024;

interface Answer {
  status: number;
  headers: Headers;
  body: ArrayBuffer;
}

export class Transport {
  private readonly kept = new Map<string, Answer>();

  constructor(
    private readonly manners: Manners,
    private readonly bearer?: Bearer,
  ) {}

  /** Sends a request like `fetch`, but throws rejections. */
  async send(request: Request): Promise<Response> {
    if (isPost(request, KEYED) && !request.headers.has("Idempotency-Key")) {
      request.headers.set("Idempotency-Key", newKey());
    }
    const repeatable = await isRepeatable(request);
    const key = keyOf(request);
    const kept = key === undefined ? undefined : this.kept.get(key);
    const etag = kept?.headers.get("ETag");
    if (etag) request.headers.set("If-None-Match", etag);

    const until = Date.now() + this.manners.patience;
    let token = await this.bearer?.token();
    let renewed = false;
    for (let tries = 0; ; tries++) {
      if (token !== undefined) request.headers.set("Authorization", `Bearer ${token}`);
      const answer = await this.attempt(request, repeatable);
      let failure: unknown;
      let least = 0;
      if (answer instanceof Response) return answer;
      if (answer instanceof Error) {
        failure = answer;
      } else if (answer.status === 304 && kept !== undefined) {
        return responseOf(kept);
      } else if (answer.status < 400) {
        if (key !== undefined) this.keep(key, answer);
        return responseOf(answer);
      } else {
        const error = errorOf(answer.status, new TextDecoder().decode(answer.body));
        const code = error instanceof ProblemError ? error.code : undefined;
        if (code === "not-signed-in" && token !== undefined && !renewed) {
          const other = await this.bearer?.instead(token);
          if (other == null) throw error;
          token = other;
          renewed = true;
          continue;
        }
        // The server did not process a rate-limited request, and will soon have the response to one
        // that is under way. A retry does not repair a damaged game.
        const inDoubt = IN_DOUBT.includes(answer.status) && code !== "damaged-game";
        const comesBack = answer.status === 429 || code === "request-in-progress";
        if (!comesBack && !(inDoubt && repeatable)) throw error;
        failure = error;
        least = Number(answer.headers.get("Retry-After") ?? 0) * 1000;
      }
      const wait = least + Math.min(FIRST_WAIT * 2 ** tries, LONGEST_WAIT) * (0.5 + Math.random());
      if (Date.now() + wait > until) throw failure;
      await sleep(wait, request.signal);
    }
  }

  /**
   * Makes one attempt and reads the whole response, or only the head of a stream. Returns the error
   * if the attempt failed and may be repeated.
   */
  private async attempt(request: Request, repeatable: boolean): Promise<Answer | Response | Error> {
    // A signal of our own: those of `AbortSignal.any` may be collected before they pass an abort
    // on.
    const ends = new AbortController();
    const late = (): void => ends.abort(new DOMException("the request timed out", "TimeoutError"));
    const abort = (): void => ends.abort(request.signal.reason);
    const timer = setTimeout(late, this.manners.timeout);
    request.signal.addEventListener("abort", abort);
    try {
      request.signal.throwIfAborted();
      const response = await fetch(request.clone(), { signal: ends.signal });
      return isStream(response) ? response : await read(response);
    } catch (error) {
      if (error instanceof Error && repeatable && !request.signal.aborted) return error;
      throw error;
    } finally {
      clearTimeout(timer);
      request.signal.removeEventListener("abort", abort);
    }
  }

  private keep(key: string, answer: Answer): void {
    this.kept.delete(key);
    const changing = (answer.headers.get("Cache-Control") ?? "").includes("no-store");
    if (changing || !answer.headers.has("ETag") || answer.body.byteLength > KEPT_BYTES) return;
    this.kept.set(key, answer);
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= KEPT_ANSWERS) break;
      this.kept.delete(oldest);
    }
  }
}

function isStream({ status, headers }: Response): boolean {
  return status === 200 && (headers.get("Content-Type") ?? "").startsWith("text/event-stream");
}

async function read(response: Response): Promise<Answer> {
  return { status: response.status, headers: response.headers, body: await response.arrayBuffer() };
}

function responseOf({ status, headers, body }: Answer): Response {
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
