/*
 * The lists: each item is picked out of what /details has of it, whose other fields are stripped.
 */
import * as z from "zod";
import { collectionSchema } from "./answer-shapes.ts";
import {
  AbilityDetailsSchema,
  ChangeDetailsSchema,
  FigureSchema,
  HeroDetailsSchema,
  HeroSideSchema,
  ListedGapSchema,
  MapDetailsSchema,
  SourceDetailsSchema,
} from "./details.ts";
import { LogNamesFileSchema } from "./game.ts";
import { LocalizedNamesSchema, SomeNamesSchema } from "./hero.ts";
import { HeroInTimeSchema } from "./history.ts";
import { PatchSchema, TeamFormatSchema } from "./patch.ts";
import { DateSchema, IdSchema, PatchIdSchema, TextSchema } from "./values.ts";

const AliasesSchema = z.array(TextSchema).describe("Its other names, as match logs have them.");

/** What each thing with names has. */
const named = {
  id: IdSchema,
  name: TextSchema.describe("The English name."),
  aliases: AliasesSchema,
};

const LabelsSchema = z
  .record(z.string(), TextSchema)
  .describe("Fields in words; absent where the words are those of the field's name.");

const GapMarkSchema = z.literal(true).optional().describe("Set where it is weakly sourced.");

/** `/lists/heroes.json`. */
export const HeroListSchema = collectionSchema(
  "HeroList",
  HeroDetailsSchema.pick({
    id: true,
    name: true,
    names: true,
    role: true,
    subrole: true,
    monogram: true,
    patch: true,
    release: true,
  })
    .strip()
    .extend({ names: LocalizedNamesSchema })
    .meta({ id: "ListedHero" }),
);

/** `/lists/maps.json`. */
export const MapListSchema = collectionSchema(
  "MapList",
  MapDetailsSchema.pick({
    id: true,
    name: true,
    mode: true,
    country: true,
    patch: true,
    release: true,
  })
    .strip()
    .extend({
      stages: z
        .array(
          MapDetailsSchema.shape.stages.element.pick({ id: true, name: true, names: true }).strip(),
        )
        .describe("The parts of a control map, in their order."),
    })
    .meta({ id: "ListedMap" }),
);

/** `/lists/modes.json`. */
export const ModeListSchema = collectionSchema(
  "ModeList",
  z
    .strictObject({
      id: IdSchema,
      name: TextSchema.describe("The English name."),
      names: SomeNamesSchema,
      aliases: AliasesSchema,
      core: z.boolean().describe("Whether it is a core competitive mode, which the API serves."),
    })
    .meta({ id: "ListedMode" }),
  {
    gaps: z.array(ListedGapSchema).describe("What is not known of modes, or weakly sourced."),
    sources: z.array(SourceDetailsSchema).describe("Where the core modes were read."),
  },
);

/** `/lists/other-maps.json`. */
export const OtherMapListSchema = collectionSchema(
  "OtherMapList",
  z
    .strictObject({
      id: IdSchema,
      name: TextSchema.describe("The English name."),
      names: SomeNamesSchema,
      aliases: AliasesSchema,
      modes: z.array(IdSchema).describe("Ids of its modes, as in /lists/modes.json."),
      until: PatchIdSchema.optional().describe("The patch that took it out of the core game."),
    })
    .meta({ id: "OtherMap" }),
);

/** `/lists/patches.json`. */
export const PatchListSchema = collectionSchema(
  "PatchList",
  PatchSchema.pick({ id: true, date: true, kind: true, name: true })
    .strip()
    .extend({
      season: PatchIdSchema.describe("Id of the patch that began its season, as in /seasons.json."),
      changes: z
        .int()
        .nonnegative()
        .describe("How many changes are on record. A kit that changed is not counted."),
      heroes: z.array(HeroSideSchema).describe("The heroes it changed, by id."),
    })
    .meta({ id: "ListedPatch" }),
);

/** `/lists/changes.json`. */
export const ChangeListSchema = collectionSchema(
  "ChangeList",
  z
    .strictObject({
      id: PatchIdSchema,
      changes: z
        .array(
          ChangeDetailsSchema.pick({
            target: true,
            unit: true,
            from: true,
            to: true,
            effect: true,
            rule: true,
            shared: true,
            inside: true,
          })
            .strip()
            .extend({ scope: TeamFormatSchema.optional(), gap: GapMarkSchema })
            .meta({
              id: "ListedChange",
              description:
                "A whole thing is an empty object, and a kit the names of its abilities.",
            }),
        )
        .describe("In the order of the record."),
      unexplained: z
        .int()
        .positive()
        .optional()
        .describe("How many values older states have otherwise although no patch explains it."),
    })
    .meta({ id: "ChangesOfPatch" }),
  {
    names: z
      .record(z.string(), z.string())
      .describe(
        "Names by path, also of what is gone; absent where a name is the id in title case.",
      ),
    labels: LabelsSchema,
    gone: z.array(z.string()).describe("Paths of maps and roles that are no longer in the game."),
  },
);

