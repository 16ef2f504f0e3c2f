import { LRUCache } from "lru-cache";

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

/** A flood of callers costs at most this many windows; beyond it those longest without a request are forgotten first. */
const MAX_WINDOWS = 200_000;

/** Windows in the memory of this process. `now` gives milliseconds of a clock that never runs backwards. */
export function createMemoryWindows(windowSeconds: number, now: () => number = () => performance.now()): MemoryWindows {
  const windows = new LRUCache<string, { endsAt: number; used: number }>({ max: MAX_WINDOWS });
  const length = windowSeconds * 1000;
  const clock = () => Math.floor(now()); // fractions would not add up, and a new window would end a second late

  const describe = (used: number, limit: number, leftMs: number, isExhausted: boolean): Window => ({
    limit,
    remaining: Math.max(0, limit - used),
    resetSeconds: Math.ceil(leftMs / 1000),
    isExhausted,
  });

  return {
    take: (key, limit) => {
      const time = clock();
      let window = windows.get(key);
      if (window === undefined || window.endsAt <= time) {
        window = { endsAt: time + length, used: 0 };
        windows.set(key, window);
      }
      const isExhausted = window.used >= limit;
      if (!isExhausted) window.used += 1;
      return describe(window.used, limit, window.endsAt - time, isExhausted);
    },
    peek: (key, limit) => {
      const time = clock();
      const window = windows.peek(key);
      if (window === undefined || window.endsAt <= time) return describe(0, limit, length, false);
      return describe(window.used, limit, window.endsAt - time, window.used >= limit);
    },
    size: () => windows.size,
  };
}
