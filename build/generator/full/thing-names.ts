/** As much of a patch as names things. */
type Changes = { changes: readonly { target: string; from?: unknown; to?: unknown }[] };

/** Names of what the record has below `modes`, although it is not a mode. */
const RULES = [
  ["modes/all", "All modes"],
  ["modes/competitive", "Competitive play"],
  ["modes/competitive/ranks", "Rank"],
  ["modes/competitive/rules", ""],
  ["modes/competitive/top500", "Top 500"],
  ["modes/competitive/top500Challenger", "Top 500 Challenger"],
] as const;

/**
 * The English names of things by their path, such as `heroes/ana/abilities/sleep-dart`. Things that
 * the state has no longer get their names from `patches`, which are newest first.
 */
export function namesOfThings(
  state: Readonly<Record<string, readonly object[]>>,
  patches: readonly Changes[],
): ReadonlyMap<string, string> {
  const names = new Map<string, string>(RULES);
  const add = (path: string, thing: unknown): void => {
    if (typeof thing !== "object" || thing === null) return;
    const name = textOf(thing, "name") ?? textOf(Reflect.get(thing, "names"), "en");
    if (name !== undefined && !names.has(path)) names.set(path, name);
    for (const [key, value] of Object.entries(thing)) addList(`${path}/${key}`, value);
  };
  const addList = (path: string, list: unknown): void => {
    if (!Array.isArray(list)) return;
    for (const element of list) add(`${path}/${textOf(element, "id")}`, element);
  };
  for (const [collection, things] of Object.entries(state)) addList(collection, things);
  for (const { changes } of patches) {
    for (const { target, from, to } of changes) {
      for (const side of [to, from]) {
        add(target, Array.isArray(side) ? undefined : side);
        addList(target, side);
      }
    }
  }
  return names;
}

/** `kings-row` as `Kings Row`. It represents a name that is not known. */
export function titleOfId(id: string): string {
  return id.replace(
    /(^|-)(.)/g,
    (_, hyphen: string, char: string) => (hyphen ? " " : "") + char.toUpperCase(),
  );
}

function textOf(thing: unknown, key: string): string | undefined {
  const value: unknown =
    typeof thing === "object" && thing !== null ? Reflect.get(thing, key) : undefined;
  return typeof value === "string" ? value : undefined;
}
