import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createReadQueue } from "../../proxy/pipelining.ts";

describe("requests that were sent ahead", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setImmediate"] });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it("are read in the order in which they came into line", () => {
    const queue = createReadQueue();
    const read: string[] = [];
    for (const name of ["one", "two", "three"]) queue.takeTurn(() => read.push(name));

    expect(read).toEqual([]);
    vi.advanceTimersToNextTimer();
    expect(read).toEqual(["one", "two", "three"]);
  });

  it("wait while connections come", () => {
    const queue = createReadQueue();
    const goOn = vi.fn();
    queue.takeTurn(goOn);

    for (let count = 0; count < 10; count += 1) {
      queue.onConnection();
      vi.advanceTimersToNextTimer();
    }
    expect(goOn).not.toHaveBeenCalled();
    vi.advanceTimersToNextTimer();
    expect(goOn).toHaveBeenCalledOnce();
  });

  it("wait no longer than half a second for them", () => {
    const queue = createReadQueue();
    const goOn = vi.fn();
    const clock = vi.spyOn(performance, "now").mockReturnValue(1_000);
    queue.takeTurn(goOn);

    clock.mockReturnValue(1_499);
    queue.onConnection();
    vi.advanceTimersToNextTimer();
    expect(goOn).not.toHaveBeenCalled();

    clock.mockReturnValue(1_500);
    queue.onConnection();
    vi.advanceTimersToNextTimer();
    expect(goOn).toHaveBeenCalledOnce();
  });
});
