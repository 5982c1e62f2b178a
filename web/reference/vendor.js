#!/usr/bin/env node
// Puts the bundle that shows the API (/docs/) into ../src/vendor/scalar/, as its package (pinned in package-lock.json) publishes it, but
// compressed. With --check it says whether what lies there is that. It is a package of its own, because it brings 300 others, which no
// other check needs: `npm ci --ignore-scripts && node vendor.js`. Later versions need a newer Node and are half as large again.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";

const here = (path) => new URL(path, import.meta.url);
const PACKAGE = "@scalar/api-reference";
const BUNDLE = "reference.js.gz";

const browser = `node_modules/${PACKAGE}/dist/browser`;
const manifest = (folder) => JSON.parse(readFileSync(here(`${folder}/package.json`)));

/** Returns the folders of the packages of which the bundle contains modules. */
function bundled() {
  const { modules } = JSON.parse(readFileSync(here(`${browser}/webpack-stats.json`)));
  const found = modules.flatMap(({ name }) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(name)?.[1] ?? []);
  const names = [...new Set([PACKAGE, ...found])].sort();
  return names.map((name) => `node_modules/${name}`).filter((folder) => existsSync(here(`${folder}/package.json`)));
}

/** Returns the licence of a package. Some packages only name it. */
function licence(folder) {
  const { name, version, license } = manifest(folder);
  const file = readdirSync(here(folder)).find((it) => /^licen[cs]e/i.test(it));
  const text = file ? `\n\n${readFileSync(here(`${folder}/${file}`), "utf8").trim()}` : "";
  return `${name} ${version}, ${license ?? "without the name of a licence"}${text}\n`;
}

/** The files, uncompressed. */
function made() {
  const files = {
    [BUNDLE]: readFileSync(here(`${browser}/standalone.js`)),
    "LICENSES.txt": Buffer.from(bundled().map(licence).join("\n\n")),
  };
  const sum = (text) => createHash("sha256").update(text).digest("hex");
  const sums = Object.entries(files).map(([file, text]) => `${sum(text)}  ${file.replace(/\.gz$/, "")}\n`);
  return { ...files, SHA256SUMS: Buffer.from(sums.join("")) };
}

const isCheck = process.argv.includes("--check");
let differ = false;
mkdirSync(here("../src/vendor/scalar"), { recursive: true });
for (const [file, text] of Object.entries(made())) {
  const place = here(`../src/vendor/scalar/${file}`);
  const isZipped = file.endsWith(".gz");
  if (!isCheck) writeFileSync(place, isZipped ? gzipSync(text, { level: 9 }) : text);
  // Another version of zlib may compress the same text otherwise.
  else if (!(isZipped ? gunzipSync(readFileSync(place)) : readFileSync(place)).equals(text)) {
    console.error(`src/vendor/scalar/${file} is not what its package publishes: run web/reference/vendor.js.`);
    differ = true;
  }
}
process.exit(differ ? 1 : 0);
