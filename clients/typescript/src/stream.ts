// Streams of events that resume after an interruption.
import type { components } from "./api.js";
import { sleep, Watchdog } from "./timers.js";
import type { Manners, Transport } from "./transport.js";

/** How many milliseconds to wait before reconnecting, unless the server says otherwise. */
const RETRY = 3_000;

/** An event of a stream. With its `id` as `after`, another stream resumes behind it. */
export type Told<E extends { event: string; data: unknown }> = E & { id: string };
/** An event in the stream of a game. `event` determines the type of `data`. */
export type GameEvent = Told<components["schemas"]["GameEvent"]>;
/** An event in the stream of a player. `event` determines the type of `data`. */
export type PlayerEvent = Told<components["schemas"]["PlayerEvent"]>;

export interface Following {
  /** The `id` of an event. The stream starts behind it. */
  after?: string;
  /** Ends the stream, even while it waits. Leaving the loop ends it, too. */
  signal?: AbortSignal;
}

/** Yields the events of a stream, and reconnects as often as needed. Throws rejections. */
export async function* follow<E extends { event: string; data: unknown }>(
  transport: Transport,
  url: URL,
  { silence }: Manners,
  { after, signal }: Following,
): AsyncGenerator<Told<E>, void, void> {
  let retry = RETRY;
  for (;;) {
    const headers = new Headers({ Accept: "text/event-stream" });
    if (after !== undefined) headers.set("Last-Event-ID", after);
    const { body } = await transport.send(new Request(url, { headers, ...(signal && { signal }) }));
    if (!body) throw new TypeError("a stream without a body");
    const reader = body.getReader();
    // A signal that passes an abort on may be collected first, so cancel the reader itself.
    const end = (): void => void reader.cancel().catch(() => {});
    const watchdog = new Watchdog(end, silence);
    signal?.addEventListener("abort", end);
    try {
      for await (const block of blocks(reader, () => watchdog.refresh())) {
        if (/^\d+$/.test(block.get("retry") ?? "")) retry = Number(block.get("retry"));
        const [id, event, data] = [block.get("id"), block.get("event"), block.get("data")];
        if (id === undefined || event === undefined || data === undefined) continue;
        after = id;
        // The contract guarantees the type.
        yield { id, event, data: JSON.parse(data) } as Told<E>;
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
  heard: () => void,
): AsyncGenerator<Map<string, string>, void, void> {
  let fields = new Map<string, string>();
  for await (const line of lines(reader, heard)) {
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

/** Yields complete lines, and calls `heard` whenever data arrives. */
async function* lines(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  heard: () => void,
): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    heard();
    const whole = (rest + decoder.decode(value, { stream: true })).split("\n");
    rest = whole.pop() ?? "";
    for (const line of whole) yield line.replace(/\r$/, "");
  }
}
