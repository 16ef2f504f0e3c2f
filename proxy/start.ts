import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import type { Logger } from "pino";
import { KeyFileError } from "../build/keys/key-file.ts";
import { printableAddress } from "../build/schema/printable-address.ts";
import type { Config } from "./config.ts";
import type { SharedWindows } from "./limit/shared-windows.ts";
import { openBackend } from "./open-backend.ts";
import { type App, type CloseOptions, createApp } from "./server.ts";
import { SiteError } from "./site/catalog.ts";
import { type Exposition, listenForMetrics, MetricsPortError } from "./watch/listen.ts";
import type { Metrics, Watched } from "./watch/metrics.ts";

/** A proxy that does not listen yet. */
export type Proxy = {
  app: App;
  /** What it serves, as text for the log. */
  serving: string;
  /** Looks at the site at once. */
  look: () => void;
  /** The metrics. Undefined if METRICS_PORT is not set. */
  metrics: Metrics | undefined;
};

/** Opens everything that the settings name. `given` are windows, as in `openBackend`. */
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

/** Creates the metrics. Their module is loaded only if METRICS_PORT is set. */
async function measure({ metricsPort }: Config, watched: Watched): Promise<Metrics | undefined> {
  if (metricsPort === undefined) return undefined;
  const { createMetrics } = await import("./watch/metrics.ts");
  return createMetrics(watched);
}

/**
 * Serves metrics at METRICS_PORT, if that is set, until the returned function is called.
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
 * The most connections that wait to be accepted. The system may allow fewer. With Node's default of
 * 511, a flood makes the system drop other connections, which try again only seconds later.
 */
const BACKLOG = 4_096;

/** Listens at the host and port of the settings, and returns the URL. */
export async function listen(
  app: App,
  { host, port }: Pick<Config, "host" | "port">,
): Promise<string> {
  await closeOnFailure(app, app.ready());
  app.server.listen(port, host, BACKLOG);
  await closeOnFailure(app, once(app.server, "listening"));
  return urlOf(app.server.address() as AddressInfo);
}

/** The loopback address, for a server that listens on all addresses. */
const LOOPBACK_OF: Record<string, string | undefined> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

function urlOf({ address, port }: AddressInfo): string {
  const host = LOOPBACK_OF[address] ?? address;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** Waits for a step of the start. If the step fails, closes the app and throws. */
export async function closeOnFailure<T>(app: App, step: Promise<T>): Promise<T> {
  try {
    return await step;
  } catch (error) {
    await app.close();
    throw error;
  }
}

/**
 * Starts, and says whether that succeeded. If the settings cannot be used, it prints one line for
 * each problem and sets exit code 1. Throws all other errors.
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

/** Prints the lines to standard error, and sets exit code 1. */
export function refuseToStart(lines: readonly string[]): void {
  process.stderr.write(`${lines.join("\n")}\n`);
  process.exitCode = 1;
}

/** How long a server that is about to end keeps idle connections open, in milliseconds. */
const IDLE_MS = 1_000;

/** How long requests in flight may take after that, in milliseconds. */
const LAST_ANSWERS_MS = 9_000;

/** How long the app takes to close at most, in milliseconds. */
export function longestCloseMs({ listenMs, idleMs }: CloseOptions): number {
  return listenMs + idleMs + LAST_ANSWERS_MS;
}

/** How an app closes that has to end: it first listens on for so many seconds. */
export function closeAfter(drainSeconds: number): CloseOptions {
  return { listenMs: drainSeconds * 1_000, idleMs: IDLE_MS };
}

/** Closes the app, and ends the process. What lasts too long is cut. */
export function closeGently(
  { close, server }: App,
  logger: Logger,
  options: CloseOptions,
  signal?: NodeJS.Signals,
): void {
  logger.info({ signal }, "closing");
  setTimeout(() => server.closeAllConnections(), longestCloseMs(options)).unref();
  void close(options).then(exitSoon);
}

/**
 * Closes the app at the first signal, and ends the process at once at the second. Returns a
 * function that does the same as the first signal.
 */
export function closeOnSignal(app: App, logger: Logger, drainSeconds: number): () => void {
  let isClosing = false;
  const closeOnce = (signal?: NodeJS.Signals) => {
    isClosing = true;
    closeGently(app, logger, closeAfter(drainSeconds), signal);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => (isClosing ? process.exit(1) : closeOnce(signal)));
  }
  return () => {
    if (!isClosing) closeOnce();
  };
}

/** How long the last lines of the log may take to be written, in milliseconds. */
const LAST_LINES_MS = 500;

/** Ends the process soon, even if nobody reads its log. */
export function exitSoon(): void {
  setTimeout(() => process.exit(), LAST_LINES_MS).unref();
}

/** System calls that fail if a port cannot be listened on. The cluster module calls it `bind`. */
const LISTENING: ReadonlySet<unknown> = new Set(["listen", "bind", "getaddrinfo"]);

function isListenError(error: unknown): error is Error {
  return error instanceof Error && "syscall" in error && LISTENING.has(error.syscall);
}
