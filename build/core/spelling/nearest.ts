import { distance } from "fastest-levenshtein";

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

/** Whether two neighbouring letters have changed places. This is the most common slip. */
function isSwap(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  const at = [...a].findIndex((char, index) => char !== b[index]);
  return (
    at !== -1 && a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2)
  );
}
