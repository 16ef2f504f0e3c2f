import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import type { Logger } from "pino";
import { printableAddress } from "../build/core/schema/base-url.ts";
import type { Config } from "./config.ts";
import { type App, createApp } from "./http/server.ts";
import { openBackend } from "./open-backend.ts";
import { listenForMetrics } from "./watch/listen.ts";
import type { Metrics, Watched } from "./watch/metrics.ts";

/** A proxy that does not listen yet. */
export type Proxy = {
  app: App;
  /** What it serves, as text for the log. */
  serving: string;
  /** Looks at the site at once. */
  look: () => void;
  closeMetrics: () => void;
};

/** How long `/ready` waits for the first keys of the authorization server, in milliseconds. */
const MOST_STARTING_MS = 10_000;

/**
 * Opens everything that the settings name. `lostLines` says how many lines of the log could not be
 * written. Throws `SiteError`, `KeyFileError` and `MetricsPortError`.
 */
export async function openProxy(
  config: Config,
  logger: Logger,
  lostLines: () => number,
): Promise<Proxy> {
  const { responsesOf, auth, close, identify, shared, site, windows } = await openBackend(
    config,
    logger,
  );
  const metrics = await openMetrics(config, logger, {
    site: () => ({
      ...site.current().manifest,
      takenOverAt: site.takenOverAt(),
      trouble: site.trouble(),
    }),
    windows: windows.size,
    store: () => shared && { isShared: shared.isShared() },
    auth,
    connections: () => promisify(app.server.getConnections).call(app.server),
    lostLines,
  });
  const openedAt = performance.now();
  const app = createApp({
    config,
    catalog: site.current,
    responsesOf,
    identify,
    windows,
    logger,
    onResponse: metrics?.onResponse,
    isStarting: () => {
      const { jwks } = auth();
      const isWaiting = jwks !== undefined && jwks.fetchedAt === undefined;
      return isWaiting && performance.now() - openedAt < MOST_STARTING_MS;
    },
  });
  app.server.once("close", close);
  const { patch, version } = site.current().manifest;
  const serving = `serving ${printableAddress(config.site)} (patch ${patch}, version ${version})`;
  const closeMetrics = metrics?.close ?? (() => undefined);
  return { app, serving, look: () => void site.look(true), closeMetrics };
}

/** Serves metrics at METRICS_PORT. Their module is loaded only if that is set. */
async function openMetrics(
  { metricsHost, metricsPort }: Config,
  logger: Logger,
  watched: Watched,
): Promise<(Pick<Metrics, "onResponse"> & { close: () => void }) | undefined> {
  if (metricsPort === undefined) return undefined;
  const { createMetrics } = await import("./watch/metrics.ts");
  const { exposition, onResponse } = createMetrics(watched);
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
  { host, port, reusePort = false }: Pick<Config, "host" | "port"> & Partial<Config>,
): Promise<string> {
  await ready();
  // The types of Node 20 do not have `reusePort`. The settings refuse it where Node lacks it.
  const options = { host, port, backlog: BACKLOG, ...(reusePort ? { reusePort } : {}) };
  server.listen(options);
  await once(server, "listening");
  return urlOf(server.address() as AddressInfo);
}

/** The loopback address, for a server that listens on all addresses. */
const LOOPBACK_OF: Record<string, string | undefined> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

function urlOf({ address, port }: AddressInfo): string {
  const host = LOOPBACK_OF[address] ?? address;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
