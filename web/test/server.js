// A server of a test's own, which can be stopped and started again where it was: TURNPIKE_BIN names the program.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const PROGRAM = process.env.TURNPIKE_BIN ?? new URL("../../target/debug/turnpike", import.meta.url).pathname;
const OTHERS = /^(TURNPIKE_.*|DATABASE_URL|SMTP_URL)$/;

export class Server {
  #data = "";
  #running = null;

  /** Where it is reached; the same after it was started again. */
  url = "";

  async start() {
    if (!this.#data) {
      this.#data = await mkdtemp(join(tmpdir(), "turnpike-"));
      // Under root its PostgreSQL runs as another user, who has to get through.
      await chmod(this.#data, 0o711);
    }
    const address = this.url ? this.url.replace("http://", "") : "127.0.0.1:0";
    const options = ["--listen", address, "--data-dir", join(this.#data, "server"), "--log-format", "json"];
    // No setting of anybody else's server is to be this one's.
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OTHERS.test(name)));
    const running = (this.#running = spawn(PROGRAM, options, { env, stdio: ["ignore", "ignore", "pipe"] }));
    const found = new Promise((resolve, reject) => {
      running.once("error", reject).once("exit", () => reject(new Error("the server did not start")));
      // All that it tells is read to the end, so that nothing stands in its way.
      createInterface({ input: running.stderr }).on("line", (line) => {
        const { message, address } = line.startsWith("{") ? JSON.parse(line) : {};
        if (message === "listening") resolve(address);
      });
    });
    this.url = `http://${await found}`;
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
