import * as z from "zod";
import { HistoricModeIdSchema, ModeIdSchema } from "./roles-and-modes.ts";
import { IdSchema, SourceSchema, schemaKey, TextSchema, UrlSchema } from "./values.ts";

export const MapVariantSchema = z
  .strictObject({
    id: IdSchema.describe("The variant part; the variant is addressable as `<map>-<variant>`."),
    name: TextSchema.describe("The English name."),
    thumbnail: UrlSchema.describe("Image address under {assets_url}."),
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
    thumbnail: UrlSchema.describe("Image address under {assets_url}."),
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
  aliases: z.array(TextSchema).describe("Its names as logs have them, with the map's."),
});

/** `gamedata/maps/<id>.json`. */
export const MapFileSchema = z.strictObject({
  ...schemaKey,
  ...MapStateSchema.shape,
  mode: ModeIdSchema,
  aliases: MapSchema.shape.aliases,
  variants: z.array(MapVariantFileSchema),
  stages: z.array(StageSchema).optional(),
  sources: z.array(SourceSchema).min(1),
});

export type GameMap = z.infer<typeof HistoricMapSchema>;
export type MapState = z.infer<typeof MapStateSchema>;
export type MapFile = z.infer<typeof MapFileSchema>;
