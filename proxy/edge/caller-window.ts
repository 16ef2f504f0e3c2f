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

/**
 * Keeps a window in memory and in the storage of its object, so that it survives a restart. An
 * alarm at its end deletes what is stored. Answers do not wait for the storage, so a machine that
 * breaks loses the counts of its last moment.
 */
export function createCallerWindow(
  storage: ObjectStorage,
  now: () => number = Date.now,
): CallerWindow {
  let kept: Kept = { endsAt: 0, used: 0 };

  return {
    load: async () => {
      const stored = await storage.get(KEPT);
      if (isKept(stored)) kept = stored;
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
        void storage.setAlarm(kept.endsAt);
      }
      kept.used += requests;
      void storage.put(KEPT, kept, { allowUnconfirmed: true });
      return { used: kept.used, leftMs: kept.endsAt - time };
    },
    forget: async () => {
      if (kept.endsAt > now()) return storage.setAlarm(kept.endsAt); // a new window has begun
      kept = { endsAt: 0, used: 0 };
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
