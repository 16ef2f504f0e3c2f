import { EventEmitter } from "node:events";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createLogOutput } from "../../../proxy/watch/log-output.ts";

/** An output, and what its stream has received. The stream fails while `world.isFull`. */
function output(maxWaiting = 1_000) {
  const world = { isFull: false, written: [] as string[] };
  const stream = Object.assign(new EventEmitter(), {
    writableLength: 0,
    write(text: string, done?: unknown) {
      if (!world.isFull) world.written.push(text);
      (done as (error?: Error) => void)(world.isFull ? new Error("ENOSPC") : undefined);
      return true;
    },
  });
  return { world, stream, ...createLogOutput(stream as never, maxWaiting) };
}

const REPORT = '{"level":40,"time":';

describe("the output of the log", () => {
  it("writes the lines of a turn of the event loop at once", async () => {
    const { world, write } = output();
    write("a\n");
    write("b\n");
    await nextTurn();
    write("c\n");
    await nextTurn();

    expect(world.written).toEqual(["a\nb\n", "c\n"]);
  });

  it("counts the lines that cannot be written, and reports them with the next ones", async () => {
    const { world, write, lostLines } = output();
    world.isFull = true;
    for (const line of ["lost\n", "lost too\n"]) {
      write(line);
      await nextTurn();
    }
    expect(lostLines()).toBe(2);
    world.isFull = false;
    for (const line of ["there again\n", "and again\n"]) {
      write(line);
      await nextTurn();
    }

    expect(world.written).toEqual([
      expect.stringMatching(/^there again\n\{"level":40,.*"dropped":2,.*\}\n$/),
      "and again\n",
    ]);
    expect(world.written.join("").split(REPORT)).toHaveLength(2);
  });

  it("reports again where the report itself was lost, which is not counted", async () => {
    const { world, write, lostLines } = output();
    for (const isFull of [true, true, false]) {
      world.isFull = isFull;
      write("line\n");
      await nextTurn();
    }

    expect(lostLines()).toBe(2);
    expect(world.written).toEqual([expect.stringContaining('"dropped":2')]);
  });

  it("takes no more than its bound while nobody reads", async () => {
    const { world, stream, write, lostLines } = output(100);
    stream.writableLength = 96;
    write("12345\n");
    await nextTurn();
    expect([world.written, lostLines()]).toEqual([[], 1]);
  });
});
