import { cpus, totalmem } from "node:os";

/** How a part is measured: how often, and how long a load lasts. */
export type Measurement = { rounds: number; seconds: number };

/** The repeated measurements of one figure, in short. */
export type Series = { median: number; lowest: number; highest: number };

/** One line of the result: a figure, usually a ratio to a yardstick, and its goal. */
export type Row = {
  part: string;
  what: string;
  yardstick: string;
  goal: { bound: "at least" | "at most"; value: number };
  ratio: Series;
  /** The figures behind the ratio, for people. */
  measured: string;
};

/** Summarizes measurements. */
export function seriesOf(values: readonly number[]) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (index: number) => sorted[index] ?? Number.NaN;
  const middle = (sorted.length - 1) / 2;
  return {
    median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2,
    lowest: at(0),
    highest: at(sorted.length - 1),
  };
}

/**
 * Measures the contenders in turn: A B A B. So other work of the machine slows all of them alike.
 */
export async function inTurns<T>(
  rounds: number,
  contenders: ReadonlyMap<string, () => Promise<T> | T>,
) {
  const samples = new Map<string, T[]>([...contenders.keys()].map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, measure] of contenders) samples.get(name)?.push(await measure());
  }
  return samples;
}

/**
 * The ratios of one contender to another in each round, in which both were measured within seconds.
 */
export function ratios(values: readonly number[], yardstick: readonly number[]) {
  return seriesOf(values.map((value, at) => value / (yardstick[at] ?? Number.NaN)));
}

/** The head of the table of results. */
export const TABLE_HEAD =
  "| part | what | yardstick | goal | median | spread | measured |\n" +
  "|---|---|---|---|---|---|---|\n";

/** A line of the table. A figure that misses its goal is bold. */
export function tableRow({ part, what, yardstick, goal, ratio, measured }: Row) {
  const { bound, value } = goal;
  const { median, lowest, highest } = ratio;
  const isMet = bound === "at least" ? median >= value : median <= value;
  const shown = isMet ? fixed(median) : `**${fixed(median)}**`;
  const spread = `${fixed(lowest)} to ${fixed(highest)}`;
  const cells = [part, what, yardstick, `${bound} ${value}`, shown, spread, measured];
  return `| ${cells.join(" | ")} |\n`;
}

function fixed(value: number) {
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/** Whether a figure misses its goal by more than a third. Other work explains smaller misses. */
export function isFarOff({ goal: { bound, value }, ratio: { median } }: Row) {
  return (bound === "at least" ? median / value : value / median) < 2 / 3;
}

/** Describes the machine: cores, memory and Node. */
export function machine() {
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  return `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${memory}, Node ${process.version}`;
}
