import { isDeepStrictEqual } from "node:util";
import { COLLECTION_NAMES, type GameState } from "../schema/collections.ts";
import type { PatchChange } from "../schema/patch.ts";

/**
 * The modelled changes that lead from one state to another, in a stable order: what came and went whole, a kit whole
 * where its abilities came, went or moved, everything else value by value.
 */
export function changesBetween(from: GameState, to: GameState): PatchChange[] {
  return COLLECTION_NAMES.flatMap((name) => compareLists(name, from[name], to[name]));
}

/**
 * The elements of a list that are not in another one, told by being the same object: two states share what did not
 * change between them, in most cases at the same place.
 */
export function elementsOnlyIn<T>(list: readonly T[], other: readonly T[]): T[] {
  if (list.length === other.length) return list.filter((element, at) => element !== other[at]);
  const shared = new Set(other);
  return list.filter((element) => !shared.has(element));
}

type Element = { id: string };

function compareLists(
  target: string,
  from: readonly Element[],
  to: readonly Element[],
): PatchChange[] {
  const [fromById, toById] = [from, to].map(
    (list) => new Map(list.map((element) => [element.id, element])),
  );
  const ids = new Set([...from, ...to].map(({ id }) => id));
  return [...ids].flatMap((id) => {
    const [before, after] = [fromById?.get(id), toById?.get(id)];
    if (before === undefined) return [{ target: `${target}/${id}`, to: after }];
    if (after === undefined) return [{ target: `${target}/${id}`, from: before }];
    return before === after ? [] : compareObjects(`${target}/${id}`, before, after);
  });
}

function compareObjects(target: string, from: object, to: object): PatchChange[] {
  const keys = new Set([...Object.keys(from), ...Object.keys(to)]);
  return [...keys].flatMap((key) =>
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
