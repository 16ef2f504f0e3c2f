import { createCounts } from "./counts.ts";
import { openRedisCounts } from "./redis-counts.ts";
import type { RedisAddress } from "./redis-url.ts";
import {
  createSharedWindows,
  type SharedWindows,
  type SharedWindowsOptions,
} from "./shared-windows.ts";

/** `waitMs` is the longest wait for the store. */
export type RedisWindowsOptions = Pick<SharedWindowsOptions, "log" | "probeMs"> & {
  waitMs: number;
};

/** Opens windows that all proxies of one store share. It also starts while the store is away. */
export async function openRedisWindows(
  address: RedisAddress,
  windowSeconds: number,
  { waitMs, ...options }: RedisWindowsOptions,
): Promise<SharedWindows> {
  const store = openRedisCounts(address, windowSeconds, waitMs);
  const own = createCounts(windowSeconds);
  const windows = createSharedWindows({ store, own, name: "the store of REDIS_URL", ...options });
  await store.connected;
  await windows.probe();
  const close = () => {
    windows.close();
    store.close();
  };
  return { ...windows, close };
}
