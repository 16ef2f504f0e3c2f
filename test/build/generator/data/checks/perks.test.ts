import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PACKAGE_DATA } from "../../../../../build/core/package.ts";
import { checkPerks } from "../../../../../build/generator/data/checks/heroes.ts";
import { problemsOfTodayWith, writeJson } from "../../../data-copies.ts";

/** What is wrong once Ana's perks were edited, and the gaps are these. */
// biome-ignore lint/suspicious/noExplicitAny: a test breaks data in ways no type allows
function problemsWith(change: (perks: any) => void, ...gaps: object[]): string[] {
  return problemsOfTodayWith((folder) => {
    const hero = JSON.parse(readFileSync(join(PACKAGE_DATA, "heroes/ana.json"), "utf8"));
    change(hero.perks);
    writeJson(folder, "heroes/ana.json", hero);
    writeJson(folder, "gaps.json", { gaps });
  }, checkPerks);
}

describe("the perks of a hero", () => {
  it("are two minor and two major ones", () => {
    expect(problemsWith(() => {})).toEqual([]);
    expect(problemsWith((perks) => Object.assign(perks[0], { tier: "major" }))).toEqual([
      "heroes/ana.json perks: perks are major, minor, major, major; expected minor, minor, " +
        "major, major, or a gap of heroes/ana/perks",
    ]);
    expect(problemsWith((perks) => perks.reverse())).toHaveLength(1);
    expect(problemsWith((perks) => perks.splice(0))).toEqual([
      "heroes/ana.json perks: perks are missing; expected minor, minor, major, major, or a gap " +
        "of heroes/ana/perks",
    ]);
  });

  it("may be fewer where a gap says why", () => {
    const gap = { path: "heroes/ana/perks", reason: "nobody has read them" };
    expect(problemsWith((perks) => perks.pop(), gap)).toEqual([]);
    expect(problemsWith((perks) => perks.pop())).toHaveLength(1);
  });

  it("affect abilities of their hero; a slip is named with the nearest", () => {
    const slip = (perks: { affects: string[] }[]) =>
      Object.assign(perks[1] ?? {}, { affects: ["nano-bost"] });
    expect(problemsWith(slip)).toEqual([
      'heroes/ana.json perks[1].affects[0]: "nano-bost" is not an ability of this hero; did ' +
        'you mean "nano-boost"?',
    ]);
  });
});
