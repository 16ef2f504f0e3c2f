import { promisify } from "node:util";
import pino, { type Logger } from "pino";
import { KeyFileError } from "../build/schema/api-key.ts";
import { createApp } from "./app.ts";
import { openAuthorities } from "./auth/authorities.ts";
import { createIdentify } from "./auth/identify.ts";
import { readConfig, withoutPassword } from "./config.ts";
import { createMemoryWindows } from "./limit/windows.ts";
import { SiteError } from "./site/catalog.ts";
import { openSite } from "./site/open-site.ts";
import { MetricsPortError } from "./watch/listen.ts";
import type { Watched } from "./watch/metrics.ts";

/** Serves a site until SIGTERM or SIGINT. What is wrong with the settings or the site is one line each, and exit code 1. */
export async function serve(env: NodeJS.ProcessEnv): Promise<void> {
  const read = readConfig(env);
  if ("problems" in read) return refuseToStart(read.problems);
  const { config } = read;
  const logger = await createLogger(config.logLevel);

  try {
    const site = await openSite(config.site, logger);
    const { baseUrl, patch, version } = site.current().manifest;
    const authorities = openAuthorities(config.auth, config.baseUrl ?? baseUrl, logger);
    const windows = createMemoryWindows(config.limits.windowSeconds);
    const watched: Watched = {
      site: () => ({ ...site.current().manifest, takenOverAt: site.takenOverAt() }),
      windows: windows.size,
      store: () => undefined,
      auth: authorities.state,
      connections: () => promisify(app.server.getConnections).call(app.server),
    };
    const watch = await watchAt(config.metricsPort, watched, logger);
    const app = createApp({
      config,
      catalog: site.current,
      identify: createIdentify(authorities),
      windows,
      logger,
      onAnswered: watch?.onAnswered,
    });
    app.addHook("onClose", () => {
      site.close();
      authorities.close();
      watch?.close();
    });
    process.on("SIGHUP", () => void site.look(true));
    closeOnSignal(
      () => app.close(),
      () => app.server.closeAllConnections(),
      logger,
    );
    const url = await app.listen({ host: config.host, port: config.port });
    logger.info(`serving ${withoutPassword(config.site)} (patch ${patch}, version ${version}) at ${url}`);
  } catch (error) {
    if (error instanceof SiteError) return refuseToStart([`SITE: ${error.message}`]);
    if (error instanceof KeyFileError) return refuseToStart([`API_KEYS_FILE: ${error.message}`]);
    if (error instanceof MetricsPortError) return refuseToStart([`METRICS_PORT: ${error.message}`]);
    if (isListenError(error))
      return refuseToStart([`HOST, PORT: ${config.host}:${config.port} cannot be listened on: ${error.message}`]);
    throw error;
  }
}

/** What watches costs something, if little: it is not even loaded unless it is asked for. */
async function watchAt(port: number | undefined, watched: Watched, logger: Logger) {
  if (port === undefined) return undefined;
  const { openWatch } = await import("./watch/open-watch.ts");
  return openWatch(port, watched, logger);
}

/** Lines are written some at a time, which costs a request a third of a write of its own, and at the latest after so many milliseconds. */
const BUFFERED = { sync: false, minLength: 8_192, periodicFlush: 100 };

/** Structured lines on standard output; readable ones where that is a terminal. */
async function createLogger(level: string): Promise<Logger> {
  if (!process.stdout.isTTY) return pino({ level }, pino.destination(BUFFERED));
  const { default: pretty } = await import("pino-pretty");
  return pino({ level }, pretty({ ignore: "pid,hostname", sync: true }));
}

/** How long requests in flight may take to finish after the signal to close, in milliseconds. */
const GRACE_MS = 10_000;

/** The first signal lets requests in flight finish, for a while; a second one does not wait. */
function closeOnSignal(close: () => PromiseLike<void>, cut: () => void, logger: Logger): void {
  let isClosing = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      if (isClosing) process.exit(1);
      isClosing = true;
      logger.info({ signal }, "closing");
      setTimeout(cut, GRACE_MS).unref();
      close().then(undefined, (error: unknown) => {
        logger.error({ err: error }, "could not close");
        process.exitCode = 1;
      });
    });
  }
}

function refuseToStart(lines: readonly string[]): void {
  process.stderr.write(`${lines.join("\n")}\n`);
  process.exitCode = 1;
}

function isListenError(error: unknown): error is Error {
  return (
    error instanceof Error && "syscall" in error && (error.syscall === "listen" || error.syscall === "getaddrinfo")
  );
}
