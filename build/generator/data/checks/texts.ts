import type { HeroFile } from "../../../core/schema/hero.ts";
import { namesIn } from "../../history/names-as-of.ts";
import { type Issue, valuesIn } from "../issue.ts";
import type { LoadedData, Sourced } from "../load-data.ts";

/**
 * A text names things as they are called today. A recorded rename or removal makes the old name
 * wrong wherever a description or an effect still uses it.
 */
export function checkOldNames(data: Pick<LoadedData, "heroes" | "patches">): Issue[] {
  const rows = data.patches.flatMap(({ value }) => value.changes);
  const heroes = rows.filter(({ target }) => target.startsWith("heroes/"));
  const today = new Set(
    data.heroes.flatMap(({ value }) => namesIn(value.id, value)).map(([, name]) => name),
  );
  const before = heroes.flatMap(({ target, from }) => namesIn(target, from));
  const old = new Set(before.map(([, name]) => name).filter((name) => !today.has(name)));
  if (old.size === 0) return [];
  return data.heroes.flatMap(({ file, value }) =>
    [
      ...value.abilities.flatMap(({ description }, at) =>
        issuesIn(description, ["abilities", at, "description"]),
      ),
      ...(value.perks ?? []).flatMap(({ effect }, at) => issuesIn(effect, ["perks", at, "effect"])),
    ].map((issue) => ({ ...issue, file })),
  );

  function issuesIn(text: string | null | undefined, path: Issue["path"]) {
    return [...old]
      .filter((name) => hasName(text ?? "", name))
      .map((name) => ({
        code: "old-name",
        path,
        message: `no hero, ability or perk is called "${name}" any more; use today's name`,
      }));
  }
}

/** Whether a text contains a name as whole words. */
function hasName(text: string, name: string): boolean {
  const at = text.indexOf(name);
  if (at === -1) return false;
  const isLetter = (char: string | undefined) => char !== undefined && /[\p{L}\p{N}]/u.test(char);
  return !isLetter(text[at - 1]) && !isLetter(text[at + name.length]);
}

/** A name is plain text: files of the client have markup in some, such as a line break. */
export function checkMarkup(data: {
  heroes: readonly Sourced<object>[];
  maps: readonly Sourced<object>[];
}): Issue[] {
  return [...data.heroes, ...data.maps].flatMap(({ file, value: whole }) =>
    [...valuesIn(whole)].flatMap(({ value, path }): Issue[] => {
      const isName = path.some((key) => ["name", "names", "aliases"].includes(`${key}`));
      if (!isName || typeof value !== "string" || !value.includes("<")) return [];
      const message = `"${value}" has markup; expected the name as players read it, without "<"`;
      return [{ code: "markup", file, path, message }];
    }),
  );
}

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
export function monogramOf({ names, monogram }: Pick<HeroFile, "names" | "monogram">): string {
  if (monogram !== undefined) return monogram;
  // Two words give their initials, a number itself, one word its first two letters.
  const [digits] = /\d\d/.exec(names.en) ?? [];
  const [first = "?", second] = names.en.match(/\p{L}+/gu) ?? [];
  return (
    digits ?? first.charAt(0).toUpperCase() + (second ?? first.slice(1)).charAt(0).toLowerCase()
  );
}
