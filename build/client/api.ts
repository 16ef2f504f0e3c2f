import type * as z from "zod";
import type {
  AbilityCollectionSchema,
  GameCollectionSchema,
  HealthSchema,
  HeroCollectionSchema,
  MapCollectionSchema,
  ModeCollectionSchema,
  PatchChangeCollectionSchema,
  RoleCollectionSchema,
} from "../core/schema/answer-shapes.ts";
import type {
  GapListSchema,
  HeroDetailsCollectionSchema,
  SeasonListSchema,
  StatusSchema,
} from "../core/schema/details.ts";
import type { HeroSchema } from "../core/schema/hero.ts";
import type { MapVariantSchema } from "../core/schema/map.ts";
import type { PatchKindSchema } from "../core/schema/patch.ts";

/*
 * The types of the API, and nothing that runs: the client has no other module of build/core/schema.
 * In the package the types are written out, with a comment on each field, from the OpenAPI
 * description.
 */
export type { PatchCollection, Problem } from "../core/schema/answer-shapes.ts";
export type { HeroDetails, MapDetails, PatchDetails } from "../core/schema/details.ts";
export type { Ability, AbilityKey } from "../core/schema/hero.ts";
export type {
  HeroHistory,
  MapHistory,
  RoleHistory,
  RuleHistory,
} from "../core/schema/history.ts";
export type {
  ChangeList,
  HeroHistoryList,
  HeroList,
  MapList,
  ModeList,
  NameList,
  OtherMapList,
  PatchList,
} from "../core/schema/lists.ts";
export type { GameMap } from "../core/schema/map.ts";
export type { Patch, PatchChange } from "../core/schema/patch.ts";
export type { ProblemType as ProblemKind } from "../core/schema/problems.ts";
export type { Mode, Role } from "../core/schema/roles-and-modes.ts";
export type { Language, Vocabulary } from "../core/schema/vocabulary.ts";
export type { WitnessList } from "../core/schema/witness.ts";

export type AbilityCollection = z.output<typeof AbilityCollectionSchema>;
export type GameCollection = z.output<typeof GameCollectionSchema>;
export type GapList = z.output<typeof GapListSchema>;
export type Health = z.output<typeof HealthSchema>;
export type Hero = z.output<typeof HeroSchema>;
export type HeroCollection = z.output<typeof HeroCollectionSchema>;
export type HeroDetailsCollection = z.output<typeof HeroDetailsCollectionSchema>;
export type MapCollection = z.output<typeof MapCollectionSchema>;
export type MapVariant = z.output<typeof MapVariantSchema>;
export type ModeCollection = z.output<typeof ModeCollectionSchema>;
export type PatchChangeCollection = z.output<typeof PatchChangeCollectionSchema>;
export type PatchKind = z.output<typeof PatchKindSchema>;
export type RoleCollection = z.output<typeof RoleCollectionSchema>;
export type SeasonList = z.output<typeof SeasonListSchema>;
export type Status = z.output<typeof StatusSchema>;

/** The ids of the data. In the package these types are unions of all ids. */
export type HeroId = string;
export type MapId = string;
export type AbilityId = string;
