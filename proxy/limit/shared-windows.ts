import { describeError } from "../../build/core/errors.ts";
import type { Log } from "../log.ts";
import { type Count, type MemoryWindows, windowAfter, windowBefore } from "./windows.ts";

/** Counts for several processes. The promises reject if the store is late, refuses or is away. */
export type CountStore = Record<"add" | "read", (key: string) => Promise<Count>>;

export type SharedWindowsOptions = {
  store: CountStore;
  /** The windows of this process, used while the store does not answer. */
  own: MemoryWindows;
  log: Log;
  /** Milliseconds between two probes of a failed store. Default: 1,000. */
  probeMs?: number;
};

/** The store in the log. */
const STORE = "the store of REDIS_URL";

/**
 * Counts in the store. After a late reply or an error, this process counts by itself, and no
 * request waits. Meanwhile the store is probed. When it answers, it is in use again.
 */
export function createSharedWindows(options: SharedWindowsOptions) {
  const { store, own, log, probeMs = 1_000 } = options;
  let isShared = true;
  let isClosed = false;
  let nextProbe: NodeJS.Timeout | undefined;

  const leave = (error: unknown) => {
    if (isClosed) return;
    const reason = describeError(error);
    if (isShared) log.warn({ reason }, `${STORE} cannot be used; this process counts alone`);
    isShared = false;
    nextProbe ??= setTimeout(() => void probe(), probeMs).unref();
  };

  const probe = async () => {
    nextProbe = undefined;
    try {
      await store.add("probe");
    } catch (error) {
      return leave(error);
    }
    if (!isShared && !isClosed) log.info({}, `${STORE} can be used again; windows are shared`);
    isShared = true;
  };

  const sharedOr =
    (ask: CountStore["add"], windowOf: typeof windowAfter, alone: MemoryWindows["count"]) =>
    (key: string, limit: number) => {
      if (!isShared) return alone(key, limit);
      return ask(key).then(
        (count) => windowOf(count, limit),
        (error: unknown) => {
          leave(error);
          return alone(key, limit);
        },
      );
    };

  return {
    count: sharedOr(store.add, windowAfter, own.count),
    peek: sharedOr(store.read, windowBefore, own.peek),
    /** Whether the store is in use. */
    isShared: () => isShared,
    /** The number of callers that this process remembers. */
    size: own.size,
    /** Asks the store once, and uses it from then on if it answers. */
    probe,
    close: () => {
      isClosed = true;
      clearTimeout(nextProbe);
    },
  };
}
