import { performance } from "node:perf_hooks";
import { Writable } from "node:stream";
import { describe, expect, it, vi } from "vitest";
import { showProgress } from "../../../../build/cli/terminal/progress.ts";
import { withTerminal } from "../../../../build/cli/terminal/terminal.ts";

/** What a bar writes on a terminal in the course of work that takes two seconds. */
async function written(env: NodeJS.ProcessEnv, isTTY: boolean) {
  let text = "";
  const stream = new Writable({
    write: (chunk, _, done) => {
      text += chunk;
      done();
    },
  });
  const stderr = Object.assign(stream, { isTTY, columns: 80 });
  let now = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now);
  try {
    await withTerminal({ stdout: stream, stderr, env }, async () => {
      const bar = showProgress("mirroring", "documents");
      now = 2_000;
      bar.update(7, 10);
      bar.stop();
      return 0;
    });
  } finally {
    clock.mockRestore();
  }
  return text;
}

describe("the progress of long work", () => {
  it("is a line on a terminal", async () => {
    expect(await written({ TERM: "xterm" }, true)).toBe(
      "\r\u001b[Kmirroring, 7/10 documents\r\u001b[K",
    );
  });

  it("is nothing on a terminal that cannot go back in a line, nor in a file", async () => {
    expect(await written({ TERM: "dumb" }, true)).toBe("");
    expect(await written({ TERM: "xterm" }, false)).toBe("");
  });
});
