import * as z from "zod";
import { PATCH_KINDS } from "../game/day.ts";
import { isOverwatch1 } from "../game/eras.ts";
import { COLLECTION_NAMES } from "./collections.ts";
import { REMARKS } from "./figures.ts";
import {
  DateSchema,
  PatchIdSchema,
  SourceSchema,
  schemaKey,
  TextSchema,
  UrlSchema,
} from "./values.ts";

/** `heroes, maps, modes or roles`. */
const COLLECTIONS_LISTED = COLLECTION_NAMES.join(", ").replace(/, (\w+)$/, " or $1");

/** What a change changes. */
export const TargetSchema = z
  .string()
  .regex(new RegExp(`^(${COLLECTION_NAMES.join("|")})(/[A-Za-z0-9-]+)+$`), {
    error:
      `a target: ${COLLECTIONS_LISTED}, an id, then a path, joined by slashes, such as ` +
      "heroes/ana/health/standard",
  })
  .describe(
    "A `/`-separated path rooted at a resource collection, such as " +
      "`heroes/ana/abilities/biotic-grenade/cooldown`.",
  );

/**
 * The path of a value, in which `*` matches any one segment, `**` for any number of them and
 * `{a,b}` for either.
 */
export const GapPathSchema = z
  .string()
  .regex(new RegExp(`^(${COLLECTION_NAMES.join("|")}|patches)(/[^/]+)*$`), {
    error:
      `a path from ${COLLECTION_NAMES.join(", ")} or patches, joined by slashes, such as ` +
      "heroes/ana/names/ko",
  })
  .describe(
    "Path of the value; `*` matches any one segment, `**` any number of segments, and `{a,b}` " +
      "either of the two.",
  );

export const PatchKindSchema = z.enum(PATCH_KINDS).meta({
  id: "PatchKind",
  description: "In Overwatch 1, a season opens an event, a hero or a map.",
});

/** What a change means. Only several changes together are mixed. */
export const EFFECTS = [
  "buff",
  "nerf",
  "neutral",
  "mixed",
  "new",
  "gone",
  "rule",
  "unknown",
] as const;

export const EffectSchema = z.enum(EFFECTS).meta({
  id: "Effect",
  description:
    "What it means for the hero. `new` and `gone` are things and values that were added or " +
    "removed, " +
    "`rule` is about the game and not about strength, and `unknown` has its reason in the note.",
});

/** What a patch means for a hero, in one word. */
export const SIDES = [
  "new",
  "removed",
  "reworked",
  "buffed",
  "nerfed",
  "mixed",
  "other",
  "shared",
] as const;

export const SideSchema = z.enum(SIDES).meta({
  id: "Side",
  description:
    "What a patch means for a hero. `reworked`: the whole kit changed; `mixed`: own buffs and " +
    "nerfs; `other`: changes of its own that are neither; `shared`: nothing but shared ones.",
});

export const PatchChangeSchema = z
  .strictObject({
    target: TargetSchema,
    from: z
      .unknown()
      .optional()
      .describe("The value before the patch (may be null); absent when the thing is new."),
    to: z
      .unknown()
      .optional()
      .describe("The value after the patch (may be null); absent when the thing is gone."),
  })
  .meta({ id: "PatchChange" });

export const PatchSchema = z
  .strictObject({
    id: PatchIdSchema,
    date: DateSchema.describe("The day on which it went live."),
    kind: PatchKindSchema,
    name: TextSchema.describe("What the patch is called."),
    sourceUrl: UrlSchema.nullable().describe(
      "Where it was published: the official notes, or another page; null where there is none.",
    ),
    summary: TextSchema.nullable().describe(
      "What it did, in a sentence; null where nobody wrote one.",
    ),
    changes: z.array(PatchChangeSchema).describe("Covers the core competitive game only."),
  })
  .meta({ id: "Patch" });

/** How much of a patch its record holds. */
export const CompletenessSchema = z
  .discriminatedUnion("state", [
    z.strictObject({ state: z.literal("complete").describe("The notes were read whole.") }),
    z.strictObject({
      state: z.literal("partial").describe("Some of the notes were not read."),
      missing: TextSchema.describe("What the record lacks, in a sentence."),
    }),
    z.strictObject({
      state: z.literal("unknown").describe("The patch was not read in the publisher's notes."),
    }),
  ])
  .meta({
    id: "Completeness",
    description: "`complete` if the official notes, or a copy of them, were read completely.",
  });

