import * as z from "zod";
import { GameSchema } from "./game.ts";
import { AbilitySchema, HeroSchema, HistoricHeroSchema } from "./hero.ts";
import { HistoricMapSchema, MapSchema } from "./map.ts";
import { PatchChangeSchema, PatchSchema } from "./patch.ts";
import { PROBLEM_TYPES } from "./problems.ts";
import {
  HistoricModeSchema,
  HistoricRoleSchema,
  ModeSchema,
  RoleSchema,
} from "./roles-and-modes.ts";
import { IdSchema, PatchIdSchema } from "./values.ts";

export const MetaSchema = z
  .strictObject({
    patch: PatchIdSchema.describe("Id of the newest patch the data describes."),
    count: z.int().nonnegative().describe("Number of items in the collection."),
  })
  .meta({ id: "Meta" });

/** A list of items, with what else it has. */
export function collectionSchema<
  Item extends z.ZodType,
  More extends z.ZodRawShape = Record<never, never>,
>(id: string, item: Item, more: More = {} as More) {
  return z
    .strictObject({
      data: z.array(item).describe("The items, in a fixed order."),
      ...more,
      meta: MetaSchema.describe("What the collection describes, and its size."),
    })
    .meta({ id });
}

export const GameCollectionSchema = collectionSchema("GameCollection", GameSchema);
export const HeroCollectionSchema = collectionSchema("HeroCollection", HeroSchema);
export const AbilityCollectionSchema = collectionSchema("AbilityCollection", AbilitySchema);
export const MapCollectionSchema = collectionSchema("MapCollection", MapSchema);
export const ModeCollectionSchema = collectionSchema("ModeCollection", ModeSchema);
export const RoleCollectionSchema = collectionSchema("RoleCollection", RoleSchema);
export const PatchCollectionSchema = collectionSchema("PatchCollection", PatchSchema);
export const PatchChangeCollectionSchema = collectionSchema(
  "PatchChangeCollection",
  PatchChangeSchema,
);

/** The lists of things of any time. */
export const HISTORIC_COLLECTIONS = {
  heroes: collectionSchema("HistoricHeroCollection", HistoricHeroSchema),
  maps: collectionSchema("HistoricMapCollection", HistoricMapSchema),
  modes: collectionSchema("HistoricModeCollection", HistoricModeSchema),
  roles: collectionSchema("HistoricRoleCollection", HistoricRoleSchema),
};

export const HealthSchema = z
  .strictObject({
    status: z.enum(["ok"]).meta({ id: "HealthStatus", description: "The service is available." }),
    patch: PatchIdSchema.describe("Patch id the deployment describes."),
    version: z.string().min(1).describe("Identifier of the commit the deployment was built from."),
  })
  .meta({ id: "Health" });

/** This is not an enumeration, because each address begins with that of the deployment. */
export const ProblemTypeSchema = z.url().meta({
  id: "ProblemType",
  description:
    "Address of a page that explains the problem; it ends in " +
    `${Object.keys(PROBLEM_TYPES).join(", ")}.`,
});

/** Open, since members may be added to a problem (RFC 9457 §3.2). */
export const ProblemSchema = z
  .object({
    type: ProblemTypeSchema,
    title: z.string().describe("The status phrase."),
    status: z.int().describe("HTTP status."),
    detail: z.string().describe("What is wrong with this request, and what to do."),
    instance: z.string().describe("The request path that failed, without the query."),
    suggestions: z
      .array(
        z
          .object({
            collection: z.string().describe("heroes, maps or patches."),
            id: IdSchema,
            name: z.string().describe("The English name; of a patch the id."),
          })
          .meta({ id: "Suggestion" }),
      )
      .exactOptional()
      .describe(
        "What the name in the path may have meant, likeliest first. Static files have none.",
      ),
  })
  .meta({ id: "Problem", description: "RFC 9457 problem document." });

export type Problem = z.infer<typeof ProblemSchema>;
export type PatchCollection = z.infer<typeof PatchCollectionSchema>;
