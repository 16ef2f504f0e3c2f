import {
  abilitiesOfKeys,
  type OtherKey,
  type UsedAbility,
} from "../../../../client/match-log/abilities.ts";
import { type CheckedFile, dayInName } from "../../../../client/match-log/check-files.ts";
import type { ResolvedLog } from "../../../../client/match-log/resolve-log.ts";
import { stateAsOf } from "../../../../core/game/state-as-of.ts";
import { type AllKits, patchAsOf } from "./data.ts";

/** A log with the patch of its day, and the abilities that it reports, as that patch names them. */
export type DatedLog = CheckedFile & {
  patch: string;
  abilities: UsedAbility[];
  otherKeys: OtherKey[];
};

/**
 * Dates logs by the day that a person gave, else by the day in their names, else as of today. The
 * oldest kits on record stand in for older ones.
 */
export function datedLogs(
  files: readonly CheckedFile[],
  { heroes, patches }: Pick<AllKits, "heroes" | "patches">,
  day: string,
): DatedLog[] {
  const [newest = "", oldest = ""] = [patches[0]?.id, patches.at(-1)?.id];
  return files.map((file) => {
    const wanted = day || dayInName(file.file);
    const patch = wanted === undefined ? newest : (patchAsOf(patches, wanted) ?? oldest);
    const kitOf = (id: string) => {
      const hero = heroes.find((one) => one.id === id);
      return hero && stateAsOf(hero, patch);
    };
    const { abilities, otherKeys } = file.log;
    return {
      ...file,
      patch,
      log: withoutLater(file.log, heroes, patch),
      ...abilitiesOfKeys([...abilities, ...otherKeys], kitOf),
    };
  });
}

/** A log in which heroes who came after a patch are known, and not in the API as of it. */
function withoutLater(log: ResolvedLog, heroes: AllKits["heroes"], patch: string): ResolvedLog {
  const notes = new Map(
    heroes.flatMap(({ id, states }) => {
      const start = states.at(-1)?.since ?? "";
      return start > patch ? [[id, `known from ${start.slice(0, 10)} on`] as const] : [];
    }),
  );
  const later = log.names.flatMap(({ nearest: _, id, ...name }) => {
    const note = name.collection === "heroes" ? notes.get(id ?? "") : undefined;
    return id === null || note === undefined ? [] : [{ ...name, id, note }];
  });
  const taken = new Set(later.map(({ name }) => name));
  const names = log.names.filter((one) => one.collection !== "heroes" || !taken.has(one.name));
  return { ...log, names, absent: [...log.absent, ...later] };
}

/** The abilities of all logs by patch, newest first: each key of a hero once. */
export function abilitiesByPatch(files: readonly DatedLog[]): [string, UsedAbility[]][] {
  const found = new Map<string, Map<string, UsedAbility>>();
  for (const { patch, abilities } of files) {
    const own = found.get(patch) ?? new Map<string, UsedAbility>();
    for (const used of abilities) {
      const place = [used.hero, used.key, used.written].join(" ");
      const before = own.get(place) ?? { count: 0, used: 0, hits: 0 };
      own.set(place, {
        ...used,
        count: used.count + before.count,
        used: used.used + before.used,
        hits: used.hits + before.hits,
      });
    }
    if (own.size > 0) found.set(patch, own);
  }
  return [...found]
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .map(([patch, own]) => [patch, [...own.values()]]);
}
