import { describe, expect, it } from "vitest";
import { createMemoryWindows } from "../../../proxy/limit/windows.ts";

/** Windows of 60 seconds whose clock the test turns. */
function windowsAt(start = 0) {
  let time = start;
  return {
    windows: createMemoryWindows(60, () => time),
    turnTo: (ms: number) => {
      time = ms;
    },
  };
}

describe("a window", () => {
  it("of one caller counts down to none, and is exhausted by the request after that", () => {
    const { windows } = windowsAt();
    const counted = [1, 2, 3, 4].map(() => windows.count("a", 2));

    expect(counted).toEqual([
      { limit: 2, remaining: 1, resetSeconds: 60, isExhausted: false },
      { limit: 2, remaining: 0, resetSeconds: 60, isExhausted: false },
      { limit: 2, remaining: 0, resetSeconds: 60, isExhausted: true },
      { limit: 2, remaining: 0, resetSeconds: 60, isExhausted: true },
    ]);
    expect(windows.count("b", 1).isExhausted).toBe(false);
  });

  it("begins with the caller's first request, not with the minute", () => {
    const { windows, turnTo } = windowsAt(45_000);
    windows.count("a", 1);
    turnTo(104_999);

    expect(windows.count("a", 1)).toMatchObject({ isExhausted: true, resetSeconds: 1 });
  });

  it.each([
    [1, 60],
    [999, 60],
    [1000, 59],
    [59_000, 1],
    [59_999, 1],
  ])("after %i ms resets in %i seconds, rounded up", (ms, seconds) => {
    const { windows, turnTo } = windowsAt();
    windows.count("a", 5);
    turnTo(ms);

    expect(windows.peek("a", 5).resetSeconds).toBe(seconds);
  });

  it("is not begun by a look at it", () => {
    const { windows, turnTo } = windowsAt();
    expect(windows.peek("a", 2)).toEqual({
      limit: 2,
      remaining: 2,
      resetSeconds: 60,
      isExhausted: false,
    });
    turnTo(30_000);
    windows.count("a", 2);
    turnTo(60_000);

    expect(windows.peek("a", 2)).toMatchObject({ remaining: 1, resetSeconds: 30 });
    turnTo(90_000);
    expect(windows.peek("a", 2)).toMatchObject({ remaining: 2, resetSeconds: 60 });
  });

  it("is forgotten, oldest first, when a flood of callers would fill the memory", () => {
    const { windows } = windowsAt();
    windows.count("first", 1);
    for (let caller = 0; caller < 200_000; caller += 1) windows.count(`caller ${caller}`, 1);

    expect(windows.peek("first", 1).remaining).toBe(1);
    expect(windows.peek("caller 199999", 1).remaining).toBe(0);
  });

  it("of a credential is not forgotten for addresses", () => {
    const { windows } = windowsAt();
    windows.count("key:known", 10);
    for (let caller = 0; caller <= 200_000; caller += 1) windows.count(`address:${caller}`, 5);

    expect(windows.peek("key:known", 10).remaining).toBe(9);
  });
});
