import { describe, expect, it } from "vitest";
import { PACKAGE_DATA } from "../../../../../build/core/package.ts";
import { FieldSchema } from "../../../../../build/core/schema/figures.ts";
import { checkFigures } from "../../../../../build/generator/data/checks/figures.ts";
import { loadData } from "../../../../../build/generator/data/load-data.ts";
import { problemsAfter } from "../../../data-copies.ts";

const DART = "heroes/ana/abilities/sleep-dart";

/** What is wrong once the figures of Ana's Sleep Dart are edited. */
// biome-ignore lint/suspicious/noExplicitAny: a test breaks data in ways no type allows
function problemsWith(change: (dart: any) => void): string[] {
  const edited = {
    // biome-ignore lint/suspicious/noExplicitAny: the same
    "heroes/ana.json": (hero: any) =>
      change(hero.abilities.find(({ id }: { id: string }) => id === "sleep-dart")),
  };
  return problemsAfter(edited, checkFigures).map((line) => line.replace(/^\S+ \S+: /, ""));
}

describe("a figure", () => {
  it.each(["constructor", "valueOf", "Damage"])("is not called %s", (field) => {
    expect(FieldSchema.safeParse(field).success).toBe(false);
  });

  it.each([
    ["duration", -2, "a number of s, 0 or more"],
    ["damage", -1, "a number of hp, 0 or more"],
    ["damage", true, "a number of hp, 0 or more"],
    ["projectileSpeed", -1, "a number of m/s, 0 or more"],
    ["movementSpeedPercent", false, "a number of %"],
    ["absorbsExitingProjectiles", 1, "true or false"],
  ])("fits the unit of its field: %s is not %s", (field, value, expected) => {
    expect(problemsWith((dart) => Object.assign(dart.figures, { [field]: value }))).toEqual([
      `${DART}/${field} is ${value}; expected ${expected}`,
    ]);
  });

  it.each([
    ["damage", 0],
    ["movementSpeedPercent", -70],
  ])("may be nothing, and a percentage may be below it: %s is %s", (field, value) => {
    expect(problemsWith((dart) => Object.assign(dart.figures, { [field]: value }))).toEqual([]);
  });

  it("has a field of the vocabulary; a slip is named with the nearest", () => {
    expect(problemsWith((dart) => Object.assign(dart.figures, { damge: 5 }))).toEqual([
      `${DART}/damge: figures.json has no field "damge"; did you mean "damage"?`,
    ]);
  });

  it("is there where a note says what it holds for", () => {
    expect(
      problemsWith((dart) => Object.assign(dart, { notes: { healing: "per pellet" } })),
    ).toEqual([expect.stringContaining("expected notes, per and readAs of figures that it has")]);
  });
});

it("the vocabulary is sorted by name, each once", () => {
  const edited = {
    // biome-ignore lint/suspicious/noExplicitAny: a test breaks data in ways no type allows
    "figures.json": ({ figures }: any) => figures.splice(1, 0, figures[0]),
  };
  expect(problemsAfter(edited, checkFigures)).toEqual([
    expect.stringMatching(/^figures\.json figures: .*expected the fields sorted by name/),
  ]);
});

const { data: DATA } = loadData(PACKAGE_DATA);

describe("the figures", () => {
  it("are of fields that something uses, all of them", () => {
    const text = JSON.stringify([DATA.heroes, DATA.patches]);
    const unused = (DATA.figures?.value.figures ?? []).filter(({ name }) => !text.includes(name));
    expect(unused).toEqual([]);
  });

  it("belong to the weapon of every hero", () => {
    for (const { value: hero } of DATA.heroes) {
      const weapons = hero.abilities.filter(({ kind }) => kind === "primary");
      expect(weapons.filter(({ figures }) => figures === undefined)).toEqual([]);
    }
  });
});
