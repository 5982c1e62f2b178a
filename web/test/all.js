// Runs all tests, file by file. Browsers, servers and bots share a machine: what fails is tried once more, and that is said; what
// fails twice has failed.

import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";

const here = new URL(".", import.meta.url);
const runs = (file) =>
  spawnSync(process.execPath, ["--test", "--test-concurrency=1", new URL(file, here).pathname], { stdio: "inherit" }).status === 0;

const failed = [];
for (const file of readdirSync(here)
  .filter((name) => name.endsWith(".test.js"))
  .sort()) {
  if (runs(file)) continue;
  console.log(`== ${file} failed, and is tried again`);
  if (!runs(file)) failed.push(file);
}
console.log(failed.length ? `== failed twice: ${failed.join(", ")}` : "== all files of tests have passed");
process.exit(failed.length ? 1 : 0);
