import * as z from "zod";
import { ProblemSchema } from "../../core/schema/answer-shapes.ts";
import { HistoricHeroSchema } from "../../core/schema/hero.ts";
import { OPERATION_ENTRIES } from "../../core/schema/operations.ts";
import { isOverwatch1 } from "../data/eras.ts";
import type { Reference } from "../data/reference.ts";

/** The versions of OpenAPI in which the service is described. */
export type OpenApiVersion = "3.1.0" | "3.0.3";

type Json = { [key: string]: unknown };

/** What was made before: the schemas are the same for every site. */
const made = new Map<OpenApiVersion, Record<string, Json>>();

/**
 * Every schema with a name that an answer is made of, by its name. In an earlier state, a hero's
 * sub-role may be null, and there may be roles and modes that are gone. Overwatch 1 was 6v6.
 */
export function componentSchemas(
  version: OpenApiVersion,
  { patch, heroes, roles, modes }: Pick<Reference, "patch" | "heroes" | "roles" | "modes">,
): Record<string, Json> {
  const schemas = made.get(version) ?? makeSchemas(version);
  made.set(version, schemas);
  const { Hero = {}, HeroHealth, HeroRole = {}, ModeId = {} } = schemas;
  return {
    ...schemas,
    HeroRole: withIds(HeroRole, roles),
    ModeId: withIds(ModeId, modes),
    ...(isOverwatch1(patch) && {
      HeroHealth: { ...HeroHealth, description: "Baseline recoverable hit-point pool in 6v6." },
    }),
    Hero: heroes.some(({ subrole }) => subrole === null) ? withoutSubrole(Hero, version) : Hero,
  };
}

/** An enumeration with the ids of a state, too. */
function withIds(schema: Json, things: readonly { id: string }[]): Json {
  const known = Array.isArray(schema["enum"]) ? schema["enum"] : [];
  return { ...schema, enum: [...new Set([...known, ...things.map(({ id }) => id)])] };
}

function withoutSubrole(hero: Json, version: OpenApiVersion): Json {
  const subrole = HistoricHeroSchema.shape.subrole;
  const { properties } = inlineSchema(z.object({ subrole }), version);
  return { ...hero, properties: { ...Object(hero["properties"]), ...Object(properties) } };
}

function makeSchemas(version: OpenApiVersion): Record<string, Json> {
  const answers = OPERATION_ENTRIES.flatMap(([, { answer }]) => (answer ? [answer] : []));
  const all = z.object(Object.fromEntries([...answers, ProblemSchema].entries()));
  const { $defs, definitions } = toJsonSchema(all, version);
  const named = z.record(z.string(), z.looseObject({})).parse($defs ?? definitions);
  return Object.fromEntries(
    Object.entries(named).map(([name, { id, ...schema }]) => [name, portable(schema, version)]),
  );
}

/** The name of a schema's component. */
export function componentName(schema: z.ZodType): string {
  const { id } = schema.meta() ?? {};
  if (typeof id !== "string") throw new TypeError("a response schema must have a name");
  return id;
}

/** A reference to the component of a schema that has a name. */
export function componentRef(schema: z.ZodType): Json {
  return { $ref: `#/components/schemas/${componentName(schema)}` };
}

/** A schema by itself. */
export function inlineSchema(schema: z.ZodType, version: OpenApiVersion): Json {
  const { $schema, ...rest } = toJsonSchema(schema, version);
  return portable(rest, version);
}

function toJsonSchema(schema: z.ZodType, version: OpenApiVersion) {
  return z.toJSONSchema(schema, {
    target: version === "3.1.0" ? "draft-2020-12" : "openapi-3.0",
  });
}

/**
 * The same schema for every generator: open to fields that are added later, no bounds that are the
 * number type's own, no pattern beside a format, and none that escapes what needs no escape.
 */
function portable(schema: object, version: OpenApiVersion): Json {
  const entries = Object.entries(schema)
    .filter(([key, value]) => !isNeedless(key, value, schema))
    .map(([key, value]) => [key, portableValue(key, value, version)]);
  const plain = withOneType(Object.fromEntries(entries));
  return version === "3.1.0" ? plain : withReferenceAlone(plain);
}

function portableValue(key: string, value: unknown, version: OpenApiVersion): unknown {
  if (key === "pattern") return String(value).replaceAll("\\/", "/");
  if (key === "$ref")
    return String(value).replace(/^#\/(\$defs|definitions)\//, "#/components/schemas/");
  if (Array.isArray(value)) return value.map((inner) => portableValue("", inner, version));
  return typeof value === "object" && value !== null ? portable(value, version) : value;
}

function isNeedless(key: string, value: unknown, schema: object): boolean {
  if (key === "additionalProperties") return value === false;
  if (key === "maximum" || key === "minimum")
    return Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;
  return (key === "pattern" && "format" in schema) || key === "propertyNames";
}

/** Several types as `anyOf`: the zod schemas of orval keep the first of a list only. */
function withOneType({ type, ...rest }: Json): Json {
  if (!Array.isArray(type)) return type === undefined ? rest : { type, ...rest };
  return { anyOf: type.map((one) => ({ type: one })), ...rest };
}

/** OpenAPI 3.0 ignores what is next to a reference, and takes `nullable` for a type alone. */
function withReferenceAlone(schema: Json): Json {
  const { $ref, allOf, nullable, ...rest } = schema;
  if (nullable === true && Array.isArray(allOf)) {
    return { ...rest, anyOf: [...allOf, { type: "string", nullable, enum: [null] }] };
  }
  if ($ref === undefined || Object.keys(schema).length === 1) return schema;
  const { $ref: _, ...beside } = schema;
  return { ...beside, allOf: [{ $ref }] };
}
