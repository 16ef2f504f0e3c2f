import type * as z from "zod";
import { heroSpellings, mapSpellings } from "../spelling/spellings.ts";
import {
  FORMER_ROLES,
  HeroFileSchema,
  HeroStateSchema,
  HistoricHeroSchema,
  ROLES,
  SUBROLES,
} from "./hero.ts";
import { HistoricMapSchema, MapFileSchema, MapStateSchema } from "./map.ts";
import { FORMER_MODES, HistoricModeSchema, MODES, ModesFileSchema } from "./mode.ts";
import { HistoricRoleSchema, RolesFileSchema } from "./role.ts";

/** A thing with every field that the spellings of any collection are made from. */
export type Spelled = Parameters<typeof heroSpellings>[0] & Parameters<typeof mapSpellings>[0];

/** One kind of thing in the game. */
type Collection = {
  /** What one of its things is called, such as `map`. */
  thing: string;
  /** `folder`: a file for each thing. `file`: one file with the whole list under the name. */
  files: "folder" | "file";
  fileSchema: z.ZodObject;
  /** The part of a thing that patches change, and that the record of changes can rebuild. */
  stateSchema: z.ZodObject;
  /** A thing in the form of the API. */
  resourceSchema: z.ZodObject;
  /** What to use instead of a field that no patch changes. It is part of the message. */
  insteadOfOwnFields?: string;
  /** All ids of today, in the order of the specification. Default: things are sorted by id. */
  order?: readonly string[];
  /** Ids of earlier times, which stand before those of today. */
  former?: readonly string[];
  /** The order of the ids in the lists inside a thing, by the list's key. */
  innerOrders?: Readonly<Record<string, readonly string[]>>;
  /** Set where a change may name an id that no file has, such as the competitive mode. */
  hasOpenIds?: true;
  /** What a name may mean, such as `map or map variant`. */
  lookedUp?: string;
  /** The names under which a thing is looked up, its id first. Default: it is not looked up. */
  spellings?: (thing: Spelled) => string[];
};

/** Every kind of thing that patches change. A new kind is an entry here, and its schemas. */
export const COLLECTIONS = {
  heroes: {
    thing: "hero",
    files: "folder",
    fileSchema: HeroFileSchema,
    stateSchema: HeroStateSchema,
    resourceSchema: HistoricHeroSchema,
    insteadOfOwnFields: "names, abilities/<ability>/<field>, or edit the hero's file",
    lookedUp: "hero",
    spellings: heroSpellings,
  },
  maps: {
    thing: "map",
    files: "folder",
    fileSchema: MapFileSchema,
    stateSchema: MapStateSchema,
    resourceSchema: HistoricMapSchema,
    insteadOfOwnFields: "the map's file",
    lookedUp: "map or map variant",
    spellings: mapSpellings,
  },
  modes: {
    thing: "mode",
    files: "file",
    fileSchema: ModesFileSchema,
    stateSchema: HistoricModeSchema,
    resourceSchema: HistoricModeSchema,
    order: MODES,
    former: FORMER_MODES,
    hasOpenIds: true,
  },
  roles: {
    thing: "role",
    files: "file",
    fileSchema: RolesFileSchema,
    stateSchema: HistoricRoleSchema,
    resourceSchema: HistoricRoleSchema,
    order: ROLES,
    former: FORMER_ROLES,
    innerOrders: { subroles: SUBROLES },
  },
} as const satisfies Record<string, Collection>;

type Collections = typeof COLLECTIONS;

export type CollectionName = keyof Collections;

/** The names of the collections whose things stand in a folder, or in one file. */
export type NamesOf<Files extends Collection["files"]> = {
  [Name in CollectionName]: Collections[Name]["files"] extends Files ? Name : never;
}[CollectionName];

/** A thing of a collection as its file has it. */
export type DataThing<Name extends CollectionName> = z.output<
  Collections[Name][Name extends NamesOf<"folder"> ? "fileSchema" : "resourceSchema"]
>;

/** The things as their files have them. */
export type DataLists = { [Name in CollectionName]: DataThing<Name>[] };

/** What the record of changes describes: the game without our spellings, sums and addresses. */
export type GameState = {
  [Name in CollectionName]: z.output<Collections[Name]["stateSchema"]>[];
};

/** The things in the form of the API. */
export type Resources = {
  [Name in CollectionName]: z.output<Collections[Name]["resourceSchema"]>[];
};

/** The names of the collections, in the order of the specification. */
export const COLLECTION_NAMES = Object.keys(COLLECTIONS) as CollectionName[];

/** A collection, with every field that any collection may have. */
export function collectionOf(name: CollectionName): Collection {
  return COLLECTIONS[name];
}

/** Whether a name, such as the first segment of a target, is a collection's. */
export function isCollection(name: string | undefined): name is CollectionName {
  return name !== undefined && Object.hasOwn(COLLECTIONS, name);
}

/** Compares two things of a collection by its order. */
export function compareThings(
  name: CollectionName,
): (a: { id: string }, b: { id: string }) => number {
  const { order, former = [] } = collectionOf(name);
  if (order === undefined) return (a, b) => (a.id < b.id ? -1 : 1);
  const all = [...former, ...order];
  return (a, b) => all.indexOf(a.id) - all.indexOf(b.id);
}
