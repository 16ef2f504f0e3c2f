import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { join } from "node:path";
import { startServer } from "./server.ts";

/** The files of a site by name. */
export type Files = ReadonlyMap<string, Buffer>;

/** The files of a site's folder. */
export function siteIn(folder: string) {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  return new Map(names.map((name) => [name, readFileSync(join(folder, name))]));
}

/** Answers a request in its own way; true where it has. */
export type Fault = (path: string, response: ServerResponse, file: Buffer | undefined) => boolean;

/** A host of a site, as a test wants it to be. */
export type TestOrigin = {
  url: string;
  /** The paths that were asked for, percent-decoded, and with what headers. */
  asked: { path: string; headers: IncomingHttpHeaders }[];
  /** What it holds; a test puts another site there. */
  files: Files;
  fault: Fault | undefined;
  /** Refuses connections from now on. */
  stop: () => void;
};

/**
 * How hosts find the file of a path: a bucket by its name, a static host by the site's rule, and
 * not otherwise.
 */
const HOSTS = {
  bucket: (files: Files, path: string) => files.get(path.slice(1)),
  "static host": (files: Files, path: string) => {
    if (path === "/") return files.get("index.html");
    const isDocument = path === "/health" || (path.startsWith("/v1") && !path.endsWith(".json"));
    if (isDocument || path === "/404") return files.get(`${path.slice(1)}.json`);
    if (path.startsWith("/v1") && path !== "/v1/openapi.json") return undefined;
    return path.endsWith(".html")
      ? undefined
      : (files.get(path.slice(1)) ?? files.get(`${path.slice(1)}.html`));
  },
};

/** Starts a host of a site on a port of its own, closed when the test ends. */
export async function startOrigin(files: Files, host: keyof typeof HOSTS = "bucket") {
  const { url, stop } = await startServer((request, response) => {
    // servers of files ignore queries
    const path = decodeURIComponent(request.url?.split("?")[0] ?? "/");
    origin.asked.push({ path, headers: request.headers });
    const file = HOSTS[host](origin.files, path);
    if (origin.fault?.(path, response, file)) return;
    if (file === undefined) return void response.writeHead(404).end("no such key");
    const etag = `"${createHash("md5").update(file).digest("hex")}"`;
    if (request.headers["if-none-match"] === etag) response.writeHead(304).end();
    else response.writeHead(200, { ETag: etag }).end(file);
  });
  const origin: TestOrigin = {
    url,
    asked: [],
    files,
    fault: undefined,
    stop,
  };
  return origin;
}
