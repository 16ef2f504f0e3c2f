import * as z from "zod";
import { COLLECTION_NAMES, collectionOf, type GameState } from "../schema/collections.ts";
import { FigureValueSchema } from "../schema/figures.ts";
import { type HeroState, HeroStateSchema, PerkStateSchema } from "../schema/hero.ts";
import { childSchema, unwrap } from "../schema/walk.ts";
import { figureTarget, hasOwner } from "./figure-target.ts";

/** The state of the whole game. */
export const GameStateSchema = z.strictObject(
  Object.fromEntries(
    COLLECTION_NAMES.map((name) => [name, z.array(collectionOf(name).stateSchema)]),
  ),
);

/** Fields of the API that no patch changes: they are ours, or follow from other fields. */
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

/** A figure is addressed below its ability. */
function absent(whole: z.ZodObject, part: z.ZodObject): string[] {
  const keys = Object.keys(whole.shape).filter((key) => !Object.hasOwn(part.shape, key));
  return Object.hasOwn(part.shape, "figures") ? [...keys, "figures"] : keys;
}

export type Resolved =
  /** The resources have this value: it is replayed. */
  | { kind: "modelled"; schema: z.core.$ZodType; isElement: boolean }
  /** A value of the game that the resources do not have: it is recorded and never replayed. */
  | { kind: "unmodelled"; parent: z.core.$ZodType; segment: string }
  /** A field of the API that is not the game's to change. */
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

/** A place in a JSON tree that may or may not hold a value. */
export type Slot = { get: () => unknown; set: (value: unknown) => void; remove: () => void };

/**
 * The slot of a modelled target in a state, or undefined where the thing around it does not exist.
 */
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

/** The slot of a perk: a hero without perks has no list of them. */
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

/** The slot below keys that are made when a value is set, and go when nothing is left in them. */
export function sparseSlot(root: object, [key = "", ...rest]: readonly string[]): Slot {
  const held = () => property(root, key);
  if (rest.length === 0) return keySlot(root, key);
  const inner = () => {
    const value = held();
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
      if (Object.keys(Object(held())).length === 0) Reflect.deleteProperty(root, key);
    },
  };
}

/**
 * The slot that a path leads to from a value: a segment picks a key of an object, or the element of
 * a list with that id.
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

function property(node: unknown, key: string): unknown {
  return typeof node === "object" && node !== null && Object.hasOwn(node, key)
    ? Reflect.get(node, key)
    : undefined;
}
