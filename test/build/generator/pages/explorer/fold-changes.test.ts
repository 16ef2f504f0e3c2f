import { describe, expect, it } from "vitest";
import { foldChanges } from "../../../../../build/generator/pages/explorer/browser/fold-changes.ts";
import type { Change } from "../../../../../build/generator/pages/explorer/parts/changes.tsx";

const target = "heroes/dmon/abilities/saber/damage";

/** Folds changes, and gives what differs from a change without a side. */
function folded(...changes: (Pick<Change, "target"> & Partial<Change>)[]) {
  const whole = { from: undefined, to: undefined, part: "", field: "", unit: null };
  return foldChanges(changes.map((change) => ({ ...whole, effect: "rule", ...change }))).map(
    ({ target: of, from, to, effect, note }) => [of, from, to, effect, note],
  );
}

const steps = (effect: Change["effect"], ...sides: [from: unknown, to: unknown][]) =>
  sides.map(([from, to]) => ({ target, from, to, effect }));

const GAP = "some steps in between are not recorded";
const hero = { target: "heroes/dmon", to: {} };

describe("changes between two patches", () => {
  it.each([
    [
      "go from the first value to the last",
      steps("buff", [60, 65], [65, 70]),
      [60, 70, "buff", null],
    ],
    [
      "have a note where one does not go on from the one before",
      steps("buff", [60, 65], [70, 75], [75, 80]),
      [60, 80, "buff", GAP],
    ],
    [
      "have the effect of the way from the first to the last",
      steps("buff", [60, 65], [50, 55]),
      [60, 55, "nerf", GAP],
    ],
    [
      "are a buff where a nerf takes a part of it back",
      [...steps("buff", [6, 4]), ...steps("nerf", [4, 5])],
      [6, 5, "buff", null],
    ],
    [
      "are mixed where one way was a buff and a nerf",
      [...steps("buff", [60, 65]), ...steps("nerf", [65, 70])],
      [60, 70, "mixed", null],
    ],
    ["keep null apart from nothing", steps("buff", [null, 5]), [null, 5, "buff", null]],
  ])("%s", (_, changes, expected) => {
    expect(folded(...changes)).toEqual([[target, ...expected]]);
  });

  it("are apart in 6v6", () => {
    const [both, in6v6] = steps("buff", [60, 65], [60, 70]);
    expect(folded(both ?? hero, { ...(in6v6 ?? hero), scope: "6v6" })).toEqual([
      [target, 60, 65, "buff", null],
      [target, 60, 70, "buff", null],
    ]);
  });

  it("leave out what returned to where it was, and what was added and removed", () => {
    expect(folded(...steps("buff", [60, 65]), ...steps("nerf", [65, 60]))).toEqual([]);
    const perk = "heroes/ana/perks/x";
    expect(folded({ target: perk, to: {} }, { target: perk, from: {} })).toEqual([]);
  });

  it("know no earlier value of a thing that was added between them", () => {
    const nerf = { target: `${target}Taken`, to: 5, effect: "nerf" } as const;
    expect(folded(hero, ...steps("buff", [60, 65], [70, 75]), nerf)).toEqual([
      ["heroes/dmon", undefined, {}, "rule", null],
      [target, undefined, 75, "new", null],
      [nerf.target, undefined, 5, "new", null],
    ]);
  });
});
