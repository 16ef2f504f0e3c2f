import { isDeepStrictEqual } from "node:util";
import type { Figure, HeroDetails } from "../../../core/schema/details.ts";
import type { HeroState } from "../../../core/schema/hero.ts";
import { earlierDetails } from "../../data/details.ts";
import { goneMaps } from "../../data/gone-maps.ts";
import { titleOfId } from "../../data/title-of-id.ts";
import { walkBack } from "../../history/rewind.ts";
import type {
  ComparableChanges,
  ComparableFigure,
  ComparableHero,
  ComparablePart,
  LogNames,
  StoredHeroes,
} from "./browser/data.ts";
import type { Facts } from "./facts.ts";
import { showUnit } from "./units.ts";

/** The names that the log checker knows. */
export function namesData(facts: Facts): LogNames {
  const { heroes, maps, monograms, patch } = facts;
  return {
    patch,
    heroes: heroes.map(({ id, name, names: own, aliases, role }) => ({
      ...{ id, name, names: own, aliases, abilities: [] },
      ...{ role, monogram: monograms.get(id) ?? "" },
    })),
    maps: [
      ...maps.map(({ id, name, aliases, variants }) => ({
        ...{ id, name, aliases },
        variants: variants.map((variant) => ({ id: variant.id, name: variant.name })),
      })),
      ...goneMaps(facts).map(({ id, name }) => ({
        ...{ id, name, aliases: [], variants: [], isGone: true as const },
      })),
    ],
  };
}

/** All changes, without notes and sources. */
export function changesData({
  names,
  entries,
  heroes,
  gone,
  background,
}: Facts): ComparableChanges {
  const unexplained = new Map(
    background.patches.map(({ id, unexplained: groups = [] }) => [
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

/** Whether two states have all values in common that their abilities and perks show. */
function hasSameKit(a: HeroState, b: HeroState): boolean {
  return KIT.every((key) => isDeepStrictEqual(a[key], b[key]));
}

const KIT = ["id", "abilities", "figures", "perks"] as const;

/** Every hero as the comparison shows it: today and in each earlier state. */
export function heroesData(facts: Facts): StoredHeroes {
  const { heroes, monograms, background } = facts;
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
  const places = new Map<string, number>();
  const parts: ComparablePart[] = [];
  type Part = { id: string; name: string; figures: readonly Figure[] };
  const placeOf = ({ id, name, figures }: Part, kind: ComparablePart["kind"]): number => {
    const part = { id, kind, name, figures: figuresOf(figures) };
    const key = JSON.stringify(part);
    const place = places.get(key) ?? parts.push(part) - 1;
    places.set(key, place);
    return place;
  };
  const partsOf = ({ abilities, perks }: Pick<HeroDetails, "abilities" | "perks">) => ({
    abilities: abilities.map((ability) => placeOf(ability, ability.kind)),
    perks: perks.map((perk) => placeOf(perk, perk.tier)),
  });
  let last: { state: HeroState; parts: ReturnType<typeof partsOf> } | undefined;
  /** To compare two states of a hero takes a tenth of the time in which a kit is made. */
  const kitOf = (state: HeroState) => {
    if (last === undefined || !hasSameKit(last.state, state))
      last = { state, parts: partsOf(earlierDetails(facts, state)) };
    return last.parts;
  };
  const shown = (state: HeroState): ComparableHero<number> => ({
    name: state.names.en,
    role: state.role,
    roleName: roleName.get(state.role) ?? titleOfId(state.role),
    subrole: state.subrole === undefined ? "none" : (subroles.get(state.subrole) ?? state.subrole),
    health: [state.health.standard, state.health.armor, state.health.shields],
    ...kitOf(state),
  });
  const earlier = earlierStates(facts);
  const today = new Map(background.state.heroes.map((state) => [state.id, state]));
  return {
    heroes: heroes.flatMap(({ id }) => {
      const state = today.get(id);
      if (state === undefined) return [];
      const past = (earlier.get(id) ?? []).map(
        ([until, then]) => [until, then && shown(then)] as const,
      );
      return [{ id, monogram: monograms.get(id) ?? "", state: shown(state), past }];
    }),
    patches: background.patches
      .filter(({ id }) => id >= background.historyFrom)
      .map(({ id, name }) => [id, name]),
    parts,
  };
}

/**
 * The earlier states of each hero, latest first, each with the patch that ended it. A state is null
 * before the hero was in the game.
 */
function earlierStates({
  background,
}: Facts): Map<string, (readonly [until: string, state: HeroState | null])[]> {
  const { state: today, patches, historyFrom } = background;
  const found = new Map<string, (readonly [string, HeroState | null])[]>();
  let newer: { id: string; heroes: readonly HeroState[] } | undefined;
  for (const { patch, state } of walkBack(today, patches)) {
    if (patch.id < historyFrom) break;
    for (const { id } of newer === undefined ? [] : today.heroes) {
      const then = state.heroes.find((hero) => hero.id === id) ?? null;
      const after = newer?.heroes.find((hero) => hero.id === id) ?? null;
      if (then !== after) found.set(id, [...(found.get(id) ?? []), [newer?.id ?? "", then]]);
    }
    newer = { id: patch.id, heroes: state.heroes };
  }
  return found;
}
