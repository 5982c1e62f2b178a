#!/usr/bin/env node
// Serves the pages' files as they lie in src/, in front of a server that runs, so that a change is seen by loading the page again:
//
//     node dev.js http://127.0.0.1:8080 8081

import { existsSync, readFileSync } from "node:fs";
import { createServer, request } from "node:http";

const [server = "http://127.0.0.1:8080", port = "8081"] = process.argv.slice(2);
const src = new URL("src/", import.meta.url);
const TEXT = { css: "text/css", ftl: "text/plain", js: "text/javascript", txt: "text/plain" };
const MEDIA = {
  ...Object.fromEntries(Object.entries(TEXT).map(([ending, media]) => [ending, `${media}; charset=utf-8`])),
  svg: "image/svg+xml",
  woff2: "font/woff2",
};

/** A file as the server serves it: sheets that page.css imports are parts of it. */
function read(file) {
  const bytes = readFileSync(file);
  if (!file.pathname.endsWith("/page.css")) return bytes;
  return bytes.toString().replace(/^@import "(.*)";$/gm, (_, name) => readFileSync(new URL(name, file), "utf8"));
}

createServer((asked, answer) => {
  const name = /^\/web\/[^/]+\/([\w/.-]+)/.exec(asked.url ?? "")?.[1];
  const file = name && new URL(name, src);
  const media = name && MEDIA[name.split(".").at(-1)];
  if (media && file.pathname.startsWith(src.pathname) && existsSync(file)) {
    answer.writeHead(200, { "Content-Type": media, "Cache-Control": "no-store" });
    return answer.end(read(file));
  }
  const passed = request(new URL(asked.url, server), { method: asked.method, headers: asked.headers }, (from) => {
    answer.writeHead(from.statusCode, from.headers);
    from.pipe(answer);
  });
  passed.on("error", () => answer.destroy());
  answer.on("close", () => passed.destroy());
  asked.pipe(passed);
}).listen(Number(port), "127.0.0.1", () => console.log(`http://127.0.0.1:${port}`));
