import * as z from "zod";

/**
 * The schema of the value under `key` of an object, or of any element of an array; undefined where
 * there is none.
 */
export function childSchema(
  schema: z.core.$ZodType,
  key: string | number,
): z.core.$ZodType | undefined {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodObject)
    return Object.hasOwn(inner.shape, key) ? inner.shape[key] : undefined;
  if (inner instanceof z.ZodArray) return inner.element;
  return undefined;
}

/** The keys that an object of this schema may have. Other schemas have none. */
export function keysOf(schema: z.core.$ZodType): string[] {
  const inner = unwrap(schema);
  return inner instanceof z.ZodObject ? Object.keys(inner.shape) : [];
}

/** The schema without `optional` and `nullable` around it. */
export function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  let inner = schema;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable) inner = inner.unwrap();
  return inner;
}

/** Whether null is a value of the schema. */
export function isNullable(schema: z.core.$ZodType): boolean {
  let inner = schema;
  while (inner instanceof z.ZodOptional) inner = inner.unwrap();
  return inner instanceof z.ZodNullable;
}
