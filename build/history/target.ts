import * as z from "zod";
import { COLLECTION_NAMES, collectionOf, type GameState } from "../schema/collections.ts";
import { HeroStateSchema } from "../schema/hero.ts";
import { childSchema, unwrap } from "../schema/walk.ts";

const GameStateSchema = z.strictObject(
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
  [
    HeroStateSchema.shape.health,
    { fields: ["total"], use: "standard, armor or shields; total is their sum" },
  ],
]);

function absent(whole: z.ZodObject, part: z.ZodObject): string[] {
  return Object.keys(whole.shape).filter((key) => !Object.hasOwn(part.shape, key));
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
  let schema: z.core.$ZodType = GameStateSchema;
  let isElement = false;
  for (const segment of target.split("/")) {
    const inner = unwrap(schema);
    isElement = inner instanceof z.ZodArray;
    const child = childSchema(inner, segment);
    if (child === undefined) {
      const unrecorded = UNRECORDED.get(inner);
      if (unrecorded?.fields.includes(segment))
        return { kind: "unrecorded", field: segment, use: unrecorded.use };
      return { kind: "unmodelled", parent: inner, segment };
    }
    schema = child;
  }
  return { kind: "modelled", schema, isElement };
}

/** A place in a JSON tree that may or may not hold a value. */
export type Slot = { get: () => unknown; set: (value: unknown) => void; remove: () => void };

/** The slot of a modelled target in a state, or undefined where the thing around it does not exist. */
export function slotOf(state: GameState, target: string): Slot | undefined {
  return slotIn(state, target.split("/"));
}

/** The slot that a path leads to from a value: a segment picks a key of an object, or the element of a list with that id. */
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
  const object: object = node;
  return {
    get: () => property(object, last),
    set: (value) => Reflect.set(object, last, value),
    remove: () => Reflect.deleteProperty(object, last),
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
