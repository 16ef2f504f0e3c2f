import fg from "fast-glob";
import { describe, expect, it } from "vitest";
import { PACKAGE_ROOT } from "../build/core/package.ts";
import { type Files, filesOf, type Occasion, sentenceOf } from "./tiers.ts";

/** Every file of tests in the repository, found without the patterns of the runs. */
const ALL = fg
  .sync("test/**", { cwd: PACKAGE_ROOT })
  .filter((file) => file.endsWith(".test.ts") && !file.includes("/node_modules/"));
const SLOW = ALL.filter((file) => file.endsWith(".slow.test.ts"));

/** The files that a run takes, in their order; one that is in two projects is there twice. */
function filesIn(occasion: Occasion) {
  const found = ({ include, exclude }: Files) =>
    fg.sync(include, { cwd: PACKAGE_ROOT, ignore: exclude });
  return Object.values(filesOf(occasion)).flatMap(found).toSorted();
}

describe("a run of the tests", () => {
  it.each([
    ["CI=true npm test", { mode: "quick", ci: "true" }],
    ["npm run test:all", { mode: "test", ci: undefined }],
  ])("leaves nothing out, and runs each file once: %s", (_command, occasion) => {
    expect(filesIn(occasion)).toEqual(ALL.toSorted());
    expect(sentenceOf(occasion)).toBeUndefined();
  });

  it("leaves out the slow files and no other with npm test, and says how many", () => {
    const occasion = { mode: "quick", ci: undefined };
    expect(filesIn(occasion)).toEqual(ALL.filter((file) => !SLOW.includes(file)).toSorted());
    expect(sentenceOf(occasion)).toContain(`${SLOW.length} files of slow tests`);
    expect(sentenceOf(occasion)).toContain("npm run test:all");
  });

  it("always has the tests of the contract", () => {
    expect(SLOW.filter((file) => file.startsWith("test/contract/"))).toEqual([]);
  });
});
