import { expect, it } from "vitest";
import { describeLag } from "../../../../../build/generator/data/checks/witnesses.ts";
import { problemsOf } from "../../../../helpers/data.ts";
import { smallData, writeJson } from "../../../data-copies.ts";

const HEALTH = "heroes/ana/health/standard";
const ARMOR = "heroes/ana/health/armor";

/** What is wrong with small data that has a table, and further entries of gaps.json. */
function problemsOfTable(table: object, gaps: object[] = []) {
  const folder = smallData();
  writeJson(folder, "gaps.json", { gaps });
  writeJson(folder, "witnesses/blog.json", {
    id: "blog",
    family: "example.org",
    url: "https://example.org/{day}",
    licence: null,
    note: "A table.",
    ...table,
  });
  return problemsOf(folder);
}

/** A day of the small data, which has one patch. */
const day = (values: object, of = "2099-01-01") => ({ day: of, values });

it.each<[object, string[], object[]?]>([
  [{ days: [day({ [ARMOR]: 0 })] }, []],
  [
    { family: "wiki", days: [day({})] },
    ['family: "wiki"; expected "example.org", the family of its url in sources.json'],
  ],
  [
    { days: [day({}), day({}, "2098-01-01")] },
    [expect.stringMatching(/ days: .*expected the days in their order, each once/)],
  ],
  [
    { days: [day({ [ARMOR]: 7 })] },
    [expect.stringMatching(/: 0 of the 1 values that the record has too are equal; expected at/)],
  ],
])("a table is in order, and most of it agrees: %j", (table, problems) => {
  expect(problemsOfTable(table)).toEqual(
    problems.map((one) => (typeof one === "string" ? `witnesses/blog.json ${one}` : one)),
  );
});

it.each([
  [8, 1, 1, false],
  [79, 21, 0, true],
  [0, 0, 0, false],
])("a table agrees where at least 80 %% is equal: %j, %j behind, %j different", (...counts) => {
  const [equal, behind, different, isLate] = counts;
  const of = (is: "equal" | "behind" | "different", to: number) => ({
    is,
    to,
    from: 0,
    target: ARMOR,
    value: 0,
  });
  const all = [of("equal", equal), of("behind", behind), of("different", different)];
  expect(describeLag(all) !== undefined).toBe(isLate);
});

it("a reason for a difference is of one that exists", () => {
  const entry = { path: HEALTH, differs: "The blog is wrong." };
  expect(problemsOfTable({ days: [day({ [ARMOR]: 0 })] }, [entry])).toEqual([
    `gaps.json gaps[0].path: no table differs from the record in ${HEALTH}; remove it from the entry`,
  ]);
});
