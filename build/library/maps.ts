import { fold } from "../spelling/fold.ts";
import { createLookup, type Lookup, type Suggestion } from "../spelling/lookup.ts";
import { mapSpellings, variantSpellings } from "../spelling/spellings.ts";
import type { components } from "./api.ts";
import { freeze } from "./freeze.ts";
import type { MapId } from "./ids.ts";

/**
 * A cosmetic re-skin of a map, without the address of its thumbnail, which only a deployment knows.
 */
export type MapVariant = Omit<components["schemas"]["MapVariant"], "thumbnail">;

/** A map as the API tells it, without the addresses of its thumbnails. */
export type GameMap = Omit<components["schemas"]["GameMap"], "thumbnail" | "variants"> & {
  variants: MapVariant[];
};

/** A map of this data, whose id is known. */
export type KnownMap = GameMap & { id: MapId };

/** The data, which stands here when the library is made. */
declare const MAPS: readonly KnownMap[];

/** Every map, by id, its variants inside it. */
export const maps: readonly KnownMap[] = /* @__PURE__ */ freeze(MAPS);

const lookup: Lookup<KnownMap> = /* @__PURE__ */ createLookup(maps, mapSpellings);

/**
 * The map of an id, a name or an alias, or of a variant of it, in any letter case; the same rule
 * and data as the API's.
 */
export function resolveMap(name: string | undefined): KnownMap | undefined {
  return name === undefined ? undefined : lookup.resolve(name);
}

/**
 * The variant that a name means, with the id of its map: its English name, or `<map>-<variant>`.
 * Localized names of variants are aliases of the map, and the data does not tell which variant they
 * mean.
 */
export function resolveVariant(
  name: string | undefined,
): (MapVariant & { map: MapId }) | undefined {
  const map = resolveMap(name);
  if (name === undefined || map === undefined) return undefined;
  const found = map.variants.find((variant) =>
    variantSpellings(map, variant).some((one) => fold(one) === fold(name)),
  );
  return found && { ...found, map: map.id };
}

/** What a name that does not resolve may have meant: the nearest spellings, nearest first. */
export function nearestMaps(name: string, most = 3): Suggestion[] {
  return lookup.nearest(name, most);
}
