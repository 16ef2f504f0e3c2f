import * as z from "zod";
import { ROLES } from "../game/roles.ts";
import { FIGURE_REMARKS, FiguresSchema } from "./figures.ts";
import {
  DateSchema,
  IdSchema,
  PatchIdSchema,
  SourceSchema,
  schemaKey,
  TextSchema,
  UrlSchema,
} from "./values.ts";

/** Roles until 2018-06-26, when they became damage. */
export const FORMER_ROLES = ["offense", "defense"] as const;

/** In the order of the specification; each belongs to one role, which `roles.json` says. */
export const SUBROLES = [
  "bruiser",
  "initiator",
  "stalwart",
  "flanker",
  "recon",
  "sharpshooter",
  "specialist",
  "medic",
  "survivor",
  "tactician",
] as const;

/**
 * Enumerations have names of their own in descriptions, so that generated clients have one type for
 * each.
 */
export const HeroRoleSchema = z.enum(ROLES).meta({ id: "HeroRole", description: "Id of a role." });

/** A role of any time. */
export const HistoricRoleIdSchema = z
  .enum([...FORMER_ROLES, ...ROLES])
  .meta({ id: "HistoricRoleId", description: "Id of a role of any time." });

export const SubroleIdSchema = z
  .enum(SUBROLES)
  .meta({ id: "SubroleId", description: "Id of a sub-role; each belongs to one role." });
const LANGUAGE_TAG = "a language tag, such as ko or pt-BR";

export const ABILITY_KINDS = ["primary", "secondary", "ability", "ultimate", "passive"] as const;

export const AbilityKindSchema = z.enum(ABILITY_KINDS).meta({ id: "AbilityKind" });

/** The inputs that play abilities, as match logs report them. */
export const ABILITY_KEYS = [
  "primaryFire",
  "secondaryFire",
  "ability1",
  "ability2",
  "ultimate",
  "crouch",
  "jump",
  "reload",
] as const;

export const AbilityKeySchema = z.enum(ABILITY_KEYS).meta({
  id: "AbilityKey",
  description: "The input that plays an ability by default, as match logs report it.",
});

/** How a weapon hits. */
export const WeaponKindSchema = z.enum(["hitscan", "projectile", "beam", "melee"]).meta({
  id: "WeaponKind",
  description:
    "How a weapon hits: at once, by what flies, by a lasting beam or spray, or by a swing.",
});

export const LocalizedNamesSchema = z
  .strictObject({
    en: TextSchema.describe("English, as the game client writes it."),
    ko: TextSchema.describe("Korean, as the game client writes it."),
    zh: TextSchema.describe("Simplified Chinese, as the game client writes it."),
  })
  .meta({
    id: "LocalizedNames",
    description: "The name in each language that heroes are named in.",
  });

const NAMES = "The name in each language of the game client; absent where no source has it.";

const nameIn = (language: string) => TextSchema.exactOptional().describe(`${language}.`);

export const NamesSchema = LocalizedNamesSchema.extend({
  "zh-TW": nameIn("Traditional Chinese"),
  ja: nameIn("Japanese"),
  de: nameIn("German"),
  es: nameIn("Spanish of Spain"),
  "es-MX": nameIn("Spanish of Latin America"),
  fr: nameIn("French"),
  it: nameIn("Italian"),
  pl: nameIn("Polish"),
  "pt-BR": nameIn("Portuguese of Brazil"),
  ru: nameIn("Russian"),
  th: nameIn("Thai"),
  tr: nameIn("Turkish"),
}).meta({ id: "Names", description: NAMES });

/** The same for maps, whose names in Korean and Chinese may be unknown too. */
export const SomeNamesSchema = NamesSchema.extend({
  ko: nameIn("Korean"),
  zh: nameIn("Simplified Chinese"),
}).meta({ id: "SomeNames", description: NAMES });

export const HeroHealthSchema = z
  .strictObject({
    standard: z.int().nonnegative().describe("Ordinary health."),
    armor: z.int().nonnegative().describe("The part that is armor."),
    shields: z.int().nonnegative().describe("The part that is shields."),
    total: z.int().positive().describe("standard + armor + shields."),
  })
  .meta({
    id: "HeroHealth",
    description: "Baseline recoverable hit-point pool in 5v5 Role Queue.",
  });

export const AbilitySchema = z
  .strictObject({
    id: IdSchema.describe("Unique within the hero."),
    kind: AbilityKindSchema.describe("The slot the ability occupies."),
    name: TextSchema.describe("The English name."),
    description: TextSchema.nullable().describe(
      "What it does, in English; null where it is not on record.",
    ),
    cooldown: z
      .number()
      .positive()
      .nullable()
      .describe(
        "Seconds, of one charge where there are charges. Null: it has none, or, where `getGaps` lists it, none that is known.",
      ),
  })
  .meta({ id: "Ability" });

export const HeroSchema = z
  .strictObject({
    id: IdSchema,
    name: TextSchema.describe("The English name."),
    names: LocalizedNamesSchema,
    role: HeroRoleSchema,
    subrole: SubroleIdSchema.describe("The game's official gameplay sub-role."),
    health: HeroHealthSchema,
    aliases: z
      .array(TextSchema)
      .describe(
        "Alternate spellings seen in match logs or legacy data. Every alias resolves to this hero.",
      ),
    abilities: z
      .array(AbilitySchema)
      .describe(
        "Complete kit. The first three are always Ability 1, Ability 2 and Ultimate (match-log " +
          "compatibility); weapon modes, passives, alternate forms and additional inputs follow.",
      ),
    portrait: UrlSchema.describe("The address of its picture."),
  })
  .meta({ id: "Hero" });

