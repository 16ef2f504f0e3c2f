import cluster from "node:cluster";
import type { Logger } from "pino";
import type { Config } from "../config.ts";
import { runPrimary } from "./primary.ts";
import { runWorker } from "./worker.ts";

/** Serves with several processes on one port. This process is the primary or one of its workers. */
export function serveByProcesses(config: Config, logger: Logger): Promise<void> {
  return cluster.worker === undefined
    ? runPrimary(config, logger)
    : runWorker(config, logger.child({ worker: cluster.worker.id }));
}
