import * as z from "zod";
import { FigureValueSchema } from "./figures.ts";
import { TargetSchema } from "./target.ts";
import { PatchIdSchema, schemaKey } from "./values.ts";

/**
 * `gamedata/oldest.json`: every number of the heroes in the oldest state. The record of changes
 * leads from them to today's, so that no number can be edited in one place alone.
 */
export const OldestFileSchema = z.strictObject({
  ...schemaKey,
  patch: PatchIdSchema.describe("The patch of that state; `historyFrom` of game.json."),
  values: z.record(TargetSchema, FigureValueSchema).describe("By target."),
});
