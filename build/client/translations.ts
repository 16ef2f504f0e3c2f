import type * as api from "./api.ts";
import { freeze } from "./freeze.ts";

/** The names of a hero in the languages of the game client. */
export type TranslatedHero = Pick<api.HeroDetails, "id" | "names">;

/** The names of a map and of its stages in the languages of the game client. */
export type TranslatedMap = Pick<api.MapDetails, "id" | "names"> & {
  stages: api.MapList["data"][number]["stages"];
};

/** The data. `makeLibrary` puts it here. */
declare const TRANSLATED_HEROES: readonly TranslatedHero[];
declare const TRANSLATED_MAPS: readonly TranslatedMap[];
declare const LISTED_MODES: api.ModeList["data"];
declare const OTHER_MAPS: api.OtherMapList["data"];

/**
 * Every hero, by id. A language that no source has is absent.
 * @example heroes.find(({ id }) => id === "hazard")?.names.fr // Danger
 */
export const heroes: readonly TranslatedHero[] = /* @__PURE__ */ freeze(TRANSLATED_HEROES);

/**
 * Every map of the API, by id.
 * @example maps.find(({ id }) => id === "kings-row")?.names["pt-BR"]
 */
export const maps: readonly TranslatedMap[] = /* @__PURE__ */ freeze(TRANSLATED_MAPS);

/**
 * Every mode that match logs name; `core` ones are in the API.
 * @example modes.find(({ aliases }) => aliases.includes("Осада"))?.id // assault
 */
export const modes: api.ModeList["data"] = /* @__PURE__ */ freeze(LISTED_MODES);

/**
 * Maps beside the core game: of Assault, Clash, arenas, deathmatch, Stadium.
 * @example otherMaps.find(({ id }) => id === "hanamura")?.until
 */
export const otherMaps: api.OtherMapList["data"] = /* @__PURE__ */ freeze(OTHER_MAPS);
