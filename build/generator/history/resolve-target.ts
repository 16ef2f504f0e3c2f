import * as z from "zod";
import { isKit } from "../../core/game/targets.ts";
import { COLLECTION_NAMES, collectionOf } from "../../core/schema/collections.ts";
import { FigureValueSchema } from "../../core/schema/figures.ts";
import {
  AbilitySchema,
  AbilityStateSchema,
  HeroStateSchema,
  PerkStateSchema,
} from "../../core/schema/hero.ts";
import { childSchema, unwrap } from "../../core/schema/inspect-schema.ts";
import { figureTarget } from "./address.ts";

/** The state of the whole game. */
const GameStateSchema = z.strictObject(
  Object.fromEntries(
    COLLECTION_NAMES.map((name) => [name, z.array(collectionOf(name).stateSchema)]),
  ),
);

/** A kit as changes have it: each of its figures is a target of its own. */
const KitSchema = z.array(AbilitySchema);

const FIGURES = ["figures"];

/** Fields that no patch changes: the game has none of them, or they are computed. */
const UNRECORDED = new Map<z.core.$ZodType, { fields: string[]; use: string }>([
  ...COLLECTION_NAMES.map(collectionOf).map(
    ({ resourceSchema, stateSchema, insteadOfOwnFields: use = "the data file" }) =>
      [stateSchema, { fields: absent(resourceSchema, stateSchema), use }] as const,
  ),
  [AbilityStateSchema, { fields: FIGURES, use: "abilities/<ability>/<field>" }],
  [PerkStateSchema, { fields: FIGURES, use: "perks/<perk>/<field>" }],
  [
    HeroStateSchema.shape.health,
    { fields: ["total"], use: "standard, armor or shields; total is their sum" },
  ],
]);

/** The fields that only `whole` has. */
function absent(whole: z.ZodObject, part: z.ZodObject): string[] {
  return Object.keys(whole.shape).filter((key) => !Object.hasOwn(part.shape, key));
}

export type Resolved =
  /** The resources have this value. It is replayed. */
  | { kind: "modelled"; schema: z.core.$ZodType; isElement: boolean; mayBeAbsent: boolean }
  /** The game has this value and the resources do not. It is recorded and never replayed. */
  | { kind: "unmodelled"; parent: z.core.$ZodType; segment: string }
  /** The API has this field, but no patch changes it. */
  | { kind: "unrecorded"; field: string; use: string };

const resolved = new Map<string, Resolved>();

/** What a change's target addresses. A segment after a list picks the element with that id. */
export function resolveTarget(target: string): Resolved {
  const known = resolved.get(target) ?? resolve(target);
  resolved.set(target, known);
  return known;
}

function resolve(target: string): Resolved {
  if (figureTarget(target) !== undefined)
    return { kind: "modelled", schema: FigureValueSchema, isElement: false, mayBeAbsent: true };
  if (isKit(target))
    return { kind: "modelled", schema: KitSchema, isElement: false, mayBeAbsent: false };
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
  return {
    kind: "modelled",
    schema,
    isElement,
    mayBeAbsent: isElement || schema instanceof z.ZodOptional,
  };
}

/** Whether a target is a whole thing or list, not a single value. */
export function isWhole(target: string): boolean {
  const found = resolveTarget(target);
  const schema = found.kind === "modelled" ? unwrap(found.schema) : undefined;
  return schema instanceof z.ZodObject || schema instanceof z.ZodArray;
}
