import { cpus, totalmem } from "node:os";
import type { Row, Series } from "./measure.ts";

/** The head of the table of results. */
export const TABLE_HEAD =
  "| part | what | yardstick | goal | median | spread | measured |\n" +
  "|---|---|---|---|---|---|---|\n";

/** A line of the table. A figure that misses its goal is bold. */
export function tableRow({ part, what, yardstick, goal, ratio, measured }: Row): string {
  const { bound, value } = goal;
  const isMet = bound === "at least" ? ratio.median >= value : ratio.median <= value;
  const median = isMet ? fixed(ratio.median) : `**${fixed(ratio.median)}**`;
  const cells = [part, what, yardstick, `${bound} ${value}`, median, spreadOf(ratio), measured];
  return `| ${cells.join(" | ")} |\n`;
}

const spreadOf = ({ lowest, highest }: Series) => `${fixed(lowest)} to ${fixed(highest)}`;

function fixed(value: number): string {
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/** The medians of each processor by figure, as `--record` writes them. */
export type Recorded = Record<string, Record<string, number>>;

export const figureOf = ({ what, yardstick }: Row): string => `${what}; ${yardstick}`;

/** A figure that is worse than before, and the line that reports it. */
export type Worse = { part: string; figure: string; line: string };

/**
 * Finds figures that are more than a third worse than those of the same processor, or than the
 * worst of all if the processor is unknown. Other work of the machine explains smaller differences.
 */
export function findWorse(rows: readonly Row[], recorded: Recorded, processor: string): Worse[] {
  const own = recorded[processor];
  const records = own === undefined ? Object.values(recorded) : [own];
  return rows.flatMap((row) => {
    const { part, goal, ratio } = row;
    const figure = figureOf(row);
    const isHigh = goal.bound === "at least";
    const known = records.flatMap((figures) => figures[figure] ?? []);
    if (known.length === 0) return [];
    const before = isHigh ? Math.min(...known) : Math.max(...known);
    const share = isHigh ? ratio.median / before : before / ratio.median;
    if (share >= 2 / 3) return [];
    return [{ part, figure, line: `${figure}: ${fixed(ratio.median)}; it was ${fixed(before)}` }];
  });
}

export function processorHere(): string {
  return cpus()[0]?.model.trim() ?? "";
}

/** Describes the machine: cores, memory and Node. */
export function machine(): string {
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  return `${cpus().length} cores (${processorHere()}), ${memory}, Node ${process.version}`;
}
