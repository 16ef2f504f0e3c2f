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
export function seriesOf(values: readonly number[]): Series {
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
): Promise<Map<string, T[]>> {
  const samples = new Map<string, T[]>([...contenders.keys()].map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, measure] of contenders) samples.get(name)?.push(await measure());
  }
  return samples;
}

/**
 * The ratios of one contender to another in each round, in which both were measured within seconds.
 */
export function ratios(values: readonly number[], yardstick: readonly number[]): Series {
  return seriesOf(values.map((value, at) => value / (yardstick[at] ?? Number.NaN)));
}

/**
 * A figure that should stay low: times in seconds, or their ratios to those of a yardstick.
 */
export function secondsRow(
  part: string,
  what: string,
  most: number,
  values: readonly number[] = [],
  yardstick?: { name: string; values: readonly number[] | undefined },
): Row {
  const text = (of: readonly number[]) => `${seriesOf(of).median.toFixed(2)} s`;
  const others = yardstick?.values ?? [];
  return {
    part,
    what,
    yardstick: yardstick?.name ?? "seconds",
    goal: { bound: "at most", value: most },
    ratio: yardstick === undefined ? seriesOf(values) : ratios(values, others),
    measured: yardstick === undefined ? text(values) : `${text(values)} to ${text(others)}`,
  };
}
