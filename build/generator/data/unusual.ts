import { newestFirst } from "../../core/game/day.ts";
import { lastOf } from "../../core/game/targets.ts";
import { grouped } from "../../core/grouped.ts";
import { isCollection } from "../../core/schema/collections.ts";
import type { FigureValue, Unit } from "../../core/schema/figures.ts";
import type { RecordedChange } from "../../core/schema/patch.ts";
import { sourcedFiles } from "./checks/sources.ts";
import { numbersOf } from "./hero-numbers.ts";
import type { Issue, Unusual } from "./issue.ts";
import type { LoadedData } from "./load-data.ts";

/** A third more than the largest total that is known, 750 hit points. */
const LARGEST_HEALTH = 1000;

/** Twice the largest number that is known in each unit. */
const LARGEST: Readonly<Partial<Record<Unit, number>>> = {
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

/** Most changes are smaller: 447 of the first 455 recorded steps. */
const LARGEST_FACTOR = 2.5;

/** Times below half a second are changed by larger factors. */
const LARGEST_FACTOR_OF_SHORT_TIMES = 5;
const SHORT_SECONDS = 0.5;

/** With fewer values of a field there is no range that heroes share. */
const FEWEST_VALUES = 5;

type NumberedData = Pick<LoadedData, "heroes" | "figures" | "patches"> &
  Partial<Pick<LoadedData, "corrections">>;

/** Everything that looks wrong and that no exception explains. `today` is a day in UTC. */
export function warningsOf(data: LoadedData, today: string): Unusual[] {
  const explained = new Set(data.exceptions?.value.exceptions.map(({ path }) => path));
  const all = [...unusualValues(data), ...futureDays(data, today)];
  return all.filter(({ target }) => !explained.has(target ?? ""));
}

/** Patches of days to come, since a day begins later in the Americas, and sources of such days. */
function futureDays(data: LoadedData, today: string): Unusual[] {
  const patches = data.patches.map(({ file, value: { id, date } }) => ({
    day: date,
    file,
    path: ["date"],
    message: `patch ${id} is dated in the future; today is ${today}`,
    target: `patches/${id}/date`,
  }));
  const sources = sourcedFiles(data).flatMap(({ file, value }) =>
    (value.sources ?? []).map(({ url, date = "" }, at) => ({
      day: date,
      file,
      path: ["sources", at, "date"],
      message: `${url} was read as of ${date}, but today is ${today}; correct the date`,
    })),
  );
  return [...patches, ...sources].filter(({ day }) => day > today);
}

/**
 * An exception explains a value that looks wrong. An exception that explains nothing is an issue.
 */
export function checkExceptions(data: LoadedData): Issue[] {
  if (data.exceptions === undefined) return [];
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

/** Values beyond everything known, even where `exceptions.json` explains them. */
export function unusualValues(data: NumberedData): Unusual[] {
  const fields = data.figures?.value.figures ?? [];
  const units = new Map(fields.map(({ name, unit }) => [name, unit]));
  return [...unusualNumbers(data, units), ...unusualSteps(data, units)];
}

type Units = ReadonlyMap<string, Unit>;

function unusualNumbers({ heroes }: Pick<LoadedData, "heroes">, units: Units): Unusual[] {
  return heroes.flatMap(({ file, value: hero }) => {
    const { standard, armor, shields } = hero.health;
    const total = standard + armor + shields;
    const target = `heroes/${hero.id}/health`;
    const message = `${target} adds up to ${total}, more than any known value`;
    return [
      ...(total > LARGEST_HEALTH ? [{ file, path: ["health"], message, target }] : []),
      ...numbersOf(hero).flatMap(({ target, field, value, path }): Unusual[] => {
        const unit = units.get(field);
        const why = unit && amountProblem(Number(value), unit);
        return why ? [{ file, path, message: `${target} is ${value} ${unit}${why}`, target }] : [];
      }),
    ];
  });
}

/** Why an amount is not possible or likely. */
function amountProblem(value: number, unit: Unit): string | undefined {
  if (value > (LARGEST[unit] ?? value)) return ", more than any known value";
  const isMoreThanAll = unit === "%" && value < SMALLEST_PERCENTAGE;
  return isMoreThanAll ? "; a value cannot lose more than 100 %" : undefined;
}

/**
 * Recorded changes that look like a slip of the decimal point: a step by a large factor, and, in
 * the
 * newest patch, a new value outside the range that all heroes share for its field today.
 */
function unusualSteps({ heroes, patches, corrections }: NumberedData, units: Units): Unusual[] {
  const numbers = heroes.flatMap(({ value }) => numbersOf(value));
  const values = grouped(numbers.map((number) => [number.field, number]));
  const [newest] = newestFirst(patches.map(({ value }) => value));
  const lists = [
    ...patches.map(({ file, value: { id, changes } }) => ({ file, id, changes })),
    ...(corrections === undefined ? [] : [corrections]).map(({ file, value }) => ({
      file,
      id: undefined,
      changes: value.corrections,
    })),
  ];
  return lists.flatMap(({ file, id, changes }) =>
    changes.flatMap((change, at): Unusual[] => {
      const field = lastOf(change.target);
      const isCompared = id === undefined || id === newest?.id;
      const others = isCompared ? (values.get(field) ?? []) : [];
      const why = factorProblem(change, units.get(field)) ?? rangeProblem(change, others);
      if (why === undefined || !isCollection(change.target.split("/")[0])) return [];
      const path = [id === undefined ? "corrections" : "changes", at, "to"];
      const target = `${id === undefined ? "" : `patches/${id}/`}${path[0]}/${change.target}`;
      return [{ file, path, message: `${change.target} ${why}`, target }];
    }),
  );
}

type Step = Pick<RecordedChange, "target" | "from" | "to">;
type Numbered = { target: string; value: FigureValue };

/** Why a step looks like a slip of the decimal point. */
function factorProblem({ from, to }: Step, unit: Unit | undefined): string | undefined {
  if (typeof from !== "number" || typeof to !== "number" || from === 0 || to === 0)
    return undefined;
  const isShort = unit === "s" && Math.max(Math.abs(from), Math.abs(to)) < SHORT_SECONDS;
  const largest = isShort ? LARGEST_FACTOR_OF_SHORT_TIMES : LARGEST_FACTOR;
  const factor = Math.max(Math.abs(to / from), Math.abs(from / to));
  if (factor <= largest && Math.sign(from) === Math.sign(to)) return undefined;
  return `changes from ${from} to ${to}, a factor of more than ${largest}`;
}

function rangeProblem({ target, from, to }: Step, all: readonly Numbered[]): string | undefined {
  if (typeof from === "number" || typeof to !== "number") return undefined;
  const others = all.flatMap((one) =>
    one.target !== target && typeof one.value === "number" ? [one.value] : [],
  );
  const low = Math.min(...others);
  const high = Math.max(...others);
  if (others.length < FEWEST_VALUES || (to >= low && to <= high)) return undefined;
  const range = `between ${low} and ${high}`;
  return `is new with the value ${to}; all other values of this field are ${range}`;
}
