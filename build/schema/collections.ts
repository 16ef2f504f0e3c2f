import type * as z from "zod";
import { heroSpellings, mapSpellings } from "../spelling/spellings.ts";
import { HeroFileSchema, HeroSchema, HeroStateSchema, ROLES, SUBROLES } from "./hero.ts";
import { MapFileSchema, MapSchema, MapStateSchema } from "./map.ts";
import { MODES, ModeSchema, ModesFileSchema } from "./mode.ts";
import { RoleSchema, RolesFileSchema } from "./role.ts";

/** A thing with everything that any collection is looked up by. */
export type Spelled = Parameters<typeof heroSpellings>[0] & Parameters<typeof mapSpellings>[0];

/** One kind of thing in the game. */
type Collection = {
  /** What one of its things is called. */
  thing: string;
  /** `folder`: a file for each thing. `file`: one file with the whole list under the name. */
  files: "folder" | "file";
  fileSchema: z.ZodObject;
  /** What patches change of a thing, and so what the record of changes can rebuild. */
  stateSchema: z.ZodObject;
  /** A thing as the API tells it. */
  resourceSchema: z.ZodObject;
  /** What a maintainer uses instead of a field that the API has and patches do not change. */
  insteadOfOwnFields?: string;
  /** Every id, in the order of the specification; without it things are sorted by id. */
  order?: readonly string[];
  /** The same of lists inside a thing, by their key. */
  innerOrders?: Readonly<Record<string, readonly string[]>>;
  /** Whether a change may name an id that is in no data, such as the competitive mode. */
  hasOpenIds?: true;
  /** What a name may mean, in words. */
  lookedUp?: string;
  /** Every name under which a thing is looked up, its id first; without it, none. */
  spellings?: (thing: Spelled) => string[];
};

/** Every kind of thing that patches change. A new kind is an entry here, and its schemas. */
export const COLLECTIONS = {
  heroes: {
    thing: "hero",
    files: "folder",
    fileSchema: HeroFileSchema,
    stateSchema: HeroStateSchema,
    resourceSchema: HeroSchema,
    insteadOfOwnFields: "names, abilities/<ability>/<field>, or edit the hero's file",
    lookedUp: "hero",
    spellings: heroSpellings,
  },
  maps: {
    thing: "map",
    files: "folder",
    fileSchema: MapFileSchema,
    stateSchema: MapStateSchema,
    resourceSchema: MapSchema,
    insteadOfOwnFields: "the map's file",
    lookedUp: "map or map variant",
    spellings: mapSpellings,
  },
  modes: {
    thing: "mode",
    files: "file",
    fileSchema: ModesFileSchema,
    stateSchema: ModeSchema,
    resourceSchema: ModeSchema,
    order: MODES,
    hasOpenIds: true,
  },
  roles: {
    thing: "role",
    files: "file",
    fileSchema: RolesFileSchema,
    stateSchema: RoleSchema,
    resourceSchema: RoleSchema,
    order: ROLES,
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

/** The things as the API tells them. */
export type Resources = {
  [Name in CollectionName]: z.output<Collections[Name]["resourceSchema"]>[];
};

/** The names of the collections, in the order of the specification. */
export const COLLECTION_NAMES = Object.keys(COLLECTIONS) as CollectionName[];

/** A collection with everything that any of them may say. */
export function collectionOf(name: CollectionName): Collection {
  return COLLECTIONS[name];
}

/** Whether a name, such as the first segment of a target, is a collection's. */
export function isCollection(name: string | undefined): name is CollectionName {
  return name !== undefined && Object.hasOwn(COLLECTIONS, name);
}

/** How the things of a collection are sorted. */
export function compareThings(
  name: CollectionName,
): (a: { id: string }, b: { id: string }) => number {
  const { order } = collectionOf(name);
  if (order === undefined) return (a, b) => (a.id < b.id ? -1 : 1);
  return (a, b) => order.indexOf(a.id) - order.indexOf(b.id);
}
