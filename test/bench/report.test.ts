import { expect, test } from "vitest";
import { findWorse, type Recorded, type Row, recordedFor } from "./report.ts";

const rowOf = (median: number, bound: "at least" | "at most" = "at least"): Row => ({
  part: "document",
  what: `hero, ${bound}`,
  yardstick: "node:http",
  goal: { bound, value: 1 },
  ratio: { median, lowest: median, highest: median },
  measured: "",
});
const machineOf = (processor: string) => `2 cores (${processor}), 24 GiB, Node v20.20.2`;
const recorded: Recorded[] = [
  { machine: machineOf("Intel(R) Xeon(R) Processor"), rows: [rowOf(0.75), rowOf(5, "at most")] },
  { machine: machineOf("AMD EPYC"), rows: [rowOf(0.6), rowOf(6, "at most")] },
];

/** The lines of figures that have worse, of a machine with so much. */
const worseOn = (processor: string, rows: Row[]) =>
  findWorse(rows, recordedFor(machineOf(processor), recorded)).map(({ line }) => line);

test.each([
  ["AMD EPYC", 0.41, 8.9, []],
  ["Intel(R) Xeon(R) Processor", 0.41, 8.9, ["least", "most"]],
  ["AMD EPYC", 0.39, 9.1, ["least", "most"]],
  ["a processor nobody has measured", 0.41, 8.9, []],
  ["a processor nobody has measured", 0.39, 9.1, ["least", "most"]],
])(
  "on %s %d and %d are compared with the figures of that processor",
  (processor, least, most, worse) => {
    const lines = worseOn(processor, [rowOf(least), rowOf(most, "at most")]);
    expect(lines.map((line) => /at (\w+)/.exec(line)?.[1])).toEqual(worse);
  },
);

test("the line says what was measured and what is on record", () => {
  expect(worseOn("AMD EPYC", [rowOf(0.2)])).toEqual([
    "hero, at least, with node:http as yardstick: 0.20; it was 0.60",
  ]);
});
