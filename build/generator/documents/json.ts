import * as z from "zod";

/**
 * A document as the site serves it: checked, keys in the schema's order, two spaces, a newline at
 * the end.
 */
export function toJson<T extends z.core.$ZodType>(schema: T, value: z.input<T>): string {
  return `${JSON.stringify(z.parse(schema, value), null, 2)}\n`;
}

/**
 * The same, dense: half the bytes of a document with many small objects, and as good to compare
 * line by line.
 */
export function toDenseJson<T extends z.core.$ZodType>(schema: T, value: z.input<T>): string {
  return withoutIndent(densely(toJson(schema, value)));
}

/**
 * Each line from its start: what a line holds says what it is, and a tenth of the bytes is spared.
 */
export function withoutIndent(text: string): string {
  return text.replace(/\n +/g, "\n");
}

/**
 * Indented JSON with what holds nothing but plain values in one line each, alone in a list too: a
 * line per figure.
 */
export function densely(json: string): string {
  return json
    .replace(/[{[]\n[^{}[\]]*[}\]]/g, (plain) => plain.replace(/\n\s*/g, " "))
    .replace(/\[\n\s*(\{[^\n]*\})\n\s*\]/g, "[$1]");
}
