import * as z from "zod";
import { SomeNamesSchema } from "./hero.ts";
import { HistoricModeIdSchema, ModeIdSchema } from "./roles-and-modes.ts";
import { IdSchema, SourceSchema, schemaKey, TextSchema, UrlSchema } from "./values.ts";

export const MapVariantSchema = z
  .strictObject({
    id: IdSchema.describe("The variant part; the variant is addressable as `<map>-<variant>`."),
    name: TextSchema.describe("The English name."),
    thumbnail: UrlSchema.describe("The address of its picture."),
  })
  .meta({
    id: "MapVariant",
    description: "A cosmetic re-skin. Anything recorded on it belongs to the base map.",
  });

export const MapSchema = z
  .strictObject({
    id: IdSchema,
    name: TextSchema.describe("The English name."),
    mode: ModeIdSchema.describe("The one mode that it is played in."),
    aliases: z
      .array(TextSchema)
      .describe(
        "Alternate and localized spellings seen in match logs or legacy data. Every alias " +
          "resolves to this map.",
      ),
    variants: z
      .array(MapVariantSchema)
      .describe("Cosmetic re-skins. A variant is never its own map."),
    thumbnail: UrlSchema.describe("The address of its picture."),
  })
  .meta({ id: "GameMap" });

/** A map of any time. */
export const HistoricMapSchema = MapSchema.extend({ mode: HistoricModeIdSchema });

/** What patches change of a map: neither spellings nor cosmetics. */
export const MapStateSchema = HistoricMapSchema.pick({ id: true, name: true, mode: true });

/** A variant in a map's file, with its names in other languages and in older data. */
const MapVariantFileSchema = MapVariantSchema.omit({ thumbnail: true }).extend({
  aliases: MapSchema.shape.aliases.optional(),
});

/** A part of a control map, which other modes play alone. It resolves in match logs only. */
export const StageSchema = z.strictObject({
  id: IdSchema,
  name: TextSchema.describe("The English name, without the map's."),
  names: SomeNamesSchema.optional().describe(
    "As the client names it where it is a map of its own.",
  ),
  aliases: z.array(TextSchema).describe("Its names as logs have them, with the map's."),
});

export const CountrySchema = z
  .string()
  .regex(/^[A-Z]{2}$/, { error: "two capitals, such as GB (ISO 3166-1)" })
  .optional()
  .describe("The country that it is set in (ISO 3166-1), where two sources agree.");

/** `gamedata/maps/<id>.json`. */
export const MapFileSchema = z.strictObject({
  ...schemaKey,
  ...MapStateSchema.shape,
  mode: ModeIdSchema,
  country: CountrySchema,
  names: SomeNamesSchema.omit({ en: true }).exactOptional(),
  aliases: MapSchema.shape.aliases,
  variants: z.array(MapVariantFileSchema),
  stages: z.array(StageSchema).optional(),
  sources: z.array(SourceSchema).min(1),
});

export type GameMap = z.infer<typeof HistoricMapSchema>;
export type MapState = z.infer<typeof MapStateSchema>;
export type MapFile = z.infer<typeof MapFileSchema>;
