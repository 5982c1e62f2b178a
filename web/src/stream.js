// @ts-check
// Event streams, read from a `fetch`: `EventSource` cannot send the token.

/** The fields of an event: its `id`, its name and its data.
 * @typedef {{ id: string, event: string, data: any }} Told */

/** Milliseconds until the next connection, unless the server says otherwise. */
const RETRY = 3000;

/** Ends the waiting. A caller that has reached the server in another way calls it. */
const nudges = new EventTarget();

/** Reconnects all waiting streams at once. */
export const nudge = () => nudges.dispatchEvent(new Event("nudge"));

/** Waits, until it is over, or aborted, or there is a reason to try at once.
 * @param {number} span in milliseconds
 * @param {AbortSignal} signal
 * @returns {Promise<void>} */
const pause = (span, signal) =>
  new Promise((resume) => {
    const over = () => {
      clearTimeout(timer);
      nudges.removeEventListener("nudge", over);
      signal.removeEventListener("abort", over);
      resume();
    };
    const timer = setTimeout(over, span);
    nudges.addEventListener("nudge", over);
    signal.addEventListener("abort", over);
  });

/** The longest silence of a connection: the server sends something every quarter of a minute. */
const SILENCE = 45000;

/** Reads the lines of a response. Calls `heard` whenever data arrives.
 * @param {ReadableStreamDefaultReader<Uint8Array>} reader
 * @param {() => void} heard */
async function* lines(reader, heard) {
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

/** Follows a stream over as many connections as needed, until it is aborted. `open` opens a
 * connection that continues after the event with this id. An error that it throws is thrown, unless
 * it allows a retry.
 * @param {(after: string | null, signal: AbortSignal) => Promise<Response>} open
 * @param {(told: Told) => void} tell is called for each event
 * @param {(isOn: boolean) => void} state is called when a connection stands, and when it is gone
 * @param {AbortSignal} signal */
export async function follow(open, tell, state, signal) {
  /** @type {string | null} */
  let after = null;
  let retry = RETRY;
  for (let failures = 0; !signal.aborted;) {
    const connection = new AbortController();
    const end = () => connection.abort();
    signal.addEventListener("abort", end);
    let timer = setTimeout(end, SILENCE);
    const heard = () => {
      clearTimeout(timer);
      timer = setTimeout(end, SILENCE);
    };
    try {
      const answer = await open(after, connection.signal);
      if (!answer.body) throw new TypeError("a stream without a body");
      /** @type {Map<string, string>} */
      let fields = new Map();
      for await (const line of lines(answer.body.getReader(), heard)) {
        if (line !== "") {
          const [, name = "", value = ""] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
          const before = name === "data" ? fields.get(name) : undefined;
          if (name) fields.set(name, before === undefined ? value : `${before}\n${value}`);
          continue;
        }
        failures = 0;
        state(true);
        const [id, event, data] = ["id", "event", "data"].map((name) => fields.get(name));
        if (/^\d+$/.test(fields.get("retry") ?? "")) retry = Number(fields.get("retry"));
        fields = new Map();
        if (id === undefined || event === undefined || data === undefined) continue;
        after = id;
        tell({ id, event, data: JSON.parse(data) });
      }
    } catch (problem) {
      failures += 1;
      const status = /** @type {{ status?: number }} */ (problem).status;
      // A rejection would be repeated.
      if (status !== undefined && status >= 400 && status < 500 && status !== 429) throw problem;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      end();
      state(false);
    }
    if (!signal.aborted) await pause(Math.min(retry * 2 ** failures, 60000), signal);
  }
}
