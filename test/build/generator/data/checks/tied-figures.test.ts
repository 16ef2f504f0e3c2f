import { describe, expect, it } from "vitest";
import { PACKAGE_DATA } from "../../../../../build/core/package.ts";
import type { RecordedChange } from "../../../../../build/core/schema/patch.ts";
import { checkPerks } from "../../../../../build/generator/data/checks/heroes.ts";
import { checkTiedFigures } from "../../../../../build/generator/data/checks/tied-figures.ts";
import { loadData } from "../../../../../build/generator/data/load-data.ts";

const { data: REAL } = loadData(PACKAGE_DATA);
const GUN = "heroes/roadhog/abilities/scrap-gun";
const HOG = "heroes/roadhog/abilities/whole-hog/ultimateCost";
const PERKS = "heroes/reinhardt/perks";

/** The real data with these patches, and with further gaps. */
function dataWith(changes: RecordedChange[], ...gaps: string[]) {
  const { gaps: real, patches } = REAL;
  const [first] = patches;
  if (real === undefined || first === undefined) throw new Error("the real data has problems");
  const added = gaps.map((path) => ({ path, reason: "nobody has read it" }));
  return {
    ...REAL,
    gaps: { ...real, value: { gaps: added } },
    patches: [{ file: "patch.json", value: { ...first.value, id: "2099-01-01", changes } }],
  };
}

const codesOf = (changes: RecordedChange[], ...gaps: string[]) =>
  checkTiedFigures(dataWith(changes, ...gaps)).map(({ code }) => code);

describe("figures that are tied", () => {
  const pellet: RecordedChange = { target: `${GUN}/pelletDamage`, from: 7, to: 4 };
  const volley: RecordedChange[] = ["pelletDamageMin", "damage", "damageMin"].map((field) => ({
    target: `${GUN}/${field}`,
    from: 2,
    to: 1,
  }));

  it.each([
    ["move together", [], [pellet, ...volley]],
    ["are reported where one stays behind", ["left-behind"], [pellet]],
    ["may stay where the change says why", [], [{ ...pellet, alone: "the notes say so" }]],
    [
      "have no reason to stay where all move",
      ["needless-reason"],
      [{ ...pellet, alone: "the notes say so" }, ...volley],
    ],
    ["move nothing with their first value", [], [{ target: `${GUN}/pelletDamage`, to: 4 }]],
  ])("%s", (_, codes, changes) => {
    expect(codesOf(changes)).toEqual(codes);
  });

  it.each([
    ["fits both values", [], [{ target: HOG, from: 2125, to: 2000, percent: -6 }]],
    [
      "is reported where it does not fit",
      ["percent-step"],
      [{ target: HOG, from: 2000, to: 2000, percent: -6 }],
    ],
    [
      "is reported where the values are missing",
      ["step-without-values"],
      [{ target: `${HOG}ChangePercent`, to: -6 }],
    ],
    [
      "may be alone for a figure that no hero has",
      [],
      [{ target: `${GUN}/heightChangePercent`, to: -6 }],
    ],
  ])("a step in percent %s", (_, codes, changes) => {
    expect(codesOf(changes)).toEqual(codes);
  });

  it("a gap explains a step without values", () => {
    const step = { target: `${HOG}ChangePercent`, to: -6 };
    expect(codesOf([step], HOG)).toEqual([]);
    expect(codesOf([step], `patches/2099-01-01/changes/${step.target}`)).toEqual([]);
  });
});

describe("the perks of a patch", () => {
  const went = { target: `${PERKS}/a`, from: { id: "a", tier: "minor", name: "A" } };
  const arrived = { target: `${PERKS}/b`, to: { id: "b", tier: "minor", name: "B" } };
  const moved = { target: `${PERKS}/c/tier`, from: "major", to: "minor" };
  const major = { target: `${PERKS}/d`, to: { id: "d", tier: "major", name: "D" } };
  const balance = (changes: RecordedChange[], ...gaps: string[]) =>
    checkPerks(dataWith(changes, ...gaps)).map(({ message }) => message.replace(/;.*/, ""));

  it.each([
    ["go as they come", [], [went, arrived]],
    ["move between tiers as they go and come", [], [went, moved, major]],
    ["are reported where none comes", [`${PERKS}: 1 fewer than go of the minor ones come`], [went]],
    [
      "are reported where none goes",
      [`${PERKS}: 1 more than go of the minor ones come`],
      [arrived],
    ],
  ])("%s", (_, messages, changes) => {
    expect(balance(changes)).toEqual(messages);
  });

  it("may differ where a gap says why", () => {
    expect(balance([went], `patches/2099-01-01/changes/${PERKS}`)).toEqual([]);
  });
});
