import { isDeepStrictEqual } from "node:util";
import { isKit } from "../../core/game/targets.ts";
import type { AbilityState } from "../../core/schema/hero.ts";
import type { PatchChange } from "../../core/schema/patch.ts";
import { partsOf, withoutFigures } from "./address.ts";

/**
 * The changes that lead from one value to another, such as two states of the game, in a stable
 * order. `target` is the address of both. A thing that was added or removed is one change. So is a
 * kit with added, removed or moved abilities. Everything else is value by value, and the order of
 * keys is none.
 */
export function changesBetween(from: unknown, to: unknown, target = ""): PatchChange[] {
  if (from === to) return [];
  const changes = isMovedKit(from, to, target)
    ? kitChanges(from, to, target)
    : partChanges(from, to, target);
  if (changes !== undefined) return changes;
  const sides = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  return isDeepStrictEqual(from, to) ? [] : [{ target, ...sides }];
}

/** The changes of the parts of two values; undefined where one of them has none. */
export function partChanges(from: unknown, to: unknown, target: string) {
  const [was, is] = [partsOf(from), partsOf(to)];
  if (was === undefined || is === undefined) return undefined;
  const keys = [...new Set([...was.keys(), ...is.keys()])];
  const path = target === "" ? "" : `${target}/`;
  return keys.flatMap((key) => changesBetween(was.get(key), is.get(key), path + key));
}

function isMovedKit(from: unknown, to: unknown, target: string) {
  if (!isKit(target) || !Array.isArray(from) || !Array.isArray(to)) return false;
  return from.map(({ id }) => id).join() !== to.map(({ id }) => id).join();
}

/**
 * Figures are changes apart from the kit. Those of removed abilities come before the change of the
 * kit and all others after it, so that each finds its ability.
 */
function kitChanges(from: unknown, to: unknown, target: string) {
  const [was, is] = [from, to] as [AbilityState[], AbilityState[]];
  const figuresIn = (kit: AbilityState[], id: string) => kit.find((one) => one.id === id)?.figures;
  const changesOf = (kit: AbilityState[]) =>
    kit.flatMap(({ id }) =>
      changesBetween(figuresIn(was, id) ?? {}, figuresIn(is, id) ?? {}, `${target}/${id}`),
    );
  const gone = was.filter(({ id }) => is.every((one) => one.id !== id));
  return [
    ...changesOf(gone),
    { target, from: was.map(withoutFigures), to: is.map(withoutFigures) },
    ...changesOf(is),
  ];
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
