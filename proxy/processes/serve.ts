import cluster from "node:cluster";
import type { Logger } from "pino";
import type { Config } from "../config.ts";
import type { LogStream } from "../watch/log-output.ts";
import { runPrimary } from "./primary.ts";
import { runWorker } from "./worker.ts";

/**
 * Serves with several processes on one port. This process is the primary or one of its workers.
 * `output` is where the log of all goes.
 */
export function serveByProcesses(config: Config, logger: Logger, output: LogStream): Promise<void> {
  return cluster.worker === undefined
    ? runPrimary(config, logger, output)
    : runWorker(config, logger.child({ worker: cluster.worker.id }));
}
