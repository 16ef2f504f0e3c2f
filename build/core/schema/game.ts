import * as z from "zod";
import { FigureValueSchema } from "./figures.ts";
import { AbilityKeySchema, SomeNamesSchema } from "./hero.ts";
import { GapPathSchema, PatchKindSchema, TargetSchema } from "./patch.ts";
import {
  DateSchema,
  IdSchema,
  PatchIdSchema,
  SourceSchema,
  schemaKey,
  TextSchema,
  UrlSchema,
} from "./values.ts";

export const GameSchema = z
  .strictObject({
    id: IdSchema.describe("The {game} path segment of all other routes."),
    name: TextSchema.describe("The game's name, for people."),
  })
  .meta({ id: "Game" });

export const ExpectedPatchSchema = z
  .strictObject({
    kind: PatchKindSchema,
    earliest: DateSchema.describe("The first day on which it is probable."),
    latest: DateSchema.describe("The last such day."),
    reason: TextSchema.describe("Why it is expected then."),
  })
  .describe("A patch that the game's rhythm makes probable, and that no source was found for.");

/** `gamedata/game.json`. */
export const GameFileSchema = z.strictObject({
  ...schemaKey,
  ...GameSchema.shape,
  historyFrom: PatchIdSchema.describe(
    "The oldest patch from which the record of modelled values is complete; earlier states " +
      "cannot be rebuilt.",
  ),
  lastChecked: DateSchema.describe("The day up to which sources were searched for newer patches."),
  expected: z.array(ExpectedPatchSchema).optional(),
});

/** `gamedata/gaps.json`: every value that is unknown or rests on thin evidence. */
export const GapsFileSchema = z.strictObject({
  ...schemaKey,
  gaps: z.array(
    z
      .strictObject({
        path: GapPathSchema,
        before: PatchIdSchema.optional().describe(
          "Set where only the state before this patch is meant.",
        ),
        reason: TextSchema.optional().describe("What is not known, and why."),
        differs: TextSchema.optional().describe(
          "Instead of a reason: why a table of witnesses/ has another value.",
        ),
      })
      .refine(({ reason, differs }) => (reason === undefined) !== (differs === undefined), {
        error: 'expected either "reason" or "differs"',
      }),
  ),
});

/** `gamedata/exceptions.json`: values that look wrong and are right. */
export const ExceptionsFileSchema = z.strictObject({
  ...schemaKey,
  exceptions: z.array(
    z.strictObject({
      path: z
        .string()
        .describe(
          "What the warning names: heroes/<hero>/abilities/<ability>/cooldown, " +
            "heroes/<hero>/health, patches/<patch>/date, patches/<patch>/changes/<target> or " +
            "corrections/<target>.",
        ),
      reason: TextSchema.describe("Why the value is right."),
    }),
  ),
});

/** `gamedata/sources.json`: which sources copy each other. */
export const SourcesFileSchema = z.strictObject({
  ...schemaKey,
  families: z
    .array(
      z.strictObject({
        name: IdSchema,
        reason: TextSchema.describe("Why they count as one source."),
        sources: z
          .array(TextSchema)
          .min(1)
          .describe("Starts of addresses, without the protocol; `*` is any one segment."),
      }),
    )
    .describe("The first that fits counts. Any other repository or host is its own family."),
});

/** One correction of a value that was simply wrong: no change of the game. */
export const CorrectionSchema = z.strictObject({
  date: DateSchema.describe("The day of the correction."),
  target: TargetSchema,
  from: z
    .unknown()
    .describe("The value that was wrong; null of a figure that nobody had written down."),
  to: z
    .unknown()
    .describe("The right value, used today and in every state that had the wrong one."),
  asOf: PatchIdSchema.optional().describe(
    "Set where the value after this older patch was wrong, and today's is another.",
  ),
  reason: TextSchema,
  source: UrlSchema.optional().describe("Where the right value was read."),
});

/** `gamedata/corrections.json`, oldest first. */
export const CorrectionsFileSchema = z.strictObject({
  ...schemaKey,
  corrections: z.array(CorrectionSchema),
});

export type Correction = z.infer<typeof CorrectionSchema>;
export type Game = z.infer<typeof GameSchema>;
export type GameFile = z.infer<typeof GameFileSchema>;
export type SourcesFile = z.infer<typeof SourcesFileSchema>;
export type GapsFile = z.infer<typeof GapsFileSchema>;

/**
 * `gamedata/oldest.json`: every number of the heroes in the oldest state. The record of changes
 * leads from them to today's, so that no number can be edited in one place alone.
 */
export const OldestFileSchema = z.strictObject({
  ...schemaKey,
  patch: PatchIdSchema.describe("The patch of that state; `historyFrom` of game.json."),
  values: z.record(TargetSchema, FigureValueSchema).describe("By target."),
});

/** The same name in every language of the client, English first. */
const SpellingsSchema = z.array(TextSchema).min(1);

/** A map that logs name and that the API does not serve. */
const OtherMapSchema = z.strictObject({
  id: IdSchema,
  name: TextSchema.describe("The English name."),
  names: SomeNamesSchema.omit({ en: true })
    .exactOptional()
    .describe("The name in languages other than English."),
  modes: z.array(IdSchema).min(1).describe("Its modes, each one of `modes`, the main one first."),
  from: PatchIdSchema.optional().describe("The patch that brought it to the core game."),
  until: PatchIdSchema.optional().describe("The patch that took it out of the core game."),
  aliases: z.array(TextSchema).describe("Its names in other languages."),
});

/** `gamedata/log-names.json`: what match logs name, and neither heroes nor maps of the API have. */
export const LogNamesFileSchema = z.strictObject({
  ...schemaKey,
  modes: z.record(IdSchema, SpellingsSchema).describe("The client's names of the modes."),
  modeNames: z.record(IdSchema, SomeNamesSchema).describe("Names of modes by language."),
  teams: z.record(z.enum(["1", "2"]), SpellingsSchema).describe("The client's names of the teams."),
  keys: z
    .partialRecord(AbilityKeySchema, SpellingsSchema)
    .describe("The client's names of the keys."),
  maps: z.array(OtherMapSchema).describe("Maps that the API does not serve."),
  sources: z.array(SourceSchema).min(1),
});

export type LogNamesFile = z.infer<typeof LogNamesFileSchema>;
