import { later, waitUntil } from "#host";
import { describeError } from "../../build/site/describe-error.ts";
import type { Count, OwnCounts } from "./counts.ts";
import { type Window, type Windows, windowAfter, windowBefore } from "./windows.ts";

/**
 * Counts for several processes. The promises reject where the store is late, refuses or is away.
 */
export type CountStore = {
  /** Counts requests. `tell` is called where the answer comes after the promise was rejected. */
  add: (key: string, requests: number, tell: (said: Count) => void) => Promise<Count>;
  read: (key: string) => Promise<Count>;
};

/** Windows of a store while it answers in time, else of this process. */
export type SharedWindows = Windows & {
  /** Whether the store is in use. */
  isShared: () => boolean;
  /** The number of callers that this process remembers. */
  size: () => number;
  /** Asks the store once, and uses it from then on if it answers. */
  probe: () => Promise<void>;
  close: () => void;
};

export type SharedWindowsOptions = {
  store: CountStore;
  /** The counts of this process, for the time in which the store does not answer. */
  own: OwnCounts;
  /** The store's name in the log. */
  name: string;
  log: Record<"info" | "warn", (fields: object, message: string) => void>;
  /** Milliseconds between two probes of a failed store. Default: 1,000. */
  probeMs?: number;
};

/** Milliseconds between two probes of a failed store. */
const PROBE_MS = 1000;

/** The window of probes. */
const PROBE_KEY = "probe";

/** How many callers are counted at a time in a store that answers again. */
const RETURNED_AT_ONCE = 500;

/**
 * Counts in the store. After a late answer or an error, requests are counted in this process, from
 * the store's last counts on, and wait for nothing. Meanwhile the store is probed. When it answers,
 * it gets what was counted without it, and is in use again.
 */
export function createSharedWindows(options: SharedWindowsOptions): SharedWindows {
  const { store, own } = options;
  const use = createStoreUse(options);
  const alone = createWindowsAlone(own);

  const count = async (key: string, limit: number): Promise<Window> => {
    try {
      return windowAfter(await countInStore(options, key, 1), limit);
    } catch (error) {
      use.leave(error);
      return alone.count(key, limit);
    }
  };

  const peek = async (key: string, limit: number): Promise<Window> => {
    try {
      return windowBefore(await store.read(key), limit);
    } catch (error) {
      use.leave(error);
      return alone.peek(key, limit);
    }
  };

  return {
    count: (key, limit) => (use.isShared() ? count(key, limit) : alone.count(key, limit)),
    peek: (key, limit) => (use.isShared() ? peek(key, limit) : alone.peek(key, limit)),
    isShared: use.isShared,
    size: own.size,
    probe: use.probe,
    close: use.close,
  };
}

/** Windows of this process, whose counts the store gets later. */
function createWindowsAlone(own: OwnCounts) {
  return {
    count: (key: string, limit: number): Window => {
      const count = own.add(key, 1);
      own.owe(key, 1);
      return windowAfter(count, limit);
    },
    peek: (key: string, limit: number): Window => windowBefore(own.read(key), limit),
  };
}

/** Counts in the store, and keeps the store's count in this process too. */
async function countInStore(
  { store, own }: SharedWindowsOptions,
  key: string,
  requests: number,
): Promise<Count> {
  const said = await store.add(key, requests, (late) => {
    own.owe(key, -requests);
    own.learn(key, late);
  });
  own.learn(key, said);
  return said;
}

/** Tells whether the store is in use. After `leave` it is not, until a probe succeeds. */
function createStoreUse(options: SharedWindowsOptions) {
  const { store, own, name, log, probeMs = PROBE_MS } = options;
  let isShared = true;
  let isClosed = false;
  let callOff: (() => void) | undefined;

  const leave = (error: unknown): void => {
    if (isClosed) return;
    const reason = describeError(error);
    if (isShared) log.warn({ reason }, `${name} cannot be used; this process counts on its own`);
    isShared = false;
    callOff ??= later(probeMs, () => waitUntil(probe()));
  };

  const probe = async (): Promise<void> => {
    callOff = undefined;
    try {
      await store.add(PROBE_KEY, 1, () => undefined);
      const owed = own.takeOwed();
      while (owed.length > 0) await settle(options, owed.splice(0, RETURNED_AT_ONCE));
    } catch (error) {
      return leave(error);
    }
    if (!isShared && !isClosed) log.info({}, `${name} can be used again; windows are shared`);
    isShared = true;
    // These requests came while the store got the others.
    waitUntil(settle(options, own.takeOwed()).catch(leave));
  };

  const close = (): void => {
    isClosed = true;
    callOff?.();
  };

  return { isShared: () => isShared, leave, probe, close };
}

/**
 * Counts requests in the store that it does not know yet. Throws where some could not be counted.
 */
async function settle(options: SharedWindowsOptions, owed: [string, number][]): Promise<void> {
  const told = await Promise.allSettled(
    owed.map(([key, requests]) => countInStore(options, key, requests)),
  );
  const failed = told.filter((result) => result.status === "rejected");
  for (const [at, [key, requests]] of owed.entries())
    if (told[at]?.status === "rejected") options.own.owe(key, requests);
  if (failed.length > 0) throw failed[0]?.reason;
}
