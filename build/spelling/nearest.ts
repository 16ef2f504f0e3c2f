import { distance } from "fastest-levenshtein";

/** Longer input is no typing error; it also bounds the cost. */
const MAX_LENGTH = 40;

/**
 * The candidates nearest to `given` by edits, nearest first, ties in the given order; none where
 * all are far off. Both sides are expected in folded form.
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

/** Whether two neighbouring letters have changed places, the commonest slip. */
function isSwap(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  const at = [...a].findIndex((char, index) => char !== b[index]);
  return (
    at !== -1 && a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2)
  );
}
