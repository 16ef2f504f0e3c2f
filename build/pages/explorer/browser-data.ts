import { earlierDetails } from "../../data/details.ts";
import { walkBack } from "../../history/rewind.ts";
import type { HeroState } from "../../schema/hero.ts";
import type {
  ComparableChanges,
  ComparableHeroes,
  EarlierHero,
  LogNames,
  StoredAbility,
  StoredChange,
  StoredState,
} from "./browser/data.ts";
import type { Facts } from "./facts.ts";
import { changesByThing, type PlainChange } from "./recorded.ts";
import { showUnit } from "./units.ts";

/** A script with the names that the log checker knows. */
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

/** A script with all changes. What many changes have in common is stored once. */
export function changesScript({ names, entries, heroes }: Facts): string {
  const kinds = indexed<ComparableChanges["kinds"][number]>();
  const store = ({ target, from, to, note: _, sources: __, ...about }: PlainChange) => {
    const kind = kinds.indexOf([from !== undefined, to !== undefined, about]);
    const sides = [from, to].filter((side) => side !== undefined);
    return [target.split("/").slice(2).join("/"), kind, ...sides] as StoredChange;
  };
  const patches = entries.map(({ patch, changes }) => {
    const things = [...changesByThing(changes)];
    return [patch.id, things.map(([thing, own]) => [thing, own.map(store)] as const)] as const;
  });
  const roles = Object.fromEntries(heroes.map(({ id, role }) => [id, role]));
  const comparable: ComparableChanges = { names, roles, kinds: kinds.all, patches };
  return `globalThis.gamedataChanges=${JSON.stringify(comparable)};\n`;
}

/** A script with every hero as the comparison shows it: today and in each earlier state. */
export function heroesScript(facts: Facts): string {
  const { heroes, monograms, background } = facts;
  const fields = indexed<ComparableHeroes["fields"][number]>();
  const stateOf = storeStates(facts, fields.indexOf);
  const earlier = earlierStates(facts);
  const today = new Map(background.state.heroes.map((state) => [state.id, stateOf(state)]));
  const comparable: ComparableHeroes = {
    heroes: heroes.flatMap(({ id }) => {
      const state = today.get(id);
      if (state === undefined) return [];
      const past = (earlier.get(id) ?? []).map(
        ([until, then]): EarlierHero => [until, then && differenceOf(stateOf(then), state)],
      );
      return [{ id, monogram: monograms.get(id) ?? "", state, past }];
    }),
    patches: background.patches
      .filter(({ id }) => id >= background.historyFrom)
      .map(({ id, name }) => [id, name]),
    fields: fields.all,
  };
  return `globalThis.gamedataHeroes=${JSON.stringify(comparable)};\n`;
}

/** Returns a function that stores the state of a hero. `indexOf` numbers a field and its unit. */
function storeStates(
  facts: Facts,
  indexOf: (field: readonly [label: string, unit: string]) => number,
): (state: HeroState) => StoredState {
  const roleName = new Map(facts.roles.map(({ id, name }) => [id, name]));
  const subroles = new Map(
    facts.roles.flatMap(({ subroles: own }) => own.map(({ id, name }) => [id, name] as const)),
  );
  return (state) => ({
    name: state.names.en,
    role: state.role,
    roleName: roleName.get(state.role) ?? state.role,
    subrole: subroles.get(state.subrole) ?? state.subrole,
    health: [state.health.standard, state.health.armor, state.health.shields],
    abilities: earlierDetails(facts, state).abilities.map(
      ({ kind, name, figures }): StoredAbility => [
        kind,
        name,
        figures.flatMap(({ field, value, unit }) =>
          typeof value === "number" ? [indexOf([facts.labelOf(field), showUnit(unit)]), value] : [],
        ),
      ],
    ),
  });
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

/** The parts of an earlier state that differ from today's. */
function differenceOf(then: StoredState, today: StoredState): Exclude<EarlierHero[1], null> {
  const { abilities, ...facts } = then;
  const different = Object.entries(facts).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(today, key)),
  );
  return {
    ...Object.fromEntries(different),
    abilities: abilities.map((ability) => {
      const at = today.abilities.findIndex(
        ([kind, name]) => kind === ability[0] && name === ability[1],
      );
      const same = today.abilities[at];
      if (same === undefined) return ability;
      const changed = changedFigures(ability[2], same[2]);
      return changed.length === 0 ? at : [at, changed];
    }),
  };
}

/**
 * The values of `then` that differ from `today`, with null for what only `today` has. Both are
 * lists of a field, its value, the next field, and so on.
 */
function changedFigures(then: readonly number[], today: readonly number[]): (number | null)[] {
  const [before, after] = [pairsOf(then), pairsOf(today)];
  return [
    ...[...before].flatMap(([field, value]) => (after.get(field) === value ? [] : [field, value])),
    ...[...after.keys()].flatMap((field) => (before.has(field) ? [] : [field, null])),
  ];
}

function pairsOf(flat: readonly number[]): Map<number, number> {
  return new Map(
    flat.flatMap((field, at) => (at % 2 === 0 ? [[field, flat[at + 1] ?? 0] as const] : [])),
  );
}

/** A list that stores equal values once. */
function indexed<T>(): { all: T[]; indexOf: (value: T) => number } {
  const all: T[] = [];
  const indexes = new Map<string, number>();
  return {
    all,
    indexOf: (value) => {
      const key = JSON.stringify(value);
      const index = indexes.get(key) ?? all.push(value) - 1;
      indexes.set(key, index);
      return index;
    },
  };
}
