import type { Issue } from "./issue.ts";
import type { LoadedData } from "./load-data.ts";

/** Twice the longest cooldown that is known, 30 s. */
const LONGEST_COOLDOWN_SECONDS = 60;

/** A third more than the largest total that is known, 750 hit points. */
const LARGEST_HEALTH = 1000;

/** A value that may be right, but looks like a typing error. */
export type Unusual = Pick<Issue, "file" | "path" | "message"> & {
  /** What an exception names: `heroes/ana/abilities/sleep-dart/cooldown`. */
  target: string;
};

/** Values beyond everything known, even where `exceptions.json` explains them. */
export function unusualValues({ heroes }: Pick<LoadedData, "heroes">): Unusual[] {
  return heroes.flatMap(({ file, value: { id, health, abilities } }) => {
    const total = health.standard + health.armor + health.shields;
    const cooldowns = abilities.flatMap((ability, at): Unusual[] => {
      const { cooldown } = ability;
      if (cooldown === null || cooldown <= LONGEST_COOLDOWN_SECONDS) return [];
      const target = `heroes/${id}/abilities/${ability.id}/cooldown`;
      const message = `${target} is ${cooldown} s, longer than any that is known`;
      return [{ file, path: ["abilities", at, "cooldown"], message, target }];
    });
    if (total <= LARGEST_HEALTH) return cooldowns;
    const target = `heroes/${id}/health`;
    const message = `${target} adds up to ${total}, more than any that is known`;
    return [{ file, path: ["health"], message, target }, ...cooldowns];
  });
}

/**
 * Patches whose day has not come yet. `today` is a day in UTC, which begins before the same day in
 * the Americas.
 */
export function futurePatches({ patches }: Pick<LoadedData, "patches">, today: string): Unusual[] {
  return patches.flatMap(({ file, value: { id, date } }) => {
    if (date <= today) return [];
    const message = `patch ${id} is dated in the future; today is ${today}`;
    return [{ file, path: ["date"], message, target: `patches/${id}/date` }];
  });
}

/** Everything that looks wrong and that no exception explains. */
export function warningsOf(data: LoadedData, today: string): Unusual[] {
  const explained = new Set(data.exceptions?.value.exceptions.map(({ path }) => path));
  const all = [...unusualValues(data), ...futurePatches(data, today)];
  return all.filter(({ target }) => !explained.has(target));
}
