import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { problemsOf } from "../../../../helpers/data.ts";
import {
  addPatch,
  NEW_PATCH_FILE,
  problemsAfter,
  problemsOfChanges,
  smallData,
} from "../../../data-copies.ts";

describe("a patch", () => {
  it("is named by its date", () => {
    const folder = smallData();
    addPatch(folder, "2099-01-01", [], { date: "2099-01-02" });
    expect(problemsOf(folder)).toEqual([
      'patches/2099-01-01.json date: the id has the date 2099-01-01, but "date" is ' +
        "2099-01-02; make them agree",
    ]);
  });

  it.each(["2099-02-29", "2099-04-31", "2099-13-01", "2099-00-10", "2099-01-00"])(
    "has a date that the calendar has, unlike %s",
    (date) => {
      const folder = smallData();
      addPatch(folder, date);
      expect(problemsOf(folder)).toEqual([
        `patches/${date}.json date: "${date}"; expected a real calendar date, YYYY-MM-DD`,
      ]);
    },
  );

  it.each(["2099-01-01T00:00:00Z", "01.01.2099", "2099-1-1", "today"])(
    "has a date in one form only, unlike %s",
    (date) => {
      const folder = smallData();
      addPatch(folder, "2099-01-01", [], { date });
      expect(problemsOf(folder)).toEqual([
        `patches/2099-01-01.json date: "${date}"; expected a real calendar date, YYYY-MM-DD`,
      ]);
    },
  );

  it("may be of the 29th of February of a leap year", () => {
    const folder = smallData();
    addPatch(folder, "2096-02-29");
    expect(problemsOf(folder)).toEqual([]);
  });

  it.each(["2099-01-01-a", "2099-01-01-B", "2099-01-01b", "2099-01-01-2", "2099-01-01-bc"])(
    "has no suffix but -b, -c, ...: %s",
    (id) => {
      const folder = smallData();
      addPatch(folder, id);
      expect(problemsOf(folder)).toEqual([
        `patches/${id}.json id: "${id}"; expected a patch id: its date, such as ` +
          "2026-08-11, or 2026-08-11-b for the second patch of a day",
      ]);
    },
  );
});

it("only a patch of the kind season begins a season", () => {
  const folder = smallData();
  addPatch(folder, "2099-01-01", [], { kind: "hotfix", season: { number: 6 } });
  expect(problemsOf(folder)).toEqual([
    "patches/2099-01-01.json season: the kind is hotfix; only a patch of the kind season begins " +
      "a season",
  ]);
});

describe("the patches of one day", () => {
  const rule = "suffixes of one day run -b, -c, ... without gaps after the plain date";

  it("run from the plain date over -b to -c", () => {
    const folder = smallData();
    for (const id of ["2099-01-01", "2099-01-01-b", "2099-01-01-c"]) addPatch(folder, id);
    expect(problemsOf(folder)).toEqual([]);
  });

  it("do not begin with -b", () => {
    const folder = smallData();
    addPatch(folder, "2099-01-02-b");
    expect(problemsOf(folder)).toEqual([
      'patches/2099-01-02-b.json id: "2099-01-02-b" follows "2099-01-02", which is not ' +
        `recorded; ${rule}`,
    ]);
  });

  it.each([
    ["-c", "-b"],
    ["-d", "-c"],
    ["-z", "-y"],
  ])("do not leave a letter out: %s wants %s", (suffix, previous) => {
    const folder = smallData();
    const recorded = ["", "-b", "-c"].filter((known) => known < previous);
    for (const known of [...recorded, suffix]) addPatch(folder, `2099-01-01${known}`);
    expect(problemsOf(folder)).toEqual([
      `patches/2099-01-01${suffix}.json id: "2099-01-01${suffix}" follows ` +
        `"2099-01-01${previous}", which is not recorded; ${rule}`,
    ]);
  });
});

describe("historyFrom", () => {
  it("is a recorded patch", () => {
    const problems = problemsAfter({
      "game.json": (game) => {
        game.historyFrom = "2026-02-11";
      },
    });
    expect(problems).toEqual([
      expect.stringMatching(
        /^game\.json historyFrom: no patch "2026-02-11" is recorded; expected the id of a recorded patch, such as \d{4}-\d{2}-\d{2}(-[b-z])?$/,
      ),
    ]);
  });
});

it("wants at least one patch, as the data is written as of the newest", () => {
  const folder = smallData();
  rmSync(join(folder, "patches"), { recursive: true });
  mkdirSync(join(folder, "patches"));
  expect(problemsOf(folder)).toContain(
    "patches : no patch is recorded; the data describes the newest one",
  );
});

describe("a change", () => {
  it("has from, or to, or both", () => {
    expect(problemsOfChanges({ target: "modes/competitive/heroBans/votes" })).toEqual([
      `${NEW_PATCH_FILE} changes[0]: modes/competitive/heroBans/votes: has neither "from" ` +
        'nor "to"; a new thing has "to", a removed one has "from"',
    ]);
  });

  it("may say null on either side", () => {
    expect(
      problemsOfChanges(
        { target: "modes/competitive/heroBans/votes", from: null },
        { target: "maps/ilios/competitiveRotation", to: null },
        { target: "heroes/ana/abilities/nano-boost/cooldown", from: 30, to: null },
      ),
    ).toEqual([]);
  });

  it("is the only one of its target in a patch", () => {
    expect(
      problemsOfChanges(
        { target: "modes/competitive/heroBans/votes", from: 14, to: 15 },
        { target: "maps/ilios/competitiveRotation", from: false, to: true },
        { target: "modes/competitive/heroBans/votes", from: 15, to: 16 },
      ),
    ).toEqual([
      `${NEW_PATCH_FILE} changes[2]: modes/competitive/heroBans/votes is already changed ` +
        "at [0]; expected one change per value",
    ]);
  });

  it("is not recorded beside the whole of which it is a part", () => {
    const folder = smallData();
    addPatch(folder, "2099-01-01", [
      { target: "maps/ilios/mode", from: "push", to: "control" },
      { target: "maps/ilios", to: true },
    ]);
    expect(problemsOf(folder)).toContain(
      "patches/2099-01-01.json changes[0]: maps/ilios/mode is part of maps/ilios, which " +
        "this patch records whole; keep one of the two",
    );
  });

  it("of a value that no resource has may stand beside the whole", () => {
    const folder = smallData();
    addPatch(folder, "2099-01-01", [
      { target: "heroes/ana/abilities", from: true, to: true },
      { target: "heroes/ana/abilities/biotic-rifle/ammo", from: 14, to: 15 },
    ]);
    expect(problemsOf(folder).join("\n")).not.toContain("keep one of the two");
  });

  it.each([
    "hero/ana/health/standard",
    "patches/2026-10-06/name",
    "heroes",
    "heroes/",
    "/heroes/ana/health/standard",
    "heroes/ana/",
    "heroes//health",
    "heroes/ana/health standard",
    "heroes.ana.health",
    "",
  ])("has a target of one form only: %j", (target) => {
    expect(problemsOfChanges({ target, to: 1 })).toContain(
      `${NEW_PATCH_FILE} changes[0].target: ${JSON.stringify(target)}; expected a target: ` +
        "heroes, maps, modes or roles, an id, then a path, joined by slashes, such as " +
        "heroes/ana/health/standard",
    );
  });
});
