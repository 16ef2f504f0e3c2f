import type { Hero } from "../../../core/schema/hero.ts";
import {
  LANGUAGES,
  type Language,
  type Vocabulary,
  VocabularySchema,
} from "../../../core/schema/vocabulary.ts";
import type { Site } from "../../../core/site/site.ts";
import { fold } from "../../../core/spelling/fold.ts";
import { heroSpellings, mapSpellings, variantSpellings } from "../../../core/spelling/spellings.ts";
import type { Reference } from "../../data/reference.ts";
import { toDenseJson } from "../json.ts";

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
export function addVocabulary(site: Site, reference: Reference): void {
  const add = (path: string, vocabulary: Vocabulary) =>
    site.addFile(path, "application/json", toDenseJson(VocabularySchema, vocabulary));
  add("/vocabulary.json", vocabularyOf(reference, null));
  for (const language of LANGUAGES)
    add(`/vocabulary/${language}.json`, vocabularyOf(reference, language));
}

function vocabularyOf(
  { game, patch, heroes, maps, background }: Reference,
  language: Language | null,
): Vocabulary {
  const isIn = (spelling: string) => language === null || SCRIPTS[language].test(spelling);
  const ofHero = (hero: Hero) =>
    language === null
      ? heroSpellings(hero)
      : heroSpellings({
          id: hero.id,
          names: { name: hero.names[language] },
          aliases: hero.aliases.filter(isIn),
        });
  const pairs = <Value>(spellings: string[], value: Value) =>
    spellings.map((one) => [fold(one), value] as const);
  return {
    game: game.id,
    patch,
    language,
    heroes: Object.fromEntries(heroes.flatMap((hero) => pairs(ofHero(hero), hero.id))),
    maps: Object.fromEntries(maps.flatMap((map) => pairs(mapSpellings(map).filter(isIn), map.id))),
    variants: Object.fromEntries(
      maps.flatMap((map) =>
        map.variants.flatMap((variant) =>
          pairs(variantSpellings(map, variant).filter(isIn), { map: map.id, variant: variant.id }),
        ),
      ),
    ),
    abilities: partNames(background, language, "abilities", (hero, ability) => ({ hero, ability })),
    perks: partNames(background, language, "perks", (hero, perk) => ({ hero, perk })),
    slots: Object.fromEntries(
      heroes.flatMap(({ id, abilities }) => slotsOf(abilities).map((slots) => [id, slots])),
    ),
  };
}

type Part = { id: string; name: string; names?: Readonly<Record<string, string>> | undefined };

/**
 * Names of abilities or perks in a language, or in all of them, each with everything that `entryOf`
 * makes of its bearers. English names are of the state, not of today.
 */
function partNames<Entry>(
  { state, files }: Reference["background"],
  language: Language | null,
  kind: "abilities" | "perks",
  entryOf: (hero: string, id: string) => Entry,
): Record<string, Entry[]> {
  const found: Record<string, Entry[]> = {};
  for (const hero of state.heroes) {
    const known: readonly Part[] = files.get(hero.id)?.[kind] ?? [];
    for (const { id, name } of hero[kind] ?? []) {
      const own = known.find((part) => part.id === id)?.names ?? {};
      const names: Record<string, string> = { ...own, en: name };
      const wanted = language === null ? Object.values(names) : [names[language]];
      for (const spelling of new Set(wanted.flatMap((one) => (one ? [fold(one)] : []))))
        found[spelling] = [...(found[spelling] ?? []), entryOf(hero.id, id)];
    }
  }
  return found;
}

/** The first three abilities, which the contract gives to the slots of match logs. */
function slotsOf([ability1, ability2, ultimate]: Hero["abilities"]): Vocabulary["slots"][string][] {
  if (ability1 === undefined || ability2 === undefined || ultimate === undefined) return [];
  const slot = ({ id, name }: Hero["abilities"][number]) => ({ id, name });
  return [{ ability1: slot(ability1), ability2: slot(ability2), ultimate: slot(ultimate) }];
}
