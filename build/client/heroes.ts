import type { Suggestion } from "../core/spelling/lookup.ts";
import { createLookup, type Lookup } from "../core/spelling/lookup.ts";
import { heroSpellings } from "../core/spelling/spellings.ts";
import type * as api from "./api.ts";
import { freeze } from "./freeze.ts";

/** An ability of a kit. */
export type Ability = api.Ability;

/** A hero of the API, without the portrait's address, which only a deployment has. */
export type Hero = Omit<api.Hero, "portrait">;

/** A hero of this data, whose id is known. */
export type KnownHero = Hero & { id: api.HeroId };

/** The data. `makeLibrary` puts it here. */
declare const HEROES: readonly KnownHero[];

/**
 * Every hero, by id.
 * @example heroes.filter(({ role }) => role === "tank")
 */
export const heroes: readonly KnownHero[] = /* @__PURE__ */ freeze(HEROES);

const lookup: Lookup<KnownHero> = /* @__PURE__ */ createLookup(heroes, heroSpellings);

/**
 * The hero of an id, a name in English, Korean or Chinese, or an alias, in any letter case. The
 * rule is the API's. Undefined where the name does not resolve.
 * @example resolveHero("루시우")?.id // lucio
 */
export function resolveHero(name: string | undefined): KnownHero | undefined {
  return name === undefined ? undefined : lookup.resolve(name);
}

/**
 * The spellings nearest to a name that does not resolve, nearest first; at most 3 by default.
 * @example nearestHeroes("Lucioo") // [{ spelling: "Lucio", id: "lucio" }]
 */
export function nearestHeroes(name: string, most = 3): Suggestion[] {
  return lookup.nearest(name, most);
}
