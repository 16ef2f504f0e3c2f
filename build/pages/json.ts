import * as z from "zod";

/** A document as the site serves it: checked, keys in the schema's order, two spaces, a newline at the end. */
export function toJson<T extends z.core.$ZodType>(schema: T, value: z.input<T>): string {
  return `${JSON.stringify(z.parse(schema, value), null, 2)}\n`;
}
