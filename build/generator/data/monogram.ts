import type { HeroFile } from "../../core/schema/hero.ts";

/**
 * The sign of a hero: the one in the data, or, where it holds none, the one that the name gives.
 */
export function monogramOf({
  names,
  monogram,
}: Pick<HeroFile, "names"> & Partial<HeroFile>): string {
  return monogram ?? monogramOfName(names.en);
}

/** Two words give their initials, a number itself, one word its first two letters. */
export function monogramOfName(name: string): string {
  const [digits] = /\d\d/.exec(name) ?? [];
  const [first = "?", second] = name.match(/\p{L}+/gu) ?? [];
  return (
    digits ?? first.charAt(0).toUpperCase() + (second ?? first.slice(1)).charAt(0).toLowerCase()
  );
}
