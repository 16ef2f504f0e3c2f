import type { MemoryWindows, Window, Windows } from "./windows.ts";

/** Windows kept by another process. The promises reject where it is too slow, refuses, or is gone. */
export type WindowStore = {
  [Name in keyof Windows]: (key: string, limit: number) => Promise<Window>;
};

/** Windows of a store for as long as it answers in time. */
export type SharedWindows = Windows & {
  /** Whether the store is in use, rather than the windows of this process. */
  isShared: () => boolean;
  /** How many callers are remembered in this process. */
  size: () => number;
  /** Asks the store once; what is found is in force when the promise is fulfilled. */
  probe: () => Promise<void>;
  close: () => void;
};

export type SharedWindowsOptions = {
  store: WindowStore;
  /** What is counted with while the store does not answer. */
  own: MemoryWindows;
  /** What the store is called in the log. */
  name: string;
  log: Record<"info" | "warn", (fields: object, message: string) => void>;
  probeMs?: number;
};

/** How often a store that failed is asked again. */
const PROBE_MS = 1000;

/** The window that is counted in to learn whether the store counts. */
const PROBE_KEY = "probe";

/**
 * Counts in the store. From the first answer that is late or an error on, requests are counted in this process and wait for
 * nothing, while the store is probed in the background; the first probe that succeeds takes it back.
 */
export function createSharedWindows({
  store,
  own,
  name,
  log,
  probeMs = PROBE_MS,
}: SharedWindowsOptions): SharedWindows {
  let isShared = true;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  const ask = async (kind: keyof Windows, key: string, limit: number): Promise<Window> => {
    try {
      return await store[kind](key, limit);
    } catch (error) {
      leave(error);
      return own[kind](key, limit);
    }
  };

  const leave = (error: unknown) => {
    if (isClosed) return;
    if (isShared)
      log.warn(
        { reason: reasonOf(error) },
        `${name} cannot be used; this process counts on its own`,
      );
    isShared = false;
    timer ??= setTimeout(probe, probeMs).unref();
  };

  const probe = async () => {
    timer = undefined;
    try {
      await store.take(PROBE_KEY, 1);
    } catch (error) {
      return leave(error);
    }
    if (!isShared && !isClosed) log.info({}, `${name} can be used again; windows are shared`);
    isShared = true;
  };

  return {
    take: (key, limit) => (isShared ? ask("take", key, limit) : own.take(key, limit)),
    peek: (key, limit) => (isShared ? ask("peek", key, limit) : own.peek(key, limit)),
    isShared: () => isShared,
    size: own.size,
    probe,
    close: () => {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
