/*
 * How many requests callers have made: in the memory of this process (this file), or in Redis
 * (redis-windows.ts) while that replies (shared-windows.ts). Callers without a credential are told
 * apart by address (address.ts). Imported by `gate` and `edge`; knows neither HTTP nor credentials.
 */
import { LRUCache } from "lru-cache";
import { maxEntries } from "../entries.ts";
import { ADDRESS_KIND } from "./address.ts";

/** The state of one caller's window after a request. */
export type Window = {
  limit: number;
  remaining: number;
  /** Whole seconds until the window ends, rounded up. */
  resetSeconds: number;
  /** Whether this request was over the limit. */
  isExhausted: boolean;
};

/**
 * Fixed windows by caller, each from the caller's first request. The result is a promise only where
 * windows are kept elsewhere. No promise rejects.
 */
export type Windows = {
  /** Counts a request. */
  count: (key: string, limit: number) => Window | Promise<Window>;
  /** Reads the window without counting. */
  peek: (key: string, limit: number) => Window | Promise<Window>;
};

/** Windows whose results are not promises. */
export type MemoryWindows = { [Name in keyof Windows]: (key: string, limit: number) => Window } & {
  /** The number of callers that are remembered. */
  size: () => number;
};

/** A window: when it ends (milliseconds), and its requests. */
type StoredWindow = { endsAt: number; used: number };

/** The most windows of addresses, and of credentials, so that a flood fills no memory. */
const MAX_WINDOWS = 200_000;

/**
 * Windows in the memory of this process. In a flood of callers, those that were not used for
 * longest are dropped. `now` gives milliseconds of a clock that never runs backwards.
 */
export function createMemoryWindows(
  windowSeconds: number,
  now: () => number = () => performance.now(),
): MemoryWindows {
  // Anyone can use many addresses, but not many credentials. So they are kept apart, and a flood of
  // addresses drops no credential.
  const addresses = new LRUCache<string, StoredWindow>(maxEntries(MAX_WINDOWS));
  const credentials = new LRUCache<string, StoredWindow>(maxEntries(MAX_WINDOWS));
  const cacheOf = (key: string) => (key.startsWith(ADDRESS_KIND) ? addresses : credentials);
  const length = windowSeconds * 1000;
  // Fractions would make a new window end a second late.
  const clock = () => Math.floor(now());

  return {
    count: (key, limit) => {
      const time = clock();
      const cache = cacheOf(key);
      const known = cache.get(key);
      const isOpen = known !== undefined && known.endsAt > time;
      const window = isOpen ? known : { endsAt: time + length, used: 0 };
      if (!isOpen) cache.set(key, window);
      window.used += 1;
      return windowAfter({ used: window.used, leftMs: window.endsAt - time }, limit);
    },
    peek: (key, limit) => {
      const time = clock();
      const window = cacheOf(key).peek(key);
      if (window === undefined || window.endsAt <= time)
        return windowBefore({ used: 0, leftMs: length }, limit);
      return windowBefore({ used: window.used, leftMs: window.endsAt - time }, limit);
    },
    size: () => addresses.size + credentials.size,
  };
}

/** The window of a request that has just been counted. */
export function windowAfter(count: Count, limit: number): Window {
  return describeWindow(count, limit, count.used > limit);
}

/** The window before a further request is counted. */
export function windowBefore(count: Count, limit: number): Window {
  return describeWindow(count, limit, count.used >= limit);
}

function describeWindow({ used, leftMs }: Count, limit: number, isExhausted: boolean) {
  const remaining = Math.max(0, limit - used);
  return { limit, remaining, resetSeconds: Math.ceil(leftMs / 1000), isExhausted };
}

/** The tiers of the specification's section 5, and the policy names in the draft's fields. */
export type Tier = "anonymous" | "keyed";

/** The requests of a caller in its window, and the milliseconds until the window ends. */
export type Count = { used: number; leftMs: number };
