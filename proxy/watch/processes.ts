import {
  AggregatorRegistry,
  Gauge,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from "prom-client";
import type { Exposition } from "./listen.ts";

/** The metrics of one process, as a worker sends them to the primary. */
export type Measured = MetricObjectWithValues<MetricValue<string>>[];

/** The longest wait for a worker. Of a busier worker the last metrics are used. */
const WAIT_MS = 1_000;

/** The metrics of several workers as one. */
export type Collector = {
  exposition: Exposition;
  /** Takes the metrics that a worker has sent. */
  receive: (worker: number, question: number, metrics: Measured) => void;
  /** Notes that a worker has ended, and that nothing more of it will be received. */
  forget: (worker: number) => void;
};

export type CollectorOptions = {
  /** Asks all workers for their metrics, and returns how many were asked. */
  ask: (question: number) => number;
  workers: () => number;
  /** The number of callers whose windows this process keeps. */
  windows: () => number;
};

/**
 * Adds up the metrics of all workers. The counts of ended workers are kept, so that no sum ever
 * falls.
 */
export function createCollector({ ask, workers, windows }: CollectorOptions): Collector {
  const ofPrimary = registryOfPrimary(workers, windows);
  const running = new Map<number, Measured>();
  let ended = Promise.resolve<Measured>([]);
  const waiting = new Map<number, { missing: number; done: () => void }>();
  let question = 0;

  const refresh = (): Promise<void> =>
    new Promise((resolve) => {
      question += 1;
      const own = question;
      const done = () => {
        clearTimeout(timer);
        waiting.delete(own);
        resolve();
      };
      const timer = setTimeout(done, WAIT_MS);
      waiting.set(own, { missing: ask(own), done });
      if (waiting.get(own)?.missing === 0) done();
    });

  return {
    exposition: {
      contentType: ofPrimary.contentType,
      metrics: async () => {
        await refresh();
        const ofWorkers = AggregatorRegistry.aggregate([await ended, ...running.values()]);
        return `${await ofWorkers.metrics()}\n${await ofPrimary.metrics()}`;
      },
    },
    receive: (worker, answered, metrics) => {
      running.set(worker, metrics);
      const asked = waiting.get(answered);
      if (asked === undefined) return;
      asked.missing -= 1;
      if (asked.missing === 0) asked.done();
    },
    forget: (worker) => {
      const last = (running.get(worker) ?? []).filter(({ name }) => isCounted(name));
      running.delete(worker);
      ended = ended.then((before) =>
        AggregatorRegistry.aggregate([before, last]).getMetricsAsJSON(),
      );
    },
  };
}

function registryOfPrimary(workers: () => number, windows: () => number): Registry {
  const registry = new Registry();
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  gauge("gamedata_workers", "Processes that serve.", workers);
  gauge(
    "gamedata_primary_windows",
    "Callers whose window the primary keeps for its workers.",
    windows,
  );
  return registry;
}

function isCounted(name: string): boolean {
  return name === "gamedata_requests_total" || name === "gamedata_request_duration_seconds";
}
