import { isDeepStrictEqual } from "node:util";
import { COLLECTION_NAMES, type GameState } from "../schema/collections.ts";
import type { Figures } from "../schema/figures.ts";
import type { HeroState, PerkState } from "../schema/hero.ts";
import type { PatchChange } from "../schema/patch.ts";

/**
 * The modelled changes that lead from one state to another, in a stable order: what came and went
 * whole, a kit whole where its abilities came, went or moved, everything else value by value.
 */
export function changesBetween(from: GameState, to: GameState): PatchChange[] {
  return COLLECTION_NAMES.flatMap((name) =>
    name === "heroes"
      ? compareLists(name, from.heroes, to.heroes, compareHeroes)
      : compareLists<Element>(name, from[name], to[name]),
  );
}

/**
 * The elements of a list that are not in another one, told by being the same object: two states
 * share what did not change between them, in most cases at the same place.
 */
export function elementsOnlyIn<T>(list: readonly T[], other: readonly T[]): T[] {
  if (list.length === other.length) return list.filter((element, at) => element !== other[at]);
  const shared = new Set(other);
  return list.filter((element) => !shared.has(element));
}

type Element = { id: string };

function compareLists<T extends Element>(
  target: string,
  from: readonly T[],
  to: readonly T[],
  compare: (target: string, from: T, to: T) => PatchChange[] = compareObjects,
): PatchChange[] {
  const [fromById, toById] = [from, to].map(
    (list) => new Map(list.map((element) => [element.id, element])),
  );
  const ids = new Set([...from, ...to].map(({ id }) => id));
  return [...ids].flatMap((id) => {
    const [before, after] = [fromById?.get(id), toById?.get(id)];
    if (before === undefined) return [{ target: `${target}/${id}`, to: after }];
    if (after === undefined) return [{ target: `${target}/${id}`, from: before }];
    return before === after ? [] : compare(`${target}/${id}`, before, after);
  });
}

/**
 * The kit without its figures, which are changes of their own: those of abilities that go before
 * the kit, all others after it, so that each meets its ability.
 */
function compareHeroes(target: string, from: HeroState, to: HeroState): PatchChange[] {
  const { figures: was = {}, perks: before = [], ...old } = from;
  const { figures: is = {}, perks: after = [], ...now } = to;
  const kit = new Set(now.abilities.map(({ id }) => id));
  const figures = unionOfKeys(was, is).flatMap((id) =>
    compareFigures(`${target}/abilities/${id}`, was[id], is[id]).map((change) => ({ id, change })),
  );
  const [gone, left] = [false, true].map((isLeft) =>
    figures.filter(({ id }) => kit.has(id) === isLeft).map(({ change }) => change),
  );
  return [
    ...(gone ?? []),
    ...compareObjects(target, old, now),
    ...(left ?? []),
    ...compareLists(`${target}/perks`, before, after, comparePerks),
  ];
}

function comparePerks(target: string, from: PerkState, to: PerkState): PatchChange[] {
  const [{ figures: was, ...old }, { figures: is, ...now }] = [from, to];
  return [...compareObjects(target, old, now), ...compareFigures(target, was, is)];
}

/** A figure that comes has no `from`, and one that goes no `to`. */
function compareFigures(target: string, from: Figures = {}, to: Figures = {}): PatchChange[] {
  return unionOfKeys(from, to).flatMap((field): PatchChange[] => {
    if (from[field] === to[field]) return [];
    return [
      {
        target: `${target}/${field}`,
        ...(field in from ? { from: from[field] } : {}),
        ...(field in to ? { to: to[field] } : {}),
      },
    ];
  });
}

function unionOfKeys(from: object, to: object): string[] {
  return [...new Set([...Object.keys(from), ...Object.keys(to)])];
}

function compareObjects(target: string, from: object, to: object): PatchChange[] {
  return unionOfKeys(from, to).flatMap((key) =>
    compareValues(`${target}/${key}`, Reflect.get(from, key), Reflect.get(to, key)),
  );
}

function compareValues(target: string, from: unknown, to: unknown): PatchChange[] {
  if (isDeepStrictEqual(from, to)) return [];
  if (isList(from) && isList(to)) {
    const isSameOrder = from.map(({ id }) => id).join() === to.map(({ id }) => id).join();
    const isOrdered = target.endsWith("/abilities"); // elsewhere the order follows from the ids
    return isOrdered && !isSameOrder ? [{ target, from, to }] : compareLists(target, from, to);
  }
  if (isObject(from) && isObject(to)) return compareObjects(target, from, to);
  return [{ target, from, to }];
}

function isList(value: unknown): value is Element[] {
  return Array.isArray(value) && value.every((element) => isObject(element) && "id" in element);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
