import * as z from "zod";
import { schemaKey, TextSchema } from "./values.ts";

/**
 * The units of figures. `flag` is a trait that is there or not; `points` are of ultimate charge.
 */
export const UNITS = [
  "hp",
  "hp/s",
  "s",
  "m",
  "m/s",
  "deg",
  "shots/s",
  "%",
  "count",
  "multiplier",
  "points",
  "flag",
  "none",
] as const;

/** What more of a figure means for the hero who has it. */
export const DIRECTIONS = ["better", "worse", "neutral"] as const;

export const UnitSchema = z.enum(UNITS).meta({
  id: "Unit",
  description:
    "flag: a trait that is present or absent; points: ultimate charge; none: a plain number.",
});

export const DirectionSchema = z.enum(DIRECTIONS).meta({
  id: "Direction",
  description: "What more of a figure means for the hero who has it.",
});

/** The name of a figure's field, such as `damageMin`. */
export const FieldSchema = z
  .string()
  .regex(/^[a-z][A-Za-z0-9]*$/, {
    error: "the name of a field, such as damageMin: letters and digits, a small letter first",
  })
  .refine((name) => !(name in {}), { error: "another name: every object has this property" })
  .describe("Letters and digits, a small letter first, such as damageMin.");

/** A quantity in the unit of its field, or whether a trait is there. */
export const FigureValueSchema = z.union([z.number(), z.boolean()]);

/** Figures of one ability or perk, by field. */
export const FiguresSchema = z
  .record(FieldSchema, FigureValueSchema)
  .refine((figures) => Object.keys(figures).length > 0, { error: "is empty; leave it out" });

/** What is said of a value beside it: how it is to be read, and where. */
export const REMARKS = {
  note: TextSchema.refine((note) => !note.includes("per second"), {
    error: 'has "per second"; set "per" to "second" instead',
  })
    .optional()
    .describe("What it holds for, such as per pellet."),
  per: z.literal("second").optional().describe("Set where it is a rate, which its unit is not."),
  readAs: TextSchema.optional().describe("How the source says it, where that differs."),
};

/** The same of the figures of an ability or perk, by field. */
export const FIGURE_REMARKS = {
  notes: z.record(FieldSchema, REMARKS.note.unwrap()).optional(),
  per: z.record(FieldSchema, REMARKS.per.unwrap()).optional(),
  readAs: z.record(FieldSchema, REMARKS.readAs.unwrap()).optional(),
};

/** One field that a figure may have. */
export const FigureFieldSchema = z
  .strictObject({
    name: FieldSchema,
    label: TextSchema.describe("The field in a sentence, such as minimum damage."),
    unit: UnitSchema,
    more: DirectionSchema.describe(
      "What more of it, or having it, means for the hero whose figure it is.",
    ),
    follows: FieldSchema.optional().describe(
      "The figure that it changes with: a minimum damage, for example, follows the maximum.",
    ),
  })
  .meta({ id: "FigureField" });

/** `gamedata/figures.json`: the vocabulary of figures. */
export const FiguresFileSchema = z.strictObject({
  ...schemaKey,
  figures: z
    .array(FigureFieldSchema)
    .refine((fields) => fields.every(({ name }, at) => name > (fields[at - 1]?.name ?? "")), {
      error: "expected the fields sorted by name, each once",
    }),
  exceptions: z
    .array(
      z.strictObject({
        target: TextSchema.describe("The figures meant; `*` matches any one segment."),
        more: DirectionSchema,
        reason: TextSchema,
      }),
    )
    .describe("Where more of a figure means something else than its field says."),
});

export type Unit = (typeof UNITS)[number];
export type Direction = (typeof DIRECTIONS)[number];
export type FigureValue = z.infer<typeof FigureValueSchema>;
export type Figures = z.infer<typeof FiguresSchema>;
export type FigureField = z.infer<typeof FigureFieldSchema>;
export type FiguresFile = z.infer<typeof FiguresFileSchema>;
