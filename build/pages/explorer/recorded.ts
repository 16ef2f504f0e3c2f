/**
 * A change with whole things cut down to what a reader is told of them: a new hero is `true`, a kit
 * is the names in it. It is small enough to be sent to the browser.
 */
export type RecordedValue = string | number | boolean | null | readonly string[];

export type PlainChange = {
  target: string;
  from?: RecordedValue;
  to?: RecordedValue;
  /** Where somebody judged it. */
  effect?: "buff" | "nerf";
  /** What the field is called, where its name does not give it away. */
  label?: string;
  /** As it stands behind a number, the space before it included. */
  unit?: string;
  note?: string;
  /** Where it was read, when not in the patch's own notes. */
  sources?: readonly string[];
  /** Why it rests on thin evidence. */
  gap?: string;
};

/** Changes under the thing they belong to, `heroes/ana`, in the order of the changes. */
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
 * What patches between two states did to each value: its first `from`, its last `to`. `changes` are
 * in the order in which they happened.
 */
export function foldChanges(changes: readonly PlainChange[]): PlainChange[] {
  const folded = new Map<string, PlainChange>();
  for (const change of changes) {
    const first = folded.get(change.target) ?? change;
    folded.set(change.target, {
      ...described(change),
      ...(first.effect !== undefined && first.effect === change.effect
        ? { effect: change.effect }
        : {}),
      ...(first.from === undefined || isInsideNew(change.target, folded)
        ? {}
        : { from: first.from }),
      ...(change.to === undefined ? {} : { to: change.to }),
    });
  }
  return [...folded.values()].filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to));
}

/** Whether something around the target came within the range: then it had no value before. */
function isInsideNew(target: string, folded: ReadonlyMap<string, PlainChange>): boolean {
  const segments = target.split("/");
  return segments.some((_, length) => {
    const around =
      length > 1 && length < segments.length
        ? folded.get(segments.slice(0, length).join("/"))
        : undefined;
    return around !== undefined && around.from === undefined;
  });
}

/** A change without its sides. */
function described({ target, label, unit }: PlainChange): PlainChange {
  return {
    target,
    ...(label === undefined ? {} : { label }),
    ...(unit === undefined ? {} : { unit }),
  };
}
