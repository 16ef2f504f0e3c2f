import { expect, it } from "vitest";
import { count, shortDate } from "../../../../../build/generator/pages/explorer/format.ts";

it.each([
  [0, "0 changes"],
  [1, "1 change"],
  [999, "999 changes"],
  [1_000, "1,000 changes"],
  [1_234_567, "1,234,567 changes"],
])("a count of %i is read as %s", (amount, words) => {
  expect(count(amount, "change")).toBe(words);
});

it.each([
  ["2026-10-06", "6 Oct 2026"],
  ["2026-10", "Oct 2026"],
])("the date %s is read as %s", (date, words) => {
  expect(shortDate(date)).toBe(words);
});
