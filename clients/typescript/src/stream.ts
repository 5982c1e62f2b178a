// Streams of events that resume after an interruption.
import type { components } from "./api.js";
import { sleep, Watchdog } from "./timers.js";
import type { TimeLimits, Transport } from "./transport.js";

/** How many milliseconds to wait before reconnecting, unless the server says otherwise. */
const RETRY = 3_000;

/** An event of a stream with its `id`. Another stream resumes behind it. */
export type WithId<E extends StreamEvent> = E & { id: string };
/** An event in the stream of a game. `event` determines the type of `data`. */
export type GameStreamEvent = WithId<components["schemas"]["GameStreamEvent"]>;
/** An event in the stream of a player. `event` determines the type of `data`. */
export type PlayerStreamEvent = WithId<components["schemas"]["PlayerStreamEvent"]>;

/** An event of a stream of many games. */
export type FollowedEvent = WithId<components["schemas"]["FollowedEvent"]>;

type StreamEvent = { event: string; data: unknown };

export interface StreamOptions {
  /** The `id` of an event. The stream starts behind it. */
  lastEventId?: string;
  /** Ends the stream, even while it waits. Leaving the loop ends it, too. */
  signal?: AbortSignal;
}

/** Yields the events of a stream, and reconnects as often as needed. Throws rejections. */
export async function* stream<E extends StreamEvent>(
  transport: Transport,
  url: URL,
  { streamTimeout }: TimeLimits,
  { lastEventId, signal }: StreamOptions,
): AsyncGenerator<WithId<E>, void, void> {
  let retry = RETRY;
  for (;;) {
    const headers = new Headers({ Accept: "text/event-stream" });
    if (lastEventId !== undefined) headers.set("Last-Event-ID", lastEventId);
    const { body } = await transport.send(new Request(url, { headers, ...(signal && { signal }) }));
    if (!body) throw new TypeError("a stream without a body");
    const reader = body.getReader();
    // A signal that passes an abort on may be collected first, so cancel the reader itself.
    const end = (): void => void reader.cancel().catch(() => {});
    const watchdog = new Watchdog(end, streamTimeout);
    signal?.addEventListener("abort", end);
    try {
      for await (const block of blocks(reader, () => watchdog.refresh())) {
        if (/^\d+$/.test(block.get("retry") ?? "")) retry = Number(block.get("retry"));
        const [id, event, data] = [block.get("id"), block.get("event"), block.get("data")];
        if (id === undefined || event === undefined || data === undefined) continue;
        lastEventId = id;
        // The contract guarantees the type.
        yield { id, event, data: JSON.parse(data) } as WithId<E>;
        watchdog.refresh();
      }
    } catch (error) {
      // Reconnect after a lost connection.
      if (error instanceof SyntaxError) throw error;
    } finally {
      watchdog.stop();
      signal?.removeEventListener("abort", end);
      end();
    }
    signal?.throwIfAborted();
    await sleep(retry, signal);
  }
}

/** Yields the fields of each complete block. */
async function* blocks(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  onData: () => void,
): AsyncGenerator<Map<string, string>, void, void> {
  let fields = new Map<string, string>();
  for await (const line of lines(reader, onData)) {
    if (line === "") {
      yield fields;
      fields = new Map();
      continue;
    }
    const [, name = "", value = ""] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    const before = name === "data" ? fields.get(name) : undefined;
    if (name !== "") fields.set(name, before === undefined ? value : `${before}\n${value}`);
  }
}

/** Yields complete lines, and calls `onData` whenever data arrives. */
async function* lines(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  onData: () => void,
): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onData();
    const whole = (rest + decoder.decode(value, { stream: true })).split("\n");
    rest = whole.pop() ?? "";
    for (const line of whole) yield line.replace(/\r$/, "");
  }
}
