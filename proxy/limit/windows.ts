import { LRUCache } from "lru-cache";
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

/** Fixed windows by caller, each from the caller's first request. Only what is kept elsewhere is a promise; none rejects. */
export type Windows = {
  /** Counts a request. */
  take: (key: string, limit: number) => Window | Promise<Window>;
  /** Looks without counting. */
  peek: (key: string, limit: number) => Window | Promise<Window>;
};

/** Windows that answer at once. */
export type MemoryWindows = { [Name in keyof Windows]: (key: string, limit: number) => Window } & {
  /** How many callers are remembered. */
  size: () => number;
};

/** What is kept of a window: when it ends (milliseconds), and how many requests were counted in it. */
type Kept = { endsAt: number; used: number };

/** A flood of callers costs at most so many windows of each generation. */
const MAX_WINDOWS = 100_000;

/** Windows in the memory of this process. `now` gives milliseconds of a clock that never runs backwards. */
export function createMemoryWindows(
  windowSeconds: number,
  now: () => number = () => performance.now(),
): MemoryWindows {
  // Anyone can come from many addresses, but not with many credentials: they must not push each other out.
  const addresses = createGenerations();
  const credentials = createGenerations();
  const generationsOf = (key: string) => (key.startsWith(ADDRESS_KIND) ? addresses : credentials);
  const length = windowSeconds * 1000;
  const clock = () => Math.floor(now()); // fractions would not add up, and a new window would end a second late

  return {
    take: (key, limit) => {
      const time = clock();
      const window = generationsOf(key).visit(key);
      if (window.endsAt <= time) {
        window.endsAt = time + length;
        window.used = 0;
      }
      const isExhausted = window.used >= limit;
      if (!isExhausted) window.used += 1;
      return describeWindow(window.used, limit, window.endsAt - time, isExhausted);
    },
    peek: (key, limit) => {
      const time = clock();
      const window = generationsOf(key).find(key);
      if (window === undefined || window.endsAt <= time)
        return describeWindow(0, limit, length, false);
      return describeWindow(window.used, limit, window.endsAt - time, window.used >= limit);
    },
    size: () => addresses.size() + credentials.size(),
  };
}

/** A window as callers are told of it. `used` may be more than the limit. */
export function describeWindow(
  used: number,
  limit: number,
  leftMs: number,
  isExhausted: boolean,
): Window {
  return {
    limit,
    remaining: Math.max(0, limit - used),
    resetSeconds: Math.ceil(leftMs / 1000),
    isExhausted,
  };
}

/**
 * Who comes a second time is kept apart from those who came once, so that a flood of new callers makes only each other
 * forgotten. Within a generation those longest without a request go first.
 */
function createGenerations() {
  // Bounded by size, where lru-cache takes the memory as it is needed; for a number of entries it takes all at once.
  const bound = { maxSize: MAX_WINDOWS, sizeCalculation: () => 1 };
  const newcomers = new LRUCache<string, Kept>(bound);
  const regulars = new LRUCache<string, Kept>(bound);
  return {
    find: (key: string): Kept | undefined => regulars.peek(key) ?? newcomers.peek(key),
    /** The caller's window, one that has ended where there was none. */
    visit: (key: string): Kept => {
      const regular = regulars.get(key);
      if (regular !== undefined) return regular;
      const newcomer = newcomers.peek(key);
      if (newcomer === undefined) {
        const fresh = { endsAt: Number.NEGATIVE_INFINITY, used: 0 };
        newcomers.set(key, fresh);
        return fresh;
      }
      regulars.set(key, newcomer); // and it stays among the newcomers, as lru-cache takes long to delete its only entry
      return newcomer;
    },
    size: () => newcomers.size + regulars.size,
  };
}
