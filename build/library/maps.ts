import { fold } from "../spelling/fold.ts";
import { createLookup, type Lookup, type Suggestion } from "../spelling/lookup.ts";
import { mapSpellings, variantSpellings } from "../spelling/spellings.ts";
import type { components } from "./api.ts";

/** A cosmetic re-skin of a map, without the address of its thumbnail, which only a deployment knows. */
export type MapVariant = Omit<components["schemas"]["MapVariant"], "thumbnail">;

/** A map as the API tells it, without the addresses of its thumbnails. */
export type GameMap = Omit<components["schemas"]["GameMap"], "thumbnail" | "variants"> & {
  variants: MapVariant[];
};

/** The data, which stands here when the library is made. */
declare const MAPS: readonly GameMap[];

/** Every map, by id, its variants inside it. */
export const maps: readonly GameMap[] = MAPS;

const lookup: Lookup<GameMap> = /* @__PURE__ */ createLookup(maps, mapSpellings);

/** The map of an id, a name or an alias, or of a variant of it, in any letter case; the same rule and data as the API's. */
export function resolveMap(name: string): GameMap | undefined {
  return lookup.resolve(name);
}

/**
 * The variant that a name means: its English name, or `<map>-<variant>`. Localized names of variants are aliases
 * of the map, and the data does not tell which variant they mean.
 */
export function resolveVariant(name: string): MapVariant | undefined {
  const map = resolveMap(name);
  return map?.variants.find((variant) =>
    variantSpellings(map, variant).some((one) => fold(one) === fold(name)),
  );
}

/** What a name that does not resolve may have meant: the nearest spellings, nearest first. */
export function nearestMaps(name: string, most = 3): Suggestion[] {
  return lookup.nearest(name, most);
}
