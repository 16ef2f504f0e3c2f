import { h } from "preact";
import { renderToString } from "preact-render-to-string";
import { expect, it } from "vitest";
import type { Effect } from "../../../../../build/generator/pages/explorer/change-view.ts";
import { StepLines } from "../../../../../build/generator/pages/explorer/parts/step-chart.tsx";
import type { Series } from "../../../../../build/generator/pages/explorer/series.ts";

const AXIS = { from: "2026-01-01", to: "2026-04-11" }; // a hundred days

const TARGET = "heroes/ana/abilities/sleep-dart/cooldown";

/** The chart of one series; its last step is at 900 of 1000. */
function chartOf(series: Pick<Series, "start" | "since" | "steps">): string {
  const last = series.steps.at(-1)?.value;
  const whole = { target: TARGET, change: { target: TARGET }, last, ...series };
  const facts = { axis: AXIS, names: {}, seasons: [] };
  return renderToString(h(StepLines, { series: [whole], facts }));
}

function lineOf(series: Pick<Series, "start" | "since" | "steps">): string | undefined {
  return /class="line" d="([^"]*)"/.exec(chartOf(series))?.[1];
}

const step = (date: string, value: number | undefined, effect: Effect = "changed") => ({
  date,
  value,
  effect,
});

it("a line goes along each value, and up or down on the day of its patch", () => {
  const steps = [step("2026-01-11", 7), step("2026-02-20", 14)];
  expect(lineOf({ start: 10, since: undefined, steps })).toBe("M0 22H180V35H900V5H930");
});

it("a line begins with the thing that has the value", () => {
  const steps = [step("2026-02-20", 14)];
  expect(lineOf({ start: 10, since: "2026-01-11", steps })).toBe("M180 22H900V5H930");
});

it("a line ends where the value went, and starts again where it returned", () => {
  const steps = [step("2026-01-11", 6), step("2026-01-21", undefined), step("2026-02-20", 10)];
  expect(lineOf({ start: 10, since: undefined, steps })).toBe("M0 22H180V39H360M900 22H930");
});

it("the end carries the change in per cent, and the mark the effect", () => {
  const steps = [step("2026-01-11", 12, "nerf")];
  const chart = chartOf({ start: 10, since: undefined, steps });
  expect(chart).toContain('href="#m-nerf"');
  expect(chart).toMatch(/\+20 %<\/text>/);
});

it("a value that was removed shows its last one", () => {
  const steps = [step("2026-01-11", 50), step("2026-02-20", undefined)];
  const chart = chartOf({ start: 75, since: undefined, steps });
  expect(chart).toContain("75 → </span><b>50\u202fs</b>");
  expect(chart).toContain("removed 20 Feb 2026");
});

it("a value that returned ends with the effect of a step, not as new", () => {
  const steps = [step("2026-01-11", 12, "buff"), step("2026-02-20", 12, "new")];
  expect(chartOf({ start: 10, since: undefined, steps })).toContain('<text class="buff"');
});

it("a change of more than 40 % widens the scale of all rows, and says so", () => {
  const steps = [step("2026-01-11", 15)];
  expect(chartOf({ start: 10, since: undefined, steps })).toContain("±80 %");
});

it("a value says since when it is on record, unless it was added with its thing", () => {
  const steps = [step("2026-01-11", 10), step("2026-02-20", 12)];
  expect(chartOf({ start: undefined, since: undefined, steps })).toContain(
    "not recorded before 11 Jan 2026",
  );
  expect(chartOf({ start: undefined, since: "2026-01-11", steps })).not.toContain("not recorded");
  expect(chartOf({ start: 8, since: undefined, steps })).not.toContain("not recorded");
});

it.each([
  [10, 10, "changed", "0 %"],
  [10, 8, "nerf", "\u221220 %"],
  [8, 7, "nerf", "\u221213 %"],
  [8, 9, "buff", "+13 %"],
  [2.4, 2.1, "buff", "\u221213 %"],
  [0, 0, "changed", "0 %"],
  [0, 30, "changed", ""],
])(
  "a value that went from %s by way of 5 to %s ends as %s with the words %o",
  (from, to, ...end) => {
    const steps = [step("2026-01-11", 5, "nerf"), step("2026-02-20", to, "buff")];
    const [, ...found] =
      /<text class="(\w+)"[^>]*>([^<]*)</.exec(chartOf({ start: from, since: undefined, steps })) ??
      [];
    expect(found).toEqual(end);
  },
);
