/*
 * game: facts of the game that need no data, shared by the build, the client and the scripts of
 * pages: days and patches (this file), seasons, eras, states of a day, and how values are written.
 * It imports types of schemas, runs in browsers, and loads no library.
 */

/**
 * The kinds of patches, in the order of the specification. They are apart from the schemas, which
 * would slow down the start of a worker.
 */
export const PATCH_KINDS = ["season", "mid-season", "hotfix"] as const;

/** The calendar day of a moment, in UTC, as `YYYY-MM-DD`. */
export function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** Whether a text is a real calendar day, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && dayOf(date) === text;
}

/**
 * Whether a patch is of a day or an earlier one, or is a given patch or an earlier one. A day
 * without a suffix is later than each of its patches.
 */
export function isUpTo(patch: string, asOf: string): boolean {
  return patch <= (asOf.length === "2026-10-06".length ? `${asOf}-z` : asOf);
}

/**
 * Patches newest first: date descending, then suffix descending (`-c`, `-b`, none). Ids sort that
 * way as text.
 */
export function newestFirst<T extends { id: string }>(patches: readonly T[]): T[] {
  return patches.toSorted((a, b) => (a.id < b.id ? 1 : -1));
}
