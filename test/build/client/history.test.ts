import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { heroAsOf, valueAsOf } from "../../../build/client/history.ts";
import { REAL_DATA as DATA } from "../../helpers/real-data.ts";
import { REAL_GAME } from "../../helpers/real-game.ts";

beforeAll(() => {
  vi.useFakeTimers({ now: new Date("2026-11-26T12:00:00Z"), toFake: ["Date"] });
  vi.stubGlobal("HISTORIES", REAL_GAME.histories().heroes);
  vi.stubGlobal("HISTORY_FROM", DATA.game.historyFrom);
});
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a hero as of a day", () => {
  it("is the hero then, and the hero now", () => {
    const then = heroAsOf("bastion", "2022-01-01");
    expect(then).toMatchObject({ id: "bastion", role: "damage", subrole: null, perks: [] });
    expect(then.health).toEqual({ standard: 200, armor: 100, shields: 0, total: 300 });
    const now = heroAsOf("bastion", "2026-11-26");
    expect(now).toMatchObject({ role: "damage", subrole: "specialist" });
    expect(now.health).toEqual({ standard: 250, armor: 100, shields: 0, total: 350 });
    expect(now.perks.map(({ tier }) => tier).toSorted()).toEqual([
      "major",
      "major",
      "minor",
      "minor",
    ]);
  });

  it("lists what is not known then, and has no value there", () => {
    const { abilities, unknown } = heroAsOf("zenyatta", "2016-06-01");
    expect(unknown).toContain("abilities/orb-of-harmony/healingPerSecond");
    const orb = abilities.find(({ id }) => id === "orb-of-harmony");
    expect(orb?.figures).not.toHaveProperty("healingPerSecond");
  });
});

describe("a value as of a day", () => {
  const HOOK = "heroes/roadhog/abilities/chain-hook/cooldown";
  const ORB = "heroes/zenyatta/abilities/orb-of-harmony/healingPerSecond";
  const OF_THE_TIME = "no source of Overwatch 1 has it, so it is left out";

  it.each([
    [HOOK, "2022-01-01", { value: 8 }],
    [HOOK, "2026-11-26", { value: 6 }],
    ["heroes/roadhog/health/total", "2022-01-01", { value: 600 }],
    ["heroes/bastion/subrole", "2022-01-01", { value: null }],
    ["heroes/roadhog/abilities/whole-hog/cooldown", "2022-01-01", { value: null }],
    ["heroes/roadhog/abilities/whole-hog/interruptible", "2022-01-01", { value: true }],
    [ORB, "2016-06-01", { unknown: OF_THE_TIME }],
    [ORB, "2026-11-26", { value: 35 }],
  ])("%s on %s is %o", (target, day, value) => {
    expect(valueAsOf(target, day)).toEqual(value);
  });

  const RECORD = "expected a day from 2016-05-24 to 2026-11-26, YYYY-MM-DD";

  it.each([
    [HOOK, "2016-05-23", `2016-05-23 is before the record; ${RECORD}`],
    [HOOK, "2026-11-27", `2026-11-27 is after today; ${RECORD}`],
    [HOOK, "2023-02-29", `"2023-02-29" is not a day of the calendar; ${RECORD}`],
    [HOOK, "2023-2-1", `"2023-2-1" is not a day of the calendar; ${RECORD}`],
    [HOOK, "", `"" is not a day of the calendar; ${RECORD}`],
    [
      "heroes/echo/health/total",
      "2020-04-13",
      "echo was not in the game on 2020-04-13; " +
        "expected a day from 2020-04-14 to 2026-11-26, YYYY-MM-DD",
    ],
    [
      "heroes/roadhog the pig/name",
      "2023-02-01",
      '"roadhog the pig" is not the id of a hero; resolveHero finds it by any name',
    ],
    ["heroes/ana/health", "2023-02-01", "heroes/ana/health had no value on 2023-02-01"],
    ["heroes/ana/toString", "2023-02-01", "heroes/ana/toString had no value on 2023-02-01"],
    ["maps/ilios/name", "2023-02-01", "maps/ilios/name: expected a target of heroes/<id>"],
  ])("%s on %j is refused: %s", (target, day, message) => {
    expect(() => valueAsOf(target, day)).toThrow(new RangeError(message));
  });
});
