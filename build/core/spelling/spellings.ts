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

/** As much of a map, in its file or in the API, as has names. */
export type SpelledMap = {
  id: string;
  name: string;
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
  const known = new Set([...map.aliases, ...ofVariants, ...map.variants.map(({ name }) => name)]);
  return [...map.aliases, ...ofVariants, ...forms.filter((form) => !known.has(form))];
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

/** What follows the name of a map: a season with or without brackets, also full-width ones. */
const SEASON = /^(?:\s*[(（]\s*|\s+)([^()（）]+?)\s*[)）]?$/;

/** Scripts that are written with full-width brackets. */
const IDEOGRAPHIC = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/**
 * The client writes a season in brackets and the settings do not, so each name has both forms. In
 * the API a variant has no aliases, and the forms are among those of the map.
 */
function seasonForms(map: SpelledMap, { name, aliases }: SpelledVariant): string[] {
  if (aliases === undefined) return [];
  const bases = [map.name, ...map.aliases].sort((a, b) => b.length - a.length);
  const forms = [name, ...aliases].flatMap((spelling) => {
    const base = bases.find((one) => spelling.startsWith(one)) ?? "";
    const [, season] = SEASON.exec(spelling.slice(base.length)) ?? [];
    if (base === "" || season === undefined) return [];
    const wide = IDEOGRAPHIC.test(season) ? [`${base}（${season}）`] : [];
    return [`${base} ${season}`, `${base} (${season})`, ...wide];
  });
  return [...new Set(forms)].filter((form) => form !== name && !aliases.includes(form));
}

/**
 * Each spelling as written and in folded form, each form once. A plain host resolves these forms
 * only. The proxy resolves any letter case.
 */
export function writtenAndFolded(spellings: readonly string[]): string[] {
  return [...new Set(spellings.flatMap((spelling) => [spelling.normalize("NFC"), fold(spelling)]))];
}
