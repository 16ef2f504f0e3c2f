import { fold } from "../core/spelling/fold.ts";
import { freeze } from "./freeze.ts";
import type { HeroId, MapId } from "./ids.ts";

type Vocabulary = {
  heroes: Readonly<Record<string, HeroId>>;
  maps: Readonly<Record<string, MapId>>;
  variants: Readonly<Record<string, { map: MapId; variant: string }>>;
};

/** The data. `makeLibrary` puts it here. */
declare const VOCABULARY: Vocabulary;

/** Every spelling in Unicode normal form C and lower case, with the id that it leads to. */
export const vocabulary: Vocabulary = /* @__PURE__ */ freeze(VOCABULARY);

/** The id of the hero that a name means, in any letter case. */
export function resolveHeroId(name: string | undefined): HeroId | undefined {
  return idsIn(vocabulary.heroes, name);
}

/** The id of the map that a name means, in any letter case. A variant leads to its map. */
export function resolveMapId(name: string | undefined): MapId | undefined {
  return idsIn(vocabulary.maps, name);
}

/** The ids of the variant that a name means, and of its map. */
export function resolveVariantId(
  name: string | undefined,
): { map: MapId; variant: string } | undefined {
  return idsIn(vocabulary.variants, name);
}

function idsIn<T>(table: Readonly<Record<string, T>>, name: string | undefined): T | undefined {
  const key = fold(name ?? "");
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
