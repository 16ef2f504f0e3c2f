import { fold } from "../core/spelling/fold.ts";
import type { Suggestion } from "../core/spelling/lookup.ts";
import { createLookup, type Lookup } from "../core/spelling/lookup.ts";
import { mapSpellings } from "../core/spelling/spellings.ts";
import type * as api from "./api.ts";
import { freeze } from "./freeze.ts";

/** A cosmetic re-skin of a map, without the thumbnail's address, which only a deployment has. */
export type MapVariant = Omit<api.MapVariant, "thumbnail">;

/** A map of the API, without the addresses of thumbnails. */
export type GameMap = Omit<api.GameMap, "thumbnail" | "variants"> & {
  variants: MapVariant[];
};

/** A map of this data, whose id is known. */
export type KnownMap = GameMap & { id: api.MapId };

/** The data. `makeLibrary` puts it here. */
declare const MAPS: readonly KnownMap[];

/** Every map, by id, its variants inside it. */
export const maps: readonly KnownMap[] = /* @__PURE__ */ freeze(MAPS);

const lookup: Lookup<KnownMap> = /* @__PURE__ */ createLookup(maps, mapSpellings);

/**
 * The map of an id, a name, an alias or a variant, in any letter case. The rule is the API's.
 * Undefined where the name does not resolve.
 * @example resolveMap("国王大道")?.id // kings-row
 */
export function resolveMap(name: string | undefined): KnownMap | undefined {
  return name === undefined ? undefined : lookup.resolve(name);
}

/** The variants by each of their names, in normal form C and lower case. */
declare const VARIANTS: Readonly<Record<string, { map: api.MapId; variant: string }>>;

/**
 * The variant that a name in any language, or `<map>-<variant>`, means, with its map's id.
 * @example resolveVariant("King's Row (Winter)")?.id // winter
 */
export function resolveVariant(
  name: string | undefined,
): (MapVariant & { map: api.MapId }) | undefined {
  const key = fold(name ?? "");
  if (!Object.hasOwn(VARIANTS, key)) return undefined;
  const { map, variant } = VARIANTS[key] ?? {};
  const found = resolveMap(map)?.variants.find(({ id }) => id === variant);
  return found === undefined || map === undefined ? undefined : { ...found, map };
}

/**
 * The spellings nearest to a name that does not resolve, nearest first; at most 3 by default.
 * @example nearestMaps("Kings Rwo")
 */
export function nearestMaps(name: string, most = 3): Suggestion[] {
  return lookup.nearest(name, most);
}
