import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createSharedWindows } from "../../../proxy/limit/shared-windows.ts";
import { type Count, createMemoryWindows } from "../../../proxy/limit/windows.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
});

const SAID: Count = { used: 2, leftMs: 30_000 };
const OF_STORE = { limit: 5, remaining: 3, resetSeconds: 30, isExhausted: false };

/** Shared windows over a store that the test breaks and mends. */
function shared() {
  const store = { answer: () => Promise.resolve(SAID), asked: 0 };
  const ask = () => {
    store.asked += 1;
    return store.answer();
  };
  const lines: [level: string, fields: object, message: string][] = [];
  const keep = (level: string) => (fields: object, message: string) =>
    void lines.push([level, fields, message]);
  const windows = createSharedWindows({
    store: { add: ask, read: ask },
    own: createMemoryWindows(60, () => 0),
    log: { info: keep("info"), warn: keep("warn"), error: keep("error") },
  });
  onTestFinished(windows.close);
  return { windows, store, lines };
}

const broken = () => Promise.reject(new Error("no more space"));

const LOST = [
  "warn",
  { reason: "no more space" },
  "the store of REDIS_URL cannot be used; this process counts alone",
];
const BACK = ["info", {}, "the store of REDIS_URL can be used again; windows are shared"];

describe("shared windows", () => {
  it("are the process's own from the store's first error on, that request included", async () => {
    const { windows, store } = shared();
    store.answer = broken;

    expect(await windows.count("a", 5)).toMatchObject({ remaining: 4 });
    expect(windows.count("a", 5)).toMatchObject({ remaining: 3 });
    expect(windows.peek("a", 5)).toMatchObject({ remaining: 3 });
    expect(store.asked).toBe(1);
  });

  it("ask a failed store once a second, and warn no more", async () => {
    const { windows, store, lines } = shared();
    store.answer = broken;
    await Promise.all([windows.count("a", 5), windows.count("a", 5)]);
    await vi.advanceTimersByTimeAsync(10_000);

    expect(store.asked).toBe(12);
    expect(lines).toEqual([LOST]);
  });

  it("are those of the store again when it answers, and say so", async () => {
    const { windows, store, lines } = shared();
    store.answer = broken;
    await windows.count("a", 5);
    store.answer = () => Promise.resolve(SAID);
    await vi.advanceTimersByTimeAsync(1_000);

    expect(await windows.count("a", 5)).toEqual(OF_STORE);
    expect(lines).toEqual([LOST, BACK]);
  });
});

/** More than anybody asks in these tests. */
const MANY = 1e9;

/** Four processes that share one store, which the test breaks and mends, and one clock. */
function processes() {
  let now = 0;
  const empty = () => createMemoryWindows(60, () => now);
  let kept = empty();
  let fault: "refuses" | "counts, and its answer is lost" | undefined;
  const ask = async (key: string) => {
    if (fault === "refuses") throw new Error(fault);
    const { remaining, resetSeconds } = kept.count(key, MANY);
    if (fault !== undefined) throw new Error(fault);
    return { used: MANY - remaining, leftMs: resetSeconds * 1_000 };
  };
  const ignore = () => undefined;
  const log = { info: ignore, warn: ignore, error: ignore };
  const all = Array.from({ length: 4 }, () => {
    const own = createMemoryWindows(60, () => now);
    const windows = createSharedWindows({ store: { add: ask, read: ask }, own, log });
    onTestFinished(windows.close);
    return windows;
  });
  return {
    fail: (how: NonNullable<typeof fault>) => {
      fault = how;
    },
    mend: async () => {
      fault = undefined;
      await vi.advanceTimersByTimeAsync(1_000);
    },
    forget: () => {
      kept = empty();
    },
    nextWindow: () => {
      now += 60_000;
    },
    /** How many of so many requests of one caller, spread over the processes, are admitted. */
    admitted: async (requests: number) => {
      const windows = await Promise.all(
        Array.from({ length: requests }, (_, at) => all[at % 4]?.count("account:ana", 1_000)),
      );
      return windows.filter((window) => window?.isExhausted === false).length;
    },
  };
}

describe("a limit of 1,000 over four processes", () => {
  it("is exact for 1,100 requests at once", async () => {
    expect(await processes().admitted(1_100)).toBe(1_000);
  });

  it.each([
    ["refuses", false, 5_000],
    ["refuses", true, 5_500],
    ["counts, and its answer is lost", false, 4_500],
    ["counts, and its answer is lost", true, 5_500],
  ] as const)(
    "while the store %s (and comes back empty: %s) is %i at most, and exact in the next window",
    async (fault, isEmpty, most) => {
      const { admitted, fail, mend, forget, nextWindow } = processes();
      let answered = await admitted(500);
      fail(fault);
      answered += await admitted(10_000);
      if (isEmpty) forget();
      await mend();
      answered += await admitted(10_000);
      expect(answered).toBeLessThanOrEqual(most);

      nextWindow();
      expect(await admitted(1_100)).toBe(1_000);
    },
  );

  it("is not exceeded by a process in a second outage of the same window", async () => {
    const { admitted, fail, mend } = processes();
    fail("refuses");
    await admitted(10_000);
    await mend();
    await admitted(2_000);
    fail("refuses");

    expect(await admitted(10_000)).toBe(0);
  });
});
