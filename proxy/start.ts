import { once } from "node:events";
import { promisify } from "node:util";
import pino, { type DestinationStream, type Logger } from "pino";
import { printableAddress } from "../build/core/schema/base-url.ts";
import { openAuthorities } from "./auth/authorities.ts";
import type { Config } from "./config.ts";
import { createRedact } from "./gate/credential.ts";
import { createCheckLimiter, createIdentify } from "./gate/identify.ts";
import { type App, createApp } from "./http/server.ts";
import { createMemoryWindows } from "./limit/windows.ts";
import { followSite } from "./site/follow-site.ts";
import { openReader } from "./site/stored-reader.ts";
import { listenForMetrics, urlOf } from "./watch/listen.ts";
import type { Watched } from "./watch/metrics.ts";

/** Creates the log. Messages of errors hold no credentials either. */
export function createLogger({ auth, logLevel: level }: Config, output: DestinationStream): Logger {
  const redact = createRedact(auth.apiKeyPrefix);
  const err = ({ name: type, message, stack = "" }: Error) => {
    return { type, message: redact(message), stack: redact(stack) };
  };
  return pino({ level, serializers: { err, reason: redact } }, output);
}

/** How long `/ready` waits for the first keys of the authorization server, in milliseconds. */
const MOST_STARTING_MS = 10_000;

/**
 * Opens everything that the settings name: the site, the authorities that know callers, the
 * windows, and the metrics. `lostLines` says how many lines of the log could not be written.
 * `serving` is text for the log, and `look` looks at the site at once. Throws `SiteError`,
 * `KeyFileError` and `MetricsPortError`.
 */
export async function openProxy(config: Config, logger: Logger, lostLines: () => number) {
  const { auth, baseUrl, limits, redis, storeWaitMs: waitMs } = config;
  const site = await followSite(await openReader(config.site, logger), logger);
  const authorities = await openAuthorities(
    auth,
    baseUrl ?? site.current().manifest.baseUrl,
    logger,
  );
  // What is not in the settings is not loaded.
  const shared =
    redis &&
    (await (
      await import("./limit/redis-windows.ts")
    ).openRedisWindows(redis, limits.windowSeconds, { log: logger, waitMs }));
  const windows = shared ?? createMemoryWindows(limits.windowSeconds);
  const rejections = { windows, limit: limits.anonymous };
  const metrics = await openMetrics(config, logger, {
    site: () => ({
      ...site.current().manifest,
      takenOverAt: site.takenOverAt(),
      trouble: site.trouble(),
    }),
    windows: windows.size,
    store: shared?.isShared,
    auth: authorities.state,
    connections: () => promisify(app.server.getConnections).call(app.server),
    lostLines,
  });
  const openedAt = performance.now();
  const app = createApp({
    config,
    catalog: site.current,
    identify: createIdentify(authorities, rejections, createCheckLimiter(rejections)),
    windows,
    logger,
    onResponse: metrics?.onResponse,
    isStarting: () => {
      const { jwks } = authorities.state();
      const isWaiting = jwks !== undefined && jwks.fetchedAt === undefined;
      return isWaiting && performance.now() - openedAt < MOST_STARTING_MS;
    },
  });
  app.server.once("close", () => {
    for (const part of [site, authorities, shared, metrics]) part?.close();
  });
  const { patch, version } = site.current().manifest;
  const serving = `serving ${printableAddress(config.site)} (patch ${patch}, version ${version})`;
  return { app, serving, look: () => void site.look(true) };
}

/** Serves metrics at METRICS_PORT. Their module is loaded only if that is set. */
async function openMetrics({ metricsHost, metricsPort }: Config, logger: Logger, watched: Watched) {
  if (metricsPort === undefined) return undefined;
  const { createMetrics } = await import("./watch/metrics.ts");
  const { onResponse, ...exposition } = createMetrics(watched);
  const { url, close } = await listenForMetrics(metricsHost, metricsPort, exposition);
  logger.info(`metrics at ${url}`);
  return { onResponse, close };
}

/**
 * The most connections that wait to be accepted. The system may allow fewer. With Node's default of
 * 511, a flood makes the system drop other connections, which try again only seconds later.
 */
const BACKLOG = 4_096;

/** Listens at the host and port of the settings, and returns the URL. */
export async function listen(
  { ready, server }: App,
  { host, port, reusePort = false }: { host: string; port: number; reusePort?: boolean },
) {
  await ready();
  // The types of Node 20 do not have `reusePort`. The settings refuse it where Node lacks it.
  const options = { host, port, backlog: BACKLOG, ...(reusePort ? { reusePort } : {}) };
  server.listen(options);
  await once(server, "listening");
  return urlOf(server);
}
