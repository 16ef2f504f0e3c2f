import * as z from "zod";
import { COLLECTION_NAMES, collectionOf, type GameState } from "../../core/schema/collections.ts";
import { FigureValueSchema } from "../../core/schema/figures.ts";
import { type HeroState, HeroStateSchema, PerkStateSchema } from "../../core/schema/hero.ts";
import { childSchema, unwrap } from "../../core/schema/inspect-schema.ts";
import { figureTarget, hasOwner } from "./figure-target.ts";

/** The state of the whole game. */
export const GameStateSchema = z.strictObject(
  Object.fromEntries(
    COLLECTION_NAMES.map((name) => [name, z.array(collectionOf(name).stateSchema)]),
  ),
);

/** Fields of the API that no patch changes: the game has none of them, or they are computed. */
const UNRECORDED = new Map<z.core.$ZodType, { fields: string[]; use: string }>([
  ...COLLECTION_NAMES.map(collectionOf).map(
    ({ resourceSchema, stateSchema, insteadOfOwnFields: use = "the data file" }) =>
      [stateSchema, { fields: absent(resourceSchema, stateSchema), use }] as const,
  ),
  [PerkStateSchema, { fields: ["figures"], use: "perks/<perk>/<field>" }],
  [
    HeroStateSchema.shape.health,
    { fields: ["total"], use: "standard, armor or shields; total is their sum" },
  ],
]);

/** The fields that only `whole` has, and `figures`: each figure is a target below its ability. */
function absent(whole: z.ZodObject, part: z.ZodObject): string[] {
  const keys = Object.keys(whole.shape).filter((key) => !Object.hasOwn(part.shape, key));
  return Object.hasOwn(part.shape, "figures") ? [...keys, "figures"] : keys;
}

export type Resolved =
  /** The resources have this value. It is replayed. */
  | { kind: "modelled"; schema: z.core.$ZodType; isElement: boolean }
  /** The game has this value and the resources do not. It is recorded and never replayed. */
  | { kind: "unmodelled"; parent: z.core.$ZodType; segment: string }
  /** The API has this field, but no patch changes it. */
  | { kind: "unrecorded"; field: string; use: string };

/** What a change's target addresses. A segment after a list picks the element with that id. */
export function resolveTarget(target: string): Resolved {
  if (figureTarget(target) !== undefined)
    return { kind: "modelled", schema: FigureValueSchema, isElement: false };
  let schema: z.core.$ZodType = GameStateSchema;
  let isElement = false;
  for (const segment of target.split("/")) {
    const inner = unwrap(schema);
    isElement = inner instanceof z.ZodArray;
    const unrecorded = UNRECORDED.get(inner);
    if (unrecorded?.fields.includes(segment))
      return { kind: "unrecorded", field: segment, use: unrecorded.use };
    const child = childSchema(inner, segment);
    if (child === undefined) return { kind: "unmodelled", parent: inner, segment };
    schema = child;
  }
  return { kind: "modelled", schema, isElement };
}

/** A place in a JSON tree. `get` gives undefined where it is empty. */
export type Slot = { get: () => unknown; set: (value: unknown) => void; remove: () => void };

/** The slot of a modelled target in a state; undefined where the thing around it is missing. */
export function slotOf(state: GameState, target: string): Slot | undefined {
  const figure = figureTarget(target);
  const [collection, id, list, perk, ...rest] = target.split("/");
  const hero = collection === "heroes" ? state.heroes.find((one) => one.id === id) : undefined;
  if (figure !== undefined) {
    if (hero === undefined || !hasOwner(hero, figure)) return undefined;
    return figure.list === "abilities"
      ? sparseSlot(hero, ["figures", figure.id, figure.field])
      : sparseSlot(Object(byId(hero.perks ?? [], figure.id)), ["figures", figure.field]);
  }
  if (hero !== undefined && list === "perks" && perk !== undefined && rest.length === 0)
    return perkSlot(hero, perk);
  return slotIn(state, target.split("/"));
}

/** The slot of a perk. The list of perks comes with the first and goes with the last one. */
function perkSlot(hero: HeroState, perk: string): Slot {
  const slot = () => slotIn(hero, ["perks", perk]);
  return {
    get: () => slot()?.get(),
    set: (value) => {
      hero.perks ??= [];
      slot()?.set(value);
    },
    remove: () => {
      slot()?.remove();
      if (hero.perks?.length === 0) delete hero.perks;
    },
  };
}

/** The slot below keys. Setting a value makes the keys; removing it removes the empty ones. */
export function sparseSlot(root: object, [key = "", ...rest]: readonly string[]): Slot {
  if (rest.length === 0) return keySlot(root, key);
  const child = () => property(root, key);
  const inner = () => {
    const value = child();
    return typeof value === "object" && value !== null ? sparseSlot(value, rest) : undefined;
  };
  return {
    get: () => inner()?.get(),
    set: (value) => {
      if (inner() === undefined) Reflect.set(root, key, {});
      inner()?.set(value);
    },
    remove: () => {
      inner()?.remove();
      if (Object.keys(Object(child())).length === 0) Reflect.deleteProperty(root, key);
    },
  };
}

/**
 * The slot at a path below a value. A segment is a key of an object, or the id of an element of a
 * list.
 */
export function slotIn(root: unknown, path: readonly string[]): Slot | undefined {
  const last = path.at(-1) ?? "";
  let node = root;
  for (const segment of path.slice(0, -1)) {
    node = Array.isArray(node) ? byId(node, segment) : property(node, segment);
  }

  if (Array.isArray(node)) {
    const list: unknown[] = node;
    const at = () => list.findIndex((element) => property(element, "id") === last);
    return {
      get: () => list[at()],
      set: (value) => (at() === -1 ? list.push(value) : list.splice(at(), 1, value)),
      remove: () => at() !== -1 && list.splice(at(), 1),
    };
  }
  if (typeof node !== "object" || node === null) return undefined;
  return keySlot(node, last);
}

function keySlot(object: object, key: string): Slot {
  return {
    get: () => property(object, key),
    set: (value) => Reflect.set(object, key, value),
    remove: () => Reflect.deleteProperty(object, key),
  };
}

function byId(list: readonly unknown[], id: string): unknown {
  return list.find((element) => property(element, "id") === id);
}

/** The own property of an object; undefined of anything else. */
export function property(node: unknown, key: string): unknown {
  return typeof node === "object" && node !== null && Object.hasOwn(node, key)
    ? Reflect.get(node, key)
    : undefined;
}
