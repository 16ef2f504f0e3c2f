import { connect } from "node:net";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";
import { type AuthTimes, openAuthorities } from "../../proxy/auth/authorities.ts";
import { readConfig } from "../../proxy/config.ts";
import { createCheckLimiter, createIdentify } from "../../proxy/gate/identify.ts";
import { type AppOptions, createApp } from "../../proxy/http/server.ts";
import { createMemoryWindows } from "../../proxy/limit/windows.ts";
import type { Catalog } from "../../proxy/site/catalog.ts";
import { loadCatalog } from "../../proxy/site/stored-catalog.ts";
import { createLogger, listen } from "../../proxy/start.ts";
import { SITES } from "./real-site.ts";

/** On a busy machine the services of the tests take their time. */
const PATIENT: AuthTimes = { jwks: { timeout: 30_000 }, introspection: { attempt: 30_000 } };

/**
 * Starts the proxy on a site with the given environment; it is closed when the test ends. `now`
 * replaces the clock of the windows, `options` the parts of the app, and `authTimes` how long
 * services that know credentials are waited for.
 */
export async function startProxy(
  site: string | (() => Catalog),
  env: Record<string, string> = {},
  now?: () => number,
  { authTimes, ...options }: Partial<AppOptions> & { authTimes?: AuthTimes } = {},
) {
  const config = configOf(typeof site === "string" ? { SITE: site, ...env } : env);
  const logs: string[] = [];
  const logger = createLogger(config, { write: (line) => void logs.push(line) });
  const catalog = typeof site === "string" ? await loadedOnce(config.site) : site;
  const authorities = await openAuthorities(
    config.auth,
    config.baseUrl ?? catalog().manifest.baseUrl,
    logger,
    {
      ...authTimes,
      jwks: { ...PATIENT.jwks, ...authTimes?.jwks },
      introspection: { ...PATIENT.introspection, ...authTimes?.introspection },
    },
  );
  const windows = options.windows ?? createMemoryWindows(config.limits.windowSeconds, now);
  const rejections = { windows, limit: config.limits.anonymous };
  const app = createApp({
    config,
    catalog,
    identify: createIdentify(authorities, rejections, createCheckLimiter(rejections)),
    windows,
    logger,
    ...options,
  });
  app.server.once("close", authorities.close);
  onTestFinished(() => app.close());
  const url = await listen(app, { host: "127.0.0.1", port: 0 });
  const connections = promisify(app.server.getConnections.bind(app.server));
  /** Has the system tell the server that it cannot accept a connection. */
  const failToAccept = (error: Error) => void app.server.emit("error", error);
  return { port: Number(new URL(url).port), url, logs, connections, failToAccept };
}

const loaded = new Map<string, Promise<Catalog>>();

/** Sites that are built for all tests do not change, so each worker loads them once. */
async function loadedOnce(site: string) {
  const loading = (site.startsWith(SITES) ? loaded.get(site) : undefined) ?? loadCatalog(site);
  loaded.set(site, loading);
  const catalog = await loading;
  return () => catalog;
}

/** The settings of an environment that must be good. */
export function configOf(env: Record<string, string>) {
  const read = readConfig(env);
  if ("problems" in read) throw new Error(read.problems.join("\n"));
  return read.config;
}

/** An answer as received over the wire. */
export type RawAnswer = { status: number; headers: Map<string, string>; body: string };

/**
 * Sends bytes over a socket of their own and reads until the server closes it, so that nothing
 * between the test and the server rewrites the path. Header names of the answer are lower-cased.
 * Send `Connection: close` with well-formed requests.
 */
export function sendRaw(port: number, request: string | Buffer): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(request));
    const chunks: Buffer[] = [];
    socket.setTimeout(10_000, () =>
      socket.destroy(new Error("the server neither answered nor closed the connection")),
    );
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("error", reject);
    socket.on("close", () => resolve(parseAnswer(Buffer.concat(chunks))));
  });
}

/** `GET` (or another method) of a path exactly as given. */
export function getRaw(
  port: number,
  path: string,
  headers: Record<string, string> = {},
  method = "GET",
) {
  const lines = Object.entries({ Host: "test", Connection: "close", ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return sendRaw(port, `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n`);
}

function parseAnswer(bytes: Buffer) {
  const end = bytes.indexOf("\r\n\r\n");
  const [start = "", ...lines] = bytes.subarray(0, end).toString("latin1").split("\r\n");
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : `${before}, ${value}`); // RFC 9110 §5.2
  }
  return { status: Number(start.split(" ")[1]), headers, body: bytes.subarray(end + 4).toString() };
}
