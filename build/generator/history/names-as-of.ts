import { withKeys } from "../../client/match-log/keys.ts";
import type { AbsentThing, NamedHero, NamedMap, NamesData } from "../../client/names.ts";
import { newestFirst } from "../../core/game/day.ts";
import type { GameState } from "../../core/schema/collections.ts";
import type { LogNamesFile } from "../../core/schema/game.ts";
import type { HeroFile, HeroState } from "../../core/schema/hero.ts";
import type { MapFile } from "../../core/schema/map.ts";
import type { PatchFile } from "../../core/schema/patch.ts";
import { heroSpellings, mapSpellings } from "../../core/spelling/spellings.ts";
import type { GameData } from "../data/game-data.ts";
import { partsOf } from "./address.ts";

/**
 * Everything that names are looked up in as of a patch: the heroes, maps and kits of its state,
 * with today's spellings and keys, and what was not in the game then.
 */
export function namesAsOf(data: GameData, patch: string, state: GameState): NamesData {
  const logNames = data.logNames && logNamesAsOf(data.logNames, patch);
  const heroFiles = new Map(data.heroes.map((hero) => [hero.id, hero]));
  const mapFiles = new Map(data.maps.map((map) => [map.id, map]));
  const others = new Map(logNames?.maps.map((map) => [map.id, map]));
  const spellings = new Map<string, string[]>([
    ...data.heroes.map((hero) => [`heroes/${hero.id}`, heroSpellings(hero)] as const),
    ...data.maps.map((map) => [`maps/${map.id}`, mapSpellings(map)] as const),
  ]);
  const absent = absentThings(data.patches, patch, state).map(
    (thing): AbsentThing => ({
      ...thing,
      spellings: spellings.get(thing.path) ?? thing.spellings,
    }),
  );
  return {
    heroes: state.heroes.map((hero) => namedHero(hero, heroFiles.get(hero.id), patch)),
    maps: state.maps.map((map) => namedMap(map, mapFiles.get(map.id), others.get(map.id))),
    logNames,
    // The other maps have more to say of themselves.
    absent: absent.filter(({ path }) => !others.has(path.replace(/^maps\//, ""))),
  };
}

/** What match logs name; of the maps that the API does not serve, those of the time. */
function logNamesAsOf({ maps, ...logNames }: LogNamesFile, patch: string): LogNamesFile {
  const known = maps.filter(({ from = "" }) => from <= patch);
  const isPast = (until: string | undefined) => until !== undefined && until <= patch;
  return {
    ...logNames,
    maps: known.map(({ until, ...map }) => ({ ...map, ...(isPast(until) && { until }) })),
  };
}

function namedHero(
  { id, names, abilities, perks = [] }: GameState["heroes"][number],
  file: HeroFile | undefined,
  patch: string,
): NamedHero {
  const ofFile = new Map(file?.abilities.map((ability) => [ability.id, ability]));
  const perkKeys = new Map(file?.perks?.map((perk) => [perk.id, perk.key]));
  return {
    id,
    names: namesThen(names, file),
    aliases: file?.aliases ?? [],
    abilities: withKeys(abilities, file ?? { abilities: [] }, patch).map((ability) => ({
      ...ability,
      names: ofFile.get(ability.id)?.names,
    })),
    perks: perks.map((perk) => ({ id: perk.id, name: perk.name, key: perkKeys.get(perk.id) })),
  };
}

/** The names of a hero in a state, and today's in other languages, if it was called the same. */
export function namesThen(names: HeroState["names"], file: Pick<HeroFile, "names"> | undefined) {
  return file?.names.en === names.en ? { ...file.names, ...names } : names;
}

function namedMap(
  { id, name }: GameState["maps"][number],
  file: MapFile | undefined,
  other: { aliases: readonly string[] } | undefined,
): NamedMap {
  const { aliases = other?.aliases ?? [], variants = [], stages } = file ?? {};
  const names = { en: name, ...(file?.name === name && file.names) };
  return { id, name, names, aliases, variants, stages };
}

/** The paths of maps, heroes and abilities. */
const STAYING = /^(maps\/[^/]+|heroes\/[^/]+(\/abilities\/[^/]+)?)$/;

/** When a thing came, and when it last went. */
type Stay = { name: string; from?: string; until?: string };

/**
 * The heroes, maps and abilities that the record has and the state of a patch does not, each with
 * the day from which or until which it is known, and the names that the others had before.
 */
function absentThings(
  patches: readonly PatchFile[],
  patch: string,
  state: GameState,
): AbsentThing[] {
  const present = new Set(
    Object.entries(state).flatMap(([name, list]) => namesIn(name, list).map(([path]) => path)),
  );
  const absent = [...staysOf(patches, patch)].flatMap(([path, { name, from, until }]) => {
    if (present.has(path)) return [];
    const note = until === undefined ? `known from ${from} on` : `until ${until}`;
    return [{ path, name, spellings: [name], note }];
  });
  const renamed = renamesIn(patches).flatMap(({ path, from, to, id, date }) =>
    // A hero or map has its old names as aliases.
    id <= patch && present.has(path) && path.split("/").length > 2
      ? [{ path, name: to, spellings: [from], note: `until ${date}` }]
      : [],
  );
  return [...absent, ...renamed];
}

/** The things that come later than a patch, and those that went before, by path. */
function staysOf(patches: readonly PatchFile[], asOf: string): Map<string, Stay> {
  const stays = new Map<string, Stay>();
  for (const { id, date, changes } of newestFirst(patches).reverse())
    for (const { target, from, to } of changes) {
      const stayingIn = (side: unknown) =>
        namedThings(target, side).filter(([path]) => STAYING.test(path));
      const now = new Map(stayingIn(to));
      for (const [path, name] of now) stays.set(path, { from: date, ...stays.get(path), name });
      for (const [path, name] of stayingIn(from))
        if (id <= asOf && !now.has(path))
          stays.set(path, { ...stays.get(path), name, until: date });
    }
  return stays;
}

/** Everything that a patch gave another name, newest first. */
export function renamesIn(patches: readonly Pick<PatchFile, "id" | "date" | "changes">[]) {
  return newestFirst(patches).flatMap(({ id, date, changes }) =>
    changes.flatMap((change) => {
      const names = new Map(namesIn(change.target, change.to));
      return namesIn(change.target, change.from).flatMap(([path, from]) => {
        const to = names.get(path) ?? from;
        return to === from ? [] : [{ path, from, to, id, date }];
      });
    }),
  );
}

/** The English names in a value, which may be one itself, by the path of what has them. */
export function namesIn(path: string, value: unknown): [path: string, name: string][] {
  if (typeof value !== "string")
    return [...(partsOf(value) ?? [])].flatMap(([key, part]) => namesIn(`${path}/${key}`, part));
  const [, thing] = /^(.+)\/(?:name|names\/en)$/.exec(path) ?? [];
  return thing === undefined ? [] : [[thing, value]];
}

/** The same of a side of a change that has things. A name alone is none. */
export function namedThings(path: string, value: unknown) {
  return typeof value === "string" ? [] : namesIn(path, value);
}
