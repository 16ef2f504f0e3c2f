import type { ObjectStorage } from "cloudflare:workers";
import type { Count } from "../limit/windows.ts";

/** What is stored of a window, in milliseconds since the epoch. */
type Kept = { endsAt: number; used: number };

/** The only key in the storage. */
const KEPT = "window";

/** The window of one caller, the same wherever the caller is. */
export type CallerWindow = {
  /** Loads the window that was stored before the object last stopped. */
  load: () => Promise<void>;
  /** Counts requests, in a new window if none is open. Counting 0 only reads the window. */
  count: (requests: number, windowMs: number) => Count;
  /** Forgets a window that has ended. */
  forget: () => Promise<void>;
};

/** The least count that is stored. Most callers stay below it, and stored rows cost money. */
const LEAST_STORED = 8;

/**
 * Keeps a window in memory, and stores it whenever its count has doubled. So an object that is
 * started again knows at least half of a count of 8 or more. An alarm at the end of the window
 * deletes what is stored. Answers do not wait for the storage.
 */
export function createCallerWindow(
  storage: ObjectStorage,
  now: () => number = Date.now,
): CallerWindow {
  let kept: Kept = { endsAt: 0, used: 0 };
  let stored = 0; // the count in the storage

  return {
    load: async () => {
      const found = await storage.get(KEPT);
      if (!isKept(found)) return;
      kept = found;
      stored = found.used;
    },
    count: (requests, windowMs) => {
      const time = now();
      const isOpen = kept.endsAt > time;
      if (requests === 0)
        return isOpen
          ? { used: kept.used, leftMs: kept.endsAt - time }
          : { used: 0, leftMs: windowMs };
      if (!isOpen) {
        kept = { endsAt: time + windowMs, used: 0 };
        stored = 0;
      }
      kept.used += requests;
      if (kept.used >= Math.max(LEAST_STORED, 2 * stored)) {
        if (stored === 0) void storage.setAlarm(kept.endsAt);
        stored = kept.used;
        void storage.put(KEPT, kept, { allowUnconfirmed: true });
      }
      return { used: kept.used, leftMs: kept.endsAt - time };
    },
    forget: async () => {
      const isOpen = kept.endsAt > now();
      if (isOpen && stored > 0) return storage.setAlarm(kept.endsAt); // a new window is stored
      if (!isOpen) kept = { endsAt: 0, used: 0 };
      stored = 0;
      await storage.deleteAll();
    },
  };
}

/** Checks by hand, as otherwise each object would load a library for two numbers. */
function isKept(stored: unknown): stored is Kept {
  if (typeof stored !== "object" || stored === null) return false;
  const { endsAt, used } = stored as Partial<Record<keyof Kept, unknown>>;
  return typeof endsAt === "number" && typeof used === "number";
}
