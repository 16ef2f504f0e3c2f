/** Values of one thing, measured again and again. */
export type Series = { median: number; lowest: number; highest: number };

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
 * Measures every contender once, then every one again: A B A B, so that what else the machine does
 * falls on all of them alike.
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
 * Ratios of one contender to another, round by round: both were measured within seconds of each
 * other.
 */
export function ratios(values: readonly number[], yardstick: readonly number[]): Series {
  return seriesOf(values.map((value, at) => value / (yardstick[at] ?? Number.NaN)));
}
