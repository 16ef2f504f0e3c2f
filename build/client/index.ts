import type * as api from "./api.ts";
import { freeze } from "./freeze.ts";

export type { Suggestion } from "../core/spelling/lookup.ts";
export type { AbilityId, HeroId, MapId } from "./api.ts";
export {
  type Ability,
  type Hero,
  heroes,
  type KnownHero,
  nearestHeroes,
  resolveHero,
} from "./heroes.ts";
export {
  type GameMap,
  type KnownMap,
  type MapVariant,
  maps,
  nearestMaps,
  resolveMap,
  resolveVariant,
} from "./maps.ts";
export { type Patch, type PatchChange, patches } from "./patches.ts";

/** A role with its sub-roles and their passives. */
export type Role = api.Role;

/** A competitive mode. */
export type Mode = api.Mode;

/** The data. `makeLibrary` puts it here. */
declare const ROLES: readonly Role[];
declare const MODES: readonly Mode[];
declare const AS_OF: string;

/** The roles, in the order of the specification. */
export const roles: readonly Role[] = /* @__PURE__ */ freeze(ROLES);

/** The competitive modes, in the order of the specification. */
export const modes: readonly Mode[] = /* @__PURE__ */ freeze(MODES);

/** Id of the newest patch in the data. The data describes the game as of it. */
export const asOf: string = AS_OF;
