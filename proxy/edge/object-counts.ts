import { goOn } from "#host";
import type { Count } from "../limit/counts.ts";
import { WAIT_MS, whenLate } from "../limit/in-time.ts";
import type { CountStore } from "../limit/shared-windows.ts";
import { sha256Of } from "../site/sha256.ts";

/** The durable objects that count: one for each caller. */
export type CallerWindows = {
  getByName: (name: string) => {
    count: (requests: number, windowMs: number) => Promise<Count>;
  };
};

/** A request that waits for its count. */
type Waiting = {
  requests: number;
  /** Says that it is to ask for all of these, itself among them. */
  lead: (batch: Waiting[]) => void;
  resolve: (count: Count) => void;
  reject: (error: Error) => void;
  tell: (late: Count) => void;
};

/**
 * Counts in a durable object named by the digest of the caller's key. While an object is asked, what
 * comes for the same caller waits, and is then asked for at once: one call for all of them.
 */
export function createObjectCounts(objects: CallerWindows, windowSeconds: number): CountStore {
  /** Those that wait while another one asks, by the key of the caller. */
  const lines = new Map<string, Waiting[]>();

  /** Asks for a batch, and has the next one asked for. */
  const ask = async (key: string, batch: Waiting[]): Promise<void> => {
    let isLate = false;
    const callOff = whenLate(WAIT_MS, (error) => {
      isLate = true;
      for (const { reject } of [...batch, ...endLine(key)]) reject(error);
    });
    try {
      const requests = batch.reduce((sum, one) => sum + one.requests, 0);
      const object = objects.getByName(sha256Of(Buffer.from(key)));
      const { used, leftMs } = await object.count(requests, windowSeconds * 1000);
      let soFar = used - requests;
      for (const one of batch) {
        soFar += one.requests;
        (isLate ? one.tell : one.resolve)({ used: soFar, leftMs });
      }
    } catch (error) {
      const reason = error instanceof Error ? error : new Error("the object could not be asked");
      for (const { reject } of batch) reject(reason);
    } finally {
      callOff();
      if (!isLate) goOnWith(key);
    }
  };

  /** Everybody who waits for a caller's object. */
  const endLine = (key: string): Waiting[] => {
    const line = lines.get(key) ?? [];
    lines.delete(key);
    return line;
  };

  const goOnWith = (key: string): void => {
    const batch = lines.get(key)?.splice(0) ?? [];
    if (batch.length === 0) lines.delete(key);
    else batch[0]?.lead(batch);
  };

  /** The one that leads asks in its own name: a worker may do nothing in that of another request. */
  const count = (key: string, requests: number, tell: Waiting["tell"]): Promise<Count> => {
    const counted = new Promise<Count>((resolve, reject) => {
      const turn = new Promise<Waiting[]>((lead) => {
        const own: Waiting = { requests, lead, resolve, reject, tell };
        const line = lines.get(key);
        if (line !== undefined) return void line.push(own);
        lines.set(key, []);
        lead([own]);
      });
      goOn(turn.then((batch) => ask(key, batch)));
    });
    return counted;
  };

  return { add: count, read: (key) => count(key, 0, () => undefined) };
}
