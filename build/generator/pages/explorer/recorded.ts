/**
 * A value of a change, small enough for the browser. A whole thing, such as a new hero, is `true`.
 * A kit is a list of names.
 */
export type RecordedValue = string | number | boolean | null | readonly string[];

/** A change with such values. */
export type PlainChange = {
  target: string;
  from?: RecordedValue | undefined;
  to?: RecordedValue | undefined;
  /** Undefined if nobody judged it. */
  effect?: "buff" | "nerf" | undefined;
  /** The words for the field, if they do not follow from its name. */
  label?: string | undefined;
  /** As it is written after a number, with the space before it. */
  unit?: string | undefined;
  note?: string | undefined;
  /** Addresses of its sources, if it is not in the patch's own notes. */
  sources?: readonly string[] | undefined;
  /** Why it is not sure. */
  gap?: string | undefined;
};

/** The changes of each thing, such as `heroes/ana`, in the given order. */
export function changesByThing<T extends { target: string }>(
  changes: readonly T[],
): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const change of changes) {
    const thing = change.target.split("/", 2).join("/");
    groups.set(thing, [...(groups.get(thing) ?? []), change]);
  }
  return groups;
}

/** The note of a value whose changes do not go on from each other. */
const GAP = "some steps in between are not recorded";

/**
 * Makes one change of all changes of a value: with the first `from` and the last `to`. `changes`
 * are in the order in which they happened. The effect is that of all steps, if they agree.
 */
export function foldChanges(changes: readonly PlainChange[]): PlainChange[] {
  const folded = new Map<string, PlainChange>();
  for (const change of changes) {
    const { target, from, to, effect, label, unit } = change;
    const first = folded.get(target) ?? change;
    const isNew = isInsideNew(target, folded);
    const hasGap = first.note === GAP || (first !== change && isStep(first.to, from));
    const way = (before: unknown) => Math.sign(Number(to) - Number(before));
    const agrees = effect === first.effect && (!hasGap || way(first.from) === way(from));
    folded.set(target, {
      ...{ target, label, unit, to },
      from: isNew ? undefined : first.from,
      effect: agrees && !isNew ? effect : undefined,
      note: hasGap && !isNew ? GAP : undefined,
    });
  }
  return [...folded.values()].filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to));
}

/** Whether both are numbers, and not the same one. */
function isStep(a: RecordedValue | undefined, b: RecordedValue | undefined): boolean {
  return typeof a === "number" && typeof b === "number" && a !== b;
}

/** Whether the target is inside of something new. Then it had no value before. */
function isInsideNew(target: string, folded: ReadonlyMap<string, PlainChange>): boolean {
  const segments = target.split("/");
  return segments.some((_, length) => {
    const around = length > 1 ? folded.get(segments.slice(0, length).join("/")) : undefined;
    return around !== undefined && around.from === undefined;
  });
}
