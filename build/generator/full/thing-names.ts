import { namedThings } from "../history/names-as-of.ts";

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
  const sides = patches.flatMap(({ changes }) =>
    changes.flatMap(({ target, from, to }) => [
      ...namedThings(target, to),
      ...namedThings(target, from),
    ]),
  );
  const ofState = Object.entries(state).flatMap(([name, things]) => namedThings(name, things));
  // The first name counts.
  return new Map([...RULES, ...ofState, ...sides].reverse());
}

/** `kings-row` as `Kings Row`. It represents a name that is not known. */
export function titleOfId(id: string): string {
  return id.replace(
    /(^|-)(.)/g,
    (_, hyphen: string, char: string) => (hyphen ? " " : "") + char.toUpperCase(),
  );
}
