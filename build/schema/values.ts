import * as z from "zod";

/** Lower-case ASCII words joined by hyphens; the stable name of a thing in URLs, targets and file names. */
export const IdSchema = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  .describe("Lower-case ASCII words joined by hyphens.");

/** One line of text without space at either end. */
export const TextSchema = z.string().regex(/^\S(.*\S)?$/);

/** Absolute `http` or `https` address. */
export const UrlSchema = z.url({ protocol: /^https?$/, hostname: /./ });

/** The address something is reached at: no query, no password, and no slash at the end of what is parsed. */
export const BaseUrlSchema = z
  .string()
  .refine((text) => {
    if (!URL.canParse(text) || /[\s?#]/.test(text)) return false;
    const { protocol, username, password } = new URL(text);
    return /^https?:$/.test(protocol) && username === "" && password === "";
  })
  .transform((text) => new URL(text).href.replace(/\/+$/, ""));

/** A real calendar day, `YYYY-MM-DD`. */
export const DateSchema = z.iso.date();

/** The patch date; `-b`, `-c`, ... from the second patch of one day on. */
export const PatchIdSchema = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}(-[b-z])?$/)
  .describe("The patch date; suffixed `-b`, `-c`, ... only when two patches land on the same day.");

/** What a change changes. */
export const TargetSchema = z
  .string()
  .regex(/^(heroes|maps|roles|modes)(\/[A-Za-z0-9-]+)+$/)
  .describe(
    "A `/`-separated path rooted at a resource collection, such as `heroes/ana/abilities/biotic-grenade/cooldown`.",
  );

/** Where a value was read. Stays in the data files and is no part of the API. */
export const SourceSchema = z
  .strictObject({
    url: UrlSchema.describe("A public address at which a person can read it."),
    date: z
      .string()
      .regex(/^\d{4}-\d{2}(-\d{2})?$/)
      .optional()
      .describe(
        "The day or month of the state that was read there, where the page changes over time.",
      ),
  })
  .describe("Where the values of this file were read.");

/** Every data file may name its JSON Schema, so that an editor completes and checks it. */
export const schemaKey = {
  $schema: z.string().optional().describe("Path of the JSON Schema of this file."),
};

/** The calendar day of a moment, in UTC. */
export function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
