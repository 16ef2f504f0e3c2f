import type { components } from "./api.ts";

export type { Suggestion } from "../spelling/lookup.ts";
export { type Hero, heroes, nearestHeroes, resolveHero } from "./heroes.ts";
export {
  type GameMap,
  type MapVariant,
  maps,
  nearestMaps,
  resolveMap,
  resolveVariant,
} from "./maps.ts";
export { type Patch, type PatchChange, patches } from "./patches.ts";

/** A role with its sub-roles and their passives. */
export type Role = components["schemas"]["Role"];

/** A competitive mode. */
export type Mode = components["schemas"]["Mode"];

/** The data, which stands here when the library is made. */
declare const ROLES: readonly Role[];
declare const MODES: readonly Mode[];
declare const AS_OF: string;

/** The roles, in the order of the specification. */
export const roles: readonly Role[] = ROLES;

/** The competitive modes, in the order of the specification. */
export const modes: readonly Mode[] = MODES;

/** Id of the newest patch in the data, which describes the game as of it. */
export const asOf: string = AS_OF;
