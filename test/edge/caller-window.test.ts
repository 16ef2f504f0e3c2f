import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CallerWindow } from "../../proxy/edge/caller-window.ts";

const MINUTE = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000 });
});

afterEach(() => {
  vi.useRealTimers();
});

/** The storage of an object, and a function that starts the object. */
function world() {
  const stored = new Map<string, unknown>();
  const alarms: number[] = [];
  let puts = 0;
  const storage = {
    get: async <T>(key: string) => structuredClone(stored.get(key)) as T | undefined,
    put: async (key: string, value: unknown) => {
      puts += 1;
      stored.set(key, structuredClone(value));
    },
    setAlarm: async (time: number) => void alarms.push(time),
    deleteAll: async () => stored.clear(),
  };
  const start = async () => {
    let loaded: Promise<void> | undefined;
    const blockConcurrencyWhile = (load: () => Promise<void>) => {
      loaded = load();
      return loaded;
    };
    const window = new CallerWindow({ storage, blockConcurrencyWhile }, {});
    await loaded;
    return window;
  };
  return { stored, alarms, puts: () => puts, start };
}

describe("the window of a caller in a durable object", () => {
  it("begins with the first request, and is not begun by a look at it", async () => {
    const window = await world().start();

    expect(window.count(0, MINUTE)).toEqual({ used: 0, leftMs: MINUTE });
    vi.advanceTimersByTime(10);
    expect(window.count(1, MINUTE)).toEqual({ used: 1, leftMs: MINUTE });
    vi.advanceTimersByTime(MINUTE - 1);
    expect(window.count(2, MINUTE)).toEqual({ used: 3, leftMs: 1 });
    vi.advanceTimersByTime(1);
    expect(window.count(1, MINUTE)).toEqual({ used: 1, leftMs: MINUTE });
  });

  it.each([
    [7, 2_000, 0, 0],
    [8, 1_999, 0, 0],
    [8, 2_000, 1, 8],
    [1_000, 2_000, 1, 1_000],
  ])("after %i requests and %i ms, is stored %i times, and %i survive", async (...row) => {
    const [requests, ms, puts, known] = row;
    const at = world();
    const window = await at.start();
    for (let made = 0; made < requests; made += 1) window.count(1, MINUTE);
    vi.advanceTimersByTime(ms);

    expect(at.puts()).toBe(puts);
    expect((await at.start()).count(0, MINUTE).used).toBe(known);
    expect(window.count(0, MINUTE)).toEqual({ used: requests, leftMs: MINUTE - ms });
  });

  it("is stored every two seconds while requests come, and has one alarm", async () => {
    const at = world();
    const window = await at.start();
    for (let second = 0; second < 30; second += 1) {
      window.count(10, MINUTE);
      vi.advanceTimersByTime(1_000);
    }

    expect([at.puts(), at.alarms]).toEqual([15, [1_000 + MINUTE]]);
  });

  it("is deleted when it has ended, but not while it is open", async () => {
    const at = world();
    const window = await at.start();
    window.count(8, MINUTE);
    vi.advanceTimersByTime(2_000);
    await window.alarm();
    expect([at.stored.size, at.alarms]).toEqual([1, [61_000, 61_000]]);

    vi.advanceTimersByTime(MINUTE);
    await (await at.start()).alarm();
    expect(at.stored.size).toBe(0);
  });
});
