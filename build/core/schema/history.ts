import * as z from "zod";
import {
  AbilityDetailsSchema,
  aboutThing,
  ChangeDetailsSchema,
  GapSchema,
  HeroDetailsSchema,
  MapDetailsSchema,
  PatchDetailsSchema,
  PerkDetailsSchema,
} from "./details.ts";
import { HistoricRoleSchema } from "./roles-and-modes.ts";
import { IdSchema, PatchIdSchema, TextSchema } from "./values.ts";

const SinceSchema = PatchIdSchema.describe("The patch that made this state.");

const UnexplainedSchema = z
  .array(
    PatchDetailsSchema.shape.unexplained.element.extend({
      patch: PatchIdSchema.describe("The first patch that has the newer values."),
    }),
  )
  .describe("Values that differ between states although no patch is known to have changed them.");

const PlaceSchema = z.int().nonnegative();

/** A state of a hero: what differs from the next newer state. */
export const HeroInTimeSchema = z
  .strictObject({
    since: SinceSchema,
    ...HeroDetailsSchema.omit({ id: true, gaps: true }).partial().shape,
    abilities: z.array(PlaceSchema).optional().describe("Places in the list of abilities."),
    perks: z.array(PlaceSchema).optional().describe("Places in the list of perks."),
  })
  .meta({ id: "HeroInTime", description: "A state, as far as it differs from the newer one." });

/** `/history/heroes/<spelling>.json`. */
export const HeroHistorySchema = z
  .strictObject({
    id: IdSchema,
    patch: PatchIdSchema.describe("Id of the newest patch that the history has."),
    states: z
      .array(HeroInTimeSchema)
      .describe(
        "Newest first; the first one is whole. An older state has the fields that differ from " +
          "the next newer one. Before the last one the hero was not in the game, or there is no " +
          "record.",
      ),
    abilities: z.array(AbilityDetailsSchema).describe("Every ability that a state has."),
    perks: z.array(PerkDetailsSchema).describe("Every perk that a state has."),
    gaps: z.array(GapSchema).describe("Values of all states that are unknown or weakly sourced."),
    unexplained: UnexplainedSchema,
  })
  .meta({ id: "HeroHistory", description: "Every state of a hero." });

/** `/history/maps/<spelling>.json`. */
export const MapHistorySchema = historyOf(
  "Map",
  MapDetailsSchema.shape.id,
  MapDetailsSchema.omit({ id: true }).partial().shape,
);

/** `/history/roles/<role>.json`. */
export const RoleHistorySchema = historyOf(
  "Role",
  HistoricRoleSchema.shape.id,
  z.object({ ...HistoricRoleSchema.omit({ id: true }).shape, ...aboutThing }).partial().shape,
);

function historyOf<Id extends z.ZodType, Fields extends z.ZodRawShape>(
  name: string,
  id: Id,
  fields: Fields,
) {
  const state = z.strictObject({ since: SinceSchema, ...fields }).meta({
    id: `${name}InTime`,
    description: "A state, as far as it differs from the newer.",
  });
  return z
    .strictObject({
      id,
      patch: PatchIdSchema.describe("Id of the newest patch that the history has."),
      states: z.array(state).describe("As in HeroHistory."),
    })
    .meta({ id: `${name}History`, description: `Every state of a ${name.toLowerCase()}.` });
}

/** `/history/rules/<rule>.json`. */
export const RuleHistorySchema = z
  .strictObject({
    id: IdSchema,
    name: TextSchema.describe("What the rules are of, such as Competitive play."),
    patch: PatchIdSchema.describe("Id of the newest patch that the history has."),
    changes: z
      .array(
        ChangeDetailsSchema.omit({ rule: true, shared: true, inside: true })
          .strip()
          .extend({ patch: PatchIdSchema })
          .meta({
            id: "RuleChange",
            description: "A change with its patch.",
          }),
      )
      .describe("Newest first. A value is the `to` of its first change that is not newer."),
  })
  .meta({
    id: "RuleHistory",
    description: "Every change of the rules of a mode, or of all modes.",
  });

export type HeroHistory = z.infer<typeof HeroHistorySchema>;
export type MapHistory = z.infer<typeof MapHistorySchema>;
export type RoleHistory = z.infer<typeof RoleHistorySchema>;
export type RuleHistory = z.infer<typeof RuleHistorySchema>;