/** The format in which a change holds, where it is one of the two alone. */
export const TeamFormatSchema = z
  .enum(["5v5", "6v6"])
  .meta({ id: "TeamFormat", description: "A format of play." });

/** One recorded change. What explains it is not part of the contract's `PatchChange`. */
export const RecordedChangeSchema = PatchChangeSchema.extend({
  rule: TextSchema.optional().describe("The rule of the patch that it follows, as others do."),
  ...REMARKS,
  scope: TeamFormatSchema.optional().describe(
    "Set where the change holds in one of the two formats only.",
  ),
  source: UrlSchema.optional().describe(
    "Where this change was read, when not in the official notes that the patch's sources copy.",
  ),
  breaks: TextSchema.optional().describe(
    "Why `from` is not what the record before this patch leads to.",
  ),
  percent: z
    .number()
    .optional()
    .describe("The step that the notes print instead of values. It must match both sides."),
  alone: TextSchema.optional().describe(
    "Why figures that follow this one (`follows` in figures.json) do not change with it.",
  ),
  effect: EffectSchema.exclude(["mixed"])
    .optional()
    .describe("The meaning, if the field does not decide it. `note` or `readAs` says why."),
});

/** What a season is called, in the file of the patch that began it. */
const SeasonNameSchema = z.strictObject({
  number: z.int().positive().describe("The game began to count again in 2026."),
  title: TextSchema.optional().describe("Its theme, such as A Grim Doctrine."),
});

/** A change as patches record it: something changes, and a stated effect has its reason. */
const PatchFileChangeSchema = RecordedChangeSchema.refine(
  ({ from, to }) => JSON.stringify(from) !== JSON.stringify(to),
  {
    error:
      'expected "from" and "to" that differ; a new thing has only "to", a removed one only "from"',
  },
).refine(({ effect, note, readAs }) => effect === undefined || (note ?? readAs) !== undefined, {
  path: ["effect"],
  error: 'expected a "note" that says why',
});

/** `gamedata/patches/<id>.json`. */
export const PatchFileSchema = z
  .strictObject({
    ...schemaKey,
    ...PatchSchema.omit({ changes: true }).shape,
    season: SeasonNameSchema.optional().describe("Set where the patch begins a numbered season."),
    revised: DateSchema.optional().describe("The last day on which its record was added to."),
    completeness: CompletenessSchema,
    changes: z.array(PatchFileChangeSchema),
    unexplained: z
      .array(
        z.strictObject({
          reason: TextSchema.describe("Why older states differ."),
          open: z.literal(true).optional().describe("Set where the value of today is not known."),
          changes: z.array(PatchChangeSchema).min(1).describe("The values that differ."),
        }),
      )
      .optional()
      .describe(
        "Values that states before this patch have otherwise, or do not have, although no patch is " +
          "known to have changed them: sources disagree, or none of that time was found.",
      ),
    sources: z.array(SourceSchema).optional().describe("Where the changes were read."),
  })
  .refine(({ id, date }) => id.startsWith(date), {
    path: ["date"],
    error: "expected the date of the id",
  })
  .refine(({ season, kind }) => season === undefined || kind === "season", {
    path: ["season"],
    error: "only a patch of the kind season begins a season",
  })
  .refine(
    ({ season, kind, date }) => season !== undefined || kind !== "season" || isOverwatch1(date),
    {
      path: ["season"],
      error: 'expected its number and title: { "number": 6, "title": "A Grim Doctrine" }',
    },
  );

export type Effect = (typeof EFFECTS)[number];
/** An effect that a single change can have. */
export type SingleEffect = Exclude<Effect, "mixed">;
export type Side = (typeof SIDES)[number];
export type PatchChange = z.infer<typeof PatchChangeSchema>;
export type Patch = z.infer<typeof PatchSchema>;
export type RecordedChange = z.infer<typeof RecordedChangeSchema>;
export type Completeness = z.infer<typeof CompletenessSchema>;
export type PatchFile = z.infer<typeof PatchFileSchema>;
