import * as z from "zod";
import {
  FieldSchema,
  FigureFieldSchema,
  FigureValueSchema,
  REMARKS,
  UnitSchema,
} from "./figures.ts";
import { ExpectedPatchSchema } from "./game.ts";
import {
  AbilityFileSchema,
  AbilityKeySchema,
  AbilitySchema,
  HistoricHeroSchema,
  NamesSchema,
  NicknamesSchema,
  PerkTierSchema,
  ReleaseSchema,
  SomeNamesSchema,
  TranslationsSchema,
} from "./hero.ts";
import { CountrySchema, HistoricMapSchema, MapVariantSchema, StageSchema } from "./map.ts";
import {
  CompletenessSchema,
  EFFECTS,
  EffectSchema,
  PatchFileSchema,
  PatchSchema,
  RecordedChangeSchema,
  SideSchema,
  type SingleEffect,
  TargetSchema,
  TeamFormatSchema,
} from "./patch.ts";
import {
  DateSchema,
  IdSchema,
  PatchIdSchema,
  SourceSchema,
  TextSchema,
  UrlSchema,
} from "./values.ts";
import { SureSchema } from "./witness.ts";

/** Since which patch a value has been what it is. */
const SinceSchema = PatchIdSchema.optional().describe(
  "The patch that set this value; absent if the value is as old as the record.",
);

const OriginSourceSchema = UrlSchema.optional().describe(
  "Where its last change was read; absent if no patch changed it.",
);

/** What of a thing a value is of. */
const SUBJECT = {
  part: z.string().describe("What of it, such as Sleep Dart; empty for the thing itself."),
  field: z.string().describe("Which value, such as cooldown; empty for a whole part."),
};

export const FigureSchema = z
  .strictObject({
    field: FieldSchema,
    value: FigureValueSchema.describe("In its unit. For a flag: whether the trait is present."),
    unit: UnitSchema,
    label: TextSchema.describe("The field in words, such as rate of fire."),
    ...REMARKS,
    since: SinceSchema,
    onRecordSince: PatchIdSchema.optional().describe(
      "Set where earlier states have another value or none, and no patch explains why.",
    ),
    source: OriginSourceSchema,
    sure: SureSchema.optional().describe("Absent where no source of its time has the value."),
    gap: TextSchema.optional().describe("Why it is weakly sourced."),
  })
  .meta({ id: "Figure" });

export const GapSchema = z
  .strictObject({
    path: z.string().describe("The path of the value; `*` matches any one segment."),
    reason: TextSchema.describe("What is not known, and why."),
    differs: z.literal(true).optional().describe("Set if another source has another value."),
    before: PatchIdSchema.optional().describe("Set if only states before this patch have the gap."),
  })
  .meta({ id: "Gap", description: "A value that is unknown or weakly sourced." });

/** A gap of the whole list. */
export const ListedGapSchema = z
  .strictObject({
    path: GapSchema.shape.path,
    thing: z.string().describe("What it is of, such as heroes/ana; `heroes/*` is all."),
    name: TextSchema.describe("What the thing is called."),
    ...SUBJECT,
    kind: z.enum(["open", "earlier", "remark"]).meta({
      id: "GapKind",
      description:
        "`open`: a value of today that is not known or in doubt; `earlier`: one of earlier states; " +
        "`remark`: sources that differ, and what is said of maps, roles, patches and many values.",
    }),
    ...GapSchema.omit({ path: true }).shape,
  })
  .meta({ id: "ListedGap" });

export const SourceDetailsSchema = SourceSchema.extend({
  family: TextSchema.describe("Sources of one family copy each other, so they count as one."),
});

/** `/gaps.json`. */
export const GapListSchema = z
  .strictObject({
    lastChecked: DateSchema.describe("The day up to which sources were searched."),
    gaps: z.array(ListedGapSchema).describe("Every gap on record."),
  })
  .meta({ id: "GapList", description: "Everything that is unknown or rests on thin evidence." });

/** How many changes there are of each effect. */
const EffectCountsSchema = z
  .strictObject(
    Object.fromEntries(
      EFFECTS.filter((effect) => effect !== "mixed").map((effect) => [
        effect,
        z.int().positive().optional().describe(`Changes of this effect: ${effect}.`),
      ]),
    ) as Record<SingleEffect, z.ZodOptional<z.ZodInt>>,
  )
  .meta({
    id: "EffectCounts",
    description: "How many changes have each effect. Effects without changes are left out.",
  });

/** `/status.json`. It holds no clock: readers judge whether the newest patch is recent enough. */
export const StatusSchema = z
  .strictObject({
    game: IdSchema,
    patch: PatchIdSchema.describe("Id of the patch that the site describes."),
    historyFrom: PatchIdSchema.describe("Id of the oldest patch whose state can be rebuilt."),
    lastChecked: DateSchema.describe("The day up to which sources were searched."),
    completeness: z
      .record(PatchIdSchema, CompletenessSchema)
      .describe("How complete the record of each patch is, newest first."),
    effects: EffectCountsSchema.describe("Of a whole kit, what is inside it counts."),
    gaps: z.int().nonnegative().describe("How many gaps are on record."),
    expected: z
      .array(ExpectedPatchSchema)
      .describe("Patches that are probable by now or soon; none was found up to lastChecked."),
  })
  .meta({ id: "Status", description: "What the site describes, and how complete it is." });

