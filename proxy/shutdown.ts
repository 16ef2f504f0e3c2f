import type { Logger } from "pino";
import type { App } from "./http/server.ts";

/** How long a server that is about to end keeps idle connections open, in milliseconds. */
const IDLE_MS = 1_000;

/** How long requests in flight may take after that, in milliseconds. */
const LAST_ANSWERS_MS = 9_000;

/** Closes the app at the first signal, and ends the process at once at the second. */
export function closeOnSignal({ close, server }: App, logger: Logger, drainSeconds: number): void {
  let isClosing = false;
  const onSignal = (signal: NodeJS.Signals) => {
    if (isClosing) process.exit(1);
    isClosing = true;
    logger.info({ signal }, "closing");
    const grace = { listenMs: drainSeconds * 1_000, idleMs: IDLE_MS };
    const longestMs = grace.listenMs + grace.idleMs + LAST_ANSWERS_MS;
    setTimeout(() => server.closeAllConnections(), longestMs).unref();
    void close(grace).then(exitSoon);
  };
  process.on("SIGTERM", onSignal).on("SIGINT", onSignal);
}

/** How long the last lines of the log may take to be written, in milliseconds. */
const LAST_LINES_MS = 500;

/** Ends the process soon, even if nobody reads its log. */
export function exitSoon(): void {
  setTimeout(() => process.exit(), LAST_LINES_MS).unref();
}
