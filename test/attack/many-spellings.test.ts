import { describe, expect, it } from "vitest";
import { checkSpellings } from "../../build/generator/data/checks/spellings.ts";
import { heroesWith, MANY } from "./many-aliases.ts";

describe("200,000 spellings of one hero", () => {
  it("are checked, and none is wrong that is not", () => {
    expect(checkSpellings(heroesWith((at) => `ana ${at}`))).toEqual([]);
  });

  it("of which another hero has one too are refused in both files", () => {
    const issues = checkSpellings(heroesWith((at) => (at === MANY - 1 ? "angel" : `ana ${at}`)));

    expect(issues.map(({ file }) => file).toSorted()).toEqual([
      "heroes/ana.json",
      "heroes/mercy.json",
    ]);
  });
});
