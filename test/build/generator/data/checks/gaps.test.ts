import { describe, expect, it } from "vitest";
import { checkGaps } from "../../../../../build/generator/data/checks/gaps.ts";
import { addPatch, problemsOfTodayWith, writeJson } from "../../../data-copies.ts";

/**
 * What is wrong once these are the only gaps, and a patch of 2099-01-01 changed the range of Ana's
 * dart by a step.
 */
function problemsOfGaps(...gaps: object[]) {
  return problemsOfTodayWith((folder) => {
    addPatch(folder, "2099-01-01", [
      { target: "heroes/ana/abilities/sleep-dart/rangeChange", from: 50, to: 60 },
    ]);
    const withReasons = gaps.map((gap) => ({ reason: "nobody has read it", ...gap }));
    writeJson(folder, "gaps.json", { gaps: withReasons });
  }, checkGaps);
}

describe("a gap", () => {
  it.each([
    "heroes",
    "heroes/ana",
    "heroes/ana/abilities/sleep-dart/cooldown",
    "heroes/ana/abilities/biotic-rifle/damage",
    "heroes/*/abilities/*/cooldown",
    "heroes/**/cooldown",
    "roles/tank/subroles/bruiser/passive",
    "modes/control/name",
    "patches",
    "patches/2099-01-01/summary",
    "patches/2099-01-01/changes/heroes/ana/abilities/sleep-dart/rangeChange",
    "patches/*/sourceUrl",
  ])("may name a value of the data: %s", (path) => {
    expect(problemsOfGaps({ path })).toEqual([]);
  });

  it.each([
    ["heroes/ana/health/standrad", 'did you mean "heroes/ana/health/standard"?'],
    ["heroes/anna", 'did you mean "heroes/ana"?'],
    [
      "heroes/ana/abilities/sleep-dart/cooldwn",
      'did you mean "heroes/ana/abilities/sleep-dart/cooldown"?',
    ],
    ["maps/illios", 'did you mean "maps/ilios"?'],
    ["patches/2099-01-01/sumary", 'did you mean "patches/2099-01-01/summary"?'],
    ["heroes/ana/movementSpeed", "remove the gap or correct its path"],
    ["heroes/*/movementSpeed", "remove the gap or correct its path"],
    ["patches/2099-01-01/changes/maps/ilios/mode", "remove the gap or correct its path"],
  ])("that names no value is reported: %s", (path, hint) => {
    expect(problemsOfGaps({ path: "heroes/ana" }, { path })).toEqual([
      `gaps.json gaps[1].path: "${path}" does not match a value; ${hint}`,
    ]);
  });

  it("has a reason", () => {
    expect(problemsOfGaps({ path: "heroes/ana", reason: undefined })).toEqual([
      `gaps.json gaps[0]: {"path":"heroes/ana"}: expected either "reason" or "differs"`,
    ]);
  });
});

describe("a gap before a patch", () => {
  const path = "heroes/ana/abilities/sleep-dart/rangeChange";

  it.each([
    path,
    "heroes/ana/abilities/sleep-dart",
    "heroes/ana",
    "heroes/*/abilities/*/rangeChange",
  ])("may name what the patch changed: %s", (changed) => {
    expect(problemsOfGaps({ path: changed, before: "2099-01-01" })).toEqual([]);
  });

  it("may name what has gone since, and no gap of today or of after may", () => {
    const gone = { tier: "minor", name: "Tea", figures: { healing: 5 } };
    const problemsOf = (before?: string) =>
      problemsOfTodayWith((folder) => {
        addPatch(folder, "2099-01-01");
        addPatch(folder, "2099-01-02", [{ target: "heroes/ana/perks/tea", from: gone }]);
        addPatch(folder, "2099-01-03");
        const tea = { path: "heroes/ana/perks/tea/{name,healing}", reason: "Nobody has read it." };
        writeJson(folder, "gaps.json", { gaps: [{ ...tea, before }] });
      }, checkGaps);
    expect(["2099-01-01", "2099-01-02"].flatMap(problemsOf)).toEqual([]);
    expect([undefined, "2099-01-03"].map((before) => problemsOf(before).length)).toEqual([2, 2]);
  });

  it("is reported where it names no value of today or of that patch", () => {
    expect(problemsOfGaps({ path: "heroes/ana/health/standards", before: "2099-01-01" })).toEqual([
      'gaps.json gaps[0].path: "heroes/ana/health/standards" does not match a value; did you ' +
        'mean "heroes/ana/health/standard"?',
    ]);
  });

  it("is reported where no such patch is recorded", () => {
    expect(problemsOfGaps({ path, before: "2098-12-31" })).toEqual([
      'gaps.json gaps[0].before: no patch "2098-12-31" is recorded',
    ]);
  });
});
