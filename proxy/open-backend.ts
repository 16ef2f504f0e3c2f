import type { Logger } from "pino";
import { type Answers, createAnswersOf } from "./answers.ts";
import { type AuthState, openAuthorities } from "./auth/authorities.ts";
import type { Identify } from "./auth/identify.ts";
import type { Config } from "./config.ts";
import type { SharedWindows } from "./limit/shared-windows.ts";
import { createMemoryWindows, type MemoryWindows } from "./limit/windows.ts";
import { createLimitedIdentify } from "./rejections.ts";
import type { Catalog } from "./site/catalog.ts";
import type { LiveCatalog } from "./site/follow-site.ts";
import { openSite } from "./site/open-site.ts";

/** What stands behind the gate: the site, who is known, and how much each may ask. */
export type Backend = {
  site: LiveCatalog;
  answersOf: (catalog: Catalog) => Answers;
  identify: Identify;
  auth: () => AuthState;
  windows: SharedWindows | MemoryWindows;
  /** The windows that are shared with other processes, if they are. */
  shared: SharedWindows | undefined;
  close: () => void;
};

/**
 * Opens everything the settings name. Windows are those of the store that the settings name,
 * before any that are given. `prefix` stands before each path in the server of somebody else.
 * Throws `SiteError` or `KeyFileError`.
 */
export async function openBackend(
  config: Pick<
    Config,
    "auth" | "baseUrl" | "keySettingsUrl" | "limits" | "redis" | "site" | "storeWaitMs"
  >,
  logger: Pick<Logger, "info" | "warn" | "error">,
  given?: SharedWindows,
  prefix = "",
): Promise<Backend> {
  const { auth, baseUrl, keySettingsUrl, limits } = config;
  const { windowSeconds } = limits;
  const answersOf = createAnswersOf({ baseUrl, keySettingsUrl, prefix, windowSeconds });
  const site = await openSite(config.site, logger, (catalog) => void answersOf(catalog));
  const authorities = await openAuthorities(
    auth,
    baseUrl ?? site.current().manifest.baseUrl,
    logger,
  );
  const redis = await openStore(config, logger);
  const shared = redis ?? given;
  const windows = shared ?? createMemoryWindows(windowSeconds);
  return {
    site,
    answersOf,
    identify: createLimitedIdentify(authorities, { windows, limit: limits.anonymous }),
    auth: authorities.state,
    windows,
    shared,
    close: () => {
      site.close();
      authorities.close();
      redis?.close();
    },
  };
}

async function openStore(
  { redis, limits, storeWaitMs }: Pick<Config, "redis" | "limits" | "storeWaitMs">,
  log: Pick<Logger, "info" | "warn">,
): Promise<SharedWindows | undefined> {
  if (redis === undefined) return undefined;
  // nobody else waits for the client to load
  const { openRedisWindows } = await import("./limit/redis-windows.ts");
  return openRedisWindows(redis, limits.windowSeconds, { log, waitMs: storeWaitMs });
}
