import { fold } from "../core/spelling/fold.ts";
import { createLookup, type Lookup } from "../core/spelling/lookup.ts";
import {
  heroSpellings,
  mapSpellings,
  seasonSplits,
  splitVariant,
  variantSpellings,
} from "../core/spelling/spellings.ts";
import type { AbilityKey } from "./api.ts";
import { KEY_LABELS } from "./match-log/keys.ts";

/** As much of a hero and of a map as has names. */
export type NamedHero = {
  id: string;
  names: { en: string; ko: string; zh: string };
  aliases: readonly string[];
  abilities: readonly NamedAbility[];
  perks?: readonly NamedPerk[] | undefined;
};
export type NamedAbility = {
  id: string;
  kind?: string;
  name: string;
  names?: Record<string, string> | undefined;
  key?: AbilityKey | null | undefined;
};
export type NamedPerk = { id: string; name: string; key?: AbilityKey | null | undefined };
export type NamedMap = {
  id: string;
  name: string;
  names?: Record<string, string>;
  aliases: readonly string[];
  variants: readonly { id: string; name: string; aliases?: readonly string[] | undefined }[];
  stages?: readonly { id: string; name: string; aliases: readonly string[] }[] | undefined;
};

/** What is known and not in the API as of the names' day, and why; or a mode or a team. */
export type AbsentThing = {
  /** `maps/hanamura`, as its path is or was. */
  path: string;
  name: string;
  spellings: readonly string[];
  /** `a map of Assault, in core play until 2022-10-04; not in the API`. */
  note: string;
};

/** Everything that names are looked up in. */
export type NamesData = {
  heroes: readonly NamedHero[];
  maps: readonly NamedMap[];
  logNames?: LogNames | undefined;
  absent?: readonly AbsentThing[];
};

/** What logs name beside heroes and maps: spellings by mode, team and key, and other maps. */
export type LogNames = {
  modes: SpellingsById;
  modeNames?: Record<string, Record<string, string>>;
  teams: SpellingsById<"1" | "2">;
  keys: SpellingsById<AbilityKey>;
  maps: readonly OtherMap[];
};
type SpellingsById<Id extends string = string> = Readonly<
  Partial<Record<Id, readonly string[] | undefined>>
>;
type OtherMap = {
  id: string;
  name: string;
  names?: Record<string, string>;
  /** Its modes, the main one first. */
  modes: readonly string[];
  from?: string | undefined;
  until?: string | undefined;
  aliases: readonly string[];
};

/** What a name means, and what kind of spelling it is. */
export type Meaning = {
  /** `heroes/lucio`, `maps/kings-row`, `modes/push`, `teams/1`, `heroes/lucio/perks/beat-drop`. */
  path: string;
  /** The canonical name, in English. */
  name: string;
  /** `id`, `alias`, `Korean name`, `variant`, `Ability 1`, `mode`, or why the API does not have it. */
  kind: string;
  /** Id of the variant that a map's name means. */
  variant?: string;
};

/**
 * The names of the data, to look up by the rule of the site. A map is also found by its name with
 * any season that a variant of some map has.
 */
export type Names = {
  heroes: Lookup<NamedHero>;
  maps: Lookup<NamedMap>;
  /** The id of the variant of a map that a name of the map means. */
  variantOf: (map: NamedMap, name: string) => string | undefined;
  /** The map and the stage that the name of a stage means. */
  stageOf: (name: string) => { id: string; stage: string } | undefined;
  /** A hero or map that the API does not have. */
  absentOf: (name: string, collection: string) => AbsentThing | undefined;
  /** The id of a mode, the number of a team, and a key, by their names in any language. */
  modeOf: (name: string) => string | undefined;
  teamOf: (name: string) => string | undefined;
  keyOf: (name: string) => AbilityKey | undefined;
  /** Everything that a name means. Some abilities share a name. */
  meanings: (name: string) => Meaning[];
  /** The nearest spellings of what is known, each with its path, which begins with `within`. */
  nearest: (name: string, within?: string) => { spelling: string; path: string }[];
};

