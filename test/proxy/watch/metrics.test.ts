import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { PACKAGE_ROOT } from "../../../build/core/package.ts";
import { listenForMetrics } from "../../../proxy/watch/listen.ts";
import { createMetrics, routeOf, type Watched } from "../../../proxy/watch/metrics.ts";
import { realProxy } from "../../helpers/built-site.ts";
import { temporaryFolder } from "../../helpers/data.ts";
import { getRaw, sendRaw } from "../../helpers/proxy.ts";
import { addKey } from "../auth/credentials.ts";
import { samplesOf } from "../wire.ts";

const NOTHING_CONFIGURED: Watched = {
  site: () => ({
    patch: "2026-10-06",
    version: "test",
    takenOverAt: 1_790_000_000_500,
    trouble: undefined,
  }),
  windows: () => 3,
  store: undefined,
  auth: () => ({ keyFile: undefined, introspection: undefined, jwks: undefined }),
  connections: async () => 7,
  lostLines: () => 2,
};

const EVERYTHING_CONFIGURED: Watched = {
  ...NOTHING_CONFIGURED,
  store: () => false,
  auth: () => ({
    keyFile: { keys: 4, isFailing: true, isTooOld: true },
    introspection: { isFailing: true },
    jwks: { keys: 2, fetchedAt: 1_790_000_001_000 },
  }),
};

/** A proxy that is watched, and a way to read the samples whose names begin with `gamedata_`. */
async function watchedProxy(env: Record<string, string> = {}) {
  const { metrics, onResponse } = createMetrics(NOTHING_CONFIGURED);
  const { port } = await realProxy(env, undefined, { onResponse });
  return { port, samples: () => samplesOf(metrics()) };
}

describe("requests", () => {
  it("are counted by the route's template, status and tier", async () => {
    const { port, samples } = await watchedProxy();
    for (const hero of ["ana", "Lúcio", "nobody", "nobody-else"]) {
      await getRaw(port, `/v1/overwatch/heroes/${encodeURIComponent(hero)}?x=1`);
    }
    await getRaw(port, "/");
    const counted = [...(await samples())].filter(([name]) =>
      name.startsWith("gamedata_requests_total"),
    );

    expect(Object.fromEntries(counted)).toEqual({
      'gamedata_requests_total{route="/v1/{game}/heroes/{hero}",status="200",tier="anonymous"}': 2,
      'gamedata_requests_total{route="/v1/{game}/heroes/{hero}",status="404",tier="anonymous"}': 2,
      'gamedata_requests_total{route="other",status="200",tier="anonymous"}': 1,
    });
  });

  it("that were refused, and those that could not be read, are counted too", async () => {
    const { port, samples } = await watchedProxy({ ANONYMOUS_LIMIT: "1" });
    await getRaw(port, "/v1/games");
    await getRaw(port, "/v1/games");
    await sendRaw(port, "hello\r\n\r\n");
    await sendRaw(port, "CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n");
    const found = await samples();

    expect(
      found.get('gamedata_requests_total{route="/v1/games",status="429",tier="anonymous"}'),
    ).toBe(1);
    expect(found.get('gamedata_requests_total{route="other",status="400",tier="anonymous"}')).toBe(
      1,
    );
    expect(found.get('gamedata_requests_total{route="other",status="405",tier="anonymous"}')).toBe(
      1,
    );
  });

  it("of keys are counted by their ids, which keys they are is not shown", async () => {
    const API_KEYS_FILE = join(temporaryFolder(), "keys.json");
    const { key, entry } = addKey(API_KEYS_FILE, { limit: "2" });
    const { port, samples } = await watchedProxy({ API_KEYS_FILE });
    for (let n = 0; n < 3; n += 1) await getRaw(port, "/v1/games", { "x-api-key": key });
    await getRaw(port, "/health", { "x-api-key": key });
    await getRaw(port, "/v1/games", { "x-api-key": "gdr_made-up" });
    const found = [...(await samples())].filter(([name]) => name.startsWith("gamedata_key_"));

    expect(Object.fromEntries(found)).toEqual({
      [`gamedata_key_requests_total{key="${entry.id}",outcome="served"}`]: 2,
      [`gamedata_key_requests_total{key="${entry.id}",outcome="refused"}`]: 1,
      [`gamedata_key_last_request_timestamp_seconds{key="${entry.id}"}`]: expect.any(Number),
    });
  });

  it("of more than 1,000 keys are counted together", async () => {
    const { metrics, onResponse } = createMetrics(NOTHING_CONFIGURED);
    for (const id of [...Array(1_005).keys(), 3]) onResponse("/", 200, "keyed", 1, `k${id}`);
    const found = await samplesOf(metrics());
    const served = (key: string) =>
      found.get(`gamedata_key_requests_total{key="${key}",outcome="served"}`);
    expect(["k3", "k999", "k1000", "other"].map(served)).toEqual([2, 1, undefined, 5]);
  });

  it("are timed, in seconds", async () => {
    const { metrics, onResponse } = createMetrics(NOTHING_CONFIGURED);
    onResponse("/v1/games", 200, "keyed", 0.2);
    onResponse("/v1/games", 200, "keyed", 300);
    const found = await samplesOf(metrics());

    expect(found.get('gamedata_request_duration_seconds_bucket{le="0.00025",tier="keyed"}')).toBe(
      1,
    );
    expect(found.get('gamedata_request_duration_seconds_bucket{le="1",tier="keyed"}')).toBe(2);
    expect(found.get('gamedata_request_duration_seconds_sum{tier="keyed"}')).toBeCloseTo(0.3002, 9);
  });
});

