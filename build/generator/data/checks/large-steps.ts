import { isCollection } from "../../../core/schema/collections.ts";
import type { RecordedChange } from "../../../core/schema/patch.ts";
import type { Unusual } from "../issue.ts";
import type { LoadedData } from "../load-data.ts";
import { usesInHeroes } from "./figures.ts";

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
