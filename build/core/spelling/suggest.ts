import { fold } from "./fold.ts";
import { nearest } from "./nearest.ts";

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
    const { spelling, id } = spellings.get(key) ?? {};
    if (spelling === undefined || id === undefined || found.has(id)) continue;
    found.set(id, { spelling, id });
  }
  return [...found.values()].slice(0, most);
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
