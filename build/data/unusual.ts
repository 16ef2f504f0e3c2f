import type { Issue } from "./issue.ts";
import type { LoadedData } from "./load-data.ts";

/** Twice the longest cooldown that is known, 30 s. */
const LONGEST_COOLDOWN_SECONDS = 60;

/** A third more than the largest total that is known, 750 hit points. */
const LARGEST_HEALTH = 1000;

/** A value that may be right, and looks as if a digit slipped. */
export type Unusual = Pick<Issue, "file" | "path" | "message"> & {
  /** What an exception names: `heroes/ana/abilities/sleep-dart/cooldown`. */
  target: string;
};

/** Values beyond everything known, those that `exceptions.json` explains included. */
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
 * Patches of days that have not come yet. `today` is a day in UTC, which begins before any in the
 * Americas does.
 */
export function futurePatches({ patches }: Pick<LoadedData, "patches">, today: string): Unusual[] {
  return patches.flatMap(({ file, value: { id, date } }) => {
    if (date <= today) return [];
    const message = `patch ${id} is dated in the future; today is ${today}`;
    return [{ file, path: ["date"], message, target: `patches/${id}/date` }];
  });
}

/** What looks wrong today, and no exception explains. */
export function warningsOf(data: LoadedData, today: string): Unusual[] {
  const explained = new Set(data.exceptions?.value.exceptions.map(({ path }) => path));
  const all = [...unusualValues(data), ...futurePatches(data, today)];
  return all.filter(({ target }) => !explained.has(target));
}
