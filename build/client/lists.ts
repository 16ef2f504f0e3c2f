import type * as api from "./api.ts";
import { freeze } from "./freeze.ts";

/** A hero in a line: its names in the API, role, sub-role, release and last change. */
export type ListedHero = api.HeroList["data"][number];

type MapItem = api.MapList["data"][number];

/** A map in a line: mode, country, stages, release and last change. */
export type ListedMap = Omit<MapItem, "stages"> & {
  stages: Pick<MapItem["stages"][number], "id" | "name">[];
};

/** A patch in a line: date, kind, name, season, and how many changes it has. */
export type ListedPatch = Omit<api.PatchList["data"][number], "heroes">;

/** The data. `makeLibrary` puts it here. */
declare const LISTED_HEROES: readonly ListedHero[];
declare const LISTED_MAPS: readonly ListedMap[];
declare const LISTED_PATCHES: readonly ListedPatch[];

/**
 * Every hero, by id, without kits.
 * @example heroes.filter(({ role }) => role === "tank").map(({ name }) => name)
 */
export const heroes: readonly ListedHero[] = /* @__PURE__ */ freeze(LISTED_HEROES);

/**
 * Every map, by id, without variants and aliases.
 * @example maps.filter(({ mode }) => mode === "control").map(({ name }) => name)
 */
export const maps: readonly ListedMap[] = /* @__PURE__ */ freeze(LISTED_MAPS);

/**
 * Every patch, newest first, without its changes.
 * @example patches.find(({ kind }) => kind === "season")?.name
 */
export const patches: readonly ListedPatch[] = /* @__PURE__ */ freeze(LISTED_PATCHES);
