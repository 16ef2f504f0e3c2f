import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { historicValues } from "../../../build/cli/library/make-library.ts";
import { heroAsOf, valueAsOf } from "../../../build/client/history.ts";
import { REAL_DATA as DATA } from "../../helpers/real-data.ts";
import { REAL_GAME } from "../../helpers/real-game.ts";

const TODAY = new Date("2026-11-26T12:00:00Z");

beforeAll(() => {
  vi.useFakeTimers({ now: TODAY, toFake: ["Date"] });
  vi.stubGlobal("HISTORIES", REAL_GAME.histories().heroes);
  vi.stubGlobal("HISTORY_FROM", DATA.game.historyFrom);
  const { otherHistories, changes } = historicValues(REAL_GAME);
  vi.stubGlobal("OTHER_HISTORIES", otherHistories);
  vi.stubGlobal("CHANGES", changes);
});
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a hero as of a day", () => {
  it("has no sub-role and no perks before the game had them", () => {
    expect(heroAsOf("bastion", "2022-01-01")).toMatchObject({ subrole: null, perks: [] });
    expect(heroAsOf("bastion", "2026-11-26").perks).toHaveLength(4);
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
    [HOOK, "2022-01-01", 8, undefined],
    [HOOK, "2026-11-26", 6, "2026-10-06"],
    ["heroes/bastion/subrole", "2026-11-26", "specialist", "2026-02-10"],
    ["heroes/roadhog/abilities/whole-hog/cooldown", "2022-01-01", null, undefined],
    ["heroes/roadhog/abilities/whole-hog/interruptible", "2022-01-01", true, undefined],
    [ORB, "2026-11-26", 35, "2025-07-22"],
    ["maps/ilios/name", "2023-02-01", "Ilios", undefined],
    ["maps/aatlis/mode", "2026-01-01", "flashpoint", "2025-06-24"],
    ["modes/competitive/mapVoting/escortHybridShareMode", "2026-11-26", true, undefined],
  ])("%s on %s is %o, since %s", (target, day, value, since) => {
    expect(valueAsOf(target, day)).toMatchObject({ value, ...(since && { since }) });
  });

  it("has the source of the change that set it", () => {
    const source = "https://github.com/herogate92/op-pick/blob/HEAD/lib/season.ts";
    expect(valueAsOf("heroes/sombra/role", "2026-11-26")).toMatchObject({ source });
  });

  it("is not known where no source of the time has it", () => {
    expect(valueAsOf(ORB, "2016-06-01")).toEqual({ unknown: OF_THE_TIME });
  });

  it("is what the record says of every target, on the day of its newest change", () => {
    vi.setSystemTime(new Date("2099-01-01"));
    const newest = new Map<string, { patch: string; to: unknown }>();
    for (const { id: patch, changes } of REAL_GAME.patches)
      for (const { target, to, scope } of changes)
        if (!newest.has(target) && scope !== "6v6") newest.set(target, { patch, to });
    const wrong = [...newest].flatMap(([target, { patch, to }]) => {
      if (to === undefined || (typeof to === "object" && to !== null) || to === true) return [];
      const then = valueAsOf(target, patch.slice(0, 10));
      return "value" in then && then.value === to ? [] : [[target, patch, to, then]];
    });
    vi.setSystemTime(TODAY);
    expect(wrong).toEqual([]);
    expect(newest.size).toBeGreaterThan(2_000);
  });

  const RECORD = "expected a day from 2016-05-24 to 2026-11-26, YYYY-MM-DD";

  it.each([
    [HOOK, "2016-05-23", `2016-05-23 is before the record; ${RECORD}`],
    [HOOK, "2026-11-27", `2026-11-27 is after today; ${RECORD}`],
    [HOOK, "2023-02-29", `"2023-02-29" is not a day of the calendar; ${RECORD}`],
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
    [
      "heroes/ana/perks/groggy/name",
      "2023-02-01",
      "heroes/ana/perks/groggy/name had no value on 2023-02-01",
    ],
    ["heroes/ana/toString", "2023-02-01", 'heroes/ana/toString: there is no "toString"'],
    [
      "heroes/ana/abilities/sleep-dart/coldown",
      "2023-02-01",
      'heroes/ana/abilities/sleep-dart/coldown: there is no "coldown"; did you mean "cooldown"?',
    ],
    [
      "roles/tank/subroles/bruser/passive",
      "2026-11-26",
      'roles/tank/subroles/bruser/passive: there is no "bruser"; did you mean "bruiser"?',
    ],
    ["maps/atlantis/name", "2023-02-01", 'maps/atlantis/name: there is no "name"'],
  ])("%s on %j is refused: %s", (target, day, message) => {
    expect(() => valueAsOf(target, day)).toThrow(new RangeError(message));
  });
});
