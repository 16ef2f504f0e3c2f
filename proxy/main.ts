import pino, { type Logger } from "pino";
import { readConfig } from "./config.ts";
import {
  closeOnFailure,
  closeOnSignal,
  expose,
  listen,
  openProxy,
  refuseOnFailure,
  refuseToStart,
} from "./start.ts";
import { createLogOutput, openStandardOutput } from "./watch/log-output.ts";

/**
 * Serves a site until SIGTERM or SIGINT. If the settings or the site cannot be used, it prints one
 * line for each problem and exits with 1.
 */
export async function serve(env: NodeJS.ProcessEnv): Promise<void> {
  const read = readConfig(env);
  if ("problems" in read) return refuseToStart(read.problems);
  const { config } = read;
  process.on("SIGHUP", () => undefined); // otherwise it would end the process
  const logger = await createLogger(config.logLevel);
  if (config.workers > 1) {
    const { serveByProcesses } = await import("./processes/serve.ts");
    return serveByProcesses(config, logger);
  }
  await refuseOnFailure(config, async () => {
    const { app, serving, look, metrics } = await openProxy(config, logger);
    app.server.once(
      "close",
      await closeOnFailure(app, expose(config, metrics?.exposition, logger)),
    );
    process.on("SIGHUP", look);
    closeOnSignal(app, logger, config.drainSeconds);
    logger.info(`${serving} at ${await listen(app, config)}`);
  });
}

/** Logs JSON lines to standard output, or readable lines if that is a terminal. */
async function createLogger(level: string): Promise<Logger> {
  if (!process.stdout.isTTY) return pino({ level }, createLogOutput(openStandardOutput()));
  const { default: pretty } = await import("pino-pretty");
  return pino({ level }, pretty({ ignore: "pid,hostname", sync: true }));
}
