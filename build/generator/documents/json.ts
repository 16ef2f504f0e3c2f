import * as z from "zod";
import { densely, formatJson } from "../../core/site/parse-json.ts";
import type { JsonDocument } from "../../core/site/site.ts";

/**
 * A document as the site serves it: checked, with its keys in the schema's order. Default of
 * `format`: two spaces, and a newline at the end.
 */
export function toJson<T extends z.core.$ZodType<object>>(
  schema: T,
  value: z.input<T>,
  format: (value: object) => string = formatJson,
): JsonDocument {
  const checked = z.parse(schema, value);
  return { value: checked, text: format(checked) };
}

/** A list with a line for each item. It is no longer than without lines, and as good to compare. */
export function listJson(value: object): string {
  const parts = Object.entries(value).flatMap(([key, part]) => {
    if (part === undefined) return [];
    const items = Array.isArray(part) ? part.map((one) => JSON.stringify(one)) : undefined;
    return `"${key}":${items === undefined ? JSON.stringify(part) : `[\n${items.join(",\n")}\n]`}`;
  });
  return `{${parts.join(",\n")}}\n`;
}

/**
 * A value as dense JSON: half the bytes of a document with many small objects, and as good to
 * compare line by line. Each line begins at its start: what it holds says what it is, and a tenth
 * of the bytes is spared.
 */
export function denseJson(value: object): string {
  return `${densely(JSON.stringify(value, null, 1)).replace(/\n +/g, "\n")}\n`;
}
