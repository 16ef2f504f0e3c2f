import { withKeys } from "../../client/match-log/keys.ts";
import type { AbsentThing, NamedHero, NamedMap, NamesData } from "../../client/names.ts";
import type { GameState } from "../../core/schema/collections.ts";
import type { HeroFile } from "../../core/schema/hero.ts";
import type { MapFile } from "../../core/schema/map.ts";
import { heroSpellings, mapSpellings } from "../../core/spelling/spellings.ts";
import type { GameData } from "../data/game-data.ts";
import { absentThings } from "./absent-things.ts";

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
    ...{ id, names, aliases: file?.aliases ?? [] },
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
