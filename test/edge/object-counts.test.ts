import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createObjectCounts } from "../../proxy/edge/object-counts.ts";
import { createSharedWindows } from "../../proxy/limit/shared-windows.ts";
import type { Count } from "../../proxy/limit/windows.ts";
import { createMemoryWindows } from "../../proxy/limit/windows.ts";
import { keptLog } from "../proxy/auth/credentials.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** Objects that answer when the test lets them. */
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

const ignore = () => undefined;

it("each request calls the object for itself", async () => {
  const { calls, store } = world();
  const counts = [1, 2, 3].map(() => store.add("key:a"));
  expect(calls.map(({ requests }) => requests)).toEqual([1, 1, 1]);

  for (const [at, { answer }] of calls.entries()) answer({ used: at + 1, leftMs: 100 });
  expect((await Promise.all(counts)).map(({ used }) => used)).toEqual([1, 2, 3]);
});

it("the name of an object does not show whose it is", () => {
  const { calls, store } = world();
  void store.read("address:192.0.2.1").catch(ignore);

  expect(calls[0]?.name).toMatch(/^[0-9a-f]{64}$/);
});

describe("while an object does not answer", () => {
  it("requests wait for 250 ms, then the isolate counts them and logs that once", async () => {
    const { log, windows } = world();
    const waiting = [windows.count("key:a", 10), windows.count("key:a", 10)];
    await vi.advanceTimersByTimeAsync(260);
    const taken = await Promise.all(waiting);

    expect(taken.map(({ remaining }) => remaining)).toEqual([9, 8]);
    expect(windows.count("key:a", 10)).toMatchObject({ remaining: 7 });
    expect(log.lines.map(({ level, message }) => `${level} ${message}`)).toEqual([
      "warn the object cannot be used; this process counts alone",
    ]);
  });
});
