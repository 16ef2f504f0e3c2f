import { withKeys } from "../../client/match-log/keys.ts";
import type { AbsentThing, NamedHero, NamedMap, NamesData } from "../../client/names.ts";
import { newestFirst } from "../../core/game/day.ts";
import type { GameState } from "../../core/schema/collections.ts";
import type { HeroFile } from "../../core/schema/hero.ts";
import type { MapFile } from "../../core/schema/map.ts";
import type { PatchFile } from "../../core/schema/patch.ts";
import { heroSpellings, mapSpellings } from "../../core/spelling/spellings.ts";
import type { GameData } from "../data/game-data.ts";

/**
 * Everything that names are looked up in as of a patch: the heroes, maps and kits of its state,
 * with today's spellings and keys, and what was not in the game then.
 */
export function namesAsOf(data: GameData, patch: string, state: GameState): NamesData {
  const { logNames } = data;
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

function namedHero(
  { id, names, abilities, perks = [] }: GameState["heroes"][number],
  file: HeroFile | undefined,
  patch: string,
): NamedHero {
  const ofFile = new Map(file?.abilities.map((ability) => [ability.id, ability]));
  const perkKeys = new Map(file?.perks?.map((perk) => [perk.id, perk.key]));
  return {
    id,
    names,
    aliases: file?.aliases ?? [],
    abilities: withKeys(abilities, file ?? { abilities: [] }, patch).map((ability) => ({
      ...ability,
      names: ofFile.get(ability.id)?.names,
    })),
    perks: perks.map((perk) => ({ id: perk.id, name: perk.name, key: perkKeys.get(perk.id) })),
  };
}

function namedMap(
  { id, name }: GameState["maps"][number],
  file: MapFile | undefined,
  other: { aliases: readonly string[] } | undefined,
): NamedMap {
  const { aliases = other?.aliases ?? [], variants = [], stages } = file ?? {};
  return { id, name, aliases, variants, stages };
}

/** The paths of maps, heroes and abilities. */
const STAYING = /^(maps\/[^/]+|heroes\/[^/]+(\/abilities\/[^/]+)?)$/;

/** When a thing came, and when it last went. */
type Stay = { name: string; from?: string; until?: string };

/**
 * The heroes, maps and abilities that the record has and the state of a patch has not, each with
 * the day from which or until which it is known, and the names that the others had before.
 */
function absentThings(
  patches: readonly PatchFile[],
  patch: string,
  state: GameState,
): AbsentThing[] {
  const present = new Set([
    ...state.maps.map(({ id }) => `maps/${id}`),
    ...state.heroes.flatMap(({ id, abilities, perks = [] }) => [
      `heroes/${id}`,
      ...abilities.map((ability) => `heroes/${id}/abilities/${ability.id}`),
      ...perks.map((perk) => `heroes/${id}/perks/${perk.id}`),
    ]),
  ]);
  const absent = [...staysOf(patches, patch)].flatMap(([path, { name, from, until }]) => {
    if (present.has(path)) return [];
    const note = until === undefined ? `known from ${from} on` : `until ${until}`;
    return [{ path, name, spellings: [name], note }];
  });
  return [...absent, ...formerNames(patches, patch).filter(({ path }) => present.has(path))];
}

/** The names that things had until a patch gave them another. */
function formerNames(patches: readonly PatchFile[], asOf: string): AbsentThing[] {
  return patches.flatMap(({ id, date, changes }) =>
    changes.flatMap(({ target, from, to }) => {
      const [, path] = /^(.+)\/(?:name|names\/en)$/.exec(target) ?? [];
      if (path === undefined || id > asOf || typeof from !== "string") return [];
      return [{ path, name: `${to}`, spellings: [from], note: `until ${date}` }];
    }),
  );
}

/** The things that come later than a patch, and those that went before, by path. */
function staysOf(patches: readonly PatchFile[], asOf: string): Map<string, Stay> {
  const stays = new Map<string, Stay>();
  for (const { id, date, changes } of newestFirst(patches).reverse())
    for (const { target, from, to } of changes) {
      const [before, after] = [from, to].map((side) =>
        namedThings(target, side).filter(([path]) => STAYING.test(path)),
      );
      const now = new Map(after);
      for (const [path, name] of now) stays.set(path, { from: date, ...stays.get(path), name });
      for (const [path, name] of before ?? [])
        if (id <= asOf && !now.has(path))
          stays.set(path, { ...stays.get(path), name, until: date });
    }
  return stays;
}

/** Everything in a value that has an English name, by path: itself, and what its lists hold. */
export function namedThings(path: string, value: unknown): [path: string, name: string][] {
  if (Array.isArray(value)) return value.flatMap((one) => namedThings(`${path}/${one?.id}`, one));
  if (typeof value !== "object" || value === null) return [];
  const name: unknown = Object(value).name ?? Object(Object(value).names).en;
  const inner = Object.entries(value).filter(([, list]) => Array.isArray(list));
  return [
    ...(typeof name === "string" ? [[path, name] as [string, string]] : []),
    ...inner.flatMap(([key, list]) => namedThings(`${path}/${key}`, list)),
  ];
}
