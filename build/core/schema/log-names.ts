import * as z from "zod";
import { AbilityKeySchema } from "./hero.ts";
import { IdSchema, PatchIdSchema, SourceSchema, schemaKey, TextSchema } from "./values.ts";

/** The same name in every language of the client, English first. */
const SpellingsSchema = z.array(TextSchema).min(1);

/** A map that logs name and that the API does not serve. */
const OtherMapSchema = z.strictObject({
  id: IdSchema,
  name: TextSchema.describe("The English name."),
  mode: IdSchema.describe("Its mode, one of `modes`."),
  from: PatchIdSchema.optional().describe("The patch that brought it to the core game."),
  until: PatchIdSchema.optional().describe("The patch that took it out of the core game."),
  aliases: z.array(TextSchema),
});

/** `gamedata/log-names.json`: what match logs name, and neither heroes nor maps of the API have. */
export const LogNamesFileSchema = z.strictObject({
  ...schemaKey,
  modes: z.record(IdSchema, SpellingsSchema),
  teams: z.record(z.enum(["1", "2"]), SpellingsSchema).describe("The client's names of the teams."),
  keys: z.partialRecord(AbilityKeySchema, SpellingsSchema),
  maps: z.array(OtherMapSchema),
  sources: z.array(SourceSchema).min(1),
});

export type LogNamesFile = z.infer<typeof LogNamesFileSchema>;
