import * as z from "zod";

/**
 * Lower-case ASCII words joined by hyphens; the stable name of a thing in URLs, targets and file
 * names.
 */
export const IdSchema = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, {
    error: "an id: lower-case ASCII words joined by hyphens, such as soldier-76",
  })
  .describe("Lower-case ASCII words joined by hyphens.");

/** One line of text without space at either end. */
export const TextSchema = z
  .string()
  .regex(/^\S(.*\S)?$/, { error: "one line of text without space at either end" });

/** Absolute `http` or `https` address. */
export const UrlSchema = z.url({
  protocol: /^https?$/,
  hostname: /^[\w.:[\]-]+$/,
  error: "an absolute http or https address, such as https://example.org/notes",
});

/** A real calendar day, `YYYY-MM-DD`. */
export const DateSchema = z.iso.date({ error: "a real calendar date, YYYY-MM-DD" });

/** The patch date; `-b`, `-c`, ... from the second patch of one day on. */
export const PatchIdSchema = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}(-[b-z])?$/, {
    error:
      "a patch id: its date, such as 2026-08-11, or 2026-08-11-b for the second patch of a day",
  })
  .describe("The patch date; suffixed `-b`, `-c`, ... only when two patches land on the same day.");

/** Where a value was read. Stays in the data files and is not part of the API. */
export const SourceSchema = z
  .strictObject({
    url: UrlSchema.describe("A public address at which a person can read it."),
    date: z
      .string()
      .regex(/^\d{4}-\d{2}(-\d{2})?$/, {
        error: "a day or a month, such as 2026-08-11 or 2026-08",
      })
      .optional()
      .describe(
        "The day or month of the state that was read there, where the page changes over time.",
      ),
  })
  .describe("Where the values of this file were read.");

export type Source = z.infer<typeof SourceSchema>;

/** Every data file may name its JSON Schema, so that an editor completes and checks it. */
export const schemaKey = {
  $schema: z.string().optional().describe("Path of the JSON Schema of this file."),
};
