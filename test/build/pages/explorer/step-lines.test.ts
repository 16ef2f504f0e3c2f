import { h } from "preact";
import { renderToString } from "preact-render-to-string";
import { expect, it } from "vitest";
import { StepLines } from "../../../../build/pages/explorer/parts/step-lines.tsx";
import type { Series } from "../../../../build/pages/explorer/series.ts";

const AXIS = { from: "2026-01-01", to: "2026-04-11", marks: ["2026-01-01"] }; // a hundred days

/** The path of the line of a series; the newest patch stands at 930 of 1000, so a day is 9.3. */
function lineOf(series: Omit<Series, "target">): string | undefined {
  const target = "heroes/ana/abilities/sleep-dart/cooldown";
  const markup = renderToString(
    h(StepLines, { series: [{ target, ...series }], axis: AXIS, names: {} }),
  );
  return /class="line" d="([^"]*)"/.exec(markup)?.[1];
}

const step = (date: string, value: number | undefined) => ({ date, value });

it("a line goes along each value, and up or down on the day of its patch", () => {
  const steps = [step("2026-01-11", 12), step("2026-02-20", 16)];
  expect(lineOf({ start: 14, since: undefined, steps })).toBe("M0 18H93V31H465V5H1000");
});

it("a line begins with the thing that has the value", () => {
  expect(lineOf({ start: 14, since: "2026-01-11", steps: [step("2026-02-20", 16)] })).toBe(
    "M93 31H465V5H1000",
  );
});

it("a line ends where the value went, and begins anew where it came back", () => {
  const steps = [step("2026-01-11", 12), step("2026-01-21", undefined), step("2026-02-20", 14)];
  expect(lineOf({ start: 14, since: undefined, steps })).toBe("M0 5H93V31H186M465 5H1000");
});
