import type { HeroFile } from "../../../core/schema/hero.ts";
import type { Issue } from "../issue.ts";
import type { Sourced } from "../load-data.ts";

/** No two heroes have the same sign. Where a file has none, the name gives it. */
export function checkMonograms({
  heroes,
}: {
  heroes: readonly Sourced<Pick<HeroFile, "id" | "names" | "monogram">>[];
}): Issue[] {
  const owners = new Map<string, string>();
  return heroes.flatMap(({ file, value }) => {
    const monogram = monogramOf(value);
    const owner = owners.get(monogram);
    owners.set(monogram, owner ?? value.id);
    // Another rule reports duplicate ids.
    if (owner === undefined || owner === value.id) return [];
    const message = `"${monogram}" is already the monogram of ${owner}; expected a unique one`;
    return [{ code: "monogram", file, path: ["monogram"], message }];
  });
}

/**
 * The sign of a hero: the one in the data, or, where it holds none, the one that the name gives.
 */
export function monogramOf({
  names,
  monogram,
}: Pick<HeroFile, "names"> & Partial<HeroFile>): string {
  if (monogram !== undefined) return monogram;
  // Two words give their initials, a number itself, one word its first two letters.
  const [digits] = /\d\d/.exec(names.en) ?? [];
  const [first = "?", second] = names.en.match(/\p{L}+/gu) ?? [];
  return (
    digits ?? first.charAt(0).toUpperCase() + (second ?? first.slice(1)).charAt(0).toLowerCase()
  );
}
