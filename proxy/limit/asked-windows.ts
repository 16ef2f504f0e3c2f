import type { WindowStore } from "./shared-windows.ts";
import type { MemoryWindows, Window, Windows } from "./windows.ts";

/** What one process asks of the windows of another in one turn of its event loop. */
export type WindowQuestions = { batch: number; questions: [kind: keyof Windows, key: string, limit: number][] };

/** The answers to a batch, in the order of its questions. */
export type WindowAnswers = { batch: number; windows: Window[] };

/** Windows of another process. */
export type AskedWindows = WindowStore & {
  /** To be told what the other process has answered. */
  receive: (answers: WindowAnswers) => void;
};

/** Asks another process for its windows, with one message for all questions of a turn of the event loop. */
export function createAskedWindows(send: (questions: WindowQuestions) => void): AskedWindows {
  const waiting = new Map<number, ((window: Window) => void)[]>();
  let batch = 0;
  let questions: WindowQuestions["questions"] = [];
  let answered: ((window: Window) => void)[] = [];

  const flush = () => {
    batch += 1;
    waiting.set(batch, answered);
    send({ batch, questions });
    questions = [];
    answered = [];
  };

  const ask = (kind: keyof Windows, key: string, limit: number): Promise<Window> =>
    new Promise((resolve) => {
      if (questions.length === 0) setImmediate(flush);
      questions.push([kind, key, limit]);
      answered.push(resolve);
    });

  return {
    take: (key, limit) => ask("take", key, limit),
    peek: (key, limit) => ask("peek", key, limit),
    receive: ({ batch, windows }) => {
      const resolvers = waiting.get(batch) ?? [];
      waiting.delete(batch);
      for (const [at, window] of windows.entries()) resolvers[at]?.(window);
    },
  };
}

/** What the process that keeps the windows answers to a batch. */
export function answerQuestions(windows: MemoryWindows, { batch, questions }: WindowQuestions): WindowAnswers {
  return { batch, windows: questions.map(([kind, key, limit]) => windows[kind](key, limit)) };
}
