import { expect, it } from "vitest";
import { titleOfId } from "../../../../build/core/game/words.ts";
import { listGaps } from "../../../../build/generator/full/gaps.ts";

const KNOWN: Readonly<Record<string, string>> = {
  "heroes/dva": "D.Va",
  "heroes/dva/perks/heat-sink": "Heat-Sink",
  "maps/kings-row": "King's Row",
  "patches/2026-06-23": "Season 3",
};

const NAMES = {
  nameOf: (path: string) => KNOWN[path] ?? titleOfId(path.split("/").at(-1) ?? ""),
  labelOf: () => undefined,
};

const listed = (gap: Partial<Parameters<typeof listGaps>[0][number]>) =>
  listGaps([{ path: "heroes/ana/aliases", reason: "Nobody knows.", ...gap }], NAMES);

const wordsOf = (path: string) =>
  listed({ path }).map(({ name, part, field }) => [name, part, field]);

it.each([
  ["open", { path: "heroes/ana/abilities/sleep-dart/key" }],
  ["open", { path: "heroes/ana/abilities/sleep-dart/range", before: "2026-06-23", open: true }],
  ["earlier", { path: "heroes/ana/abilities/sleep-dart/range", before: "2026-06-23" }],
  ["remark", { path: "heroes/ana/abilities/sleep-dart/range", differs: true }],
  ["remark", { path: "heroes/*/abilities/*/cooldown" }],
  ["remark", { path: "heroes/ana/aliases" }],
  ["remark", { path: "patches/2026-06-23/changes/heroes/ana/hitVolume/head" }],
] as const)("a gap is of the kind %s: %j", (kind, gap) => {
  expect(listed(gap)).toMatchObject([{ kind }]);
});

it.each([
  ["heroes", ["all heroes", "", "as a whole"]],
  ["heroes/*/abilities/*/cooldown", ["all heroes", "all abilities", "cooldown"]],
  ["heroes/dva/abilities", ["D.Va", "", "the kit"]],
  ["heroes/dva/perks/heat-sink", ["D.Va", "perk Heat-Sink", ""]],
  ["patches/2026-06-23/changes/maps/kings-row", ["Season 3", "King's Row", "as a whole"]],
  ["patches/2026-06-23/changes/heroes/*/hitVolume/**", ["Season 3", "all heroes", "hit volume"]],
  ["patches/*/changes/**/*ChangePercent", ["all patches", "", "changes in per cent"]],
  ["roles/*/subroles/*/passive", ["all roles", "all sub-roles", "passive"]],
])("the gap at %s is of %j", (path, subject) => {
  expect(wordsOf(path)).toEqual([subject]);
});