const UnknownSchema = z
  .record(FieldSchema, TextSchema)
  .optional()
  .describe("Figures that it had or may have had, but whose value is not known, with the reason.");

export const AbilityDetailsSchema = z
  .strictObject({
    id: IdSchema,
    kind: AbilitySchema.shape.kind,
    key: AbilityKeySchema.nullable()
      .optional()
      .describe("What plays it; null where it is not known. Passives have none."),
    weaponKind: AbilityFileSchema.shape.weaponKind,
    name: TextSchema.describe("The English name."),
    names: TranslationsSchema,
    nicknames: NicknamesSchema,
    description: AbilitySchema.shape.description,
    figures: z.array(FigureSchema).describe("The cooldown first, where there is one."),
    unknown: UnknownSchema,
  })
  .meta({ id: "AbilityDetails" });

export const PerkDetailsSchema = z
  .strictObject({
    id: IdSchema,
    tier: PerkTierSchema,
    name: TextSchema.describe("The English name."),
    names: TranslationsSchema,
    key: AbilityKeySchema.optional().describe("What plays the ability that the perk brings."),
    effect: TextSchema.nullable().describe("What it does; null if it has been removed since."),
    affects: z.array(IdSchema).describe("Ids of the abilities that it changes."),
    since: SinceSchema,
    source: OriginSourceSchema,
    gap: TextSchema.optional().describe("Why it is weakly sourced."),
    figures: z.array(FigureSchema).describe("Its numbers, each in its unit."),
    unknown: UnknownSchema,
  })
  .meta({ id: "PerkDetails" });

/** What each thing has beside its own values. */
export const aboutThing = {
  patch: PatchIdSchema.describe(
    "Id of the last patch that changed it, or of the oldest on record.",
  ),
  onRecordSince: PatchIdSchema.describe(
    "The patch that brought it, or the oldest on record: values without `since` are that old.",
  ),
  gaps: z.array(GapSchema).describe("Values of it that are unknown or weakly sourced."),
  sources: z.array(SourceDetailsSchema).describe("Where its values were read."),
};

/** `/details/heroes/<spelling>.json`: all there is about a hero. The contract's Hero is a part. */
export const HeroDetailsSchema = z
  .strictObject({
    id: IdSchema,
    name: TextSchema.describe("The English name."),
    names: NamesSchema,
    aliases: HistoricHeroSchema.shape.aliases,
    role: HistoricHeroSchema.shape.role,
    subrole: HistoricHeroSchema.shape.subrole,
    portrait: HistoricHeroSchema.shape.portrait,
    monogram: TextSchema.describe("Two characters that represent the hero in pictures."),
    patch: aboutThing.patch,
    release: ReleaseSchema,
    onRecordSince: aboutThing.onRecordSince,
    health: z.array(FigureSchema).describe("Each kind of health that the hero has."),
    abilities: z.array(AbilityDetailsSchema).describe("In the order of Hero.abilities."),
    perks: z.array(PerkDetailsSchema).describe("Minor ones first."),
    gaps: aboutThing.gaps,
    sources: aboutThing.sources,
  })
  .meta({ id: "HeroDetails", description: "A hero with figures, perks and evidence." });

/** `/details/maps/<spelling>.json`. */
export const MapDetailsSchema = z
  .strictObject({
    ...HistoricMapSchema.shape,
    names: SomeNamesSchema,
    country: CountrySchema,
    variants: z
      .array(
        z
          .strictObject({
            ...MapVariantSchema.shape,
            aliases: z.array(TextSchema).describe("Its names in other languages and forms."),
          })
          .meta({ id: "MapVariantDetails" }),
      )
      .describe("Cosmetic re-skins. A variant is never its own map."),
    stages: z.array(StageSchema.meta({ id: "Stage" })).describe("The parts of a control map."),
    release: z
      .strictObject({
        date: DateSchema.describe("The day on which it came to the game."),
        patch: PatchIdSchema.describe("Id of the patch that brought it."),
      })
      .nullable()
      .describe("null for a map that is as old as the record."),
    ...aboutThing,
  })
  .meta({ id: "MapDetails", description: "A map with its evidence." });

/** `/details/heroes.json`. */
export const HeroDetailsCollectionSchema = z
  .strictObject({
    data: z.array(HeroDetailsSchema).describe("Every hero, by id."),
    fields: z.array(FigureFieldSchema).describe("What each field of a figure is."),
    meta: z
      .strictObject({
        patch: PatchIdSchema.describe("Id of the patch that the figures are as of."),
        count: z.int().nonnegative().describe("Number of heroes."),
      })
      .describe("What the collection describes, and its size."),
  })
  .meta({ id: "HeroDetailsCollection" });

