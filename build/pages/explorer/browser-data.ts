import { heroDetails } from "../../data/details.ts";
import { heroSpellings, mapSpellings } from "../../spelling/spellings.ts";
import type { Comparable, ComparableHero, Findable, LogNames } from "./browser/data.ts";
import type { Facts } from "./facts.ts";
import type { PlainChange } from "./recorded.ts";
import { showUnit } from "./units.ts";

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

/** What the log checker resolves names by, as a script. */
export function namesScript({ heroes, maps, monograms, patch }: Facts): string {
  const names: LogNames = {
    patch,
    heroes: heroes.map(({ id, name, names: own, aliases, role }) => ({
      ...{ id, name, names: own, aliases, abilities: [] },
      ...{ role, monogram: monograms.get(id) ?? "" },
    })),
    maps: maps.map(({ id, name, aliases, variants }) => ({
      ...{ id, name, aliases },
      variants: variants.map((variant) => ({ id: variant.id, name: variant.name })),
    })),
  };
  return `globalThis.gamedataNames=${JSON.stringify(names)};\n`;
}

/** All changes as a script. */
export function changesScript({ names, entries }: Facts): string {
  const comparable: Comparable = {
    names,
    patches: entries.map(({ patch, changes }) => [patch.id, changes.map(withoutEvidence)]),
  };
  return `globalThis.gamedataChanges=${JSON.stringify(comparable)};\n`;
}

/** Every hero as the comparison shows it, as a script. */
export function heroesScript(facts: Facts): string {
  const { heroes, roles, monograms } = facts;
  const subroles = new Map(
    roles.flatMap(({ subroles: own }) => own.map(({ id, name }) => [id, name] as const)),
  );
  const comparable = heroes.map(
    ({ id, name, role, subrole, health }): ComparableHero => ({
      id,
      name,
      monogram: monograms.get(id) ?? "",
      role,
      roleName: roles.find((one) => one.id === role)?.name ?? role,
      subrole: subroles.get(subrole) ?? subrole,
      health: [health.standard, health.armor, health.shields],
      abilities: heroDetails(facts, id).abilities.map(({ kind, name: ability, figures }) => ({
        kind,
        name: ability,
        figures: figures.flatMap(({ field, value, unit }) =>
          typeof value === "number"
            ? [{ label: facts.labelOf(field), value, unit: showUnit(unit) }]
            : [],
        ),
      })),
    }),
  );
  return `globalThis.gamedataHeroes=${JSON.stringify(comparable)};\n`;
}

/** A change as the comparison needs it. */
function withoutEvidence({ note: _, sources: __, ...change }: PlainChange): PlainChange {
  return change;
}
