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
 * Every name under which a map is looked up: its id first; a variant resolves by `<map>-<variant>`
 * and by its name.
 */
export function mapSpellings(map: {
  id: string;
  name: string;
  aliases: readonly string[];
  variants: readonly { id: string; name: string }[];
}): string[] {
  return [
    map.id,
    map.name,
    ...map.aliases,
    ...map.variants.flatMap((variant) => variantSpellings(map, variant)),
  ];
}

/** The names that mean one variant of a map, and lead to the map. */
export function variantSpellings(
  map: { id: string },
  variant: { id: string; name: string },
): string[] {
  return [`${map.id}-${variant.id}`, variant.name];
}

/**
 * Each spelling as written and in folded form, each form once. A plain host resolves these forms
 * only. The proxy resolves any letter case.
 */
export function writtenAndFolded(spellings: readonly string[]): string[] {
  return [...new Set(spellings.flatMap((spelling) => [spelling.normalize("NFC"), fold(spelling)]))];
}
