import { whenLate } from "./in-time.ts";
import type { WindowStore } from "./shared-windows.ts";
import type { MemoryWindows, Window, Windows } from "./windows.ts";

/** What one process asks of the windows of another in one turn of its event loop. */
export type WindowQuestions = {
  batch: number;
  questions: [kind: keyof Windows, key: string, limit: number][];
};

/** The answers to a batch, in the order of its questions. */
export type WindowAnswers = { batch: number; windows: Window[] };

/** Windows of another process. */
export type AskedWindows = WindowStore & {
  /** To be told what the other process has answered. */
  receive: (answers: WindowAnswers) => void;
};

/** No request waits longer for the other process. It is on the same machine: where it is slow, so is everything here. */
const WAIT_MS = 250;

/** A batch that was sent, or is being gathered. */
type Batch = { questions: WindowQuestions["questions"]; waiting: Waiting[] };
type Waiting = { resolve: (window: Window) => void; reject: (error: Error) => void };

/** Asks another process for its windows, with one message for all questions of a turn of the event loop. */
export function createAskedWindows(send: (questions: WindowQuestions) => void): AskedWindows {
  const sent = new Map<number, { waiting: Waiting[]; callOff: () => void }>();
  let gathered: Batch | undefined;
  let batch = 0;

  const flush = ({ questions, waiting }: Batch) => {
    gathered = undefined;
    batch += 1;
    const number = batch;
    const callOff = whenLate(WAIT_MS, (error) => {
      sent.delete(number);
      for (const { reject } of waiting) reject(error);
    });
    sent.set(number, { waiting, callOff });
    send({ batch, questions });
  };

  const gather = (): Batch => {
    const fresh: Batch = { questions: [], waiting: [] };
    setImmediate(flush, fresh);
    return fresh;
  };

  const ask = (kind: keyof Windows, key: string, limit: number): Promise<Window> =>
    new Promise((resolve, reject) => {
      gathered ??= gather();
      gathered.questions.push([kind, key, limit]);
      gathered.waiting.push({ resolve, reject });
    });

  return {
    take: (key, limit) => ask("take", key, limit),
    peek: (key, limit) => ask("peek", key, limit),
    receive: ({ batch, windows }) => {
      const asked = sent.get(batch);
      if (asked === undefined) return; // too late: it has been counted elsewhere
      sent.delete(batch);
      asked.callOff();
      for (const [at, window] of windows.entries()) asked.waiting[at]?.resolve(window);
    },
  };
}

/** What the process that keeps the windows answers to a batch. */
export function answerQuestions(
  windows: MemoryWindows,
  { batch, questions }: WindowQuestions,
): WindowAnswers {
  return { batch, windows: questions.map(([kind, key, limit]) => windows[kind](key, limit)) };
}
