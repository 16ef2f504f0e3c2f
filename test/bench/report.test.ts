import { expect, test } from "vitest";
import type { Row } from "./measure.ts";
import { findWorse, tableRow } from "./report.ts";

const rowOf = (median: number, bound: "at least" | "at most" = "at least"): Row => ({
  part: "document",
  what: `hero, ${bound}`,
  yardstick: "node:http",
  goal: { bound, value: 1 },
  ratio: { median, lowest: median, highest: median },
  measured: "",
});
const RECORDED = {
  Xeon: { "hero, at least; node:http": 0.75, "hero, at most; node:http": 5 },
  EPYC: { "hero, at least; node:http": 0.6, "hero, at most; node:http": 6 },
};

test.each([
  ["EPYC", 0.41, 8.9, []],
  ["Xeon", 0.41, 8.9, ["least", "most"]],
  ["EPYC", 0.39, 9.1, ["least", "most"]],
  ["a processor nobody has measured", 0.41, 8.9, []],
  ["a processor nobody has measured", 0.39, 9.1, ["least", "most"]],
])("on %s %d and %d are compared with its own figures", (processor, least, most, worse) => {
  const found = findWorse([rowOf(least), rowOf(most, "at most")], RECORDED, processor);
  expect(found.map(({ line }) => /at (\w+)/.exec(line)?.[1])).toEqual(worse);
});

test("a line says what was measured and what is on record", () => {
  expect(findWorse([rowOf(0.2)], RECORDED, "EPYC").map(({ line }) => line)).toEqual([
    "hero, at least; node:http: 0.20; it was 0.60",
  ]);
});

test("a figure that misses its goal is bold", () => {
  expect([rowOf(0.2), rowOf(1), rowOf(2, "at most")].map(tableRow)).toEqual([
    expect.stringContaining("| **0.20** |"),
    expect.stringContaining("| 1.00 |"),
    expect.stringContaining("| **2.00** |"),
  ]);
});
