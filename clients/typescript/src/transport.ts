// How requests get there: with a token, again after a failure where that is safe, and without
// sending what has not changed. Knows paths, but no bodies beyond the `id` of a message.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { errorOf, parsed, ProblemError } from "./problem.js";
import type { Bearer } from "./session.js";

/** How long a client goes on, in milliseconds. */
export interface Manners {
  /** How long one call is tried again, waits included. */
  patience: number;
  /** How long one try may take. */
  timeout: number;
  /** After how long without a line a stream is taken to be dead, and begun anew. */
  silence: number;
}

/** Calls that make something, and take a key under which they make it once. */
const KEYED = [
  /\/v1\/(games|deals|players(\/guest)?|admin\/acts)$/,
  /\/v1\/games\/(reservations|[^/]+\/(invitations|rematch|reports|seats\/\d+\/extension))$/,
  /\/v1\/me\/(feeds|grants|holidays|keep|passkeys|tokens|(push|webhooks)(\/[^/]+\/(secret|test))?)$/,
];
/** Calls that do the same once when they are repeated: a move has its `seq`, a seat is yours already. */
const REPEATABLE = [/\/v1\/games\/[^/]+\/(moves|seats)$/, /\/v1\/sessions\/refresh$/];
/** Statuses that leave open whether something was done. */
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

  /** Sends a request as `fetch` does, but throws what the server refuses. */
  async send(request: Request): Promise<Response> {
    if (isPost(request, KEYED) && !request.headers.has("Idempotency-Key")) {
      request.headers.set("Idempotency-Key", randomUUID());
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
        // What is asked too often was not done; what is under way has an answer soon. A damaged game is not mended by asking again.
        const inDoubt = IN_DOUBT.includes(answer.status) && code !== "damaged-game";
        const comesBack = answer.status === 429 || code === "under-way";
        if (!comesBack && !(inDoubt && repeatable)) throw error;
        failure = error;
        least = Number(answer.headers.get("Retry-After") ?? 0) * 1000;
      }
      const wait = least + Math.min(FIRST_WAIT * 2 ** tries, LONGEST_WAIT) * (0.5 + Math.random());
      if (Date.now() + wait > until) throw failure;
      await sleep(wait, undefined, { signal: request.signal });
    }
  }

  /**
   * One try, up to the end of the answer, or where that is a stream to its beginning; the error where it failed and
   * another may be made.
   */
  private async attempt(request: Request, repeatable: boolean): Promise<Answer | Response | Error> {
    // One signal of our own: those that `AbortSignal.any` makes may be gone before they pass an abort on.
    const ends = new AbortController();
    const late = (): void => ends.abort(new DOMException("it took too long", "TimeoutError"));
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

function isPost(request: Request, paths: RegExp[]): boolean {
  const { pathname } = new URL(request.url);
  return request.method === "POST" && paths.some((path) => path.test(pathname));
}

/** Whether a request may be sent again when nobody knows what became of it. */
async function isRepeatable(request: Request): Promise<boolean> {
  if (request.method === "GET" || request.method === "HEAD") return true;
  // Of a change to a known version, the repetition would be refused as a change of another one.
  if (request.method === "PUT") return !request.headers.has("If-Match");
  if (isPost(request, [/\/v1\/games\/[^/]+\/chat$/])) {
    const message = parsed(await request.clone().text());
    return typeof message === "object" && message !== null && "id" in message;
  }
  return isPost(request, REPEATABLE) || request.headers.has("Idempotency-Key");
}

/** Under what the answer to a request is kept, where that is for us to do. */
function keyOf(request: Request): string | undefined {
  if (request.method !== "GET" || request.headers.has("If-None-Match")) return undefined;
  return `${request.headers.get("Accept-Language") ?? ""} ${request.url}`;
}
