import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { PACKAGE_DATA } from "../../../../build/core/package.ts";
import { loadData } from "../../../../build/generator/data/load-data.ts";

/** The figures read by hand in the publisher's notes, oldest patch first; none is from our data. */
const OFFICIAL = readFileSync(
  new URL("../../../fixtures/official-figures.tsv", import.meta.url),
  "utf8",
)
  .trimEnd()
  .split("\n")
  .slice(1)
  .map((line) => {
    const [patch = "", target = "", before, after] = line.split("\t");
    return { patch, target, before: Number(before), after: Number(after) };
  });
const { data } = loadData(PACKAGE_DATA);
const PATCHES = data.patches.map(({ value }) => value);

/** What the record has otherwise, each with a reason in its note. */
const OTHERS = [
  // Printed without the size that the whole game adds.
  "2025-12-09 heroes/kiriko/abilities/kunai/projectileSize",
  "2026-01-08 heroes/symmetra/abilities/photon-projector-secondary/projectileSize",
  "2026-05-12 heroes/illari/abilities/solar-rifle/projectileSize",
  // The notes print another value before than those of an older patch and the game's own page.
  "2026-08-11 heroes/echo/perks/focused-rush/movementSpeedPercent",
];

it("the record has the figures that notes print, before and after, but for few with a reason", () => {
  expect(OFFICIAL.length).toBeGreaterThan(250);
  const others = OFFICIAL.filter(({ patch, target, before, after }) => {
    const changes = PATCHES.find(({ id }) => id === patch)?.changes ?? [];
    const change = changes.find((one) => one.target === target);
    return change?.from !== before || change.to !== after;
  });
  expect(others.map(({ patch, target }) => `${patch} ${target}`)).toEqual(OTHERS);
});
