import * as z from "zod";
import { FOLDED } from "../spelling/fold.ts";
import { ABILITY_KEYS, type AbilityKey, AbilityKeySchema, AbilitySchema } from "./hero.ts";
import { IdSchema, PatchIdSchema } from "./values.ts";

/** The languages in which the data names every hero. */
export const LANGUAGES = ["en", "ko", "zh"] as const;

export const LanguageSchema = z
  .enum(LANGUAGES)
  .meta({ id: "Language", description: "A language in which every hero has a name." });

const SpellingSchema = z
  .string()
  .min(1)
  .describe(`A spelling ${FOLDED}, or in normal form C and lower case alone.`);

const SlotSchema = AbilitySchema.pick({ id: true, name: true });

/**
 * `/vocabulary.json` and `/vocabulary/<language>.json`: what match logs may say, and what it means.
 */
export const VocabularySchema = z
  .strictObject({
    game: IdSchema.describe("Id of the game."),
    patch: PatchIdSchema.describe("Id of the patch the names are as of."),
    language: LanguageSchema.nullable().describe(
      "null if the file has every recorded spelling. Otherwise it has the names in this " +
        "language and the aliases that use only its script (en: Latin, ko: Hangul, zh: Han), " +
        "because the language of an alias is not recorded.",
    ),
    heroes: z.record(SpellingSchema, IdSchema).describe("Spelling -> hero id."),
    maps: z
      .record(SpellingSchema, IdSchema)
      .describe("Spelling -> map id; a variant's leads to its base map."),
    variants: z
      .record(
        SpellingSchema,
        z.strictObject({
          map: IdSchema.describe("Id of the base map."),
          variant: IdSchema.describe("Id of the variant."),
        }),
      )
      .describe("Spelling of a variant -> its base map and itself."),
    stages: z
      .record(
        SpellingSchema,
        z.strictObject({
          map: IdSchema.describe("Id of the map."),
          stage: IdSchema.describe("Id of the stage."),
        }),
      )
      .describe("Spelling of a stage of a control map, which is not a spelling of the API."),
    otherMaps: z
      .record(
        SpellingSchema,
        z.strictObject({
          map: IdSchema.describe("Id of the map, which the API does not serve."),
          mode: IdSchema.describe("Id of its mode, as in modes."),
          until: PatchIdSchema.optional().describe("The patch that took it out of core play."),
        }),
      )
      .describe("Spelling of a map that logs name and the API does not serve."),
    modes: z
      .record(SpellingSchema, IdSchema)
      .describe("Spelling of a mode -> its id; the API serves the core competitive ones only."),
    teams: z
      .record(
        SpellingSchema,
        z.enum(["1", "2"]).meta({ id: "TeamNumber", description: "The first or the second team." }),
      )
      .describe("The client's names of the two teams -> the number of the team."),
    keys: z.record(SpellingSchema, AbilityKeySchema).describe("Spelling of a key -> the key."),
    abilities: z
      .record(
        SpellingSchema,
        z.array(
          z.strictObject({
            hero: IdSchema.describe("Id of the hero."),
            ability: IdSchema.describe("Id of the ability."),
          }),
        ),
      )
      .describe("Spelling of an ability -> every ability of that name; heroes may share one."),
    perks: z
      .record(
        SpellingSchema,
        z.array(
          z.strictObject({
            hero: IdSchema.describe("Id of the hero."),
            perk: IdSchema.describe("Id of the perk."),
          }),
        ),
      )
      .describe("Spelling of a perk -> every perk of that name."),
    slots: z
      .record(
        IdSchema,
        z.strictObject(
          Object.fromEntries(
            ABILITY_KEYS.map((key) => [key, SlotSchema.optional().describe(`Played by ${key}.`)]),
          ) as Record<AbilityKey, z.ZodOptional<typeof SlotSchema>>,
        ),
      )
      .describe("Hero id -> the ability that each key plays. A key that plays none is absent."),
  })
  .meta({
    id: "Vocabulary",
    description: `For tools in any language: look up a name of a match log ${FOLDED}.`,
  });

export type Language = (typeof LANGUAGES)[number];
export type Vocabulary = z.infer<typeof VocabularySchema>;
