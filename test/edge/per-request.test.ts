import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createSharedValue, inTime } from "../../proxy/edge/per-request.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** A shared value whose loads the test ends. Each load is one of `loads`. */
function world() {
  const loads: { resolve: (value: string) => void; reject: (error: Error) => void }[] = [];
  const shared = createSharedValue(
    () => new Promise<string>((resolve, reject) => loads.push({ resolve, reject })),
  );
  return { loads, shared };
}

describe("a value that requests share", () => {
  it("is loaded by the first one, and seen by those that wait", async () => {
    const { loads, shared } = world();
    const both = [shared.load(), shared.load()];
    loads[0]?.resolve("one");
    await vi.advanceTimersByTimeAsync(10);

    expect(await Promise.all(both)).toEqual(["one", "one"]);
    expect([loads.length, shared.current()]).toEqual([1, "one"]);
  });

  it("is loaded by another one where the first one has been aborted", async () => {
    const { loads, shared } = world();
    void shared.load();
    const second = shared.load();
    await vi.advanceTimersByTimeAsync(1_000);
    loads[1]?.resolve("two");

    expect(await second).toBe("two");
  });

  it("is loaded again where it fails, by itself and then by those that wait", async () => {
    const { loads, shared } = world();
    const first = expect(shared.load()).rejects.toThrow("twice");
    const second = shared.load();
    loads[0]?.reject(new Error("once"));
    await vi.advanceTimersByTimeAsync(0);
    loads[1]?.reject(new Error("twice"));
    await first;
    await vi.advanceTimersByTimeAsync(10);
    loads[2]?.resolve("three");

    expect(await second).toBe("three");
  });

  it("is replaced once where two requests find it stale", async () => {
    const { loads, shared } = world();
    const opened = shared.load();
    loads[0]?.resolve("old");
    await opened;
    const both = [shared.load("old"), shared.load("old")];
    loads[1]?.resolve("new");
    await vi.advanceTimersByTimeAsync(10);

    expect(await Promise.all(both)).toEqual(["new", "new"]);
    expect(await shared.load("old")).toBe("new");
    expect(loads).toHaveLength(2);
  });
});

it("work that takes too long is an error", async () => {
  const late = expect(inTime(new Promise(() => undefined), 250)).rejects.toThrow("within 250 ms");
  await vi.advanceTimersByTimeAsync(250);
  await late;

  expect(await inTime(Promise.resolve("answer"), 250)).toBe("answer");
});
