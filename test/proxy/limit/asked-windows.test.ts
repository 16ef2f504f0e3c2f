import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import {
  answerQuestions,
  createAskedWindows,
  type WindowQuestions,
} from "../../../proxy/limit/asked-windows.ts";
import { createMemoryWindows } from "../../../proxy/limit/windows.ts";

/** A process that asks, and what it has sent. */
function asking() {
  const sent: WindowQuestions[] = [];
  return { sent, asked: createAskedWindows((questions) => void sent.push(questions)) };
}

describe("windows of another process", () => {
  it("are asked for with one message for all requests of a turn", async () => {
    const { sent, asked } = asking();
    const windows = [asked.take("a", 5), asked.take("a", 5), asked.peek("b", 9)];
    await nextTurn();

    expect(sent).toEqual([
      {
        batch: 1,
        questions: [
          ["take", "a", 5],
          ["take", "a", 5],
          ["peek", "b", 9],
        ],
      },
    ]);
    for (const questions of sent)
      asked.receive(answerQuestions(createMemoryWindows(60), questions));
    expect(await Promise.all(windows)).toMatchObject([
      { remaining: 4 },
      { remaining: 3 },
      { limit: 9, remaining: 9 },
    ]);
  });

  it("go to those who asked, whichever batch is answered first", async () => {
    const { sent, asked } = asking();
    const first = asked.take("a", 5);
    await nextTurn();
    const second = asked.take("b", 9);
    await nextTurn();
    const answers = sent.map((questions) => answerQuestions(createMemoryWindows(60), questions));
    for (const answer of answers.reverse()) asked.receive(answer);

    expect(await Promise.all([first, second])).toMatchObject([{ limit: 5 }, { limit: 9 }]);
  });

  it("are given up after 250 ms, and an answer that comes later is nobody's", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const { sent, asked } = asking();
    const window = expect(asked.take("a", 5)).rejects.toThrow("no answer within 250 ms");
    await nextTurn();
    vi.advanceTimersByTime(250);
    await window;

    for (const questions of sent)
      asked.receive(answerQuestions(createMemoryWindows(60), questions));
    asked.receive({ batch: 99, windows: [] });
  });

  it("are taken from an answer that has come in time but is read late", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const { sent, asked } = asking();
    const window = asked.take("a", 5);
    await nextTurn();
    vi.advanceTimersByTime(1_000); // the timers of a process that was busy; sockets are read next
    for (const questions of sent)
      asked.receive(answerQuestions(createMemoryWindows(60), questions));

    expect(await window).toMatchObject({ remaining: 4 });
  });
});
