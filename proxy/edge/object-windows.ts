import { waitUntil } from "cloudflare:workers";
import { describeError } from "../../build/core/errors.ts";
import { sha256Of } from "../../build/core/site/digest.ts";
import {
  type Count,
  createMemoryWindows,
  type Windows,
  windowAfter,
  windowBefore,
} from "../limit/windows.ts";
import type { Log } from "../log.ts";

/** The durable objects that count: one for each caller. */
export type CallerWindows = {
  getByName: (name: string) => Partial<Disposable> & {
    count: (requests: number, windowMs: number) => Promise<Count & Partial<Disposable>>;
  };
};

/** How long the log does not repeat that objects cannot be used, in milliseconds. */
const QUIET_MS = 60_000;

/**
 * Windows in durable objects, named by the digest of the caller's key. Each request calls the
 * object for itself, since it must not wait for the I/O of another one. If the object does not
 * respond within `waitMs` milliseconds, the isolate counts the request alone.
 */
export function createObjectWindows(
  objects: CallerWindows,
  { windowSeconds, waitMs, log }: { windowSeconds: number; waitMs: number; log: Log },
): Windows {
  const own = createMemoryWindows(windowSeconds);
  let quietUntil = 0;

  const countOrAlone =
    (requests: 0 | 1, windowOf: typeof windowAfter, alone: typeof own.count) =>
    async (key: string, limit: number) => {
      const call = async () => {
        const object = objects.getByName(sha256Of(Buffer.from(key)));
        const result = await object.count(requests, windowSeconds * 1000);
        const { used, leftMs } = result;
        for (const stub of [result, object]) stub[Symbol.dispose]?.(); // else the runtime warns
        return { used, leftMs };
      };
      const counted = call();
      waitUntil(counted.catch(() => undefined)); // a client that leaves at once is counted too
      try {
        return windowOf(await inTime(counted, waitMs), limit);
      } catch (error) {
        warn(error);
        return alone(key, limit);
      }
    };
  const warn = (error: unknown) => {
    if (Date.now() < quietUntil) return;
    quietUntil = Date.now() + QUIET_MS;
    const message = "a window's durable object cannot be used; this isolate counts alone";
    log.warn({ reason: describeError(error) }, message);
  };
  return {
    count: countOrAlone(1, windowAfter, own.count),
    peek: countOrAlone(0, windowBefore, own.peek),
  };
}

/** Awaits work. Throws if it takes longer than `waitMs` milliseconds. */
export async function inTime<T>(work: Promise<T>, waitMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, waitMs, new Error(`no response within ${waitMs} ms`));
  });
  return await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
