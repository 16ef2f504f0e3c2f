import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { type Count, createCounts } from "../../../proxy/limit/counts.ts";
import { type CountStore, createSharedWindows } from "../../../proxy/limit/shared-windows.ts";

const LIMIT = 1_000;
const WINDOW_SECONDS = 60;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
});

/** Ways for a store to fail: whether what it was asked is counted, and whether it says so later. */
type Fault = "refuses" | "counts, and its answer is lost" | "counts, and answers too late";

/** Four processes that share one store, which the test breaks and mends, and one clock. */
function processes(count = 4) {
  const clock = { now: 0 };
  const counts = { kept: createCounts(WINDOW_SECONDS, () => clock.now) };
  const store: { fault: Fault | undefined } = { fault: undefined };
  const late: (() => void)[] = [];
  const add: CountStore["add"] = async (key, requests, tell) => {
    if (store.fault === "refuses") throw new Error("no more room");
    const said: Count = counts.kept.add(key, requests);
    if (store.fault === undefined) return said;
    if (store.fault === "counts, and answers too late") late.push(() => tell(said));
    throw new Error("no answer within 250 ms");
  };
  const read = async (key: string) => counts.kept.read(key);
  const log = { info: () => undefined, warn: () => undefined };
  const all = Array.from({ length: count }, () => {
    const own = createCounts(WINDOW_SECONDS, () => clock.now);
    const windows = createSharedWindows({ store: { add, read }, own, name: "store", log });
    onTestFinished(windows.close);
    return windows;
  });
  return {
    fail: (fault: Fault) => {
      store.fault = fault;
    },
    mend: async () => {
      store.fault = undefined;
      for (const tell of late.splice(0)) tell();
      await vi.advanceTimersByTimeAsync(1_000);
    },
    forget: () => {
      counts.kept = createCounts(WINDOW_SECONDS, () => clock.now);
    },
    nextWindow: () => {
      clock.now += WINDOW_SECONDS * 1_000;
    },
    /** How many of so many requests of one caller, spread over the processes, are admitted. */
    admitted: async (requests: number) => {
      const windows = await Promise.all(
        Array.from({ length: requests }, (_, at) => all[at % count]?.count("account:ana", LIMIT)),
      );
      return windows.filter((window) => window?.isExhausted === false).length;
    },
  };
}

describe("1,100 requests at once over four processes", () => {
  it("are exactly 1,000 answers", async () => {
    expect(await processes().admitted(1_100)).toBe(LIMIT);
  });

  it("are none more where the store had already said that the window is spent", async () => {
    const { admitted, fail } = processes();
    await admitted(1_100);
    fail("refuses");

    expect(await admitted(1_100)).toBe(0);
  });

  it("go on from what the store last said to each process", async () => {
    const { admitted, fail } = processes();
    await admitted(900);
    fail("refuses");

    expect(await admitted(1_100)).toBeLessThanOrEqual(4 * (100 + 4));
  });

  it.each<Fault>(["refuses", "counts, and its answer is lost", "counts, and answers too late"])(
    "are at most five times the limit in the window in which the store %s, and exact in the next",
    async (fault) => {
      const { admitted, fail, mend, forget, nextWindow } = processes();
      let answered = await admitted(500);
      fail(fault);
      answered += await admitted(10_000);
      forget();
      await mend();
      answered += await admitted(10_000);
      expect(answered).toBeLessThanOrEqual(5 * LIMIT);

      nextWindow();
      expect(await admitted(1_100)).toBe(LIMIT);
    },
  );
});

describe("what was counted while the store was away", () => {
  it("is added to the store when it comes back", async () => {
    const { admitted, fail, mend } = processes();
    await admitted(100);
    fail("refuses");
    await admitted(400);
    await mend();

    expect(await admitted(1_100)).toBe(500);
  });

  it("is not added again where the store had counted it, and said so too late", async () => {
    const { admitted, fail, mend } = processes();
    await admitted(100);
    fail("counts, and answers too late");
    await admitted(4); // the first request of each process finds out
    await mend();

    expect(await admitted(1_100)).toBe(896);
  });

  it("is not carried into the next window", async () => {
    const { admitted, fail, mend, nextWindow } = processes();
    fail("refuses");
    await admitted(400);
    nextWindow();
    await mend();

    expect(await admitted(1_100)).toBe(LIMIT);
  });

  it("is kept where the store fails again before it was told", async () => {
    const { admitted, fail, mend } = processes();
    fail("refuses");
    await admitted(400);
    await vi.advanceTimersByTimeAsync(5_000);
    await mend();

    expect(await admitted(1_100)).toBe(600);
  });
});
