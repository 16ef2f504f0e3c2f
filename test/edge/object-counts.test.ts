import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createObjectCounts } from "../../proxy/edge/object-counts.ts";
import type { Count } from "../../proxy/limit/counts.ts";
import { createSharedWindows } from "../../proxy/limit/shared-windows.ts";
import { createMemoryWindows } from "../../proxy/limit/windows.ts";
import { keptLog } from "../proxy/auth/credentials.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** Objects that answer when they are told to. */
function world() {
  const calls: { name: string; requests: number; answer: (count: Count) => void }[] = [];
  const objects = {
    getByName: (name: string) => ({
      count: (requests: number) =>
        new Promise<Count>((answer) => {
          calls.push({ name, requests, answer });
        }),
    }),
  };
  const store = createObjectCounts(objects, 60, 250);
  const log = keptLog();
  const windows = createSharedWindows({
    store,
    own: createMemoryWindows(60),
    name: "the object",
    log,
  });
  return { calls, log, store, windows };
}

/** Lets everything run that waits for nothing. */
const settle = () => vi.advanceTimersByTimeAsync(0);

describe("requests of one caller that come while its object is asked", () => {
  it("are asked for in one call, and each gets the count of its own", async () => {
    const { calls, store } = world();
    const counts = Array.from({ length: 4 }, () => store.add("key:a"));
    await settle();
    expect(calls.map(({ requests }) => requests)).toEqual([1]);

    calls[0]?.answer({ used: 7, leftMs: 100 });
    await settle();
    expect(calls.map(({ requests }) => requests)).toEqual([1, 3]);

    calls[1]?.answer({ used: 12, leftMs: 90 });
    expect((await Promise.all(counts)).map(({ used }) => used)).toEqual([7, 10, 11, 12]);
  });

  it("do not hold those of another caller", async () => {
    const { calls, store } = world();
    void store.add("key:a").catch(() => undefined);
    void store.add("key:b").catch(() => undefined);
    await settle();

    expect(new Set(calls.map(({ name }) => name)).size).toBe(2);
  });
});

describe("an object that is named", () => {
  it("does not tell whose it is", async () => {
    const { calls, store } = world();
    void store.read("address:192.0.2.1").catch(() => undefined);
    await settle();

    expect(calls[0]?.name).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe("while an object does not answer", () => {
  it("requests wait for 250 ms, are counted here then, and the log says so once", async () => {
    const { log, windows } = world();
    const waiting = [windows.count("key:a", 10), windows.count("key:a", 10)];
    await vi.advanceTimersByTimeAsync(260);
    const taken = await Promise.all(waiting);

    expect(taken.map(({ remaining }) => remaining)).toEqual([9, 8]);
    expect(windows.count("key:a", 10)).toMatchObject({ remaining: 7 });
    expect(log.lines.map(({ level, message }) => `${level} ${message}`)).toEqual([
      "warn the object cannot be used; this process counts on its own",
    ]);
  });

  it("who comes after those that waited in vain asks it anew", async () => {
    const { calls, store } = world();
    const first = store.add("key:a").catch(() => "late");
    await vi.advanceTimersByTimeAsync(260);
    expect(await first).toBe("late");

    void store.add("key:a").catch(() => undefined);
    await settle();
    expect(calls).toHaveLength(2);
  });
});
