import * as z from "zod";
import { densely, formatJson } from "../../core/site/parse-json.ts";
import type { JsonDocument } from "../../core/site/site.ts";

/**
 * A document as the site serves it: checked, keys in the schema's order, two spaces, a newline at
 * the end.
 */
export function toJson<T extends z.core.$ZodType>(schema: T, value: z.input<T>): string {
  return formatJson(z.parse(schema, value));
}

/** The same, dense, with its value. */
export function toDenseJson<T extends z.core.$ZodType<object>>(
  schema: T,
  value: z.input<T>,
): JsonDocument {
  const checked = z.parse(schema, value);
  return { value: checked, text: denseJson(checked) };
}

/**
 * A list as the site serves it: checked, with a line for each item. It is no longer than without
 * lines, and as good to compare.
 */
export function toListJson(schema: z.core.$ZodType<object>, value: object): JsonDocument {
  const checked = z.parse(schema, value);
  const own = Object.entries(checked).filter(([, part]) => part !== undefined);
  const parts = own.map(([key, part]) => {
    const items = Array.isArray(part) ? part.map((one) => JSON.stringify(one)) : undefined;
    return `"${key}":${items === undefined ? JSON.stringify(part) : `[\n${items.join(",\n")}\n]`}`;
  });
  return { value: checked, text: `{${parts.join(",\n")}}\n` };
}

/**
 * A value as dense JSON: half the bytes of a document with many small objects, and as good to
 * compare line by line. Each line begins at its start: what it holds says what it is, and a tenth
 * of the bytes is spared.
 */
function denseJson(value: unknown): string {
  return `${densely(JSON.stringify(value, null, 1)).replace(/\n +/g, "\n")}\n`;
}
