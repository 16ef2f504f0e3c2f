import { cpus, totalmem } from "node:os";
import type { Series } from "./measure.ts";

/** One line of the result: a ratio to its yardstick, and what it is to be. */
export type Row = {
  part: string;
  what: string;
  yardstick: string;
  goal: string;
  ratio: Series;
  /** Whether the median reaches the goal. */
  isMet: boolean;
  /** The figures behind the ratio, for people. */
  measured: string;
};

/** The result as a Markdown table. */
export function toMarkdown(rows: readonly Row[]): string {
  const lines = rows.map(({ part, what, yardstick, goal, ratio, isMet, measured }) => {
    const spread = `${fixed(ratio.lowest)} to ${fixed(ratio.highest)}`;
    return `| ${part} | ${what} | ${yardstick} | ${goal} | ${isMet ? "" : "**"}${fixed(ratio.median)}${isMet ? "" : "**"} | ${spread} | ${measured} |`;
  });
  return [
    "| part | what | yardstick | goal | median | spread | measured |",
    "|---|---|---|---|---|---|---|",
    ...lines,
  ].join("\n");
}

/** Ratios that are more than a third lower than before: what else a machine does explains less than that. */
export function fallenSince(rows: readonly Row[], before: readonly Row[]): string[] {
  return rows.flatMap(({ what, yardstick, ratio }) => {
    const known = before.find((row) => row.what === what && row.yardstick === yardstick);
    if (known === undefined || ratio.median >= (known.ratio.median * 2) / 3) return [];
    return [`${what}: ${fixed(ratio.median)} of ${yardstick}, which was ${fixed(known.ratio.median)}`];
  });
}

/** The machine's shape, without its name. */
export function machine(): string {
  const [core] = cpus();
  return `${cpus().length} cores (${core?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`;
}

function fixed(value: number): string {
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
