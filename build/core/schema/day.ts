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
 * Patches newest first: date descending, then suffix descending (`-c`, `-b`, none). Ids sort that
 * way as text.
 */
export function newestFirst<T extends { id: string }>(patches: readonly T[]): T[] {
  return patches.toSorted((a, b) => (a.id < b.id ? 1 : -1));
}
