import type { Count, Counts } from "./counts.ts";
import { onLate } from "./in-time.ts";
import type { CountStore } from "./shared-windows.ts";

/**
 * The counts that a process asks of another one in a turn of its event loop. 0 requests only read
 * the count.
 */
export type CountBatch = { batch: number; questions: [key: string, requests: number][] };

/** The answers to a batch, in the order of its questions. */
export type BatchCounts = { batch: number; counts: Count[] };

/** Counts that another process keeps. */
export type RemoteCounts = CountStore & {
  /** Takes an answer of the other process. */
  receive: (answers: BatchCounts) => void;
};

/** A batch that was sent, or is being gathered. */
type Batch = { questions: CountBatch["questions"]; waiting: Waiting[] };
type Waiting = {
  resolve: (count: Count) => void;
  reject: (error: Error) => void;
  tell: (late: Count) => void;
};

/**
 * Asks another process to count, with one message for each turn of the event loop. The promises
 * reject after `waitMs` milliseconds.
 */
export function createRemoteCounts(
  send: (questions: CountBatch) => void,
  waitMs: number,
): RemoteCounts {
  /**
   * Batches without an answer. Late ones stay, since the other process has counted them or will.
   */
  const sent = new Map<number, { waiting: Waiting[]; callOff: () => void; isLate: boolean }>();
  let gathered: Batch | undefined;
  let batch = 0;

  const flush = ({ questions, waiting }: Batch) => {
    gathered = undefined;
    batch += 1;
    const callOff = onLate(waitMs, (error) => {
      asked.isLate = true;
      for (const { reject } of waiting) reject(error);
    });
    const asked = { waiting, callOff, isLate: false };
    sent.set(batch, asked);
    send({ batch, questions });
  };

  const gather = (): Batch => {
    const fresh: Batch = { questions: [], waiting: [] };
    setImmediate(flush, fresh);
    return fresh;
  };

  const ask = (key: string, requests: number, tell: Waiting["tell"]): Promise<Count> =>
    new Promise((resolve, reject) => {
      gathered ??= gather();
      gathered.questions.push([key, requests]);
      gathered.waiting.push({ resolve, reject, tell });
    });

  return {
    add: ask,
    read: (key) => ask(key, 0, () => undefined),
    receive: ({ batch, counts }) => {
      const asked = sent.get(batch);
      if (asked === undefined) return;
      sent.delete(batch);
      asked.callOff();
      for (const [at, count] of counts.entries()) {
        const waiting = asked.waiting[at];
        if (asked.isLate) waiting?.tell(count);
        else waiting?.resolve(count);
      }
    },
  };
}

/** Counts a batch, in the process that keeps the counts. */
export function countBatch(counts: Counts, { batch, questions }: CountBatch): BatchCounts {
  const answer = ([key, requests]: [string, number]): Count =>
    requests === 0 ? counts.read(key) : counts.add(key, requests);
  return { batch, counts: questions.map(answer) };
}
