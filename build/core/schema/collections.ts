import type * as z from "zod";
import { heroSpellings, mapSpellings } from "../spelling/spellings.ts";
import { type HeroFile, type HeroState, HeroStateSchema, HistoricHeroSchema } from "./hero.ts";
import { HistoricMapSchema, type MapFile, type MapState, MapStateSchema } from "./map.ts";
import { HistoricModeSchema, HistoricRoleSchema } from "./roles-and-modes.ts";

/** A thing with every field that the spellings of any collection are made from. */
export type Spelled = Parameters<typeof heroSpellings>[0] & Parameters<typeof mapSpellings>[0];

/** One kind of thing in the game. */
type Collection = {
  /** What one of its things is called, such as `map`. */
  thing: string;
  /** The part of a thing that patches change, and that the record of changes can rebuild. */
  stateSchema: z.ZodObject;
  /** A thing in the form of the API. */
  resourceSchema: z.ZodObject;
  /** What to use instead of a field that no patch changes. It is part of the message. */
  insteadOfOwnFields?: string;
  /** What a name may mean, such as `map or map variant`. */
  lookedUp?: string;
  /** The names under which a thing is looked up, its id first. Default: it is not looked up. */
  spellings?: (thing: Spelled) => string[];
};

/** Every kind of thing that patches change, in the order of the specification. */
const COLLECTIONS = {
  heroes: {
    thing: "hero",
    stateSchema: HeroStateSchema,
    resourceSchema: HistoricHeroSchema,
    insteadOfOwnFields: "names, abilities/<ability>/<field>, or edit the hero's file",
    lookedUp: "hero",
    spellings: heroSpellings,
  },
  maps: {
    thing: "map",
    stateSchema: MapStateSchema,
    resourceSchema: HistoricMapSchema,
    insteadOfOwnFields: "the map's file",
    lookedUp: "map or map variant",
    spellings: mapSpellings,
  },
  modes: { thing: "mode", stateSchema: HistoricModeSchema, resourceSchema: HistoricModeSchema },
  roles: { thing: "role", stateSchema: HistoricRoleSchema, resourceSchema: HistoricRoleSchema },
} as const satisfies Record<string, Collection>;

export type CollectionName = keyof typeof COLLECTIONS;

type Lists = {
  modes: z.output<typeof HistoricModeSchema>[];
  roles: z.output<typeof HistoricRoleSchema>[];
};

/** The things as their files have them. */
export type DataLists = Lists & { heroes: HeroFile[]; maps: MapFile[] };

/** What the record of changes describes: the game without our spellings, sums and addresses. */
export type GameState = Lists & { heroes: HeroState[]; maps: MapState[] };

export const COLLECTION_NAMES = Object.keys(COLLECTIONS) as CollectionName[];

/** A collection, with every field that any collection may have. */
export function collectionOf(name: CollectionName): Collection {
  return COLLECTIONS[name];
}

/** Whether a name, such as the first segment of a target, is a collection's. */
export function isCollection(name: string | undefined): name is CollectionName {
  return name !== undefined && Object.hasOwn(COLLECTIONS, name);
}
