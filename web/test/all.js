// Runs all tests, or those of the given files, in one browser. Prints the duration of each file.

import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { chromium } from "playwright-core";
import { LAUNCH } from "./helpers.js";

const here = new URL(".", import.meta.url).pathname;
const wanted = process.argv.slice(2).map((name) => basename(name));
const all = readdirSync(here).filter((name) => name.endsWith(".test.js"));
const files = (wanted.length ? wanted : all).sort();

const browser = await chromium.launchServer(LAUNCH);
process.env.BROWSER_ENDPOINT = browser.wsEndpoint();

/** Milliseconds that the tests of each file took. */
const took = new Map(files.map((name) => [name, 0]));
const add = ({ file, nesting, details }) => {
  const name = basename(file ?? "");
  if (nesting === 0 && took.has(name)) took.set(name, took.get(name) + details.duration_ms);
};
/** Stops a file whose program does not end, for example because a server still runs. */
const LIMIT = 900000;
const tests = run({ files: files.map((name) => here + name), concurrency: 1, timeout: LIMIT });
tests.on("test:pass", add);
tests.on("test:fail", (test) => {
  add(test);
  process.exitCode = 1;
});
tests.on("end", async () => {
  for (const [name, time] of [...took].sort(([, one], [, other]) => other - one)) console.log(`${(time / 1000).toFixed(1)} s: ${name}`);
  await browser.kill();
});
tests.compose(new spec()).pipe(process.stdout);
