import { isDeepStrictEqual } from "node:util";
import { COLLECTION_NAMES, type GameState } from "../../core/schema/collections.ts";
import type { Figures } from "../../core/schema/figures.ts";
import type { AbilityState, HeroState, PerkState } from "../../core/schema/hero.ts";
import type { PatchChange } from "../../core/schema/patch.ts";
import { property, withoutFigures } from "./address.ts";

/**
 * The modelled changes that lead from one state to another, in a stable order. A thing that was
 * added or removed is one change. So is a kit with added, removed or moved abilities. Everything
 * else is value by value.
 */
export function changesBetween(from: GameState, to: GameState): PatchChange[] {
  return COLLECTION_NAMES.flatMap((name) =>
    name === "heroes"
      ? listChanges(name, from.heroes, to.heroes, heroChanges)
      : listChanges<Element>(name, from[name], to[name]),
  );
}

/**
 * The elements of a list that another list does not have. Elements are compared by identity: two
 * states share the objects that did not change, mostly at the same index.
 */
export function elementsOnlyIn<T>(list: readonly T[], other: readonly T[]): T[] {
  if (list.length === other.length) return list.filter((element, at) => element !== other[at]);
  const shared = new Set(other);
  return list.filter((element) => !shared.has(element));
}

type Element = { id: string };

/** The changes from one list to another: elements that came or went, and values of the others. */
export function listChanges<T extends Element>(
  target: string,
  from: readonly T[],
  to: readonly T[],
  compare: (target: string, from: T, to: T) => PatchChange[] = objectChanges,
): PatchChange[] {
  const [fromById, toById] = [from, to].map(
    (list) => new Map(list.map((element) => [element.id, element])),
  );
  const ids = new Set([...from, ...to].map(({ id }) => id));
  return [...ids].flatMap((id) => {
    const before = fromById?.get(id);
    const after = toById?.get(id);
    if (before === undefined) return [{ target: `${target}/${id}`, to: after }];
    if (after === undefined) return [{ target: `${target}/${id}`, from: before }];
    return before === after ? [] : compare(`${target}/${id}`, before, after);
  });
}

/**
 * Figures are changes apart from the kit. Those of removed abilities come before the change of the
 * kit and all others after it, so that each finds its ability.
 */
function heroChanges(target: string, from: HeroState, to: HeroState): PatchChange[] {
  const { abilities: was, perks: before, ...old } = from;
  const { abilities: is, perks: after, ...now } = to;
  const figuresOf = (kit: readonly AbilityState[], id: string) =>
    kit.find((ability) => ability.id === id)?.figures;
  const changesOf = (ids: readonly string[]) =>
    ids.flatMap((id) =>
      figureChanges(`${target}/abilities/${id}`, figuresOf(was, id), figuresOf(is, id)),
    );
  const kit = is.map(({ id }) => id);
  const gone = was.map(({ id }) => id).filter((id) => !kit.includes(id));
  return [
    ...changesOf(gone),
    ...objectChanges(target, old, now),
    ...valueChanges(`${target}/abilities`, was.map(withoutFigures), is.map(withoutFigures)),
    ...changesOf(kit),
    ...listChanges(`${target}/perks`, before, after, perkChanges),
  ];
}

function perkChanges(target: string, from: PerkState, to: PerkState): PatchChange[] {
  const [{ figures: was, ...old }, { figures: is, ...now }] = [from, to];
  return [...objectChanges(target, old, now), ...figureChanges(target, was, is)];
}

/** A figure that comes has no `from`, and one that goes no `to`. */
function figureChanges(target: string, from: Figures = {}, to: Figures = {}): PatchChange[] {
  return unionOfKeys(from, to).flatMap((field): PatchChange[] => {
    const [old, now] = [property(from, field), property(to, field)];
    if (old === now) return [];
    return [
      {
        target: `${target}/${field}`,
        ...(old !== undefined && { from: old }),
        ...(now !== undefined && { to: now }),
      },
    ];
  });
}

function unionOfKeys(from: object, to: object): string[] {
  return [...new Set([...Object.keys(from), ...Object.keys(to)])];
}

function objectChanges(target: string, from: object, to: object): PatchChange[] {
  return unionOfKeys(from, to).flatMap((key) =>
    valueChanges(`${target}/${key}`, Reflect.get(from, key), Reflect.get(to, key)),
  );
}

function valueChanges(target: string, from: unknown, to: unknown): PatchChange[] {
  if (isDeepStrictEqual(from, to)) return [];
  if (isList(from) && isList(to)) {
    const isSameOrder = from.map(({ id }) => id).join() === to.map(({ id }) => id).join();
    const isOrdered = target.endsWith("/abilities"); // elsewhere the order follows from the ids
    return isOrdered && !isSameOrder ? [{ target, from, to }] : listChanges(target, from, to);
  }
  if (isObject(from) && isObject(to)) return objectChanges(target, from, to);
  return [{ target, from, to }];
}

function isList(value: unknown): value is Element[] {
  return Array.isArray(value) && value.every((element) => isObject(element) && "id" in element);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