export const ChangeDetailsSchema = z
  .strictObject({
    ...RecordedChangeSchema.pick({ target: true, from: true, to: true }).shape,
    ...SUBJECT,
    unit: UnitSchema.nullable().describe("null where the change is of no figure."),
    effect: EffectSchema,
    scope: TeamFormatSchema.nullable().describe("null where it holds in both formats."),
    rule: RecordedChangeSchema.shape.rule,
    shared: z
      .boolean()
      .optional()
      .describe("true if it has a rule, or five heroes have the same field and step."),
    inside: TargetSchema.optional().describe(
      "The change of a whole kit that contains this one, listed before it. The kit is not counted.",
    ),
    ...REMARKS,
    note: REMARKS.note.unwrap().nullable().describe("What it holds for; null if nothing is said."),
    source: UrlSchema.nullable().describe("Where the change was read."),
    sure: SureSchema.optional().describe("What the new value of a number of a hero rests on."),
    breaks: RecordedChangeSchema.shape.breaks,
    gap: TextSchema.optional().describe("Why it is weakly sourced."),
    text: TextSchema.describe("The change in a sentence."),
  })
  .meta({ id: "ChangeDetails" });

export const HeroEffectSchema = z
  .strictObject({
    id: IdSchema,
    name: TextSchema.describe("The English name."),
    side: SideSchema,
    effect: EffectSchema.describe("Of its own changes; `new` for a hero who arrives."),
    own: EffectCountsSchema.describe("Its own changes, but for those of 6v6 alone."),
    shared: EffectCountsSchema.describe("Changes that it shares with many heroes."),
    in6v6: EffectCountsSchema.describe("Changes of 6v6 alone."),
    summary: TextSchema.max(140).describe(
      "The same in plain words, shortened: it ends in … where more changed. " +
        "The `text` of each of a patch's `changes` is whole.",
    ),
  })
  .meta({ id: "HeroEffect", description: "What a patch or a season means for a hero." });

/** As much of it as lists have. */
export const HeroSideSchema = HeroEffectSchema.pick({ id: true, side: true, own: true })
  .strip()
  .extend({ shared: HeroEffectSchema.shape.shared.optional() })
  .meta({ id: "HeroSide", description: "What patches mean for a hero: side and counts." });

const SeasonSchema = z
  .strictObject({
    patch: PatchIdSchema.describe("Id of the patch that began it."),
    number: z
      .int()
      .nullable()
      .describe("null for a year of Overwatch 1, whose seasons are events."),
    name: TextSchema.describe("What the season is called, such as Season 5 or 2017."),
    title: z.string().describe("Its theme; empty where it has none."),
    path: z.string().describe("Its page. It moves where a later season has the same number."),
    from: DateSchema.describe("Its first day."),
    to: DateSchema.nullable().describe("Its last day; null for the current season."),
    heroes: z.array(HeroEffectSchema).describe("The heroes that its patches changed, by id."),
  })
  .meta({ id: "Season" });

/** `/seasons.json`. */
export const SeasonListSchema = z
  .strictObject({ seasons: z.array(SeasonSchema).describe("Oldest first.") })
  .meta({ id: "SeasonList" });

/** `/details/patches/<id>.json`. */
export const PatchDetailsSchema = z
  .strictObject({
    ...PatchSchema.omit({ changes: true }).shape,
    revised: PatchFileSchema.shape.revised,
    completeness: CompletenessSchema,
    heroes: z.array(HeroEffectSchema).describe("The heroes it changed, by id."),
    changes: z.array(ChangeDetailsSchema).describe("In the order of the record."),
    unexplained: PatchFileSchema.shape.unexplained
      .unwrap()
      .describe("Values that older states have otherwise, although no patch explains it."),
    gaps: z.array(GapSchema).describe("Values of this patch that are unknown or weakly sourced."),
    sources: z.array(SourceDetailsSchema).describe("Where the changes were read."),
  })
  .meta({ id: "PatchDetails", description: "A patch's changes with what they mean." });

export type Gap = z.infer<typeof GapSchema>;
export type ListedGap = z.infer<typeof ListedGapSchema>;
export type GapList = z.infer<typeof GapListSchema>;
export type Status = z.infer<typeof StatusSchema>;
export type SeasonList = z.infer<typeof SeasonListSchema>;
export type HeroDetailsCollection = z.infer<typeof HeroDetailsCollectionSchema>;
export type Figure = z.infer<typeof FigureSchema>;
export type HeroDetails = z.infer<typeof HeroDetailsSchema>;
export type MapDetails = z.infer<typeof MapDetailsSchema>;
export type PerkDetails = z.infer<typeof PerkDetailsSchema>;
export type AbilityDetails = z.infer<typeof AbilityDetailsSchema>;
export type PatchDetails = z.infer<typeof PatchDetailsSchema>;
export type ChangeDetails = z.infer<typeof ChangeDetailsSchema>;
export type EffectCounts = z.infer<typeof EffectCountsSchema>;
export type HeroSide = z.infer<typeof HeroSideSchema>;
export type HeroEffect = z.infer<typeof HeroEffectSchema>;
