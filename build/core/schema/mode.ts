import * as z from "zod";
import { SourceSchema, schemaKey, TextSchema } from "./values.ts";

/** The core competitive modes, in the order of the specification. */
export const MODES = ["control", "escort", "hybrid", "push", "flashpoint"] as const;

export const ModeIdSchema = z
  .enum(MODES)
  .meta({ id: "ModeId", description: "Id of a core competitive mode." });

export const ModeSchema = z
  .strictObject({ id: ModeIdSchema, name: TextSchema.describe("The English name.") })
  .meta({ id: "Mode" });

/** `gamedata/modes.json`. */
export const ModesFileSchema = z.strictObject({
  ...schemaKey,
  modes: z.array(ModeSchema),
  sources: z.array(SourceSchema).min(1),
});

export type Mode = z.infer<typeof ModeSchema>;
export type ModesFile = z.infer<typeof ModesFileSchema>;
