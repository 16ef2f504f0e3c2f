import { fold } from "./fold.ts";
import { nearest } from "./nearest.ts";

/** A spelling that leads to the thing with this id. */
export type Suggestion = { spelling: string; id: string };

/** The things of one collection by all their spellings. */
export type Lookup<T> = {
  /** The thing of a name, in any letter case. */
  resolve: (name: string) => T | undefined;
  /** The spellings nearest to a name that does not resolve, nearest first, each thing once. */
  nearest: (name: string, most?: number) => Suggestion[];
};

/** How many spellings are compared by their distance, before those of one thing become one. */
const MOST_SPELLINGS = 20;

/** Prepares lookups by the rule of the site. The index is made when it is first needed. */
export function createLookup<T extends { id: string }>(
  things: readonly T[],
  spellingsOf: (thing: T) => readonly string[],
): Lookup<T> {
  let made: Map<string, { spelling: string; thing: T }> | undefined;
  const index = () => {
    made ??= new Map(
      things.flatMap((thing) =>
        spellingsOf(thing).map((spelling) => [fold(spelling), { spelling, thing }]),
      ),
    );
    return made;
  };
  return {
    resolve: (name) => index().get(fold(name))?.thing,
    nearest: (name, most = 3) => {
      const found = new Map<string, Suggestion>();
      for (const key of nearest(fold(name), index().keys(), MOST_SPELLINGS)) {
        const near = index().get(key);
        if (near === undefined || found.has(near.thing.id)) continue;
        found.set(near.thing.id, { spelling: near.spelling, id: near.thing.id });
      }
      return [...found.values()].slice(0, most);
    },
  };
}
