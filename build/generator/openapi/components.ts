import * as z from "zod";
import { isOverwatch1 } from "../../core/game/eras.ts";
import { ProblemSchema } from "../../core/schema/answer-shapes.ts";
import { HistoricHeroSchema } from "../../core/schema/hero.ts";
import { OPERATION_ENTRIES, PARAMETERS } from "../../core/schema/operations.ts";
import type { Reference } from "../documents/contract.ts";
import type { ExampleValues } from "./examples.ts";

type Json = { [key: string]: unknown };

/** As much of the reference as the schemas depend on. */
type State = Pick<Reference, "patch" | "heroes" | "roles" | "modes">;

/** What was made before: the schemas are the same for every site. */
let made: Record<string, Json> | undefined;

/**
 * Every schema with a name that an answer is made of, by its name. In an earlier state, a hero's
 * sub-role may be null, and there may be roles and modes that are gone. Overwatch 1 was 6v6.
 */
export function componentSchemas({ patch, heroes, roles, modes }: State): Record<string, Json> {
  made ??= makeSchemas();
  const schemas = made;
  const { Hero = {}, HeroHealth, HeroRole = {}, ModeId = {} } = schemas;
  return {
    ...schemas,
    HeroRole: withIds(HeroRole, roles),
    ModeId: withIds(ModeId, modes),
    ...(isOverwatch1(patch) && {
      HeroHealth: { ...HeroHealth, description: "Baseline recoverable hit-point pool in 6v6." },
    }),
    Hero: heroes.some(({ subrole }) => subrole === null) ? withoutSubrole(Hero) : Hero,
  };
}

/** An enumeration with the ids of a state, too. */
function withIds(schema: Json, things: readonly { id: string }[]): Json {
  const known = Array.isArray(schema["enum"]) ? schema["enum"] : [];
  return { ...schema, enum: [...new Set([...known, ...things.map(({ id }) => id)])] };
}

function withoutSubrole(hero: Json): Json {
  const subrole = HistoricHeroSchema.shape.subrole;
  const { properties } = inlineSchema(z.object({ subrole }));
  return { ...hero, properties: { ...Object(hero["properties"]), ...Object(properties) } };
}

function makeSchemas(): Record<string, Json> {
  const answers = OPERATION_ENTRIES.flatMap(([, { answer }]) => (answer ? [answer] : []));
  const all = z.object(Object.fromEntries([...answers, ProblemSchema].entries()));
  const named = z.record(z.string(), z.looseObject({})).parse(z.toJSONSchema(all).$defs);
  return Object.fromEntries(
    Object.entries(named).map(([name, { id, ...schema }]) => [name, portable(schema)]),
  );
}

/** The name of a schema's component. */
function componentName(schema: z.ZodType): string {
  const { id } = schema.meta() ?? {};
  if (typeof id !== "string") throw new TypeError("a response schema must have a name");
  return id;
}

/** A reference to the component of a schema that has a name. */
export function componentRef(schema: z.ZodType): Json {
  return { $ref: `#/components/schemas/${componentName(schema)}` };
}

/** A schema by itself. */
function inlineSchema(schema: z.ZodType): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema);
  return portable(rest);
}

/**
 * The same schema for every generator: open to fields that are added later, no bounds that are the
 * number type's own, no pattern beside a format, and none that escapes what needs no escape.
 */
function portable(schema: object): Json {
  const entries = Object.entries(schema)
    .filter(([key, value]) => !isNeedless(key, value, schema))
    .map(([key, value]) => [key, portableValue(key, value)]);
  return withOneType(Object.fromEntries(entries));
}

function portableValue(key: string, value: unknown): unknown {
  if (key === "pattern") return String(value).replaceAll("\\/", "/");
  if (key === "$ref") return String(value).replace("#/$defs/", "#/components/schemas/");
  if (Array.isArray(value)) return value.map((inner) => portableValue("", inner));
  return typeof value === "object" && value !== null ? portable(value) : value;
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

/** Every parameter of an operation, by its name. */
export function parameters(values: ExampleValues): object {
  const queries = OPERATION_ENTRIES.flatMap(([, { query = [] }]) => query);
  const entries = Object.entries<Parameter>(PARAMETERS);
  return Object.fromEntries(
    entries.map(([name, { description, schema = z.string() }]) => {
      const isQuery = queries.includes(name);
      const about = {
        name,
        in: isQuery ? "query" : "path",
        required: !isQuery,
        description,
        schema: schema.meta()?.id === undefined ? inlineSchema(schema) : componentRef(schema),
        example: values[name as keyof ExampleValues],
      };
      return [name, about];
    }),
  );
}

type Parameter = { description: string; schema?: z.ZodType };
