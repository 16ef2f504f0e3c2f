import { describeError } from "../../build/core/site/describe-error.ts";
import { sha256Of } from "../../build/core/site/digest.ts";
import {
  type Count,
  createMemoryWindows,
  type Window,
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

/** The log of an isolate, and what keeps work alive after the response of its request. */
export type Runtime = { log: Log; waitUntil: (work: Promise<unknown>) => void };

/** How long the log does not repeat that objects cannot be used, in milliseconds. */
const QUIET_MS = 60_000;

/**
 * Windows in durable objects, named by the digest of the caller's key. Each request calls the
 * object for itself, since it must not wait for the I/O of another one. If the object does not
 * answer within `waitMs` milliseconds, the isolate counts the request alone.
 */
export function createObjectWindows(
  objects: CallerWindows,
  { windowSeconds, waitMs }: { windowSeconds: number; waitMs: number },
  { log, waitUntil }: Runtime,
): Windows {
  const own = createMemoryWindows(windowSeconds);
  let quietUntil = 0;

  const call = (key: string, requests: number): Promise<Count> => {
    const object = objects.getByName(sha256Of(Buffer.from(key)));
    const counted = object.count(requests, windowSeconds * 1000).then((result) => {
      const { used, leftMs } = result;
      for (const stub of [result, object]) stub[Symbol.dispose]?.(); // else the runtime warns
      return { used, leftMs };
    });
    waitUntil(counted.catch(() => undefined)); // a client that leaves at once is counted too
    return inTime(counted, waitMs);
  };

  const noteFailure = (error: unknown): void => {
    if (Date.now() < quietUntil) return;
    quietUntil = Date.now() + QUIET_MS;
    const message = "a window's durable object cannot be used; this isolate counts alone";
    log.warn({ reason: describeError(error) }, message);
  };

  const askObject =
    (requests: number, windowOf: typeof windowAfter, alone: typeof own.count) =>
    async (key: string, limit: number): Promise<Window> => {
      try {
        return windowOf(await call(key, requests), limit);
      } catch (error) {
        noteFailure(error);
        return alone(key, limit);
      }
    };
  return {
    count: askObject(1, windowAfter, own.count),
    peek: askObject(0, windowBefore, own.peek),
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
