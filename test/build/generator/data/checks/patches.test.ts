import { describe, expect, it } from "vitest";
import { checkPatches } from "../../../../../build/generator/data/checks/patches.ts";
import { shown } from "../../../../../build/generator/data/issue.ts";
import { problemsOf } from "../../../../helpers/data.ts";
import {
  addPatch,
  NEW_PATCH,
  NEW_PATCH_FILE,
  problemsAfter,
  problemsOfTodayWith,
  smallData,
} from "../../../data-copies.ts";

/** What this check says of the data once a newer patch made these changes. */
function problemsOfRecord(...changes: object[]) {
  return problemsOfTodayWith((folder) => addPatch(folder, NEW_PATCH, changes), checkPatches);
}

/** What is wrong once a patch is recorded. */
function problemsOfPatch(id: string, about: object = {}) {
  const folder = smallData();
  addPatch(folder, id, [], about);
  return problemsOf(folder);
}

it.each([
  ["2099-01-01", { date: "2099-01-02" }, 'date: "2099-01-02": expected the date of the id'],
  ["2099-02-29", {}, 'date: "2099-02-29"; expected a real calendar date, YYYY-MM-DD'],
  ["2099-01-01-a", {}, 'id: "2099-01-01-a"; expected a patch id: its date, such as 2026-08-11'],
  ["2099-01-01-bc", {}, 'id: "2099-01-01-bc"; expected a patch id'],
  [
    "2099-01-01",
    { season: { number: 6 } },
    'season: {"number":6}: only a patch of the kind season begins a season',
  ],
  ["2099-01-01", { kind: "season" }, 'season: nothing: expected its number and title: { "number"'],
])("a patch is named by its day: %s %j", (id, about, problem) => {
  expect(problemsOfPatch(id, about)).toEqual([
    expect.stringContaining(`patches/${id}.json ${problem}`),
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

it("historyFrom is a recorded patch", () => {
  const historyFrom = "2026-02-11";
  const edits = { "game.json": (game: object) => Object.assign(game, { historyFrom }) };
  const problems = problemsAfter(edits, checkPatches);
  expect(problems).toEqual([
    expect.stringMatching(
      /^game\.json historyFrom: no patch "2026-02-11" is recorded; expected the id of a recorded patch, such as \d{4}-\d{2}-\d{2}(-[b-z])?$/,
    ),
  ]);
});

describe("a change", () => {
  it.each([{}, { from: 15, to: 15 }])("changes something, unlike %j", (sides) => {
    const change = { target: "modes/competitive/heroBans/votes", ...sides };
    expect(problemsOfRecord(change)).toEqual([
      `${NEW_PATCH_FILE} changes[0]: ${shown(change, 60)}: expected "from" and "to" that differ; ` +
        'a new thing has only "to", a removed one only "from"',
    ]);
  });

  it("may say null on either side", () => {
    expect(
      problemsOfRecord(
        { target: "modes/competitive/heroBans/votes", from: null },
        { target: "maps/ilios/competitiveRotation", to: null },
        { target: "heroes/ana/abilities/nano-boost/cooldown", from: 30, to: null },
      ),
    ).toEqual([]);
  });

  it("is the only one of its target in a patch", () => {
    expect(
      problemsOfRecord(
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

  it("of a value that no resource has may be recorded beside the whole", () => {
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
    "/heroes/ana/health/standard",
    "heroes/ana/",
    "heroes//health",
    "heroes/ana/health standard",
    "",
  ])("has a target of one form only: %j", (target) => {
    expect(problemsOfRecord({ target, to: 1 })).toContain(
      `${NEW_PATCH_FILE} changes[0].target: ${JSON.stringify(target)}; expected a target: ` +
        "heroes, maps, modes or roles, an id, then a path, joined by slashes, such as " +
        "heroes/ana/health/standard",
    );
  });
});
