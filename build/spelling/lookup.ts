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

/** Shorter names are parts of too many others. */
const SHORTEST_PART = 3;

/** The keys of which people say a part: those that begin with it, then those that have it as a word, or end with it. */
function longer(part: string, keys: Iterable<string>): string[] {
  if ([...part].length < SHORTEST_PART) return [];
  const found = [...keys].filter((key) => key !== part && key.includes(part));
  const isWord = (key: string) =>
    key.endsWith(part) || /[\s-]/.test(key[key.indexOf(part) - 1] ?? "");
  // Fewer words come first; of two spellings of one name, the one with spaces reads better than the id.
  const rank = (key: string) => key.split(/[\s-]/).length * 2 + Number(key.includes("-"));
  const inOrder = (list: string[]) => list.toSorted((a, b) => rank(a) - rank(b));
  return [
    ...inOrder(found.filter((key) => key.startsWith(part))),
    ...inOrder(found.filter((key) => !key.startsWith(part) && isWord(key))),
  ];
}

/** Prepares lookups by the rule of the site. The index is made when it is first needed. */
export function createLookup<T extends { id: string }>(
  things: readonly T[],
  spellingsOf: (thing: T) => readonly string[],
): Lookup<T> {
  let made: Map<string, { spelling: string; thing: T }> | undefined;
  const index = () => {
    if (made !== undefined) return made;
    made = new Map();
    for (const thing of things) {
      for (const spelling of spellingsOf(thing)) {
        // A name is shown as it is written first, and rather than the id.
        const isKnown = made.get(fold(spelling))?.spelling ?? thing.id;
        if (isKnown === thing.id) made.set(fold(spelling), { spelling, thing });
      }
    }
    return made;
  };
  return {
    resolve: (name) => index().get(fold(name))?.thing,
    nearest: (name, most = 3) => {
      const found = new Map<string, Suggestion>();
      const folded = fold(name);
      const near = nearest(folded, index().keys(), MOST_SPELLINGS);
      for (const key of [...near, ...longer(folded, index().keys())]) {
        const { spelling, thing } = index().get(key) ?? {};
        if (spelling === undefined || thing === undefined || found.has(thing.id)) continue;
        found.set(thing.id, { spelling, id: thing.id });
      }
      return [...found.values()].slice(0, most);
    },
  };
}
