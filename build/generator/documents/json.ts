import * as z from "zod";
import { formatJson } from "../../core/site/parse-json.ts";

/**
 * A document as the site serves it: checked, keys in the schema's order, two spaces, a newline at
 * the end.
 */
export function toJson<T extends z.core.$ZodType>(schema: T, value: z.input<T>): string {
  return formatJson(z.parse(schema, value));
}

/** The same, dense. */
export function toDenseJson<T extends z.core.$ZodType>(schema: T, value: z.input<T>): string {
  return denseJson(z.parse(schema, value));
}

/**
 * A list as the site serves it: checked, with a line for each item. It is no longer than without
 * lines, and as good to compare.
 */
export function toListJson(schema: z.core.$ZodType<object>, value: object): string {
  const parts = Object.entries(z.parse(schema, value)).map(([key, part]) => {
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
export function denseJson(value: unknown): string {
  return `${densely(JSON.stringify(value, null, 1)).replace(/\n +/g, "\n")}\n`;
}

/** A figure, which holds an object: what it rests on. */
const FIGURE = /\{\n *"field": [^{}]*\{[^{}]*\}[^{}]*\}/g;

/**
 * Indented JSON with what holds nothing but plain values in one line each, alone in a list too: a
 * line per figure.
 */
export function densely(json: string): string {
  return json
    .replace(FIGURE, (figure) => figure.replace(/\n\s*/g, " "))
    .replace(/[{[]\n[^{}[\]]*[}\]]/g, (plain) => plain.replace(/\n\s*/g, " "))
    .replace(/\[\n\s*(\{[^\n]*\})\n\s*\]/g, "[$1]");
}