/** Prepares lookups in checked data. */
export function namesOf({ heroes, maps, logNames, absent = [] }: NamesData): Names {
  const { variantOf, bySeason } = seasonsOf(maps);
  const heroLookup = createLookup(heroes, heroSpellings);
  const mapsByName = createLookup(maps, mapSpellings);
  const mapLookup = { ...mapsByName, resolve: bySeason(mapsByName.resolve) };
  const stages = new Map(
    maps.flatMap(({ id, name, stages: own = [] }) =>
      own.flatMap(({ id: stage, aliases }) =>
        aliases.map((alias) => [fold(alias), { id, name, stage }] as const),
      ),
    ),
  );
  const served = new Set(maps.map(({ id }) => id));
  const others = (logNames?.maps ?? []).filter(({ id }) => !served.has(id));
  const known = [
    ...others.map((map) => {
      const [mode = ""] = map.modes;
      return absentMap(map, logNames?.modes[mode]?.[0] ?? mode);
    }),
    ...absent,
    ...thingsNamed("mode", logNames?.modes),
    ...thingsNamed("team", logNames?.teams),
  ].map((thing) => ({ ...thing, id: thing.path }));
  const knownAs = bySeason(absentLookup(known));
  const knownPaths = createLookup(known, ({ name, spellings }) => [name, ...spellings]);
  const stageOf = bySeason((name) => stages.get(fold(name)));
  const modes = indexOf(logNames?.modes);
  const teams = indexOf(logNames?.teams);
  const labels = Object.entries(KEY_LABELS).map(([key, label]) => [fold(label), key] as const);
  const keys = new Map([...labels, ...indexOf(logNames?.keys)]);
  return {
    heroes: heroLookup,
    maps: mapLookup,
    variantOf,
    stageOf,
    absentOf: (name, collection) =>
      knownAs(name)?.find(({ path }) => path.slice(0, path.lastIndexOf("/")) === collection),
    modeOf: (name) => modes.get(fold(name)),
    teamOf: (name) => teams.get(fold(name)),
    keyOf: (name) => keys.get(fold(name)) as AbilityKey | undefined,
    meanings: (name) => {
      const hero = heroLookup.resolve(name);
      const map = mapLookup.resolve(name);
      const stage = stageOf(name);
      return [
        ...(hero === undefined ? [] : [heroMeaning(hero, name)]),
        ...(map === undefined ? [] : [mapMeaning(map, name, variantOf(map, name))]),
        ...(stage === undefined ? [] : [stageMeaning(stage)]),
        ...heroes.flatMap((one) => partMeanings(one, name)),
        ...(knownAs(name) ?? []).map(({ path, name: own, note }) => ({
          path,
          name: own,
          kind: note,
        })),
      ];
    },
    nearest: (name, within = "") =>
      Object.entries({ "heroes/": heroLookup, "maps/": mapLookup, "": knownPaths })
        .flatMap(([folder, { nearest }]) =>
          nearest(name).map(({ spelling, id }) => ({ spelling, path: folder + id })),
        )
        .filter(({ path }) => path.startsWith(within)),
  };
}

