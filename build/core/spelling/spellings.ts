import { fold } from "./fold.ts";

/**
 * Every name under which a hero is looked up: its id first, then its names and aliases, each as
 * written.
 */
export function heroSpellings(hero: {
  id: string;
  names: Record<string, string>;
  aliases: readonly string[];
}): string[] {
  return [hero.id, ...Object.values(hero.names), ...hero.aliases];
}

/**
 * The aliases in the API of what has names by language: its own, and the names that are not among
 * those of the API.
 */
export function allAliases(
  { names = {}, aliases }: { names?: Record<string, string>; aliases: readonly string[] },
  shown: readonly string[],
): string[] {
  const known = new Set([...shown, ...aliases].map(fold));
  const others = Object.values(names).filter((name) => !known.has(fold(name)));
  return [...aliases, ...new Set(others)];
}

/** As much of a map, in its file or in the API, as has names. */
export type SpelledMap = {
  id: string;
  name: string;
  names?: Record<string, string>;
  aliases: readonly string[];
  variants: readonly SpelledVariant[];
};

type SpelledVariant = { id: string; name: string; aliases?: readonly string[] | undefined };

/**
 * Every name under which a map is looked up: its id first; a variant resolves by `<map>-<variant>`
 * and by its names.
 */
export function mapSpellings(map: SpelledMap): string[] {
  return [map.id, map.name, ...mapAliases(map), ...map.variants.flatMap(variantIds(map))];
}

/** The aliases of a map in the API: its own, and the names of its variants in every language. */
export function mapAliases(map: SpelledMap): string[] {
  const ofVariants = map.variants.flatMap(({ aliases = [] }) => aliases);
  const forms = map.variants.flatMap((variant) => seasonForms(map, variant));
  const own = allAliases(map, [map.name]);
  const known = new Set([...own, ...ofVariants, ...map.variants.map(({ name }) => name)]);
  return [...own, ...ofVariants, ...forms.filter((form) => !known.has(form))];
}

/** The names that mean one variant of a map, and lead to the map. */
export function variantSpellings(map: SpelledMap, variant: SpelledVariant): string[] {
  const { aliases = [] } = variant;
  const spellings = [...variantIds(map)(variant), ...aliases, ...seasonForms(map, variant)];
  return [...new Set(spellings)];
}

function variantIds({ id }: { id: string }) {
  return (variant: SpelledVariant) => [`${id}-${variant.id}`, variant.name];
}

/** Where a season may begin in a name: at a space or a bracket, also a full-width one. */
const SEASON_START = /\s*[(（]\s*|\s+/g;

/**
 * Every way to part a name of a map from a season behind it, with or without brackets, the longest
 * name first.
 */
export function seasonSplits(spelling: string): { base: string; season: string }[] {
  return [...spelling.matchAll(SEASON_START)].reverse().map(({ 0: { length }, index }) => ({
    base: spelling.slice(0, index),
    season: spelling.slice(index + length).replace(/\s*[)）]$/, ""),
  }));
}

/** A name of a variant that is one of its map with a season. */
export function splitVariant(map: SpelledMap, spelling: string) {
  const bases = new Set([map.name, ...map.aliases].map(fold));
  return seasonSplits(spelling).find(({ base }) => bases.has(fold(base)));
}

/** Scripts that are written with full-width brackets. */
const IDEOGRAPHIC = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/**
 * The client writes a season in brackets and the settings do not, so each name has both forms. In
 * the API a variant has no aliases, and the forms are among those of the map.
 */
function seasonForms(map: SpelledMap, { name, aliases }: SpelledVariant): string[] {
  if (aliases === undefined) return [];
  const forms = [name, ...aliases].flatMap((spelling) => {
    const { base, season } = splitVariant(map, spelling) ?? {};
    if (base === undefined || season === undefined) return [];
    const wide = IDEOGRAPHIC.test(season) ? [`${base}（${season}）`] : [];
    return [`${base} ${season}`, `${base} (${season})`, ...wide];
  });
  return [...new Set(forms)].filter((form) => form !== name && !aliases.includes(form));
}

/** A space that the French client writes as U+00A0. */
const FRENCH_SPACE = / (?=[:;!?])/g;

/**
 * The forms of a spelling for tables that are looked up without folding: folded, and in lower case
 * alone, as older tools look it up.
 */
export function foldedForms(spelling: string): string[] {
  const forms = [spelling.normalize("NFC").toLowerCase(), fold(spelling)];
  return [...new Set(forms.flatMap(withFrenchSpaces))];
}

/**
 * Each spelling as written and in its folded forms, each form once. A plain host resolves these
 * forms only. The proxy folds what is asked for.
 */
export function writtenAndFolded(spellings: readonly string[]): string[] {
  const forms = spellings.flatMap((spelling) => [
    ...withFrenchSpaces(spelling.normalize("NFC")),
    ...foldedForms(spelling),
  ]);
  return [...new Set(forms)];
}

function withFrenchSpaces(spelling: string): string[] {
  return [spelling, spelling.replace(FRENCH_SPACE, "\u00a0")];
}
