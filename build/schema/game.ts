import * as z from "zod";
import { IdSchema, PatchIdSchema, schemaKey, TextSchema } from "./values.ts";

export const GameSchema = z
  .strictObject({
    id: IdSchema.describe("The {game} path segment of all other routes."),
    name: TextSchema,
  })
  .meta({ id: "Game" });

/** `gamedata/game.json`. */
export const GameFileSchema = z.strictObject({
  ...schemaKey,
  ...GameSchema.shape,
  historyFrom: PatchIdSchema.describe(
    "The oldest patch back to which the record of modelled values is held to be complete; states before it are not offered.",
  ),
});

/** `gamedata/gaps.json`: every value that is unknown or rests on thin evidence. */
export const GapsFileSchema = z.strictObject({
  ...schemaKey,
  gaps: z.array(
    z.strictObject({
      path: z
        .string()
        .regex(/^(heroes|maps|roles|modes|patches)(\/[^/]+)*$/)
        .describe("Path of the value; `*` stands for any one segment, `**` for any number of them."),
      before: PatchIdSchema.optional().describe("Set where only the state before this patch is meant."),
      reason: TextSchema,
    }),
  ),
});

export type Game = z.infer<typeof GameSchema>;
export type GameFile = z.infer<typeof GameFileSchema>;
export type GapsFile = z.infer<typeof GapsFileSchema>;
