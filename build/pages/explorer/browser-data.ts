import { heroSpellings, mapSpellings } from "../../spelling/spellings.ts";
import type { Comparable, Findable } from "./browser/data.ts";
import type { Facts } from "./facts.ts";

/** The search index as a script, which a page can load from a disk as well as from a host. */
export function searchIndex({ heroes, maps, roles, patches }: Facts): string {
  const label = (role: string) => roles.find(({ id }) => id === role)?.name ?? role;
  const others = (spellings: readonly string[], name: string) =>
    [...new Set(spellings.slice(1))].filter((spelling) => spelling !== name);
  const index: Findable[] = [
    ...heroes.map(
      (hero): Findable => [
        `heroes/${hero.id}`,
        hero.name,
        `${label(hero.role)} hero`,
        others(heroSpellings(hero), hero.name),
      ],
    ),
    ...maps.map(
      (map): Findable => [`maps/${map.id}`, map.name, "Map", others(mapSpellings(map), map.name)],
    ),
    ...patches.map(
      (patch): Findable => [`patches/${patch.id}`, patch.name, `Patch of ${patch.date}`, []],
    ),
  ];
  return `globalThis.gamedataIndex=${JSON.stringify(index)};\n`;
}

/** All changes as a script. */
export function changesScript({ names, entries }: Facts): string {
  const comparable: Comparable = {
    names,
    patches: entries.map(({ patch, changes }) => [patch.id, changes]),
  };
  return `globalThis.gamedataChanges=${JSON.stringify(comparable)};\n`;
}
