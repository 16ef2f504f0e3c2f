import type { HeroFile } from "../../../core/schema/hero.ts";
import type { Issue } from "../issue.ts";
import type { Sourced } from "../load-data.ts";

/** No two heroes have the same sign. Where a file has none, the name gives it. */
export function checkMonograms({
  heroes,
}: {
  heroes: readonly Sourced<Pick<HeroFile, "id" | "names" | "monogram">>[];
}): Issue[] {
  const taken = new Set(heroes.map(({ value }) => monogramOf(value)));
  const owners = new Map<string, string>();
  return heroes.flatMap(({ file, value }) => {
    const monogram = monogramOf(value);
    const owner = owners.get(monogram);
    owners.set(monogram, owner ?? value.id);
    // Another rule reports duplicate ids.
    if (owner === undefined || owner === value.id) return [];
    const free = freeMonogram(value.names.en, taken);
    const hint = free === undefined ? "" : `, such as ${free}`;
    const message =
      `"${monogram}" is already the monogram of ${owner}; expected a unique ` + `one${hint}`;
    return [{ code: "monogram", file, path: ["monogram"], message }];
  });
}

/** A sign that is free: the first letter of a name, with one of its later letters. */
function freeMonogram(name: string, taken: ReadonlySet<string>): string | undefined {
  const [first = "", ...rest] = name.match(/\p{L}/gu) ?? [];
  return rest
    .map((letter) => first.toUpperCase() + letter.toLowerCase())
    .find((monogram) => !taken.has(monogram));
}

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
