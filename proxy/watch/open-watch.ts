import { listenForMetrics } from "./listen.ts";
import { createMetrics, type Metrics, type Watched } from "./metrics.ts";

/** Metrics of this process, served on a loopback port. Throws `MetricsPortError`. */
export async function openWatch(
  port: number,
  watched: Watched,
  log: { info: (fields: object, message: string) => void },
): Promise<Pick<Metrics, "onAnswered"> & { close: () => void }> {
  const { registry, onAnswered } = createMetrics(watched);
  const { url, close } = await listenForMetrics(port, {
    contentType: registry.contentType,
    metrics: () => registry.metrics(),
  });
  log.info({}, `metrics at ${url}`);
  return { onAnswered, close };
}
