import { describe, expect, it } from "vitest";
import { createCallerWindow } from "../../proxy/edge/caller-window.ts";

const MINUTE = 60_000;

/** A window with the storage of its object, at a time that the test sets. */
function world() {
  const stored = new Map<string, unknown>();
  const alarms: number[] = [];
  const puts: unknown[] = [];
  const clock = { now: 1_000 };
  const storage = {
    get: async (key: string) => structuredClone(stored.get(key)),
    put: async (key: string, value: unknown) => {
      puts.push(value);
      stored.set(key, structuredClone(value));
    },
    setAlarm: async (time: number) => void alarms.push(time),
    deleteAll: async () => stored.clear(),
  };
  const start = async () => {
    const window = createCallerWindow(storage, () => clock.now);
    await window.load();
    return window;
  };
  return { stored, alarms, puts, clock, start };
}

describe("the window of a caller in a durable object", () => {
  it("begins with its first request, and ends so long after that", async () => {
    const { clock, start } = world();
    const window = await start();

    expect(window.count(1, MINUTE)).toEqual({ used: 1, leftMs: MINUTE });
    clock.now += MINUTE - 1;
    expect(window.count(2, MINUTE)).toEqual({ used: 3, leftMs: 1 });
    clock.now += 1;
    expect(window.count(1, MINUTE)).toEqual({ used: 1, leftMs: MINUTE });
  });

  it("is shown without being begun, and nothing is stored of it", async () => {
    const { alarms, start, stored } = world();
    const window = await start();

    expect(window.count(0, MINUTE)).toEqual({ used: 0, leftMs: MINUTE });
    expect([alarms, [...stored]]).toEqual([[], []]);
  });

  it.each([
    [7, 0, 0],
    [8, 1, 8],
    [63, 3, 32],
    [1000, 7, 512],
  ])(
    "after %i requests has stored %i times, and an object started again knows %i",
    async (requests, times, known) => {
      const { clock, puts, start } = world();
      const window = await start();
      for (let made = 0; made < requests; made += 1) window.count(1, MINUTE);
      clock.now += 10_000;

      expect(window.count(0, MINUTE)).toEqual({ used: requests, leftMs: 50_000 });
      expect(puts).toHaveLength(times);
      const leftMs = known === 0 ? MINUTE : 50_000;
      expect((await start()).count(1, MINUTE)).toEqual({ used: known + 1, leftMs });
    },
  );

  it("is one entry while it lasts, and leaves nothing behind", async () => {
    const { alarms, clock, start, stored } = world();
    const window = await start();
    for (let request = 0; request < 100; request += 1) window.count(1, MINUTE);
    expect([stored.size, alarms]).toEqual([1, [61_000]]);

    clock.now = 61_000;
    await window.forget();
    expect(stored.size).toBe(0);
  });

  it("is not forgotten by the alarm of the one before", async () => {
    const { alarms, clock, start, stored } = world();
    const window = await start();
    window.count(8, MINUTE);
    clock.now = 61_000;
    window.count(3, MINUTE);
    await window.forget();
    expect(window.count(0, MINUTE)).toEqual({ used: 3, leftMs: MINUTE });
    expect(stored.size).toBe(0);

    window.count(5, MINUTE);
    await window.forget();
    expect(window.count(0, MINUTE)).toEqual({ used: 8, leftMs: MINUTE });
    expect([stored.size, alarms.at(-1)]).toEqual([1, 121_000]);
  });
});