/** A hero of any time: heroes have a sub-role since 2026-02-10. */
export const HistoricHeroSchema = HeroSchema.extend({
  role: HistoricRoleIdSchema,
  subrole: SubroleIdSchema.nullable().describe("Null before the game had sub-roles."),
});

export const PERK_TIERS = ["minor", "major"] as const;

export const PerkTierSchema = z
  .enum(PERK_TIERS)
  .meta({ id: "PerkTier", description: "Whether it is a minor or a major perk." });

/** Names by language tag, such as `ko` or `pt-BR`; English is the name itself. */
export const TranslationsSchema = z
  .record(z.string().regex(/^[a-z]{2}(-[A-Z]{2})?$/, { error: LANGUAGE_TAG }), TextSchema)
  .describe("Names by language tag; English is the name itself.");

/** What patches change of an ability: its fields and its figures. */
export const AbilityStateSchema = z.strictObject({
  ...AbilitySchema.shape,
  figures: FiguresSchema.optional(),
});

/** What patches change of a perk. */
export const PerkStateSchema = z.strictObject({
  id: IdSchema.describe("Unique within the hero."),
  tier: PerkTierSchema,
  name: TextSchema,
  figures: FiguresSchema.optional(),
});

/**
 * What patches change of a hero, and so what the record of changes can rebuild: no spelling of
 * ours, no sum, no address.
 */
export const HeroStateSchema = HeroSchema.omit({
  name: true,
  aliases: true,
  portrait: true,
}).extend({
  role: HistoricRoleIdSchema,
  subrole: HeroSchema.shape.subrole.optional(),
  health: HeroHealthSchema.omit({ total: true }),
  abilities: z.array(AbilityStateSchema),
  perks: z.array(PerkStateSchema),
});

type FilePart = z.output<typeof PerkFileSchema> | z.output<typeof AbilityFileSchema>;

/** Whether remarks are of figures that a part has. */
function hasFigures({ figures = {}, notes, per, readAs }: FilePart): boolean {
  return Object.keys({ ...notes, ...per, ...readAs }).every((field) => field in figures);
}

const ofFigures = { error: "expected notes, per and readAs of figures that it has" };

export const NicknamesSchema = z
  .array(TextSchema)
  .optional()
  .describe("What players call it, for searches; no lookup finds it.");

/** An ability in a hero's file: the fields of the API, its other names, and its figures. */
export const AbilityFileSchema = z.strictObject({
  ...AbilityStateSchema.shape,
  key: AbilityKeySchema.nullable()
    .optional()
    .describe("What plays it; null where it is not known. Passives have none."),
  weaponKind: WeaponKindSchema.optional().describe("How it hits; weapons have it."),
  names: TranslationsSchema.optional(),
  nicknames: NicknamesSchema,
  description: z
    .string()
    .regex(/^[A-Z][a-z]*[a-rt-z]s\s.*\.$/, {
      error:
        "what the ability does: a verb in the third person first, a full stop last, such as " +
        '"Heals nearby allies."',
    })
    .nullable(),
  ...FIGURE_REMARKS,
});

/** A perk in a hero's file. */
const PerkFileSchema = z.strictObject({
  ...PerkStateSchema.shape,
  names: TranslationsSchema.optional(),
  effect: TextSchema.describe("What it does, in a sentence of our own."),
  key: AbilityKeySchema.optional().describe("What plays the ability that the perk brings."),
  affects: z.array(IdSchema).optional().describe("Ids of the abilities that it changes."),
  ...FIGURE_REMARKS,
});

/** A key that an ability had, which may itself be gone. Without `from`, since it was added. */
export const FormerKeySchema = z.strictObject({
  ability: IdSchema,
  key: AbilityKeySchema,
  from: PatchIdSchema.optional().describe("The patch that gave it this key."),
  until: PatchIdSchema.describe("The patch that took the key or the ability away."),
});

/** When a hero joined the game. */
export const ReleaseSchema = z
  .strictObject({
    date: DateSchema.describe("The day on which the hero joined the game for good."),
    number: z
      .int()
      .positive()
      .nullable()
      .describe("Its number in order of release; null for the 21 heroes at launch."),
  })
  .meta({ id: "Release", description: "When a hero joined the game." });

/** In the letters of Latin-1, of which the pictures have outlines. */
const MonogramSchema = z
  .string()
  .regex(/^([A-ZÀ-ÖØ-Þ][a-zß-öø-ÿ]|[0-9]{2})$/, {
    error: "a capital and a small letter, or two digits, such as An or 76",
  })
  .describe("Two characters that represent the hero in pictures; unique, and never changed.");

/** `gamedata/heroes/<id>.json`. */
export const HeroFileSchema = z.strictObject({
  ...schemaKey,
  id: HeroStateSchema.shape.id,
  names: NamesSchema,
  monogram: MonogramSchema.optional(),
  role: HeroSchema.shape.role,
  subrole: HeroSchema.shape.subrole,
  health: HeroStateSchema.shape.health,
  release: ReleaseSchema,
  aliases: HeroSchema.shape.aliases,
  abilities: z.array(AbilityFileSchema.refine(hasFigures, ofFigures)),
  perks: z.array(PerkFileSchema.refine(hasFigures, ofFigures)).optional(),
  formerKeys: z.array(FormerKeySchema).optional(),
  sources: z.array(SourceSchema).min(1),
});

export type Ability = z.infer<typeof AbilitySchema>;
export type Hero = z.infer<typeof HistoricHeroSchema>;
export type HeroState = z.infer<typeof HeroStateSchema>;
export type HeroFile = z.infer<typeof HeroFileSchema>;
export type AbilityKey = z.infer<typeof AbilityKeySchema>;
export type AbilityState = z.infer<typeof AbilityStateSchema>;
export type PerkState = z.infer<typeof PerkStateSchema>;
