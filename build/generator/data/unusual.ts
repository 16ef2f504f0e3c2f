import { isCollection } from "../../core/schema/collections.ts";
import type { Unit } from "../../core/schema/figures.ts";
import type { RecordedChange } from "../../core/schema/patch.ts";
import { usesInHeroes } from "./checks/figures.ts";
import type { Issue, Unusual } from "./issue.ts";
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

/**
 * An exception explains a value that looks wrong. An exception that explains nothing is an issue.
 */
export function checkExceptions(data: LoadedData): Issue[] {
  if (data.exceptions === undefined || data.unreadable.size > 0) return [];
  const { file, value } = data.exceptions;
  const unusual = new Set(unusualValues(data).map(({ target }) => target));
  // Whether a recorded change is unusual depends on the values of other heroes, which may change.
  const recorded = new Set(
    data.patches.flatMap(({ value: { id, changes } }) => [
      `patches/${id}/date`,
      ...changes.map(({ target }) => `patches/${id}/changes/${target}`),
    ]),
  );
  return value.exceptions.flatMap(({ path }, at) => {
    if (unusual.has(path) || recorded.has(path)) return [];
    const message = `"${path}" is not an unusual value; remove the exception`;
    return [{ code: "needless-exception", file, path: ["exceptions", at, "path"], message }];
  });
}

/** Most changes are smaller: 447 of the first 455 recorded steps. */
const LARGEST_FACTOR = 2.5;

/** Times below half a second are changed by larger factors. */
const LARGEST_FACTOR_OF_SHORT_TIMES = 5;
const SHORT_SECONDS = 0.5;

/** With fewer values of a field there is no range that heroes share. */
const FEWEST_VALUES = 5;

type Step = Pick<RecordedChange, "target" | "from" | "to">;

type ChangedData = Pick<LoadedData, "heroes" | "figures" | "patches"> &
  Partial<Pick<LoadedData, "corrections">>;

/**
 * Recorded changes that look like a slip of the decimal point: a step by a large factor, and a new
 * value outside the range that all heroes share for its field.
 */
export function largeSteps(data: ChangedData): Unusual[] {
  const units = new Map(
    data.figures?.value.figures.map(({ name, unit }) => [name, unit as string]),
  );
  const values = valuesByField(data);
  const { file: list = "", value: corrected } = data.corrections ?? {};
  const lists = [
    ...data.patches.map(({ file, value: { id, changes } }) => ({
      file,
      key: "changes",
      prefix: `patches/${id}/changes`,
      changes,
    })),
    {
      file: list,
      key: "corrections",
      prefix: "corrections",
      changes: corrected?.corrections ?? [],
    },
  ];
  return lists.flatMap(({ file, key, prefix, changes }) =>
    changes.flatMap((change, at): Unusual[] => {
      const field = fieldOf(change.target);
      const unit = field === "cooldown" ? "s" : units.get(field);
      const why = factorProblem(change, unit) ?? rangeProblem(change, values.get(field) ?? []);
      if (why === undefined || !isCollection(change.target.split("/")[0])) return [];
      const target = `${prefix}/${change.target}`;
      const message = `${change.target} ${why}`;
      return [{ file, path: [key, at, "to"], message, target }];
    }),
  );
}

/** Why a step looks like a slip of the decimal point. */
export function factorProblem(
  { from, to }: Pick<Step, "from" | "to">,
  unit: string | undefined,
): string | undefined {
  if (typeof from !== "number" || typeof to !== "number" || from === 0 || to === 0)
    return undefined;
  const isShort = unit === "s" && Math.max(Math.abs(from), Math.abs(to)) < SHORT_SECONDS;
  const largest = isShort ? LARGEST_FACTOR_OF_SHORT_TIMES : LARGEST_FACTOR;
  const factor = Math.max(Math.abs(to / from), Math.abs(from / to));
  if (factor <= largest && Math.sign(from) === Math.sign(to)) return undefined;
  return `changes from ${from} to ${to}, a factor of more than ${largest}`;
}

function rangeProblem(
  { target, from, to }: Step,
  values: readonly { target: string; value: number }[],
): string | undefined {
  if (typeof from === "number" || typeof to !== "number") return undefined;
  const others = values.filter((one) => one.target !== target).map(({ value }) => value);
  const [low, high] = [Math.min(...others), Math.max(...others)];
  if (others.length < FEWEST_VALUES || (to >= low && to <= high)) return undefined;
  return (
    `is new with the value ${to}; all other values of this field are between ${low} and ` +
    `${high}`
  );
}

/** Today's numbers of all heroes, by field. */
function valuesByField(data: Pick<LoadedData, "heroes">) {
  const fields = new Map<string, { target: string; value: number }[]>();
  const add = (target: string, value: unknown) => {
    if (typeof value !== "number") return;
    const field = fieldOf(target);
    fields.set(field, [...(fields.get(field) ?? []), { target, value }]);
  };
  for (const { target, value } of usesInHeroes(data)) add(target, value);
  for (const { value: hero } of data.heroes) {
    for (const { id, cooldown } of hero.abilities)
      add(`heroes/${hero.id}/abilities/${id}/cooldown`, cooldown);
    for (const [pool, value] of Object.entries(hero.health))
      add(`heroes/${hero.id}/health/${pool}`, value);
  }
  return fields;
}

function fieldOf(target: string): string {
  return target.slice(target.lastIndexOf("/") + 1);
}
