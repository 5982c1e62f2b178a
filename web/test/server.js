// A server of a test's own, which can be stopped and started again where it was: TURNPIKE_BIN names the program.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const PROGRAM = process.env.TURNPIKE_BIN ?? new URL("../../target/debug/turnpike", import.meta.url).pathname;
const OTHERS = /^(TURNPIKE_.*|DATABASE_URL|SMTP_URL)$/;

/** The ports to choose from. Systems give programs that ask for any port higher ones. */
const [LOWEST, HIGHEST] = [20000, 32000];

/** A port that no program listens on. */
export async function freePort() {
  for (;;) {
    const port = LOWEST + Math.floor((HIGHEST - LOWEST) * Math.random());
    const server = createServer().listen(port, "127.0.0.1");
    const isFree = await once(server, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, "close");
    return port;
  }
}

export class Server {
  #data = "";
  #running = null;
  #more;

  /** Where it is reached; the same after it was started again. */
  url = "";

  /** `more` returns further options for a server at an address. */
  constructor(more = () => []) {
    this.#more = more;
  }

  async start() {
    this.url ||= `http://127.0.0.1:${await freePort()}`;
    if (!this.#data) {
      this.#data = await mkdtemp(join(tmpdir(), "turnpike-"));
      // Under root its PostgreSQL runs as another user, who has to get through.
      await chmod(this.#data, 0o711);
    }
    const address = this.url.replace("http://", "");
    const options = ["--listen", address, "--data-dir", join(this.#data, "server"), "--log-format", "json", ...this.#more(this.url)];
    // No setting of anybody else's server is to be this one's.
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OTHERS.test(name)));
    const running = (this.#running = spawn(PROGRAM, options, { env, stdio: ["ignore", "ignore", "pipe"] }));
    const started = new Promise((resolve, reject) => {
      running.once("error", reject).once("exit", () => reject(new Error("the server did not start")));
      // All that it tells is read to the end, so that nothing stands in its way.
      createInterface({ input: running.stderr }).on("line", (line) => {
        if (line.startsWith("{") && JSON.parse(line).message === "listening") resolve();
      });
    });
    await started;
  }

  async stop() {
    const running = this.#running;
    this.#running = null;
    if (running?.exitCode !== null) return;
    running.kill();
    await once(running, "exit");
  }

  /** Stops it for good. */
  async end() {
    await this.stop();
    await rm(this.#data, { recursive: true, force: true });
  }
}
