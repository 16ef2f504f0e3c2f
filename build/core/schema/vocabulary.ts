import * as z from "zod";
import { AbilitySchema } from "./hero.ts";
import { IdSchema, PatchIdSchema } from "./values.ts";

/** The languages in which the data names every hero. */
export const LANGUAGES = ["en", "ko", "zh"] as const;

export const LanguageSchema = z
  .enum(LANGUAGES)
  .meta({ id: "Language", description: "A language in which every hero has a name." });

const SpellingSchema = z
  .string()
  .min(1)
  .describe("A spelling in Unicode normal form C and lower case.");

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
      .describe(
        "Spelling of a variant -> its base map and itself. Localized names of variants are " +
          "aliases of the map, and are listed only in maps.",
      ),
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
        z.strictObject({
          ability1: SlotSchema.describe("What logs call Ability 1."),
          ability2: SlotSchema.describe("What logs call Ability 2."),
          ultimate: SlotSchema.describe("What logs call the ultimate."),
        }),
      )
      .describe("Hero id -> the abilities that match logs report by slot."),
  })
  .meta({
    id: "Vocabulary",
    description:
      "For tools in any language: put a name of a match log into Unicode normal form C and " +
      "lower case, and look it up.",
  });

export type Language = (typeof LANGUAGES)[number];
export type Vocabulary = z.infer<typeof VocabularySchema>;
