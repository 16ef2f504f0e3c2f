import { goOn } from "#host";
import { sha256Of } from "../../build/site/digest.ts";
import type { Count } from "../limit/counts.ts";
import { onLate } from "../limit/in-time.ts";
import type { CountStore } from "../limit/shared-windows.ts";

/** The durable objects that count: one for each caller. */
export type CallerWindows = {
  getByName: (name: string) => {
    count: (requests: number, windowMs: number) => Promise<Count>;
  };
};

/** A request that waits for its count, or that has stopped waiting. */
type Waiting = {
  requests: number;
  /** Makes this request ask for a batch, which includes itself. */
  lead: (batch: Waiting[]) => void;
  isLate: boolean;
  resolve: (count: Count) => void;
  reject: (error: Error) => void;
  tell: (late: Count) => void;
};

/** The requests that wait while another one asks. `since` is the start of that call, in ms. */
type Line = { since: number; waiting: Waiting[] };

/**
 * Counts in a durable object named by the digest of the caller's key. During a call to an object,
 * further requests of the caller wait. Then one call counts all of them. No request waits longer
 * than `waitMs` milliseconds.
 */
export function createObjectCounts(
  objects: CallerWindows,
  windowSeconds: number,
  waitMs: number,
): CountStore {
  const lines = new Map<string, Line>();

  /** Counts a batch, and then starts the next one. */
  const ask = async (key: string, batch: Waiting[]): Promise<void> => {
    const line = { since: Date.now(), waiting: lines.get(key)?.waiting ?? [] };
    lines.set(key, line);
    try {
      const requests = batch.reduce((sum, one) => sum + one.requests, 0);
      const object = objects.getByName(sha256Of(Buffer.from(key)));
      const { used, leftMs } = await object.count(requests, windowSeconds * 1000);
      let soFar = used - requests;
      for (const one of batch) {
        soFar += one.requests;
        (one.isLate ? one.tell : one.resolve)({ used: soFar, leftMs });
      }
    } catch (error) {
      const reason = error instanceof Error ? error : new Error("the object could not be asked");
      for (const { reject } of batch) reject(reason);
    } finally {
      if (lines.get(key) === line) goOnWith(key, line);
    }
  };

  const goOnWith = (key: string, { waiting }: Line): void => {
    const batch = waiting.splice(0).filter(({ isLate }) => !isLate);
    if (batch.length === 0) lines.delete(key);
    else batch[0]?.lead(batch);
  };

  /** The line to wait in. None if its call takes too long: that request may have ended. */
  const lineOf = (key: string): Line | undefined => {
    const line = lines.get(key);
    return line !== undefined && Date.now() - line.since <= waitMs ? line : undefined;
  };

  /**
   * The first request of a batch calls the object for all. A worker may not act for a request with
   * the promises of another one, so each request has promises of its own. Its timer keeps it alive
   * until its turn, even if its client has left.
   */
  const count = (key: string, requests: number, tell: Waiting["tell"]): Promise<Count> => {
    let callOff = () => {};
    const counted = new Promise<Count>((resolve, reject) => {
      const turn = new Promise<Waiting[]>((lead) => {
        const own: Waiting = { requests, lead, isLate: false, resolve, reject, tell };
        callOff = onLate(waitMs, (error) => {
          own.isLate = true;
          reject(error);
          lead([]);
        });
        const line = lineOf(key);
        if (line !== undefined) return void line.waiting.push(own);
        lines.set(key, { since: Date.now(), waiting: [] });
        lead([own]);
      });
      goOn(turn.then((batch) => (batch.length === 0 ? undefined : ask(key, batch))));
    });
    return counted.finally(callOff);
  };

  const asked = (requests: number) => (key: string) => count(key, requests, () => undefined);
  return { add: asked(1), read: asked(0) };
}
