import { distance } from "fastest-levenshtein";
import { fold } from "./fold.ts";

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

/** A spelling that leads to the thing with this id. */
export type Suggestion = { spelling: string; id: string };

/**
 * Spellings by their folded form. `at` is the place among those of the thing: the id is 0, the
 * English name 1.
 */
export type Spellings = ReadonlyMap<string, Suggestion & { at: number }>;

/** How many near spellings are kept, before each thing is left with one. */
const MOST_SPELLINGS = 20;

/** In characters. Shorter texts are near many names, and part of too many. */
const SHORTEST = 3;

/**
 * What people may have meant by a name that does not resolve, likeliest first, each thing once:
 * names that are few edits away, then those that it is a part of or begins with. For a day, the
 * nearest days.
 */
export function suggest(name: string, spellings: Spellings, most = 3): Suggestion[] {
  const folded = fold(name);
  if ([...folded].length < SHORTEST) return [];
  const found = new Map<string, Suggestion>();
  for (const key of [
    ...nearestDays(folded, spellings.keys()),
    ...nearest(folded, spellings.keys(), MOST_SPELLINGS),
    ...keysWithPart(folded, spellings),
    ...keysAtStart(folded, spellings),
  ]) {
    const near = spellings.get(key);
    if (near === undefined || found.has(near.id)) continue;
    found.set(near.id, { spelling: shownSpelling(near, spellings), id: near.id });
  }
  return [...found.values()].slice(0, most);
}

/** A spelling as people read it: the name, where only programs write it (`LIJIANG_TOWER`). */
function shownSpelling({ spelling, id }: Suggestion, spellings: Spellings): string {
  if (!spelling.includes("_")) return spelling;
  const names = [...spellings.values()].filter((one) => one.id === id && one.at < 2);
  return names.at(-1)?.spelling ?? id;
}

/** The days, such as the ids of patches, that are nearest in time to a day. */
function nearestDays(given: string, keys: Iterable<string>): string[] {
  const timeOf = (text: string) =>
    /^\d{4}-\d\d-\d\d(-[b-z])?$/.test(text) ? Date.parse(text.slice(0, 10)) : Number.NaN;
  const time = timeOf(given);
  return [...keys]
    .map((key) => ({ key, distance: Math.abs(timeOf(key) - time) }))
    .filter(({ distance }) => !Number.isNaN(distance))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ key }) => key);
}

/**
 * The keys that hold a part that people may have typed. Keys that begin with it come first, then
 * keys that have it as a word or at their end. Among these, English names come before ids, and ids
 * before other names.
 */
function keysWithPart(part: string, spellings: Spellings): string[] {
  const isWord = (key: string) =>
    key.endsWith(part) || /[\s-]/.test(key[key.indexOf(part) - 1] ?? "");
  return [...spellings]
    .filter(([key]) => key !== part && key.includes(part) && (key.startsWith(part) || isWord(key)))
    .map(([key, { spelling, id, at }]) => ({
      key,
      rank: (key.startsWith(part) ? 0 : 4) + (at > 1 ? 2 : 0) + (spelling === id ? 1 : 0),
    }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ key }) => key);
}

/** The keys that a name begins with, longest first: `Busan (Lunar New Year)`, `Nepal Shrine 0`. */
function keysAtStart(name: string, spellings: Spellings): string[] {
  const isWord = (key: string) => /^[^\p{L}\p{N}]/u.test(name.slice(key.length));
  return [...spellings.keys()]
    .filter((key) => [...key].length >= 2 && name.startsWith(key) && isWord(key))
    .sort((a, b) => b.length - a.length);
}

/** In characters. A longer text is not a typing error, and would cost too much to compare. */
const MAX_LENGTH = 40;

/**
 * The candidates that are few edits away from `given`: at most `most` (default 1), the nearest
 * first, ties in the given order. Both sides are expected in folded form.
 */
export function nearest(given: string, candidates: Iterable<string>, most = 1): string[] {
  if (given.length === 0 || given.length > MAX_LENGTH) return [];
  const allowed = Math.min(3, Math.max(1, Math.floor(given.length / 3)));
  const near: { candidate: string; edits: number }[] = [];
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - given.length) > allowed) continue;
    const edits = isSwap(given, candidate) ? 1 : distance(given, candidate);
    if (edits <= allowed && edits < Math.max(given.length, candidate.length))
      near.push({ candidate, edits });
  }
  near.sort((a, b) => a.edits - b.edits);
  return near.slice(0, most).map(({ candidate }) => candidate);
}

/** `; did you mean "ana"?` of the candidate that is few edits away; where none is, `otherwise`. */
export function didYouMean(given: string, candidates: Iterable<string>, otherwise = ""): string {
  const [near] = nearest(given, candidates);
  return near === undefined ? otherwise : `; did you mean "${near}"?`;
}

/** Whether two neighbouring letters have changed places. This is the most common slip. */
function isSwap(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  const at = [...a].findIndex((char, index) => char !== b[index]);
  return (
    at !== -1 && a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2)
  );
}
