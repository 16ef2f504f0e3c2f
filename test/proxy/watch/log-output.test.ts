import { expect, it, vi } from "vitest";
import { createLogOutput, type Sink } from "../../../proxy/watch/log-output.ts";

it("counts lost lines of the log, and not the lost line that reports them", async () => {
  const fails = [true, false, true, false, false];
  const written: string[] = [];
  const sink: Sink = (text, done) => {
    const isFull = fails.shift() ?? false;
    if (!isFull) written.push(text);
    setImmediate(done, isFull ? new Error("ENOSPC") : null);
  };
  const output = createLogOutput(sink, { gatherMs: 1 });
  output.write("lost\n");
  await vi.waitFor(() => expect(output.dropped()).toBe(1));
  output.write("there again\n");
  await vi.waitFor(() => expect(fails).toHaveLength(2)); // the report has been lost
  output.write("and again\n");
  await vi.waitFor(() => expect(written).toHaveLength(3));

  expect(written).toEqual([
    "there again\n",
    "and again\n",
    expect.stringContaining('"dropped":1,'),
  ]);
  expect(output.dropped()).toBe(1);
});
