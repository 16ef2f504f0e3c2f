import type { Unit } from "../../core/schema/figures.ts";
import { usesInHeroes } from "./checks/figures.ts";
import { largeSteps } from "./checks/large-steps.ts";
import type { Unusual } from "./issue.ts";
import type { LoadedData } from "./load-data.ts";

/** Twice the longest cooldown that is known, 30 s. */
const LONGEST_COOLDOWN_SECONDS = 60;

/** A third more than the largest total that is known, 750 hit points. */
const LARGEST_HEALTH = 1000;

/** Twice the largest figure that is known in each unit. */
const LARGEST_FIGURES: Readonly<Partial<Record<Unit, number>>> = {
  hp: 8000,
  "hp/s": 800,
  s: 60,
  m: 400,
  "m/s": 300,
  deg: 360,
  "shots/s": 60,
  "%": 800,
  count: 600,
  multiplier: 11,
  points: 6000,
};

/** Nothing can lose more than all of itself. */
const SMALLEST_PERCENTAGE = -100;

/** Values beyond everything known, even where `exceptions.json` explains them. */
export function unusualValues(data: Pick<LoadedData, "heroes" | "figures" | "patches">): Unusual[] {
  return [...unusualKits(data), ...unusualFigures(data), ...largeSteps(data)];
}

function unusualKits({ heroes }: Pick<LoadedData, "heroes">): Unusual[] {
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
    const message = `${target} adds up to ${total}, more than any known value`;
    return [{ file, path: ["health"], message, target }, ...cooldowns];
  });
}

function unusualFigures(data: Pick<LoadedData, "heroes" | "figures">): Unusual[] {
  const units = new Map(data.figures?.value.figures.map(({ name, unit }) => [name, unit]));
  return usesInHeroes(data).flatMap(({ target, field, value, file, path }) => {
    const unit = units.get(field);
    if (unit === undefined || typeof value !== "number") return [];
    const isTooMuch = value > (LARGEST_FIGURES[unit] ?? Number.POSITIVE_INFINITY);
    if (!isTooMuch && (unit !== "%" || value >= SMALLEST_PERCENTAGE)) return [];
    const why = isTooMuch ? ", more than any known value" : "; a value cannot lose more than 100 %";
    return [{ file, path, message: `${target} is ${value} ${unit}${why}`, target }];
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
