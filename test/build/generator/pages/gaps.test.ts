import { expect, it } from "vitest";
import { titleOfId } from "../../../../build/core/game/words.ts";
import { subjectsOfGap } from "../../../../build/generator/pages/gaps.tsx";

const KNOWN: Readonly<Record<string, string>> = {
  "heroes/dva": "D.Va",
  "heroes/dva/perks/heat-sink": "Heat-Sink",
  "maps/kings-row": "King's Row",
};

const NAMES: Parameters<typeof subjectsOfGap>[1] = {
  nameOf: (path) => KNOWN[path] ?? titleOfId(path.split("/").at(-1) ?? ""),
  labelOf: () => undefined,
  patches: [{ id: "2026-06-23", name: "Season 3" }],
};

const wordsOf = (path: string) =>
  subjectsOfGap(path, NAMES).map(({ thing, part, field }) => [thing, part, field]);

it.each([
  ["heroes", ["heroes/*", "", "as a whole"]],
  ["heroes/*/abilities/*/cooldown", ["heroes/*", "all abilities", "cooldown"]],
  ["heroes/dva/abilities", ["heroes/dva", "", "the kit"]],
  ["heroes/dva/health/standard", ["heroes/dva", "", "standard"]],
  ["heroes/dva/perks/heat-sink", ["heroes/dva", "perk Heat-Sink", ""]],
  ["patches/2026-06-23/changes/maps/kings-row", ["patches/2026-06-23", "King's Row", "as a whole"]],
  [
    "patches/2026-06-23/changes/heroes/*/hitVolume/**",
    ["patches/2026-06-23", "all heroes", "hit volume"],
  ],
  ["patches/*/changes/**/*ChangePercent", ["patches/*", "", "changes in per cent"]],
  ["roles/*/subroles/*/passive", ["roles/*", "all sub-roles", "passive"]],
])("the gap at %s is of %j", (path, subject) => {
  expect(wordsOf(path)).toEqual([subject]);
});

it("has a subject for each value", () => {
  const path = "heroes/{dva,ana}/abilities/boosters/castTime";
  expect(wordsOf(path)).toEqual([
    ["heroes/ana", "Boosters", "cast time"],
    ["heroes/dva", "Boosters", "cast time"],
  ]);
});
