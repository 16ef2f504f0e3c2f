/** Every name under which a hero is looked up: its id first, then its names and aliases, each as written. */
export function heroSpellings(hero: {
  id: string;
  names: Record<string, string>;
  aliases: readonly string[];
}): string[] {
  return [hero.id, ...Object.values(hero.names), ...hero.aliases];
}

/** Every name under which a map is looked up: its id first; a variant resolves by `<map>-<variant>` and by its name. */
export function mapSpellings(map: {
  id: string;
  name: string;
  aliases: readonly string[];
  variants: readonly { id: string; name: string }[];
}): string[] {
  const variants = map.variants.flatMap((variant) => [`${map.id}-${variant.id}`, variant.name]);
  return [map.id, map.name, ...map.aliases, ...variants];
}
