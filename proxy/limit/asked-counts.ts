import type { Count, Counts } from "./counts.ts";
import { whenLate } from "./in-time.ts";
import type { CountStore } from "./shared-windows.ts";

/**
 * What one process asks another to count in one turn of its event loop; no requests is only asking.
 */
export type CountQuestions = { batch: number; questions: [key: string, requests: number][] };

/** The answers to a batch, in the order of its questions. */
export type CountAnswers = { batch: number; counts: Count[] };

/** Counts of another process. */
export type AskedCounts = CountStore & {
  /** To be told what the other process has answered. */
  receive: (answers: CountAnswers) => void;
};

/** A batch that was sent, or is being gathered. */
type Batch = { questions: CountQuestions["questions"]; waiting: Waiting[] };
type Waiting = {
  resolve: (count: Count) => void;
  reject: (error: Error) => void;
  tell: (late: Count) => void;
};

/**
 * Asks another process to count, with one message for all questions of a turn of the event loop.
 * Nobody waits longer than `waitMs` milliseconds.
 */
export function createAskedCounts(
  send: (questions: CountQuestions) => void,
  waitMs: number,
): AskedCounts {
  /** Those that are late stay: the other process has counted them, or will. */
  const sent = new Map<number, { waiting: Waiting[]; callOff: () => void; isLate: boolean }>();
  let gathered: Batch | undefined;
  let batch = 0;

  const flush = ({ questions, waiting }: Batch) => {
    gathered = undefined;
    batch += 1;
    const callOff = whenLate(waitMs, (error) => {
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

/** What the process that counts answers to a batch. */
export function answerQuestions(
  counts: Counts,
  { batch, questions }: CountQuestions,
): CountAnswers {
  const answer = ([key, requests]: [string, number]): Count =>
    requests === 0 ? counts.read(key) : counts.add(key, requests);
  return { batch, counts: questions.map(answer) };
}
