import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createObjectWindows } from "../../proxy/edge/object-windows.ts";
import type { Count } from "../../proxy/limit/windows.ts";
import { keptLog } from "../proxy/auth/credentials.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** Objects that respond when the test lets them. */
function world() {
  const calls: { name: string; requests: number; respond: (count: Count) => void }[] = [];
  const getByName = (name: string) => ({
    count: (requests: number) =>
      new Promise<Count>((respond) => void calls.push({ name, requests, respond })),
  });
  const log = keptLog();
  const settings = { windowSeconds: 60, waitMs: 250, log };
  const windows = createObjectWindows({ getByName }, settings);
  return { calls, log, windows };
}

it("each request calls the object for itself, whose name does not show whose it is", async () => {
  const { calls, windows } = world();
  const counted = [windows.count("key:a", 2), windows.count("key:a", 2), windows.peek("key:a", 2)];
  for (const [at, used] of [2, 3, 3].entries()) calls[at]?.respond({ used, leftMs: 1_001 });

  expect(calls.map(({ requests }) => requests)).toEqual([1, 1, 0]);
  expect(calls[0]?.name).toMatch(/^[0-9a-f]{64}$/);
  expect(await Promise.all(counted)).toEqual([
    { limit: 2, remaining: 0, resetSeconds: 2, isExhausted: false },
    { limit: 2, remaining: 0, resetSeconds: 2, isExhausted: true },
    { limit: 2, remaining: 0, resetSeconds: 2, isExhausted: true },
  ]);
});

it("an object that does not respond in time is not waited for; the log says so once", async () => {
  const { log, windows } = world();
  const waiting = [1, 2].map(() => windows.count("key:a", 10));
  await vi.advanceTimersByTimeAsync(250);

  expect((await Promise.all(waiting)).map(({ remaining }) => remaining)).toEqual([9, 8]);
  expect(log.lines).toEqual([
    {
      level: "warn",
      message: "a window's durable object cannot be used; this isolate counts alone",
      fields: { reason: "no response within 250 ms" },
    },
  ]);
});
