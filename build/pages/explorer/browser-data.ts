import { heroDetails } from "../../data/details.ts";
import type { Comparable, ComparableHero, LogNames } from "./browser/data.ts";
import type { Facts } from "./facts.ts";
import type { PlainChange } from "./recorded.ts";
import { showUnit } from "./units.ts";

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
          typeof value === "number" ? [[facts.labelOf(field), value, showUnit(unit)] as const] : [],
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
