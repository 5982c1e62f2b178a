// The code samples of the page that shows the API.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { server } from "./helpers.js";

interface Call {
  operationId: string;
  "x-codeSamples": { lang: string; source: string }[];
}

const PACKAGE = fileURLToPath(new URL("../../", import.meta.url));
const COMPILER = "node_modules/typescript/bin/tsc";

test("the samples of the documentation compile", async () => {
  const response = await fetch(`${server()}/docs/openapi.json`);
  const { paths } = (await response.json()) as { paths: Record<string, Record<string, Call>> };
  const folder = `${PACKAGE}dist/samples`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const files: string[] = [];
  for (const call of Object.values(paths).flatMap((calls) => Object.values(calls))) {
    const sample = call["x-codeSamples"].find(({ lang }) => lang === "typescript");
    if (!sample) continue;
    const file = `${folder}/${call.operationId}.ts`;
    writeFileSync(file, sample.source);
    files.push(file);
  }
  assert.ok(files.length > 100);
  const options = ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext"];
  execFileSync(process.execPath, [COMPILER, ...options, ...files], { cwd: PACKAGE, stdio: "inherit" });
});
