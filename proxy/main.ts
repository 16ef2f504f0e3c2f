import type { Logger } from "pino";
import { KeyFileError } from "../build/core/keys/key-file.ts";
import { printableAddress } from "../build/core/schema/base-url.ts";
import { type Config, nearlySettings, readConfig } from "./config.ts";
import type { App } from "./http/server.ts";
import { SiteError } from "./site/catalog.ts";
import { createLogger, listen, openProxy } from "./start.ts";
import { MetricsPortError } from "./watch/listen.ts";
import { createLogOutput, type LogOutput } from "./watch/log-output.ts";

/**
 * Serves a site until SIGTERM or SIGINT. If the settings or the site cannot be used, it prints one
 * line for each problem and exits with 1.
 */
export async function serve(env: NodeJS.ProcessEnv) {
  const read = readConfig(env);
  if ("problems" in read) return refuseToStart(read.problems);
  const { config } = read;
  process.on("SIGHUP", () => undefined); // otherwise it would end the process
  process.stderr.on("error", () => undefined); // its reader is gone, which ends no service
  const output = await openOutput();
  const logger = createLogger(config, output);
  for (const line of nearlySettings(env)) logger.warn(line);
  try {
    const { app, look, serving } = await openProxy(config, logger, output.lostLines);
    process.on("SIGHUP", look);
    closeOnSignal(app, logger, config.drainSeconds);
    logger.info(`${serving} at ${await listen(app, config)}`);
  } catch (error) {
    refuseToStart([faultOf(error, config)]);
  }
}

/** Opens standard output for lines of JSON. A terminal shows them in a readable form. */
async function openOutput(): Promise<LogOutput> {
  if (!process.stdout.isTTY) return createLogOutput(process.stdout);
  const { default: pretty } = await import("pino-pretty");
  const stream = pretty({ ignore: "pid,hostname", sync: true });
  return { write: (line) => stream.write(line), lostLines: () => 0 };
}

/** System calls that fail if a port cannot be listened on. */
const LISTENING: ReadonlySet<unknown> = new Set(["listen", "getaddrinfo"]);

/** The setting that keeps the proxy from its start, and why. Throws all other errors. */
function faultOf(error: unknown, { host, port, site }: Config) {
  if (error instanceof SiteError)
    return `SITE: ${error.message.replaceAll(site, printableAddress(site))}`;
  if (error instanceof KeyFileError) return `API_KEYS_FILE: ${error.message}`;
  if (error instanceof MetricsPortError) return `METRICS_PORT: ${error.message}`;
  if (error instanceof Error && "syscall" in error && LISTENING.has(error.syscall))
    return `HOST, PORT: cannot listen on ${host}:${port}: ${error.message}`;
  throw error;
}

/** Prints the lines to standard error, and ends the process with 1. */
function refuseToStart(lines: readonly string[]) {
  process.stderr.write(`${lines.join("\n")}\n`);
  process.exitCode = 1;
  exitSoon();
}

/** How long a server that is about to end keeps idle connections open, in milliseconds. */
const IDLE_MS = 1_000;

/** How long requests in flight may take after that, in milliseconds. */
const LAST_RESPONSES_MS = 9_000;

/** Closes the app at the first signal, and ends the process at once at the second. */
function closeOnSignal({ close, server }: App, logger: Logger, drainSeconds: number) {
  let isClosing = false;
  const onSignal = (signal: NodeJS.Signals) => {
    if (isClosing) process.exit(1);
    isClosing = true;
    logger.info({ signal }, "closing");
    const grace = { listenMs: drainSeconds * 1_000, idleMs: IDLE_MS };
    const longestMs = grace.listenMs + grace.idleMs + LAST_RESPONSES_MS;
    setTimeout(() => server.closeAllConnections(), longestMs).unref();
    void close(grace).then(exitSoon);
  };
  process.on("SIGTERM", onSignal).on("SIGINT", onSignal);
}

/** How long the last lines of the log may take to be written, in milliseconds. */
const LAST_LINES_MS = 500;

/** Ends the process soon, even if nobody reads its log. */
function exitSoon() {
  setTimeout(() => process.exit(), LAST_LINES_MS).unref();
}
