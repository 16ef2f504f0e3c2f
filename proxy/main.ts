import pino from "pino";
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
import { createLogOutput, type LogStream, openStandardOutput } from "./watch/log-output.ts";

/**
 * Serves a site until SIGTERM or SIGINT. If the settings or the site cannot be used, it prints one
 * line for each problem and exits with 1.
 */
export async function serve(env: NodeJS.ProcessEnv): Promise<void> {
  const read = readConfig(env);
  if ("problems" in read) return refuseToStart(read.problems);
  const { config } = read;
  process.on("SIGHUP", () => undefined); // otherwise it would end the process
  const output = await openOutput();
  const logger = pino({ level: config.logLevel }, output);
  if (config.workers > 1) {
    const { serveByProcesses } = await import("./processes/serve.ts");
    return serveByProcesses(config, logger, output);
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

/** Opens standard output for lines of JSON. A terminal shows them in a readable form. */
async function openOutput(): Promise<LogStream> {
  if (!process.stdout.isTTY) return createLogOutput(openStandardOutput());
  const { default: pretty } = await import("pino-pretty");
  return pretty({ ignore: "pid,hostname", sync: true });
}
