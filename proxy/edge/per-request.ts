/*
 * At the edge a request must not await a promise that the I/O of another request settles: the
 * runtime ends a request whose promise belongs to another one, and the other one may be aborted.
 * What is here lets requests share values instead.
 */

/** How long a request waits for a value that another request loads, in milliseconds. */
const MAX_WAIT_MS = 1_000;

/** How often a waiting request looks for the value. */
const POLL_MS = 10;

/** A value that one request loads, and that all requests of the isolate use. */
export type SharedValue<T> = {
  /** The value, or undefined before it is first loaded. */
  current: () => T | undefined;
  /** Waits until there is a value other than `stale`. Loads it if no other request does. */
  load: (stale?: T) => Promise<T>;
};

/**
 * Creates a shared value. While one request loads it, the others look for it with timers of their
 * own. If it does not arrive in time, they load it themselves. A load that fails is repeated once.
 */
export function createSharedValue<T>(load: () => Promise<T>): SharedValue<T> {
  let value: T | undefined;
  let busyUntil = 0;
  return {
    current: () => value,
    load: async (stale) => {
      const waitUntil = Date.now() + MAX_WAIT_MS;
      while (value === stale && Date.now() < Math.min(busyUntil, waitUntil)) await pause(POLL_MS);
      if (value !== undefined && value !== stale) return value;
      busyUntil = Date.now() + MAX_WAIT_MS;
      try {
        value = await load().catch(load);
        return value;
      } finally {
        busyUntil = 0;
      }
    },
  };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Awaits work of the request's own. Throws if it takes longer than `waitMs` milliseconds. */
export async function inTime<T>(work: Promise<T>, waitMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, waitMs, new Error(`no answer within ${waitMs} ms`));
  });
  return await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
