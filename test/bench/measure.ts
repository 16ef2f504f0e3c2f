/** The repeated measurements of one figure, in short. */
export type Series = { median: number; lowest: number; highest: number };

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
