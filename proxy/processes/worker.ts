import cluster from "node:cluster";
import type { Logger } from "pino";
import type { Config } from "../config.ts";
import { createCounts } from "../limit/counts.ts";
import { createRemoteCounts } from "../limit/remote-counts.ts";
import { createSharedWindows } from "../limit/shared-windows.ts";
import type { CloseOptions } from "../server.ts";
import { closeGently, closeOnSignal, listen, openProxy, refuseOnFailure } from "../start.ts";
import type { Measured } from "../watch/processes.ts";
import { type FromWorker, isFromPrimary } from "./messages.ts";

/** The number of no question, for metrics that are sent without one. */
const UNASKED = 0;

/** Serves as one of several processes until the primary ends it. */
export async function runWorker(config: Config, logger: Logger): Promise<void> {
  const asked = createRemoteCounts(
    (questions) => tell({ type: "gamedata:ask", ...questions }),
    config.storeWaitMs,
  );
  const windows = createSharedWindows({
    store: asked,
    own: createCounts(config.limits.windowSeconds),
    name: "the process that keeps the windows",
    log: logger,
  });
  let told: CloseOptions | undefined;
  let close = (_how: CloseOptions): void => undefined;
  let measured = async (): Promise<Measured> => [];
  process.on("SIGHUP", () => undefined); // the primary handles it
  process.on("message", (message) => {
    if (!isFromPrimary(message)) return;
    if (message.type === "gamedata:answer") return asked.receive(message);
    if (message.type === "gamedata:measure") {
      const { question } = message;
      return void measured().then((metrics) =>
        tell({ type: "gamedata:measured", question, metrics }),
      );
    }
    told = message;
    close(message);
  });

  const isServing = await refuseOnFailure(config, async () => {
    const { app, serving, metrics } = await openProxy(config, logger, windows);
    measured = async () => (await metrics?.registry.getMetricsAsJSON()) ?? [];
    app.server.once("close", () => void measured().then(leave));
    const end = closeOnSignal(app, logger, config.drainSeconds);
    close = (how) => (how.isReplaced ? closeGently(app, logger, how) : end());
    const url = await listen(app, config);
    logger.info(`ready at ${url}`);
    if (told === undefined) tell({ type: "gamedata:ready", serving, url });
    else close(told);
  });
  if (!isServing) disconnect();
}

function tell(message: FromWorker): void {
  // If the primary is gone, this process ends anyway.
  process.send?.(message, undefined, undefined, () => undefined);
}

/** Sends the last metrics, which would be lost otherwise, and leaves. */
function leave(metrics: Measured): void {
  tell({ type: "gamedata:measured", question: UNASKED, metrics });
  disconnect();
}

function disconnect(): void {
  cluster.worker?.disconnect();
}
