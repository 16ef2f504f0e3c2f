import { waitUntil } from "#host";
import { sha256Of } from "../../build/core/site/digest.ts";
import type { CountStore } from "../limit/shared-windows.ts";
import type { Count } from "../limit/windows.ts";
import { inTime } from "./per-request.ts";

/** The durable objects that count: one for each caller. */
export type CallerWindows = {
  getByName: (name: string) => Partial<Disposable> & {
    count: (requests: number, windowMs: number) => Promise<Count & Partial<Disposable>>;
  };
};

/**
 * Counts in a durable object named by the digest of the caller's key. Each request calls the object
 * for itself, and waits for `waitMs` milliseconds at most.
 */
export function createObjectCounts(
  objects: CallerWindows,
  windowSeconds: number,
  waitMs: number,
): CountStore {
  const count = (key: string, requests: number): Promise<Count> => {
    const object = objects.getByName(sha256Of(Buffer.from(key)));
    const counted = object.count(requests, windowSeconds * 1000).then((answer) => {
      const { used, leftMs } = answer;
      for (const stub of [answer, object]) stub[Symbol.dispose]?.(); // else the runtime warns
      return { used, leftMs };
    });
    waitUntil(counted); // a client that leaves at once is counted too
    return inTime(counted, waitMs);
  };
  return { add: (key) => count(key, 1), read: (key) => count(key, 0) };
}
