import { cpus, totalmem } from "node:os";
import type { Series } from "./measure.ts";

/** The bound that a figure should keep. */
export type Goal = { bound: "at least" | "at most"; value: number };

/** One line of the result: a figure, usually a ratio to a yardstick, and its goal. */
export type Row = {
  part: string;
  what: string;
  yardstick: string;
  goal: Goal;
  ratio: Series;
  /** The figures behind the ratio, for people. */
  measured: string;
};

/** The result as a Markdown table. Figures that miss their goal are bold. */
export function toMarkdown(rows: readonly Row[]): string {
  const lines = rows.map(({ part, what, yardstick, goal, ratio, measured }) => {
    const median = isMet(goal, ratio.median) ? fixed(ratio.median) : `**${fixed(ratio.median)}**`;
    const spread = `${fixed(ratio.lowest)} to ${fixed(ratio.highest)}`;
    return (
      `| ${part} | ${what} | ${yardstick} | ${goal.bound} ${goal.value} | ${median} | ` +
      `${spread} | ${measured} |`
    );
  });
  return [
    "| part | what | yardstick | goal | median | spread | measured |",
    "|---|---|---|---|---|---|---|",
    ...lines,
  ].join("\n");
}

function isMet({ bound, value }: Goal, median: number): boolean {
  return bound === "at least" ? median >= value : median <= value;
}

/** The figures of one machine, as `--json` writes them. */
export type Recorded = { machine: string; rows: Row[] };

/**
 * The figures that a machine is compared with. They are those of a machine with the same processor,
 * or else the worst of each. Ratios depend on the processor: some speed up node:http more than the
 * code on top of it.
 */
export function recordedFor(here: string, records: readonly Recorded[]): Row[] {
  const same = records.find(({ machine }) => processorOf(machine) === processorOf(here));
  if (same !== undefined) return same.rows;
  return records.flatMap(({ rows }) => rows).sort((a, b) => worth(a) - worth(b));
}

/** The processor in a text that `machine` gives. */
function processorOf(machine: string): string | undefined {
  return /\((.+)\), \d+ GiB/.exec(machine)?.[1];
}

/** A number to compare figures of the same name. Higher is better. */
function worth({ goal, ratio }: Row): number {
  return goal.bound === "at least" ? ratio.median : -ratio.median;
}

/** A figure that is worse than before, and the line that reports it. */
export type Worse = { part: string; figure: string; line: string };

/**
 * Finds figures that are more than a third worse than before. Other work of the machine explains
 * smaller differences.
 */
export function findWorse(rows: readonly Row[], before: readonly Row[]): Worse[] {
  return rows.flatMap(({ part, what, yardstick, goal, ratio }) => {
    const known = before.find((row) => row.what === what && row.yardstick === yardstick)?.ratio
      .median;
    if (known === undefined) return [];
    const share = goal.bound === "at least" ? ratio.median / known : known / ratio.median;
    if (share >= 2 / 3) return [];
    const figure = `${what}, with ${yardstick} as yardstick`;
    return [{ part, figure, line: `${figure}: ${fixed(ratio.median)}; it was ${fixed(known)}` }];
  });
}

/** Describes the machine: cores, memory and Node. */
export function machine(): string {
  const [core] = cpus();
  return (
    `${cpus().length} cores (${core?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} ` +
    `GiB, Node ${process.version}`
  );
}

function fixed(value: number): string {
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
