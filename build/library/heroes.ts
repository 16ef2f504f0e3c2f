import { createLookup, type Lookup, type Suggestion } from "../spelling/lookup.ts";
import { heroSpellings } from "../spelling/spellings.ts";
import type { components } from "./api.ts";
import { freeze } from "./freeze.ts";
import type { HeroId } from "./ids.ts";

/** An ability of a kit. */
export type Ability = components["schemas"]["Ability"];

/**
 * A hero as the API tells it, without the address of its portrait, which only a deployment knows.
 */
export type Hero = Omit<components["schemas"]["Hero"], "portrait">;

/** A hero of this data, whose id is known. */
export type KnownHero = Hero & { id: HeroId };

/** The data, which stands here when the library is made. */
declare const HEROES: readonly KnownHero[];

/** Every hero, by id. */
export const heroes: readonly KnownHero[] = /* @__PURE__ */ freeze(HEROES);

const lookup: Lookup<KnownHero> = /* @__PURE__ */ createLookup(heroes, heroSpellings);

/**
 * The hero of an id, a name in English, Korean or Chinese, or an alias, in any letter case; the
 * same rule and data as the API's.
 */
export function resolveHero(name: string | undefined): KnownHero | undefined {
  return name === undefined ? undefined : lookup.resolve(name);
}

/** What a name that does not resolve may have meant: the nearest spellings, nearest first. */
export function nearestHeroes(name: string, most = 3): Suggestion[] {
  return lookup.nearest(name, most);
}
