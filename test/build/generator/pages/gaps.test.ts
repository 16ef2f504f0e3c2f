import { expect, it } from "vitest";
import { createFigureVocabulary } from "../../../../build/generator/full/effect.ts";
import { titleOfId } from "../../../../build/generator/full/words.ts";
import { describeGap } from "../../../../build/generator/pages/gaps.tsx";

const KNOWN: Readonly<Record<string, string>> = {
  "heroes/dva": "D.Va",
  "heroes/dva/perks/heat-sink": "Heat-Sink",
  "maps/kings-row": "King's Row",
};

const NAMES: Parameters<typeof describeGap>[1] = {
  nameOf: (path) => KNOWN[path] ?? titleOfId(path.split("/").at(-1) ?? ""),
  vocabulary: createFigureVocabulary({ figures: [], exceptions: [] }),
  patches: [{ id: "2026-06-23", name: "Season 3" }],
};

it.each([
  ["heroes", "All heroes"],
  ["heroes/*/abilities/*/cooldown", "Every hero: every ability cooldown"],
  ["heroes/dva", "D.Va"],
  ["heroes/dva/abilities", "D.Va: kit"],
  ["heroes/dva/health/standard", "D.Va: standard"],
  ["heroes/dva/abilities/boosters/{castTime,range}", "D.Va: Boosters cast time, range"],
  [
    "heroes/dva/abilities/{boosters,micro-missiles}/damage",
    "D.Va: Boosters, Micro Missiles damage",
  ],
  ["heroes/dva/perks/heat-sink", "D.Va: perk Heat-Sink"],
  ["maps/*/variants", "Every map: variants"],
  ["patches/2026-06-23/changes/maps/kings-row", "Season 3: King's Row"],
  ["patches/2026-06-23/changes/heroes/*/hitVolume/**", "Season 3: Every hero: hit volume"],
  ["patches/*/changes/**/*ChangePercent", "Every patch: changes given in per cent"],
  ["roles/*/subroles/*/passive", "Every role: every sub-role passive"],
])("the gap at %s is reported as %s", (path, words) => {
  expect(describeGap(path, NAMES)).toBe(words);
});

it("names a label once, also when two fields have it", () => {
  const names = { ...NAMES, labelOf: (field: string) => field.replace("Percent", "") };
  const path = "heroes/dva/abilities/boosters/{speed,speedPercent,range}";
  expect(describeGap(path, names)).toBe("D.Va: Boosters speed, range");
});
