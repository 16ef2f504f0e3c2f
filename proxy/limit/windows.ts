import { type Count, createCounts } from "./counts.ts";

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
 * Fixed windows by caller, each from the caller's first request. The answer is a promise only where
 * windows are kept elsewhere. No promise rejects.
 */
export type Windows = {
  /** Counts a request. */
  count: (key: string, limit: number) => Window | Promise<Window>;
  /** Reads the window without counting. */
  peek: (key: string, limit: number) => Window | Promise<Window>;
};

/** Windows whose answers are no promises. */
export type MemoryWindows = { [Name in keyof Windows]: (key: string, limit: number) => Window } & {
  /** The number of callers that are remembered. */
  size: () => number;
};

/**
 * Windows in the memory of this process. `now` gives milliseconds of a clock that never runs
 * backwards.
 */
export function createMemoryWindows(windowSeconds: number, now?: () => number): MemoryWindows {
  const counts = createCounts(windowSeconds, now);
  return {
    count: (key, limit) => windowAfter(counts.add(key), limit),
    peek: (key, limit) => windowBefore(counts.read(key), limit),
    size: counts.size,
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

function describeWindow({ used, leftMs }: Count, limit: number, isExhausted: boolean): Window {
  const remaining = Math.max(0, limit - used);
  return { limit, remaining, resetSeconds: Math.ceil(leftMs / 1000), isExhausted };
}
