import type { HeroDetails } from "../../core/schema/details.ts";
import {
  LANGUAGES,
  type Language,
  type Vocabulary,
  VocabularySchema,
} from "../../core/schema/vocabulary.ts";
import type { Site } from "../../core/site/site.ts";
import {
  foldedForms,
  heroSpellings,
  mapSpellings,
  variantSpellings,
} from "../../core/spelling/spellings.ts";
import type { FullGame } from "../full/full-game.ts";
import { denseJson, toJson } from "./json.ts";
import { otherMapsOf } from "./lists.ts";

/**
 * Spellings in one script alone, but for digits, spaces and punctuation, which belong to every
 * script.
 */
const SCRIPTS: Record<Language, RegExp> = {
  en: /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u,
  ko: /^[\p{Script=Hangul}\p{Script=Common}\p{Script=Inherited}]*$/u,
  zh: /^[\p{Script=Han}\p{Script=Common}\p{Script=Inherited}]*$/u,
};

/** Adds `/vocabulary.json` with every spelling, and one of each language. */
export function addVocabulary(site: Site, full: FullGame): void {
  const add = (path: string, language: Language | null) =>
    site.addFile(path, "application/json", () =>
      toJson(VocabularySchema, vocabularyOf(full, language), denseJson),
    );
  add("/vocabulary.json", null);
  for (const language of LANGUAGES) add(`/vocabulary/${language}.json`, language);
}

function vocabularyOf(full: FullGame, language: Language | null): Vocabulary {
  const { game, patch, heroes, naming } = full;
  const isIn = (spelling: string) => language === null || SCRIPTS[language].test(spelling);
  const ofHero = (hero: HeroDetails) =>
    language === null
      ? heroSpellings(hero)
      : heroSpellings({
          id: hero.id,
          names: { name: hero.names[language] },
          aliases: hero.aliases.filter(isIn),
        });
  const pairs = <Value>(spellings: readonly string[], value: Value) =>
    spellings
      .filter(isIn)
      .flatMap(foldedForms)
      .map((form) => [form, value] as const);
  const { maps, logNames } = naming;
  const byId = <Id extends string>(
    lists: Partial<Record<Id, readonly string[] | undefined>> = {},
  ) =>
    Object.fromEntries(
      (Object.keys(lists) as Id[]).flatMap((id) => pairs(lists[id] ?? [], id)),
    ) as Record<string, Id>;
  return {
    game: game.id,
    patch,
    language,
    heroes: Object.fromEntries(
      heroes.flatMap((hero) =>
        ofHero(hero)
          .flatMap(foldedForms)
          .map((form) => [form, hero.id] as const),
      ),
    ),
    maps: Object.fromEntries(maps.flatMap((map) => pairs(mapSpellings(map), map.id))),
    variants: Object.fromEntries(
      maps.flatMap((map) =>
        map.variants.flatMap((variant) =>
          pairs(variantSpellings(map, variant), { map: map.id, variant: variant.id }),
        ),
      ),
    ),
    stages: Object.fromEntries(
      maps.flatMap(({ id: map, stages = [] }) =>
        stages.flatMap(({ id, aliases }) => pairs(aliases, { map, stage: id })),
      ),
    ),
    otherMaps: Object.fromEntries(
      otherMapsOf(full).flatMap(({ id, name, aliases, modes: [mode = ""], until }) =>
        pairs([id, name, ...aliases], { map: id, mode, until }),
      ),
    ),
    modes: byId(logNames?.modes),
    teams: byId(logNames?.teams),
    keys: byId(logNames?.keys),
    abilities: partNames(heroes, language, "abilities", (hero, ability) => ({ hero, ability })),
    perks: partNames(heroes, language, "perks", (hero, perk) => ({ hero, perk })),
    slots: Object.fromEntries(heroes.map(({ id, abilities }) => [id, slotsOf(abilities)])),
  };
}

/**
 * Names of abilities or perks in a language, or in all of them, each with everything that `entryOf`
 * makes of its bearers. English names are of the state, not of today.
 */
function partNames<Entry>(
  heroes: readonly HeroDetails[],
  language: Language | null,
  kind: "abilities" | "perks",
  entryOf: (hero: string, id: string) => Entry,
): Record<string, Entry[]> {
  const found = new Map<string, Entry[]>();
  for (const hero of heroes) {
    for (const { id, name, names: own } of hero[kind]) {
      const names: Record<string, string> = { ...own, en: name };
      const wanted = language === null ? Object.values(names) : [names[language]];
      for (const spelling of new Set(wanted.flatMap((one) => (one ? foldedForms(one) : []))))
        found.set(spelling, [...(found.get(spelling) ?? []), entryOf(hero.id, id)]);
    }
  }
  return Object.fromEntries(found);
}

/** The ability that each key plays: the first one of the kit, where two forms share a key. */
function slotsOf(abilities: HeroDetails["abilities"]): Vocabulary["slots"][string] {
  const slots: Vocabulary["slots"][string] = {};
  for (const { id, name, key } of abilities)
    if (key != null && slots[key] === undefined) slots[key] = { id, name };
  return slots;
}
