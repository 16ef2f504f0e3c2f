import * as z from "zod";
import { HeroStateSchema } from "./hero.ts";
import { IdSchema, PatchIdSchema, schemaKey } from "./values.ts";

/**
 * `gamedata/oldest.json`: health, cooldowns, figures and perks of the oldest state. The record of
 * changes leads from them to today's, so that no number can be edited in one place alone.
 */
export const OldestFileSchema = z.strictObject({
  ...schemaKey,
  patch: PatchIdSchema.describe("The patch after which they stood; `historyFrom` of game.json."),
  heroes: z.record(
    IdSchema,
    HeroStateSchema.pick({ health: true, figures: true, perks: true })
      .extend({ cooldowns: z.record(IdSchema, z.number().positive()).describe("By ability.") })
      .partial(), // an older revision has neither health nor cooldowns
  ),
});

export type OldestFile = z.infer<typeof OldestFileSchema>;