/** `/lists/names.json`. */
export const NameListSchema = z
  .strictObject({
    patch: PatchIdSchema.describe("Id of the patch the names are as of."),
    heroes: z
      .array(
        HeroDetailsSchema.pick({
          id: true,
          name: true,
          names: true,
          aliases: true,
          role: true,
          monogram: true,
        })
          .strip()
          .meta({ id: "NamedHero" }),
      )
      .describe("By id."),
    maps: z
      .array(
        z
          .object({
            ...named,
            names: SomeNamesSchema,
            variants: z
              .array(z.object({ ...named, aliases: AliasesSchema.optional() }))
              .describe("Each with names of its own, which lead to the map."),
            stages: z.array(z.object(named)).optional().describe("The parts of a control map."),
          })
          .meta({ id: "NamedMap" }),
      )
      .describe("By id."),
    logNames: LogNamesFileSchema.pick({ modes: true, teams: true, keys: true, maps: true })
      .strip()
      .optional()
      .describe("What match logs name beside heroes and maps: modes, teams, keys, other maps."),
    absent: z
      .array(
        z
          .strictObject({
            path: z.string().describe("Where it is or was, such as maps/hanamura."),
            name: TextSchema.describe("The English name."),
            spellings: z.array(TextSchema).describe("What it is called in logs."),
            note: TextSchema.describe("Until or from when it is known."),
          })
          .meta({ id: "AbsentThing" }),
      )
      .describe("What is known, but not in the game as of the patch."),
  })
  .meta({ id: "NameList", description: "Every name of heroes, maps and what match logs name." });

const KitFigureSchema = z
  .strictObject({
    field: FigureSchema.shape.field,
    unit: FigureSchema.shape.unit,
    value: z.number().describe("In its unit."),
    per: FigureSchema.shape.per,
    note: FigureSchema.shape.note.describe("Of hit points: what they hold for."),
    gap: GapMarkSchema,
  })
  .meta({ id: "KitFigure" });

const KitPartSchema = AbilityDetailsSchema.pick({ id: true, name: true })
  .extend({
    key: AbilityDetailsSchema.shape.key.unwrap().unwrap().optional(),
    figures: z
      .array(KitFigureSchema)
      .describe("Its numbers; traits are in /history/heroes/<hero>.json."),
    unknown: z.array(FigureSchema.shape.field).optional().describe("Numbers that are not known."),
  })
  .meta({ id: "KitPart" });

/** `/history/heroes.json`. */
export const HeroHistoryListSchema = collectionSchema(
  "HeroHistoryList",
  z
    .strictObject({
      id: IdSchema,
      states: z
        .array(
          HeroInTimeSchema.pick({
            since: true,
            name: true,
            role: true,
            monogram: true,
            patch: true,
            abilities: true,
            perks: true,
          })
            .strip()
            .extend({
              health: z
                .array(KitFigureSchema)
                .optional()
                .describe("Each kind of health that the hero has."),
            })
            .meta({ id: "KitInTime" }),
        )
        .describe("As in HeroHistory."),
      abilities: z.array(KitPartSchema).describe("Every ability that a state has."),
      perks: z.array(KitPartSchema).describe("Every perk that a state has."),
    })
    .meta({ id: "KitHistory", description: "Every kit of a hero, with its numbers alone." }),
  {
    labels: LabelsSchema,
    checkedUntil: DateSchema.describe(
      "The day up to which sources were searched, or that of the patch where it is not the newest.",
    ),
  },
);

export type ChangeList = z.infer<typeof ChangeListSchema>;
export type HeroHistoryList = z.infer<typeof HeroHistoryListSchema>;
export type HeroList = z.infer<typeof HeroListSchema>;
export type MapList = z.infer<typeof MapListSchema>;
export type ModeList = z.infer<typeof ModeListSchema>;
export type NameList = z.infer<typeof NameListSchema>;
export type OtherMapList = z.infer<typeof OtherMapListSchema>;
export type PatchList = z.infer<typeof PatchListSchema>;
