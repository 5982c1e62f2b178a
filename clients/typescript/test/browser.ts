// Runs a module of an installed project in a browser, and fails if the module does:  node dist/test/browser.js first-move.js
// CHROMIUM names the browser (/usr/bin/chromium when it does not).
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, normalize } from "node:path";

const browser = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
if (!existsSync(browser)) {
  console.log(`there is no ${browser}: the package is not tried in a browser`);
  process.exit();
}

const imports = {
  "turnpike-client": "/node_modules/turnpike-client/dist/src/index.js",
  "openapi-fetch": "/node_modules/openapi-fetch/dist/index.mjs",
};
const page = `<!doctype html>
<script type="importmap">${JSON.stringify({ imports })}</script>
<script type="module">
  const end = (body) => fetch("/end", { method: "POST", body });
  import("/${process.argv[2]}").then(() => end(""), (error) => end(String(error)));
</script>`;

const server = createServer((request, response) => {
  const path = normalize(request.url ?? "/");
  if (request.method === "POST") {
    let error = "";
    request.setEncoding("utf8");
    request.on("data", (data: string) => (error += data)).on("end", () => end(error));
  } else if (path === "/") {
    response.setHeader("Content-Type", "text/html");
    response.end(page);
  } else if (existsSync(`.${path}`)) {
    response.setHeader("Content-Type", "text/javascript");
    response.end(readFileSync(`.${path}`));
  } else {
    response.writeHead(404).end();
  }
});
await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
const { port } = server.address() as AddressInfo;

const profile = mkdtempSync(join(tmpdir(), "browser-"));
const options = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", `--user-data-dir=${profile}`];
const child = spawn(browser, [...options, `http://127.0.0.1:${port}/`], { stdio: "ignore" });
const timer = setTimeout(() => end("the browser did not run the module within a minute"), 60_000);

/** Ends the browser, then this program; with an error, if there was one. */
function end(error: string): void {
  clearTimeout(timer);
  child.on("exit", () => remove(error));
  child.kill();
}

/** Removes the profile, and ends this program. Other processes of the browser may still write there. */
function remove(error: string, tries = 50): void {
  try {
    rmSync(profile, { recursive: true, force: true });
  } catch (problem) {
    if (!tries) throw problem;
    setTimeout(() => remove(error, tries - 1), 100);
    return;
  }
  console.log(error || "the browser ran the module");
  process.exit(error ? 1 : 0);
}
