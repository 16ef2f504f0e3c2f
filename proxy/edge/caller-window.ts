import type { ObjectStorage } from "cloudflare:workers";
import type { Count } from "../limit/counts.ts";

/** What is stored of a window, in milliseconds since the epoch. */
type Kept = { endsAt: number; used: number };

/** The one thing that is stored. */
const KEPT = "window";

/** The window of one caller, the same wherever the caller is. */
export type CallerWindow = {
  /** Takes up what was stored before the object was last started. */
  load: () => Promise<void>;
  /** Counts requests, in a new window where there is none; counting none only looks. */
  count: (requests: number, windowMs: number) => Count;
  /** Forgets a window that has ended. */
  forget: () => Promise<void>;
};

/**
 * Keeps a window in memory, and in the storage of its object, so that a restart forgets nothing. An
 * alarm at its end deletes all that is stored. An answer does not wait until what it counted is
 * stored: what a machine that breaks loses are the requests of its last moment.
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
      if (kept.endsAt > now()) return storage.setAlarm(kept.endsAt); // another one has begun
      kept = { endsAt: 0, used: 0 };
      await storage.deleteAll();
    },
  };
}

/** By hand: each object would load a library for two numbers. */
function isKept(stored: unknown): stored is Kept {
  if (typeof stored !== "object" || stored === null) return false;
  const { endsAt, used } = stored as Partial<Record<keyof Kept, unknown>>;
  return typeof endsAt === "number" && typeof used === "number";
}
