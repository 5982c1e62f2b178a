// Streams of events, which go on where they broke off.
import { setTimeout as sleep } from "node:timers/promises";
import type { components } from "./api.js";
import type { Manners, Transport } from "./transport.js";

/** For how long to wait before coming again, in milliseconds, where the server has not said. */
const RETRY = 3_000;

/** An event of a stream; with its `id`, as `after`, another stream goes on behind it. */
export type Told<E extends { event: string; data: unknown }> = E & { id: string };
/** What the stream of a game tells; `event` says what `data` is. */
export type GameEvent = Told<components["schemas"]["GameEvent"]>;
/** What the stream of a player tells; `event` says what `data` is. */
export type PlayerEvent = Told<components["schemas"]["PlayerEvent"]>;

export interface Following {
  /** The `id` of an event: what follows it is told. */
  after?: string;
  /** Ends the stream, also while nothing comes; leaving a loop does so too. */
  signal?: AbortSignal;
}

/** The events of a stream, of as many connections as it takes. Throws what the server refuses. */
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
    // A signal that passes an abort on may be gone before it does: the reader itself is told.
    const end = (): void => void reader.cancel().catch(() => {});
    const timer = setTimeout(end, silence).unref();
    signal?.addEventListener("abort", end);
    try {
      for await (const block of blocks(reader, () => timer.refresh())) {
        if (/^\d+$/.test(block.get("retry") ?? "")) retry = Number(block.get("retry"));
        const [id, event, data] = [block.get("id"), block.get("event"), block.get("data")];
        if (id === undefined || event === undefined || data === undefined) continue;
        after = id;
        // It is what the contract says that it is.
        yield { id, event, data: JSON.parse(data) } as Told<E>;
        timer.refresh();
      }
    } catch (error) {
      // A connection that breaks off is followed by another.
      if (error instanceof SyntaxError) throw error;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      end();
    }
    signal?.throwIfAborted();
    await sleep(retry, undefined, { signal });
  }
}

/** The fields of each block; what is cut is none. */
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

/** Whole lines; `heard` is called whenever something comes. */
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
