import { expect, it } from "vitest";
import { PACKAGE_DATA } from "../../../../../build/core/package.ts";
import { checkPatches } from "../../../../../build/generator/data/checks/patches.ts";
import { loadData } from "../../../../../build/generator/data/load-data.ts";
import { asLine } from "../../../../helpers/data.ts";
import { patchOf } from "../../../data-copies.ts";

const { data } = loadData(PACKAGE_DATA);

/** What is wrong where no patch explains a change of a target. */
function problemsOf(target: string) {
  const changes = [{ target, from: 1, to: 2 }];
  const value = { ...patchOf("2099-01-01", []), unexplained: [{ reason: "Unknown.", changes }] };
  const file = "patches/2099-01-01.json";
  return checkPatches({ ...data, patches: [...data.patches, { file, value }] }).map(asLine);
}

it.each([
  "heroes/ana/abilities/sleep-dart/cooldown",
  "heroes/ana/health/standard",
  "maps/ilios/mode",
])("a value of the contract changes by recorded changes alone: %s", (target) => {
  expect(problemsOf(target)).toEqual([
    `patches/2099-01-01.json unexplained[0].changes[0].target: ${target} is in the contract, ` +
      "whose values change by recorded changes alone; record the change with a note, or give " +
      "older states the newer value and list a gap",
  ]);
});

it.each(["heroes/ana/abilities/sleep-dart/damage", "heroes/ana/perks/groggy/duration"])(
  "a figure may differ without a change: %s",
  (target) => {
    expect(problemsOf(target)).toEqual([]);
  },
);