describe("the state of the service", () => {
  it("is reported as far as it is configured", async () => {
    const found = await samplesOf(createMetrics(NOTHING_CONFIGURED).metrics());

    expect(Object.fromEntries(found)).toEqual({
      'gamedata_site_info{patch="2026-10-06",version="test"}': 1,
      gamedata_site_taken_over_timestamp_seconds: 1_790_000_000.5,
      'gamedata_site_trouble{reason="broken"}': 0,
      'gamedata_site_trouble{reason="away"}': 0,
      gamedata_connections: 7,
      gamedata_windows: 3,
      gamedata_log_lines_lost: 2,
    });
  });

  it("has no site but the one that is served", async () => {
    const served = { ...NOTHING_CONFIGURED.site(), patch: "old" };
    const { metrics } = createMetrics({ ...NOTHING_CONFIGURED, site: () => served });
    await metrics();
    served.patch = "new";
    const names = [...(await samplesOf(metrics())).keys()];

    expect(names.filter((name) => name.startsWith("gamedata_site_info"))).toEqual([
      'gamedata_site_info{patch="new",version="test"}',
    ]);
  });

  it("holds the ages of site and JWKS, the caches, and what is away", async () => {
    const found = await samplesOf(createMetrics(EVERYTHING_CONFIGURED).metrics());

    expect(Object.fromEntries(found)).toMatchObject({
      gamedata_store_up: 0,
      gamedata_key_file_keys: 4,
      gamedata_key_file_up: 0,
      gamedata_key_file_in_force: 0,
      gamedata_introspection_up: 0,
      gamedata_jwks_keys: 2,
      gamedata_jwks_fetched_timestamp_seconds: 1_790_000_001,
    });
  });
});

it("the dashboard asks for metrics that there are", async () => {
  const { metrics, onResponse } = createMetrics(EVERYTHING_CONFIGURED);
  onResponse("/health", 200, "anonymous", 1);
  const text = await metrics();
  const dashboard = readFileSync(join(PACKAGE_ROOT, "proxy/deploy/grafana.json"), "utf8");
  const asked = dashboard.match(/\b(gamedata|nodejs|process)_\w+/g) ?? [];

  expect(asked.length).toBeGreaterThan(10);
  expect(asked.filter((name) => !text.includes(`# TYPE ${name.replace(/_bucket$/, "")} `))).toEqual(
    [],
  );
});

it("the routes are the paths of the OpenAPI description, whatever their parameters", () => {
  const text = readFileSync(join(inject("realSite"), "v1/openapi.json"), "utf8");
  const templates = Object.keys(JSON.parse(text).paths);
  const routes = templates.map((template) => routeOf(template.replaceAll(/\{\w+\}/g, "%C3%BA")));

  expect(routes).toEqual(templates);
  expect(routeOf("/v1/overwatch/heroes/ana/abilities/x")).toBe("other");
});

it("the listener of METRICS_PORT answers GET /metrics and nothing else", async () => {
  const open = async (metrics: () => Promise<string>) => {
    const listener = await listenForMetrics("127.0.0.1", 0, {
      contentType: "text/plain; version=0.0.4",
      metrics,
    });
    onTestFinished(listener.close);
    return Number(new URL(listener.url).port);
  };

  const port = await open(async () => "a 1\n");
  const [metrics, root, post] = await Promise.all([
    getRaw(port, "/metrics"),
    getRaw(port, "/"),
    getRaw(port, "/metrics", {}, "POST"),
  ]);

  expect([metrics.status, root.status, post.status]).toEqual([200, 404, 404]);
  expect(metrics.headers.get("content-type")).toBe("text/plain; version=0.0.4");
  expect(metrics.body).toContain("a 1\n");
});
