import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import type { Logger } from "pino";
import { KeyFileError } from "../build/keys/key-file.ts";
import { printableAddress } from "../build/schema/printable-address.ts";
import type { Config } from "./config.ts";
import type { SharedWindows } from "./limit/shared-windows.ts";
import { openBackend } from "./open-backend.ts";
import { type App, createApp } from "./server.ts";
import { SiteError } from "./site/catalog.ts";
import { type Exposition, listenForMetrics, MetricsPortError } from "./watch/listen.ts";
import type { Metrics, Watched } from "./watch/metrics.ts";

/** A proxy that does not listen yet. */
export type Proxy = {
  app: App;
  /** What it serves, in words. */
  serving: string;
  /** Makes it look at its site at once. */
  look: () => void;
  /** What it measures, where metrics are asked for. */
  metrics: Metrics | undefined;
};

/** Opens everything the settings name; windows as `openBackend` says. */
export async function openProxy(
  config: Config,
  logger: Logger,
  given?: SharedWindows,
): Promise<Proxy> {
  const { answersOf, auth, close, identify, shared, site, windows } = await openBackend(
    config,
    logger,
    given,
  );
  const metrics = await measure(config, {
    site: () => ({
      ...site.current().manifest,
      takenOverAt: site.takenOverAt(),
      trouble: site.trouble(),
    }),
    windows: windows.size,
    store: () => shared && { isShared: shared.isShared() },
    auth,
    connections: () => promisify(app.server.getConnections).call(app.server),
  });
  const app = createApp({
    config,
    catalog: site.current,
    answersOf,
    identify,
    windows,
    logger,
    onAnswered: metrics?.onAnswered,
  });
  app.server.once("close", close);
  const { patch, version } = site.current().manifest;
  const serving = `serving ${printableAddress(config.site)} (patch ${patch}, version ${version})`;
  return { app, serving, look: () => void site.look(true), metrics };
}

/** Measuring costs something, if little: what does it is not even loaded unless it is asked for. */
async function measure({ metricsPort }: Config, watched: Watched): Promise<Metrics | undefined> {
  if (metricsPort === undefined) return undefined;
  const { createMetrics } = await import("./watch/metrics.ts");
  return createMetrics(watched);
}

/**
 * Serves metrics at the port that the settings name, if they do, until the returned function is
 * called.
 */
export async function expose(
  { metricsHost, metricsPort }: Config,
  exposition: Exposition | undefined,
  logger: Logger,
): Promise<() => void> {
  if (metricsPort === undefined || exposition === undefined) return () => undefined;
  const { url, close } = await listenForMetrics(metricsHost, metricsPort, exposition);
  logger.info(`metrics at ${url}`);
  return close;
}

/**
 * So many connections may wait to be accepted; the system may allow fewer. With Node's 511 those
 * beside a flood are dropped, and try again only seconds later.
 */
const MOST_WAITING = 4_096;

/** Listens where the settings say, and returns the address. */
export async function listen(
  app: App,
  { host, port }: Pick<Config, "host" | "port">,
): Promise<string> {
  await closeOnFailure(app, app.ready());
  app.server.listen(port, host, MOST_WAITING);
  await closeOnFailure(app, once(app.server, "listening"));
  return urlOf(app.server.address() as AddressInfo);
}

/** Where a server that listens everywhere is reached on its own machine. */
const OWN: Record<string, string | undefined> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

function urlOf({ address, port }: AddressInfo): string {
  const host = OWN[address] ?? address;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** What a step of the start gives; where it fails, nothing stays open. */
export async function closeOnFailure<T>(app: App, step: Promise<T>): Promise<T> {
  try {
    return await step;
  } catch (error) {
    await app.close();
    throw error;
  }
}

/**
 * Does what a start needs, and says whether it was done. What is wrong with the settings is one
 * line each, and exit code 1.
 */
export async function refuseOnFailure(
  { host, port, site }: Config,
  start: () => Promise<void>,
): Promise<boolean> {
  try {
    await start();
    return true;
  } catch (error) {
    if (error instanceof SiteError)
      refuseToStart([`SITE: ${error.message.replaceAll(site, printableAddress(site))}`]);
    else if (error instanceof KeyFileError) refuseToStart([`API_KEYS_FILE: ${error.message}`]);
    else if (error instanceof MetricsPortError) refuseToStart([`METRICS_PORT: ${error.message}`]);
    else if (isListenError(error))
      refuseToStart([`HOST, PORT: ${host}:${port} cannot be listened on: ${error.message}`]);
    else throw error;
    return false;
  }
}

export function refuseToStart(lines: readonly string[]): void {
  process.stderr.write(`${lines.join("\n")}\n`);
  process.exitCode = 1;
}

/** How long requests in flight may take to finish after the signal to close, in milliseconds. */
export const GRACE_MS = 10_000;

/** How long connections that are kept may bring their last request, in milliseconds. */
const LAST_REQUEST_MS = 1_000;

/**
 * The first signal lets requests in flight finish, for a while, after listening on for `listenMs`;
 * a second one does not wait. Returns what the first signal does.
 */
export function closeOnSignal(
  { close, server }: App,
  logger: Logger,
  listenMs: () => number,
): () => void {
  let isClosing = false;
  const closeGently = (signal?: NodeJS.Signals) => {
    isClosing = true;
    logger.info({ signal }, "closing");
    const grace = { listenMs: listenMs(), answerMs: LAST_REQUEST_MS };
    setTimeout(() => server.closeAllConnections(), GRACE_MS + grace.listenMs).unref();
    void close(grace).then(exitSoon);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => (isClosing ? process.exit(1) : closeGently(signal)));
  }
  return () => {
    if (!isClosing) closeGently();
  };
}

/** How long what has been logged may take to be written when everything else has ended. */
const LAST_WORDS_MS = 500;

/** Ends the process, also where its log is not read. */
export function exitSoon(): void {
  setTimeout(() => process.exit(), LAST_WORDS_MS).unref();
}

/** `bind` is what it is called where one process listens for several. */
const LISTENING: ReadonlySet<unknown> = new Set(["listen", "bind", "getaddrinfo"]);

function isListenError(error: unknown): error is Error {
  return error instanceof Error && "syscall" in error && LISTENING.has(error.syscall);
}
