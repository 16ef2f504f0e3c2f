import { fold } from "./fold.ts";
import { nearest } from "./nearest.ts";

/** A spelling that leads to the thing with this id. */
export type Suggestion = { spelling: string; id: string };

/** The things of one collection by all their spellings. */
export type Lookup<T> = {
  /** The thing of a name, in any letter case. */
  resolve: (name: string) => T | undefined;
  /**
   * The spellings nearest to a name that does not resolve, nearest first, each thing once. `most`
   * is 3 by default.
   */
  nearest: (name: string, most?: number) => Suggestion[];
};

/** How many near spellings are kept, before each thing is left with one. */
const MOST_SPELLINGS = 20;

/** In characters. Shorter texts are parts of too many names. */
const SHORTEST_PART = 3;

/** In characters. A name of two letters is one edit away from many others, and means none. */
const SHORTEST_NAME = 3;

/**
 * A spelling as it is written, and its place among those of its thing: the id is 0, the English
 * name 1.
 */
type Spelled<T> = { spelling: string; thing: T; at: number };

/**
 * The keys that hold a part that people may have typed. Keys that begin with it come first, then
 * keys that have it as a word or at their end. Among these, English names come before ids, and ids
 * before other names.
 */
function keysWithPart<T extends { id: string }>(
  part: string,
  index: ReadonlyMap<string, Spelled<T>>,
): string[] {
  if ([...part].length < SHORTEST_PART) return [];
  const isWord = (key: string) =>
    key.endsWith(part) || /[\s-]/.test(key[key.indexOf(part) - 1] ?? "");
  const rank = (key: string, { spelling, thing, at }: Spelled<T>) =>
    (key.startsWith(part) ? 0 : 4) + (at > 1 ? 2 : 0) + (spelling === thing.id ? 1 : 0);
  return [...index]
    .filter(([key]) => key !== part && key.includes(part) && (key.startsWith(part) || isWord(key)))
    .map(([key, spelled]) => ({ key, rank: rank(key, spelled) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ key }) => key);
}

/** The keys that a name begins with, longest first: `Busan (Lunar New Year)`, `Nepal Shrine 0`. */
function keysAtStart(name: string, index: ReadonlyMap<string, unknown>): string[] {
  const isWord = (key: string) => /^[^\p{L}\p{N}]/u.test(name.slice(key.length));
  return [...index.keys()]
    .filter((key) => [...key].length >= 2 && name.startsWith(key) && isWord(key))
    .sort((a, b) => b.length - a.length);
}

/** Prepares lookups by the rule of the site. The index is made when it is first needed. */
export function createLookup<T extends { id: string }>(
  things: readonly T[],
  spellingsOf: (thing: T) => readonly string[],
): Lookup<T> {
  let made: Map<string, Spelled<T>> | undefined;
  const index = () => {
    if (made !== undefined) return made;
    made = new Map();
    for (const thing of things) {
      for (const [at, spelling] of spellingsOf(thing).entries()) {
        // A name is shown as it is written first, and rather than the id.
        const known = made.get(fold(spelling));
        if (known === undefined || known.spelling === thing.id)
          made.set(fold(spelling), { spelling, thing, at: known?.at ?? at });
      }
    }
    return made;
  };
  return {
    resolve: (name) => index().get(fold(name))?.thing,
    nearest: (name, most = 3) => {
      const found = new Map<string, Suggestion>();
      const folded = fold(name);
      if ([...folded].length < SHORTEST_NAME) return [];
      const near = nearest(folded, index().keys(), MOST_SPELLINGS);
      for (const key of [
        ...near,
        ...keysWithPart(folded, index()),
        ...keysAtStart(folded, index()),
      ]) {
        const { spelling, thing } = index().get(key) ?? {};
        if (spelling === undefined || thing === undefined || found.has(thing.id)) continue;
        found.set(thing.id, { spelling, id: thing.id });
      }
      return [...found.values()].slice(0, most);
    },
  };
}
