import { expect, test } from "vitest";
import { findWorse, type Row } from "./measure.ts";

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
