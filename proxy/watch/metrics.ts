/*
 * What operators see: metrics (this file, served by listen.ts), and the log (access-log.ts for each
 * request, log-output.ts writes it). Imported by `http` and the start of the proxy.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { OPERATION_ENTRIES } from "../../build/core/schema/operations.ts";
import type { AuthState } from "../auth/authorities.ts";
import { SITE_TROUBLES, type SiteTrouble } from "../site/follow-site.ts";
import type { OnResponse } from "./access-log.ts";

/** Values that are read when the metrics are requested. Times are milliseconds since the epoch. */
export type Watched = {
  site: () => {
    patch: string;
    version: string;
    takenOverAt: number;
    trouble: SiteTrouble | undefined;
  };
  /** The number of callers whose windows this process keeps. */
  windows: () => number;
  /** Whether shared windows are in use. Undefined where none are configured. */
  store: (() => boolean) | undefined;
  auth: () => AuthState;
  connections: () => Promise<number>;
  /** How many lines of the log could not be written. */
  lostLines: () => number;
};

/**
 * The buckets of response times, in seconds. Most responses come from memory, and take a few
 * hundredths of a millisecond. The slowest wait for another service.
 */
const BUCKETS = [
  0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5,
];

/** The most keys that have samples of their own. */
const MAX_KEYS = 1_000;

/** Creates the metrics of this process. */
export function createMetrics(watched: Watched) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const requests = new Counter({
    name: "gamedata_requests_total",
    help: "Responses, by the route's template, status and tier of the caller.",
    labelNames: ["route", "status", "tier"],
    registers,
  });
  const duration = new Histogram({
    name: "gamedata_request_duration_seconds",
    help: "From the request's headers to the response being handed to the socket.",
    labelNames: ["tier"],
    buckets: BUCKETS,
    registers,
  });
  const keyRequests = new Counter({
    name: "gamedata_key_requests_total",
    help: "Counted requests by the id of the API key; refused are 403 and 429.",
    labelNames: ["key", "outcome"],
    registers,
  });
  const keyLastRequest = new Gauge({
    name: "gamedata_key_last_request_timestamp_seconds",
    help: "When a key was last used.",
    labelNames: ["key"],
    registers,
  });
  const keys = new Set<string>();
  for (const { read, labelNames = [], ...about } of GAUGES)
    new Gauge({
      ...about,
      labelNames,
      registers,
      async collect() {
        const value = await read(watched);
        this.reset(); // removes what it was before, such as another site
        if (value === undefined) this.remove();
        else if (typeof value === "number") this.set(value);
        else for (const [labels, sample] of value) this.set(labels, sample);
      },
    });

  const onResponse: OnResponse = (path, status, tier, ms, keyId) => {
    requests.labels(routeOf(path), `${status}`, tier).inc();
    duration.labels(tier).observe(ms / 1000);
    if (keyId === undefined) return;
    if (keys.size < MAX_KEYS) keys.add(keyId);
    const key = keys.has(keyId) ? keyId : "other";
    keyRequests.labels(key, status === 403 || status === 429 ? "refused" : "served").inc();
    keyLastRequest.labels(key).set(Date.now() / 1000);
  };
  return { contentType: registry.contentType, metrics: () => registry.metrics(), onResponse };
}

/** A value that is read when the metrics are requested. Undefined gives no sample. */
type WatchedGauge = {
  name: string;
  help: string;
  read: (
    watched: Watched,
  ) => number | undefined | Promise<number> | [labels: Record<string, string>, value: number][];
  /** The labels of its samples, if they have some. */
  labelNames?: string[];
};

const GAUGES: readonly WatchedGauge[] = [
  {
    name: "gamedata_site_info",
    help: "1, with the patch and the version of the site that is served.",
    labelNames: ["patch", "version"],
    read: ({ site }) => {
      const { patch, version } = site();
      return [[{ patch, version }, 1]];
    },
  },
  {
    name: "gamedata_site_trouble",
    help: "1 while an older site is served because the new one is broken, or its origin is away.",
    labelNames: ["reason"],
    read: ({ site }) =>
      SITE_TROUBLES.map((reason) => [{ reason }, Number(site().trouble === reason)]),
  },
  {
    name: "gamedata_connections",
    help: "Open connections of callers.",
    read: ({ connections }) => connections(),
  },
  {
    name: "gamedata_site_taken_over_timestamp_seconds",
    help: "When the site was read.",
    read: ({ site }) => site().takenOverAt / 1000,
  },
  {
    name: "gamedata_windows",
    help: "Callers whose window is kept in memory.",
    read: ({ windows }) => windows(),
  },
  {
    name: "gamedata_log_lines_lost",
    help: "Lines of the log that could not be written since the start.",
    read: ({ lostLines }) => lostLines(),
  },
  {
    name: "gamedata_store_up",
    help: "Whether windows are shared by Redis; 0 while each process counts alone.",
    read: ({ store }) => flag(store?.(), true),
  },
  {
    name: "gamedata_key_file_keys",
    help: "Keys in API_KEYS_FILE.",
    read: ({ auth }) => auth().keyFile?.keys,
  },
  {
    name: "gamedata_key_file_up",
    help: "Whether API_KEYS_FILE could be read when it was last looked at.",
    read: ({ auth }) => flag(auth().keyFile?.isFailing, false),
  },
  {
    name: "gamedata_key_file_in_force",
    help: "Whether keys are accepted; 0 once API_KEYS_FILE could not be read for API_KEYS_MAX_AGE.",
    read: ({ auth }) => flag(auth().keyFile?.isTooOld, false),
  },
  {
    name: "gamedata_introspection_up",
    help: "Whether the introspection service answered when it was last asked.",
    read: ({ auth }) => flag(auth().introspection?.isFailing, false),
  },
  {
    name: "gamedata_jwks_keys",
    help: "Keys in the JWKS in force.",
    read: ({ auth }) => auth().jwks?.keys,
  },
  {
    name: "gamedata_jwks_fetched_timestamp_seconds",
    help: "When the JWKS was last fetched.",
    read: ({ auth }) => {
      const fetchedAt = auth().jwks?.fetchedAt;
      return fetchedAt === undefined ? undefined : fetchedAt / 1000;
    },
  },
];

/** 1 where something is as it should be, else 0. Undefined where it is not configured. */
function flag(is: boolean | undefined, should: boolean) {
  return is === undefined ? undefined : Number(is === should);
}

/** The templates that requests are counted under, as in the OpenAPI description. */
const ROUTES: ReadonlySet<string> = new Set(OPERATION_ENTRIES.map(([, { path }]) => path));

const PATTERNS = [...ROUTES].map((route) => {
  const [fixed = "", ...rest] = route.replaceAll(".", "\\.").split(/\{\w+\}/);
  return { route, pattern: new RegExp(`^${[fixed, ...rest].join("[^/]+")}$`) };
});

/**
 * The template of a request path, or `other` for pages, feeds, and paths that do not exist. The
 * list is fixed, so that no caller can add a label.
 */
export function routeOf(path: string) {
  if (ROUTES.has(path)) return path;
  return PATTERNS.find(({ pattern }) => pattern.test(path))?.route ?? "other";
}
