import {
  abilitiesOfKeys,
  type OtherKey,
  type UsedAbility,
} from "../../../../client/match-log/abilities.ts";
import type { CheckedFile } from "../../../../client/match-log/check-files.ts";
import { dayInName } from "../../../../client/match-log/day.ts";
import { withKeys } from "../../../../client/match-log/keys.ts";
import type { ComparableHeroes } from "./data.ts";
import { heroAsOf, patchAsOf } from "./earlier-heroes.ts";

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
  { heroes, patches }: ComparableHeroes,
  day: string,
): DatedLog[] {
  const [[newest] = [""], [oldest] = [""]] = [patches[0], patches.at(-1)];
  return files.map((file) => {
    const wanted = day || dayInName(file.file);
    const [patch] = wanted === undefined ? [newest] : (patchAsOf(patches, wanted) ?? [oldest]);
    const kitOf = (id: string) => {
      const hero = heroes.find((one) => one.id === id);
      const kit = (hero && heroAsOf(hero, patch))?.abilities ?? [];
      return { abilities: withKeys(kit, { abilities: [] }, patch) };
    };
    const { abilities, otherKeys } = file.log;
    return { ...file, patch, ...abilitiesOfKeys([...abilities, ...otherKeys], kitOf) };
  });
}

/** The abilities of all logs by patch, newest first: each key of a hero once. */
export function abilitiesByPatch(files: readonly DatedLog[]): [string, UsedAbility[]][] {
  const found = new Map<string, Map<string, UsedAbility>>();
  for (const { patch, abilities } of files) {
    const own = found.get(patch) ?? new Map<string, UsedAbility>();
    for (const used of abilities) {
      const place = `${used.hero} ${used.key}`;
      own.set(place, { ...used, count: used.count + (own.get(place)?.count ?? 0) });
    }
    if (own.size > 0) found.set(patch, own);
  }
  return [...found]
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .map(([patch, own]) => [patch, [...own.values()]]);
}
