import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { inTurns, ratios, type Series, seriesOf } from "./measure.ts";
import type { Row } from "./report.ts";

const PROCESS = resolve(".compiled/bench/log-process.js");

/** Measures how long the check of a match log of 50 MB takes. Each log has its own process. */
export async function measureLogs({ rounds }: { rounds: number }): Promise<Row[]> {
  const samples = await inTurns(
    rounds,
    new Map([
      ["check", () => secondsOf()],
      ["split", () => secondsOf("split")],
    ]),
  );
  const [check = [], split = []] = samples.values();
  const median = (values: readonly number[]) => `${seriesOf(values).median.toFixed(2)} s`;
  const row = (yardstick: string, most: number, ratio: Series, measured: string): Row => ({
    part: "logs",
    what: "a match log of 50 MB",
    yardstick,
    goal: { bound: "at most", value: most },
    ratio,
    measured,
  });
  return [
    row(
      "reading and splitting it",
      6,
      ratios(check, split),
      `${median(check)} to ${median(split)}`,
    ),
    row("seconds", 5, seriesOf(check), median(check)),
  ];
}

function secondsOf(...args: string[]): number {
  return Number(execFileSync(process.execPath, [PROCESS, ...args], { encoding: "utf8" }));
}
