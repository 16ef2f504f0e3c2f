import type { Figure } from "../../../core/schema/details.ts";
import type { HeroHistory } from "../../../core/schema/history.ts";
import { titleOfId } from "../../full/thing-names.ts";
import type {
  ComparableChanges,
  ComparableFigure,
  ComparableHero,
  ComparablePart,
  LogNames,
  StoredHeroes,
} from "./browser/data.ts";
import type { Facts } from "./facts.ts";
import { showUnit } from "./format.ts";

/** The names that the log checker knows. */
export function namesData(facts: Facts): LogNames {
  const { heroes, monograms, patch, full } = facts;
  const { maps, logNames } = full.naming;
  return {
    ...{ patch, maps, logNames },
    heroes: heroes.map(({ id, name, names: own, aliases, role }) => ({
      ...{ id, name, names: own, aliases, abilities: [] },
      ...{ role, monogram: monograms.get(id) ?? "" },
    })),
  };
}

/** All changes, without notes and sources. */
export function changesData({ names, entries, heroes, gone, full }: Facts): ComparableChanges {
  const unexplained = new Map(
    full.patches.map(({ id, unexplained: groups }) => [
      id,
      groups.flatMap(({ changes }) => changes).length,
    ]),
  );
  return {
    names,
    roles: Object.fromEntries(heroes.map(({ id, role }) => [id, role])),
    gone,
    patches: entries.map(({ patch: { id }, changes }) => {
      const own = changes.map(({ note: _, sources: __, ...change }) => change);
      const count = unexplained.get(id) ?? 0;
      return count > 0 ? [id, own, count] : [id, own];
    }),
  };
}

/** Every hero as the comparison shows it: today and in each earlier state. */
export function heroesData(facts: Facts, histories: readonly HeroHistory[]): StoredHeroes {
  const { full, monograms } = facts;
  const roleName = new Map(facts.roles.map(({ id, name }) => [id, name]));
  const subroles = new Map(
    facts.roles.flatMap((role) => role.subroles).map(({ id, name }) => [id, name] as const),
  );
  const figuresOf = (figures: readonly Figure[]) =>
    figures.flatMap(({ field, value, unit, gap }): ComparableFigure[] => {
      if (typeof value !== "number") return [];
      const figure = [facts.labelOf(field), value, showUnit(unit)] as const;
      return [gap === undefined ? figure : [...figure, 1]];
    });
  const parts: ComparablePart[] = [];
  return {
    heroes: histories.map(({ id, states, abilities, perks }) => {
      const firstAbility = parts.length;
      for (const { id: part, kind, key, name, figures } of abilities)
        parts.push({ id: part, kind, key, name, figures: figuresOf(figures) });
      const firstPerk = parts.length;
      for (const { id: part, tier, key, name, figures } of perks)
        parts.push({ id: part, kind: tier, key, name, figures: figuresOf(figures) });
      let whole: (typeof states)[number] = { since: "" };
      const shown = states.map((state): ComparableHero<number> => {
        whole = { ...whole, ...state };
        const { name = "", role = "damage", subrole, health = [] } = whole;
        const healthOf = (pool: string) =>
          Number(health.find(({ field }) => field === pool)?.value ?? 0);
        return {
          name,
          role,
          roleName: roleName.get(role) ?? titleOfId(role),
          subrole: subrole == null ? "none" : (subroles.get(subrole) ?? subrole),
          health: [healthOf("standard"), healthOf("armor"), healthOf("shields")],
          abilities: (whole.abilities ?? []).map((at) => firstAbility + at),
          perks: (whole.perks ?? []).map((at) => firstPerk + at),
        };
      });
      const [state, ...past] = shown;
      if (state === undefined) throw new RangeError(`${id} has no state`);
      const endOf = (at: number) => states[at]?.since ?? "";
      const ended = past.map((then, at) => [endOf(at), then] as const);
      const first = endOf(states.length - 1);
      const before = first > full.game.historyFrom ? [[first, null] as const] : [];
      return { id, monogram: monograms.get(id) ?? "", state, past: [...ended, ...before] };
    }),
    patches: full.patches
      .filter(({ id }) => id >= full.game.historyFrom)
      .map(({ id, name }) => [id, name]),
    parts,
  };
}