/** What the seasons of all variants, in every language, mean in the name of any map. */
function seasonsOf(maps: readonly NamedMap[]) {
  const ids = new Map(
    maps.flatMap((map) =>
      map.variants.flatMap(({ id, name, aliases = [] }) =>
        [name, ...aliases].flatMap((spelling) => {
          const season = splitVariant(map, spelling)?.season;
          return season === undefined ? [] : [[fold(season), id] as const];
        }),
      ),
    ),
  );
  const splitOf = (name: string) => seasonSplits(fold(name)).find(({ season }) => ids.has(season));
  return {
    variantOf: (map: NamedMap, name: string) => {
      const season = ids.get(splitOf(name)?.season ?? "");
      const isMeant = (spelling: string) => fold(spelling) === fold(name);
      const spelled = map.variants.find((one) => variantSpellings(map, one).some(isMeant));
      return (spelled ?? map.variants.find(({ id }) => id === season))?.id;
    },
    /** Finds by a name, else by the name without its season. */
    bySeason:
      <T>(find: (name: string) => T | undefined) =>
      (name: string): T | undefined => {
        const found = find(name);
        const split = found === undefined ? splitOf(name) : undefined;
        return split === undefined ? found : find(split.base);
      },
  };
}

function absentMap({ id, name, aliases, until }: OtherMap, mode: string): AbsentThing {
  const end = until === undefined ? "" : `, in core play until ${until}`;
  const note = `a map of ${mode}${end}; not in the API`;
  return { path: `maps/${id}`, name, spellings: [id, name, ...aliases], note };
}

/** The modes or the teams as things that have a name. */
function thingsNamed(kind: string, spellings: SpellingsById = {}): AbsentThing[] {
  return Object.entries(spellings).map(([id, own = []]) => ({
    path: `${kind}s/${id}`,
    name: own[0] ?? id,
    spellings: own,
    note: kind,
  }));
}

/** Ids by each of their folded spellings. */
function indexOf(spellings: SpellingsById = {}): Map<string, string> {
  return new Map(
    Object.entries(spellings).flatMap(([id, own = []]) => own.map((one) => [fold(one), id])),
  );
}

/** Several abilities that are gone may have had one name. */
function absentLookup(absent: readonly AbsentThing[]) {
  const index = new Map<string, AbsentThing[]>();
  for (const thing of absent)
    for (const key of new Set(thing.spellings.map(fold)))
      index.set(key, [...(index.get(key) ?? []), thing]);
  return (name: string) => index.get(fold(name));
}

function heroMeaning({ id, names }: NamedHero, name: string): Meaning {
  const kinds = {
    [names.zh]: "Chinese name",
    [names.ko]: "Korean name",
    [names.en]: "English name",
    [id]: "id",
  };
  const spelling = Object.keys(kinds).find((one) => fold(one) === fold(name));
  return { path: `heroes/${id}`, name: names.en, kind: kinds[spelling ?? ""] ?? "alias" };
}

function mapMeaning(map: NamedMap, name: string, variant: string | undefined): Meaning {
  const found = { path: `maps/${map.id}`, name: map.name };
  if (fold(map.id) === fold(name)) return { ...found, kind: "id" };
  if (isNamed(found, name)) return { ...found, kind: "English name" };
  return variant === undefined
    ? { ...found, kind: "alias" }
    : { ...found, kind: "variant", variant };
}

function stageMeaning({ id, name, stage }: { id: string; name: string; stage: string }): Meaning {
  return { path: `maps/${id}`, name, kind: `stage ${stage}` };
}

/** The abilities and perks of a hero that have a name. */
function partMeanings({ id: hero, abilities, perks = [] }: NamedHero, wanted: string): Meaning[] {
  const own = abilities.filter((one) => isNamed(one, wanted));
  return [
    ...own.map(({ id, name, key }) => {
      const kind = key ? KEY_LABELS[key] : "ability";
      return { path: `heroes/${hero}/abilities/${id}`, name, kind };
    }),
    ...perks
      .filter((one) => isNamed(one, wanted))
      .map(({ id, name }) => ({ path: `heroes/${hero}/perks/${id}`, name, kind: "perk" })),
  ];
}

/** Whether something has a name, in any of its languages and in any letter case. */
export function isNamed(
  { name, names = {} }: Pick<NamedAbility, "name" | "names">,
  wanted: string,
): boolean {
  return [name, ...Object.values(names)].some((one) => fold(one) === fold(wanted));
}
