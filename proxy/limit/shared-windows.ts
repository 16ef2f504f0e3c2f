import { goOn, later } from "#host";
import type { Count, OwnCounts } from "./counts.ts";
import { type Window, type Windows, windowAfter, windowBefore } from "./windows.ts";

/**
 * Counts kept elsewhere, for several processes. The promises reject where that is too slow,
 * refuses, or is gone.
 */
export type CountStore = {
  /** `tell` is called where the store turns out, too late, to have counted. */
  add: (key: string, requests: number, tell: (said: Count) => void) => Promise<Count>;
  read: (key: string) => Promise<Count>;
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
  store: CountStore;
  /** What is counted with while the store does not answer. */
  own: OwnCounts;
  /** What the store is called in the log. */
  name: string;
  log: Record<"info" | "warn", (fields: object, message: string) => void>;
  probeMs?: number;
};

/** How often a store that failed is asked again. */
const PROBE_MS = 1000;

/** The window that is counted in to learn whether the store counts. */
const PROBE_KEY = "probe";

/** So many callers at a time are brought back to a store that answers again. */
const RETURNED_AT_ONCE = 500;

/**
 * Counts in the store. From the first answer that is late or an error on, requests are counted in
 * this process, from what the store last said, and wait for nothing. Meanwhile the store is probed;
 * once it answers it is told what was counted without it, and is in use again.
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

/** Windows of this process, which owes the store what it counts. */
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

/** Counts in the store; what it says is known to this process too. */
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

/** Whether the store is in use: from `leave` on it is not, until a probe has found it well. */
function createStoreUse(options: SharedWindowsOptions) {
  const { store, own, name, log, probeMs = PROBE_MS } = options;
  let isShared = true;
  let isClosed = false;
  let callOff: (() => void) | undefined;

  const leave = (error: unknown): void => {
    if (isClosed) return;
    const reason = reasonOf(error);
    if (isShared) log.warn({ reason }, `${name} cannot be used; this process counts on its own`);
    isShared = false;
    callOff ??= later(probeMs, () => goOn(probe()));
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
    // of the requests that came while the others were told
    goOn(settle(options, own.takeOwed()).catch(leave));
  };

  const close = (): void => {
    isClosed = true;
    callOff?.();
  };

  return { isShared: () => isShared, leave, probe, close };
}

/**
 * Tells the store what was counted without it. Throws where it does not answer; that is owed still.
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

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
