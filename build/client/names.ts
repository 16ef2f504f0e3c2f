import { fold } from "../core/spelling/fold.ts";
import { createLookup, type Lookup } from "../core/spelling/lookup.ts";
import { heroSpellings, mapSpellings, variantSpellings } from "../core/spelling/spellings.ts";
import { SLOTS } from "./slots.ts";

/** As much of a hero and of a map as has names. */
export type NamedHero = {
  id: string;
  names: { en: string; ko: string; zh: string };
  aliases: readonly string[];
  abilities: readonly NamedAbility[];
  perks?: readonly { id: string; name: string }[] | undefined;
};
export type NamedAbility = {
  id: string;
  kind?: string;
  name: string;
  names?: Record<string, string> | undefined;
};
export type NamedMap = {
  id: string;
  name: string;
  aliases: readonly string[];
  variants: readonly { id: string; name: string }[];
};

/** What a name means, and what kind of spelling it is. */
export type Meaning = {
  /** `heroes/lucio`, `maps/kings-row`, `heroes/lucio/abilities/sound-barrier`, or a perk. */
  path: string;
  /** The canonical name, in English. */
  name: string;
  kind:
    | "id"
    | "English name"
    | "Korean name"
    | "Chinese name"
    | "alias"
    | "variant"
    | (typeof SLOTS)[number]
    | "ability"
    | "perk";
  /** Id of the variant that a map's name means. */
  variant?: string;
};

/** The names of the data, to look up by the rule of the site. */
export type Names = {
  heroes: Lookup<NamedHero>;
  maps: Lookup<NamedMap>;
  /** Everything that a name means. Some abilities share a name. */
  meanings: (name: string) => Meaning[];
  /** The nearest spellings of heroes and maps, each with its path. */
  nearest: (name: string) => { spelling: string; path: string }[];
};

/** Prepares lookups in checked data. */
export function namesOf({
  heroes,
  maps,
}: {
  heroes: readonly NamedHero[];
  maps: readonly NamedMap[];
}): Names {
  const heroLookup = createLookup(heroes, heroSpellings);
  const mapLookup = createLookup(maps, mapSpellings);
  return {
    heroes: heroLookup,
    maps: mapLookup,
    meanings: (name) => [
      ...[heroLookup.resolve(name)].flatMap((hero) =>
        hero === undefined ? [] : [heroMeaning(hero, name)],
      ),
      ...[mapLookup.resolve(name)].flatMap((map) =>
        map === undefined ? [] : [mapMeaning(map, name)],
      ),
      ...heroes.flatMap((hero) => [...abilityMeanings(hero, name), ...perkMeanings(hero, name)]),
    ],
    nearest: (name) => [
      ...heroLookup.nearest(name).map(({ spelling, id }) => ({ spelling, path: `heroes/${id}` })),
      ...mapLookup.nearest(name).map(({ spelling, id }) => ({ spelling, path: `maps/${id}` })),
    ],
  };
}

function heroMeaning({ id, names }: NamedHero, name: string): Meaning {
  const kinds = {
    [names.zh]: "Chinese name",
    [names.ko]: "Korean name",
    [names.en]: "English name",
    [id]: "id",
  } as const;
  const [, kind = "alias"] =
    Object.entries(kinds).find(([spelling]) => fold(spelling) === fold(name)) ?? [];
  return { path: `heroes/${id}`, name: names.en, kind };
}

function mapMeaning(map: NamedMap, name: string): Meaning {
  const isSame = (spelling: string) => fold(spelling) === fold(name);
  const found = { path: `maps/${map.id}`, name: map.name };
  if (isSame(map.id)) return { ...found, kind: "id" };
  if (isSame(map.name)) return { ...found, kind: "English name" };
  const variant = map.variants.find((one) => variantSpellings(map, one).some(isSame));
  return variant === undefined
    ? { ...found, kind: "alias" }
    : { ...found, kind: "variant", variant: variant.id };
}

function abilityMeanings({ id, abilities }: NamedHero, name: string): Meaning[] {
  return abilities.flatMap((ability, at) => {
    const spellings = [ability.name, ...Object.values(ability.names ?? {})];
    if (!spellings.some((spelling) => fold(spelling) === fold(name))) return [];
    return [
      {
        path: `heroes/${id}/abilities/${ability.id}`,
        name: ability.name,
        kind: SLOTS[at] ?? "ability",
      },
    ];
  });
}

function perkMeanings({ id, perks = [] }: NamedHero, wanted: string): Meaning[] {
  return perks
    .filter(({ name }) => fold(name) === fold(wanted))
    .map(({ id: perk, name }) => ({ path: `heroes/${id}/perks/${perk}`, name, kind: "perk" }));
}
