/**
 * A value of a change, small enough for the browser. A whole thing, such as a new hero, is `true`.
 * A kit is a list of names.
 */
export type RecordedValue = string | number | boolean | null | readonly string[];

/** A change with such values. */
export type PlainChange = {
  target: string;
  from?: RecordedValue;
  to?: RecordedValue;
  /** Undefined if nobody judged it. */
  effect?: "buff" | "nerf";
  /** The words for the field, if they do not follow from its name. */
  label?: string;
  /** As it is written after a number, with the space before it. */
  unit?: string;
  note?: string;
  /** Addresses of its sources, if it is not in the patch's own notes. */
  sources?: readonly string[];
  /** Why it is not sure. */
  gap?: string;
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

/**
 * Makes one change of all changes of a value: with the first `from` and the last `to`. `changes`
 * are in the order in which they happened. A number that does not go on from the one before it is
 * a change of its own: what lies between them is unknown.
 */
export function foldChanges(changes: readonly PlainChange[]): PlainChange[] {
  const folded = new Map<string, PlainChange[]>();
  for (const change of changes) {
    const own = folded.get(change.target) ?? [];
    const last = own.at(-1);
    const first = last !== undefined && goesOn(last, change) ? last : change;
    const next = {
      ...withoutSides(change),
      ...(first.effect !== undefined && first.effect === change.effect
        ? { effect: change.effect }
        : {}),
      ...(first.from === undefined || isInsideNew(change.target, folded)
        ? {}
        : { from: first.from }),
      ...(change.to === undefined ? {} : { to: change.to }),
    };
    folded.set(change.target, [...own.filter((one) => one !== first), next]);
  }
  return [...folded.values()]
    .flat()
    .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to));
}

function goesOn({ to }: PlainChange, { from }: PlainChange): boolean {
  return typeof to !== "number" || typeof from !== "number" || to === from;
}

/** Whether the target is inside of something new. Then it had no value before. */
function isInsideNew(target: string, folded: ReadonlyMap<string, readonly PlainChange[]>): boolean {
  const segments = target.split("/");
  return segments.some((_, length) => {
    const around =
      length > 1 && length < segments.length
        ? folded.get(segments.slice(0, length).join("/"))?.at(-1)
        : undefined;
    return around !== undefined && around.from === undefined;
  });
}

/** The target, the label and the unit of a change. */
function withoutSides({ target, label, unit }: PlainChange): PlainChange {
  return {
    target,
    ...(label === undefined ? {} : { label }),
    ...(unit === undefined ? {} : { unit }),
  };
}
