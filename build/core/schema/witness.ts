import * as z from "zod";
import { FigureValueSchema } from "./figures.ts";
import { TargetSchema } from "./patch.ts";
import { DateSchema, IdSchema, schemaKey, TextSchema, UrlSchema } from "./values.ts";

/** What a source has on a day. */
const WitnessDaySchema = z.strictObject({
  day: DateSchema.describe("The day of the state that was read."),
  url: UrlSchema.optional().describe("Set where this day and those after it were read elsewhere."),
  values: z
    .record(TargetSchema, FigureValueSchema.nullable())
    .describe("By target, what differs from the day before; null where it no longer has a value."),
});

/** `gamedata/witnesses/<id>.json`: what an independent source has. */
export const WitnessFileSchema = z.strictObject({
  ...schemaKey,
  id: IdSchema,
  family: TextSchema.describe("The family of the source, as sources.json has it."),
  url: UrlSchema.describe("What was read; `{day}` and `{hero}` represent the day and our hero id."),
  licence: TextSchema.nullable().describe("Its SPDX identifier; null where the source has none."),
  note: TextSchema.describe("What it is, and how it was read."),
  isChangelog: z
    .literal(true)
    .optional()
    .describe("Set where a day has only what was printed on it, and says nothing of the others."),
  days: z
    .array(WitnessDaySchema)
    .min(1)
    .refine((days) => days.every(({ day }, at) => day > (days[at - 1]?.day ?? "")), {
      error: "expected the days in their order, each once",
    })
    .describe("Oldest first."),
});

/** What a value rests on. It is absent where nothing that was read has the value. */
export const SureSchema = z
  .strictObject({
    families: z
      .array(TextSchema)
      .min(1)
      .describe("The independent sources that have the value, the publisher first."),
    tables: z
      .array(z.string())
      .describe("What was read, of each source once: `<id>/<day>` of a table in witnesses.json."),
  })
  .meta({ id: "Sure", description: "What a value rests on, counted from what sources have." });

const count = z.int().nonnegative();

const WitnessSchema = z
  .strictObject({
    id: IdSchema,
    family: TextSchema.describe("Sources of one family copy each other, so they count as one."),
    url: TextSchema.describe("Where its first day was read; `{hero}` represents the id of a hero."),
    days: z
      .array(
        z
          .strictObject({
            day: DateSchema.describe("The day of the state."),
            url: TextSchema.describe("Where it is; `{hero}` as above."),
          })
          .meta({ id: "WitnessDay" }),
      )
      .describe("The days that it has, and where each was read."),
    licence: TextSchema.nullable().describe("Its SPDX identifier; null where it has none."),
    note: TextSchema.describe("What it is, and how it was read."),
    equal: count.describe("Values that are the same on record, each counted on each day."),
    behind: count.describe("Values that the record had earlier."),
    different: count.describe("Values that differ."),
  })
  .meta({ id: "Witness", description: "A table of what a source has, compared with the record." });

/** `/witnesses.json`. */
export const WitnessListSchema = z
  .strictObject({ witnesses: z.array(WitnessSchema).describe("By id.") })
  .meta({ id: "WitnessList", description: "The sources that values are compared with." });

export type Sure = z.infer<typeof SureSchema>;
export type WitnessList = z.infer<typeof WitnessListSchema>;
export type WitnessFile = z.infer<typeof WitnessFileSchema>;
