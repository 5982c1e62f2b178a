#!/usr/bin/env node
// Puts the view library into src/vendor/, as its packages (pinned in package-lock.json) publish it: modules that browsers load as
// they are, which find each other by relative addresses. With --check it says whether what lies there is that.

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";

const here = (path) => new URL(path, import.meta.url);

/** Where a package's module becomes which file. */
const MODULES = {
  "preact": ["preact", "dist/preact.module.js", "preact.js"],
  "preact/hooks": ["preact", "hooks/dist/hooks.module.js", "hooks.js"],
  "@preact/signals-core": ["@preact/signals-core", "dist/signals-core.module.js", "signals-core.js"],
  "@preact/signals": ["@preact/signals", "dist/signals.module.js", "signals.js"],
  "lean-qr": ["lean-qr", "nano.mjs", "lean-qr.js"],
  "htm": ["htm", "dist/htm.module.js", "htm.js"],
};

/** The modules of Fluent, each after those that it imports. They become one file without comments and indents: compressed, that is half
 * as long. */
const FLUENT = ["types", "builtins", "memoizer", "scope", "resolver", "bundle", "resource"];

/** Fluent in one file. Its package has no copy of its licence, which is the one beside ours. */
function fluent() {
  const pack = "@fluent/bundle";
  const { version, license } = JSON.parse(readFileSync(here(`node_modules/${pack}/package.json`)));
  const modules = FLUENT.map((name) => readFileSync(here(`node_modules/${pack}/esm/${name}.js`), "utf8"));
  const text = modules.join("").replace(/^import .*\n|^ *\/\*\*[\s\S]*?\*\/\n|^ *\/\/.*\n|^ +/gm, "");
  return `// ${pack} ${version}, ${license}: see LICENSES.txt.\n${text}`;
}

/** The text of each file, and the checksums of all. */
function made() {
  const files = {};
  for (const [pack, path, file] of Object.values(MODULES)) {
    const { version, license } = JSON.parse(readFileSync(here(`node_modules/${pack}/package.json`)));
    const text = readFileSync(here(`node_modules/${pack}/${path}`), "utf8")
      .replace(/\n?\/\/# sourceMappingURL=.*\s*$/, "")
      .replace(/(from|import)\s*"([^".][^"]*)"/g, (_, word, name) => `${word} "./${MODULES[name][2]}"`);
    files[file] = `// ${pack} ${version}, ${license}: see LICENSES.txt.\n${text}\n`;
  }
  files["fluent.js"] = fluent();
  const licence = (pack) => `${pack}\n\n${readFileSync(here(`node_modules/${pack}/LICENSE`), "utf8").trim()}\n`;
  const licences = [...new Set(Object.values(MODULES).map(([pack]) => pack))].map(licence);
  licences.push(`@fluent/bundle\n\n${readFileSync(here("../LICENSE-APACHE"), "utf8").trim()}\n`);
  files["LICENSES.txt"] = licences.join("\n\n");
  const sum = (text) => createHash("sha256").update(text).digest("hex");
  files["SHA256SUMS"] = Object.entries(files)
    .map(([file, text]) => `${sum(text)}  ${file}\n`)
    .join("");
  return files;
}

const isCheck = process.argv.includes("--check");
let differ = false;
for (const [file, text] of Object.entries(made())) {
  const place = here(`src/vendor/${file}`);
  if (!isCheck) writeFileSync(place, text);
  else if (readFileSync(place, "utf8") !== text) {
    console.error(`src/vendor/${file} is not what its package publishes: run web/vendor.`);
    differ = true;
  }
}
process.exit(differ ? 1 : 0);
