import type { Logger } from "pino";
import { type AuthState, openAuthorities } from "./auth/authorities.ts";
import { type Config, isOriginAddress } from "./config.ts";
import { createCheckLimiter } from "./gate/check-limiter.ts";
import { createIdentify, type Identify } from "./gate/identify.ts";
import { createResponsesOf, type Responses } from "./gate/responses.ts";
import type { SharedWindows } from "./limit/shared-windows.ts";
import { createMemoryWindows, type MemoryWindows } from "./limit/windows.ts";
import type { Catalog } from "./site/catalog.ts";
import type { LiveCatalog } from "./site/follow-site.ts";
import { openLiveCatalog } from "./site/live-catalog.ts";

/** What the gate needs: the site, the authorities that identify callers, and the windows. */
export type Backend = {
  site: LiveCatalog;
  responsesOf: (catalog: Catalog) => Responses;
  identify: Identify;
  auth: () => AuthState;
  windows: SharedWindows | MemoryWindows;
  /** The windows that other processes share. Undefined if this process counts alone. */
  shared: SharedWindows | undefined;
  close: () => void;
};

/**
 * Opens everything that the settings name. Throws `SiteError` or `KeyFileError`, and then leaves
 * nothing open.
 */
export async function openBackend(
  config: Pick<
    Config,
    "auth" | "baseUrl" | "keySettingsUrl" | "limits" | "redis" | "site" | "storeWaitMs"
  >,
  logger: Pick<Logger, "info" | "warn" | "error">,
): Promise<Backend> {
  const { auth, baseUrl, keySettingsUrl, limits } = config;
  const { windowSeconds } = limits;
  const responsesOf = createResponsesOf({ baseUrl, keySettingsUrl, windowSeconds });
  const opened: { close: () => void }[] = [];
  const close = () => {
    for (const part of opened) part.close();
  };
  try {
    // The client of an origin is loaded here, so that only those who use it wait for it.
    const openCatalog = isOriginAddress(config.site)
      ? (await import("./site/origin-catalog.ts")).openOriginCatalog
      : openLiveCatalog;
    const site = await openCatalog(config.site, logger, (catalog) => void responsesOf(catalog));
    opened.push(site);
    const authorities = await openAuthorities(
      auth,
      baseUrl ?? site.current().manifest.baseUrl,
      logger,
    );
    opened.push(authorities);
    const shared = await openStore(config, logger);
    if (shared !== undefined) opened.push(shared);
    const windows = shared ?? createMemoryWindows(windowSeconds);
    const rejections = { windows, limit: limits.anonymous };
    return {
      site,
      responsesOf,
      identify: createIdentify(authorities, rejections, createCheckLimiter(rejections)),
      auth: authorities.state,
      windows,
      shared,
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

async function openStore(
  { redis, limits, storeWaitMs }: Pick<Config, "redis" | "limits" | "storeWaitMs">,
  log: Pick<Logger, "info" | "warn">,
): Promise<SharedWindows | undefined> {
  if (redis === undefined) return undefined;
  // The client is loaded here, so that only those who use it wait for it.
  const { openRedisWindows } = await import("./limit/redis-windows.ts");
  return openRedisWindows(redis, limits.windowSeconds, { log, waitMs: storeWaitMs });
}
