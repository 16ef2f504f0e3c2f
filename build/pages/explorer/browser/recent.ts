import type { Found } from "./find.ts";

const KEY = "recent";
const MOST = 6;

/** What was gone to by the search last, newest first; nothing where the browser keeps nothing. */
export function recentlyFound(): Found[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.flatMap(foundIn) : [];
  } catch {
    return [];
  }
}

/** Remembers what the reader went to, in this browser alone. */
export function remember({ path, name, what }: Found): void {
  const others = recentlyFound().filter((other) => other.path !== path);
  const kept = [{ path, name, what }, ...others].slice(0, MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Then there is nothing to go back to.
  }
}

function foundIn(value: unknown): Found[] {
  if (typeof value !== "object" || value === null) return [];
  const { path, name, what } = value as Record<string, unknown>;
  if (typeof path !== "string" || typeof name !== "string" || typeof what !== "string") return [];
  return [{ path, name, what, spelling: undefined }];
}
