import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PACKAGE_DATA } from "../../../../../build/core/package.ts";
import { checkSources } from "../../../../../build/generator/data/checks/sources.ts";
import { problemsAfter } from "../../../data-copies.ts";

const [NEWEST = ""] = readdirSync(join(PACKAGE_DATA, "patches"))
  .toSorted()
  .reverse()
  .map((file) => file.replace(".json", ""));
const PAGE = "https://example.org/heroes/ana";
const COMMIT = "1e2688954302a402d076944b46db07efb14d7b61";
const FILE = `https://github.com/owner/name/blob/${COMMIT}/data/ana.json`;

/** What is wrong once these are the sources of Ana's file. */
function problemsOfSources(...sources: object[]) {
  const edits = { "heroes/ana.json": (hero: object) => Object.assign(hero, { sources }) };
  return problemsAfter(edits, checkSources);
}

describe("a source", () => {
  it("has the date of the state that was read, to the day or the month", () => {
    expect(problemsOfSources({ url: PAGE, date: "2026-06-29" }, { url: FILE })).toEqual([]);
    expect(problemsOfSources({ url: PAGE, date: "2026-06" })).toEqual([]);
  });

  it("is none without a date, unless its address names a commit", () => {
    expect(problemsOfSources({ url: FILE.replace(COMMIT, "HEAD") })).toEqual([
      `heroes/ana.json sources[0]: ${FILE.replace(COMMIT, "HEAD")} may change; set "date" ` +
        "to the date of the version that was read, or use a commit in the address",
    ]);
  });

  it("is listed once", () => {
    const source = { url: PAGE, date: "2026-06-29" };
    expect(problemsOfSources(source, source)).toEqual([
      `heroes/ana.json sources[1]: ${PAGE} is already listed at [0]; keep one`,
    ]);
  });
});

it("the source of a change is listed with its date among the sources of the patch", () => {
  const problems = problemsAfter(
    {
      [`patches/${NEWEST}.json`]: (patch) => {
        Object.assign(patch.changes[0], { source: PAGE });
      },
    },
    checkSources,
  );
  expect(problems).toEqual([
    `patches/${NEWEST}.json changes[0].source: ${PAGE} may change; list it in the ` +
      'patch\'s "sources" with the date of the state that was read',
  ]);
});
