// A server of a single test, which can be stopped and started again at the same address.
// TURNPIKE_BIN names the program.

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

  /** The address, which stays the same after a restart. */
  url = "";

  /** `more` returns further options for a server at an address. */
  constructor(more = () => []) {
    this.#more = more;
  }

  async start() {
    this.url ||= `http://127.0.0.1:${await freePort()}`;
    if (!this.#data) {
      this.#data = await mkdtemp(join(tmpdir(), "turnpike-"));
      // If the caller is root, PostgreSQL runs as another user, who needs access to this folder.
      await chmod(this.#data, 0o711);
    }
    const address = this.url.replace("http://", "");
    const options = ["--listen", address, "--data-dir", join(this.#data, "server"), "--log-format", "json", ...this.#more(this.url)];
    // No setting of anybody else's server is to be this one's.
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OTHERS.test(name)));
    const running = (this.#running = spawn(PROGRAM, options, { env, stdio: ["ignore", "ignore", "pipe"] }));
    const started = new Promise((resolve, reject) => {
      running.once("error", reject).once("exit", () => reject(new Error("the server did not start")));
      // Read all output, so that the pipe never blocks the server.
      createInterface({ input: running.stderr }).on("line", (line) => {
        if (line.startsWith("{") && JSON.parse(line).message === "listening") resolve();
      });
    });
    await started;
  }

  /** Runs `turnpike admin` on its data. */
  async admin(...words) {
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OTHERS.test(name)));
    const running = spawn(PROGRAM, ["admin", "--data-dir", join(this.#data, "server"), "--reason", "For a test.", ...words], {
      env,
      stdio: "inherit",
    });
    const [code] = await once(running, "exit");
    if (code !== 0) throw new Error(`turnpike admin ${words.join(" ")}: ${code}`);
  }

  async stop() {
    const running = this.#running;
    this.#running = null;
    if (running?.exitCode !== null) return;
    running.kill();
    await once(running, "exit");
  }

  /** Stops it permanently. */
  async end() {
    await this.stop();
    await rm(this.#data, { recursive: true, force: true });
  }
}
