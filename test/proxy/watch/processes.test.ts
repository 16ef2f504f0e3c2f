import { describe, expect, it } from "vitest";
import { createMetrics, type Metrics } from "../../../proxy/watch/metrics.ts";
import { createCollector } from "../../../proxy/watch/processes.ts";

const worker = (): Metrics =>
  createMetrics({
    site: () => ({
      patch: "2026-10-06",
      version: "test",
      takenOverAt: 1_790_000_000_000,
      trouble: undefined,
    }),
    windows: () => 2,
    store: () => ({ isShared: true }),
    auth: () => ({ keyFile: undefined, introspection: undefined, accessTokens: undefined }),
    connections: async () => 1,
  });

/** A collector over workers that answer at once; one that is undefined says nothing. */
function collectorOf(workers: Map<number, Metrics | undefined>) {
  const collector = createCollector({
    ask: (question) => {
      for (const [id, metrics] of workers) {
        void metrics?.registry
          .getMetricsAsJSON()
          .then((measured) => collector.receive(id, question, measured));
      }
      return workers.size;
    },
    workers: () => workers.size,
    windows: () => 9,
  });
  const sample = async (name: string) => {
    const lines = (await collector.exposition.metrics()).split("\n");
    return Number(lines.find((line) => line.startsWith(`${name} `))?.slice(name.length));
  };
  return { ...collector, sample };
}

const GAMES = 'gamedata_requests_total{route="/v1/games",status="200",tier="anonymous"}';

describe("the metrics of several processes", () => {
  it("are one exposition: counts added up, the worst states, the primary's own", async () => {
    const [first, second] = [worker(), worker()];
    first.onAnswered("/v1/games", 200, "anonymous", 1);
    second.onAnswered("/v1/games", 200, "anonymous", 1);
    const { sample } = collectorOf(
      new Map([
        [1, first],
        [2, second],
      ]),
    );

    expect(await sample(GAMES)).toBe(2);
    expect(await sample('gamedata_request_duration_seconds_count{tier="anonymous"}')).toBe(2);
    expect(await sample("gamedata_connections")).toBe(2);
    expect(await sample("gamedata_store_up")).toBe(1);
    expect(await sample('gamedata_site_info{patch="2026-10-06",version="test"}')).toBe(1);
    expect(await sample("gamedata_workers")).toBe(2);
    expect(await sample("gamedata_primary_windows")).toBe(9);
  });

  it("never run backwards when a worker ends", async () => {
    const [first, second] = [worker(), worker()];
    for (const metrics of [first, first, second])
      metrics.onAnswered("/v1/games", 200, "anonymous", 1);
    const workers = new Map<number, Metrics | undefined>([
      [1, first],
      [2, second],
    ]);
    const { sample, forget } = collectorOf(workers);
    expect(await sample(GAMES)).toBe(3);
    workers.delete(1);
    forget(1);

    expect(await sample(GAMES)).toBe(3);
    expect(
      await sample('gamedata_request_duration_seconds_bucket{le="+Inf",tier="anonymous"}'),
    ).toBe(3);
    expect(await sample("gamedata_connections")).toBe(1);
  });

  it("do not wait for a worker that says nothing", async () => {
    const first = worker();
    first.onAnswered("/v1/games", 200, "anonymous", 1);
    const { sample } = collectorOf(
      new Map([
        [1, first],
        [2, undefined],
      ]),
    );

    expect(await sample(GAMES)).toBe(1);
  });
});
