import { fold } from "./fold.ts";
import { type Suggestion, suggest } from "./suggest.ts";

/** The things of one collection by all their spellings. */
export type Lookup<T> = {
  /** The thing of a name, in any letter case. */
  resolve: (name: string) => T | undefined;
  /** What people may have meant by a name that does not resolve. `most` is 3 by default. */
  nearest: (name: string, most?: number) => Suggestion[];
};

/** Prepares lookups by the rule of the site. The index is made when it is first needed. */
export function createLookup<T extends { id: string }>(
  things: readonly T[],
  spellingsOf: (thing: T) => readonly string[],
): Lookup<T> {
  let made: Map<string, Suggestion & { at: number; thing: T }> | undefined;
  const index = () => {
    if (made !== undefined) return made;
    made = new Map();
    for (const thing of things) {
      for (const [at, spelling] of spellingsOf(thing).entries()) {
        // A name is shown as it is written first, and rather than the id.
        const known = made.get(fold(spelling));
        if (known === undefined || known.spelling === thing.id)
          made.set(fold(spelling), { spelling, id: thing.id, thing, at: known?.at ?? at });
      }
    }
    return made;
  };
  return {
    resolve: (name) => index().get(fold(name))?.thing,
    nearest: (name, most) => suggest(name, index(), most),
  };
}
