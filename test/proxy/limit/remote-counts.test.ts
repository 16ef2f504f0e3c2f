import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { type Count, createCounts } from "../../../proxy/limit/counts.ts";
import {
  type CountBatch,
  countBatch,
  createRemoteCounts,
} from "../../../proxy/limit/remote-counts.ts";

/** A process that asks, and what it has sent. */
function asking() {
  const sent: CountBatch[] = [];
  return { sent, asked: createRemoteCounts((questions) => void sent.push(questions), 250) };
}

const nobody = () => undefined;

describe("counts of another process", () => {
  it("are asked for with one message for all requests of a turn", async () => {
    const { sent, asked } = asking();
    const windows = [asked.add("a", 1, nobody), asked.add("a", 2, nobody), asked.read("b")];
    await nextTurn();

    expect(sent).toEqual([
      {
        batch: 1,
        questions: [
          ["a", 1],
          ["a", 2],
          ["b", 0],
        ],
      },
    ]);
    for (const questions of sent) asked.receive(countBatch(createCounts(60), questions));
    expect(await Promise.all(windows)).toMatchObject([
      { used: 1 },
      { used: 3 },
      { used: 0, leftMs: 60_000 },
    ]);
  });

  it("go to those who asked, whichever batch is answered first", async () => {
    const { sent, asked } = asking();
    const first = asked.add("a", 1, nobody);
    await nextTurn();
    const second = asked.add("b", 2, nobody);
    await nextTurn();
    const answers = sent.map((questions) => countBatch(createCounts(60), questions));
    for (const answer of answers.reverse()) asked.receive(answer);

    expect(await Promise.all([first, second])).toMatchObject([{ used: 1 }, { used: 2 }]);
  });

  it("are given up after 250 ms; what comes later is told, as it was counted", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const { sent, asked } = asking();
    const late: Count[] = [];
    const window = expect(asked.add("a", 1, (said) => late.push(said))).rejects.toThrow(
      "no answer within 250 ms",
    );
    await nextTurn();
    vi.advanceTimersByTime(250);
    await window;

    for (const questions of sent) asked.receive(countBatch(createCounts(60), questions));
    asked.receive({ batch: 99, counts: [] });
    expect(late).toMatchObject([{ used: 1 }]);
  });

  it("are taken from an answer that has come in time but is read late", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const { sent, asked } = asking();
    const window = asked.add("a", 1, nobody);
    await nextTurn();
    vi.advanceTimersByTime(1_000); // the timers of a process that was busy; sockets are read next
    for (const questions of sent) asked.receive(countBatch(createCounts(60), questions));

    expect(await window).toMatchObject({ used: 1 });
  });
});
