import { describe, expect, it } from "vitest";
import type { FigureValue, Unit } from "../../../../build/core/schema/figures.ts";
import type { WitnessFile } from "../../../../build/core/schema/witness.ts";
import { compareWitness, isEqual } from "../../../../build/generator/history/witnesses.ts";

it.each<[is: boolean, ours: FigureValue, theirs: FigureValue, unit?: Unit]>([
  [false, 8, 7.5],
  [true, 6.2, 6.22],
  [true, 1.875, 1.88],
  [false, 0.63, 0.6], // two digits count
  [false, 0.05, 0.125],
  [true, 2474, 2474.08],
  [true, -50, -50],
  [true, false, false],
  [false, true, 1],
  [true, 1.49, 1 / 0.67, "shots/s"],
  [true, 4.17, 1 / 0.24, "shots/s"],
  [false, 4, 1 / 0.24, "shots/s"],
  [false, 4.9, 5, "shots/s"],
])("a value of a source equals ours %j: %j and %j", (is, ours, theirs, unit) => {
  expect(isEqual(ours, theirs, unit)).toBe(is);
});

const DAMAGE = "heroes/ana/abilities/rifle/damage";

/** How the days of a table compare with a damage of 5, then 6, then none. */
function comparisonsOf(days: WitnessFile["days"], isChangelog?: true) {
  const lives = [
    { since: "2099-01-01", until: "2099-02-01", value: 5 },
    { since: "2099-02-01", until: "2099-03-01-b", value: 6 },
  ];
  const table = {
    id: "a",
    family: "a",
    url: "https://a.example",
    licence: null,
    note: "A table.",
    days,
  };
  return compareWitness(
    { ...table, ...(isChangelog && { isChangelog }) },
    new Map([[DAMAGE, lives]]),
    () => "hp",
  ).flatMap(({ is, from, to }) => days.slice(from, to).map(({ day }) => `${day} ${is}`));
}

const on = (day: string, value?: FigureValue | null, target = DAMAGE) => ({
  day,
  values: value === undefined ? {} : { [target]: value },
});

describe("a reading", () => {
  it.each([
    ["2098-12-31", 5, "unknown"],
    ["2099-01-01", 5, "equal"],
    ["2099-01-31", 6, "different"],
    ["2099-02-01", 6, "equal"],
    ["2099-02-01", 5, "behind"],
    ["2099-03-01", 6, "unknown"],
  ])("of %s that says %j compares with that day alone: %s", (day, value, is) => {
    expect(comparisonsOf([on(day, value)])).toEqual([`${day} ${is}`]);
  });

  it("of a value that the record never had has no target", () => {
    const days = [on("2099-01-01", 5, "heroes/ana/abilities/rifle/ammo")];
    expect(comparisonsOf(days)).toEqual(["2099-01-01 no such target"]);
  });

  it("holds until the table has another, and in a changelog for its day only", () => {
    const days = [on("2099-01-01", 5), on("2099-01-15"), on("2099-02-01"), on("2099-02-02", null)];
    expect(comparisonsOf(days)).toEqual([
      "2099-01-01 equal",
      "2099-01-15 equal",
      "2099-02-01 behind",
    ]);
    expect(comparisonsOf(days, true)).toEqual(["2099-01-01 equal"]);
  });
});
