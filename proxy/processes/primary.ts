import cluster from "node:cluster";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import type { Logger } from "pino";
import type { Config } from "../config.ts";
import { type Counts, createCounts } from "../limit/counts.ts";
import { countBatch } from "../limit/remote-counts.ts";
import { exitSoon, expose, refuseOnFailure } from "../start.ts";
import type { LogStream } from "../watch/log-output.ts";
import { isFromWorker } from "./messages.ts";
import { relayOutput, WORKER_STDIO } from "./relay-output.ts";
import { createWorkers, tell, type Workers } from "./workers.ts";

/**
 * Runs the primary: it keeps the workers and their windows until SIGTERM or SIGINT. SIGHUP replaces
 * the workers one after the other.
 */
export async function runPrimary(config: Config, logger: Logger, output: LogStream): Promise<void> {
  // Workers accept connections themselves. If the primary handed them out, connections on the way
  // to a worker that dies would hang.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({
    execArgv: [...process.execArgv, ...memoryOptions(process.env)],
    stdio: WORKER_STDIO,
  });
  process.stderr.on("error", () => undefined); // nobody reads it any more
  cluster.on("fork", (worker) => relayOutput(worker.process, output));
  const counts = createCounts(config.limits.windowSeconds);
  cluster.on("message", (worker, message: unknown) => {
    if (isFromWorker(message) && message.type === "gamedata:ask")
      tell(worker, { type: "gamedata:answer", ...countBatch(counts, message) });
  });

  await refuseOnFailure(config, async () => {
    const port = config.port === 0 ? await freePort(config.host) : config.port;
    const workers = createWorkers(config, { PORT: `${port}` }, logger);
    const closeMetrics = await exposeMetrics(config, workers, counts, logger);
    closeOnSignal(workers, closeMetrics, logger);
    const serving = await workers.open();
    if (serving === undefined) {
      process.exitCode = 1; // the first worker has said why
      return;
    }
    replaceOnSignal(workers);
    logger.info(`${serving.serving} by ${config.workers} processes at ${serving.url}`);
  });
}

/**
 * Options of V8 that keep a worker's memory small. A request leaves nothing behind, but by default
 * the young generation grows to 48 MB, and the old one to several times of what is used. Options of
 * the operator take their place.
 */
function memoryOptions({ NODE_OPTIONS = "" }: NodeJS.ProcessEnv): string[] {
  const isSet = [NODE_OPTIONS, ...process.execArgv].some((text) =>
    /semi.space|old.space/.test(text),
  );
  return isSet ? [] : ["--max-semi-space-size=2", "--heap-growing-percent=20"];
}

async function exposeMetrics(
  config: Config,
  workers: Workers,
  counts: Counts,
  logger: Logger,
): Promise<() => void> {
  if (config.metricsPort === undefined) return () => undefined;
  const { createCollector } = await import("../watch/processes.ts");
  const { exposition, receive, forget } = createCollector({
    ask: (question) => workers.tellReady({ type: "gamedata:measure", question }),
    workers: workers.count,
    windows: counts.size,
  });
  cluster.on("message", ({ id }, message: unknown) => {
    if (isFromWorker(message) && message.type === "gamedata:measured")
      receive(id, message.question, message.metrics);
  });
  // Not on "exit": Node does not promise that all messages of a worker come before that.
  cluster.on("disconnect", ({ id }) => forget(id));
  return expose(config, exposition, logger);
}

function closeOnSignal(workers: Workers, closeMetrics: () => void, logger: Logger): void {
  let isClosing = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      if (isClosing) {
        workers.kill();
        process.exit(1);
      }
      isClosing = true;
      logger.info({ signal }, "closing");
      closeMetrics();
      void workers.close().then(exitSoon);
    });
  }
}

function replaceOnSignal(workers: Workers): void {
  let isReplacing = false;
  let isAskedAgain = false;
  const replace = async () => {
    if (isReplacing) {
      isAskedAgain = true;
      return;
    }
    isReplacing = true;
    do {
      isAskedAgain = false;
      await workers.replaceAll();
    } while (isAskedAgain);
    isReplacing = false;
  };
  process.on("SIGHUP", () => void replace());
}

/** Finds a free port for all workers, which stays the same even if all of them end. */
async function freePort(host: string): Promise<number> {
  const server = createServer().listen(0, host);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
