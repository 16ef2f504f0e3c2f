import type { Found } from "./find.ts";

const KEY = "recent";
const MOST = 6;

/** The results that the reader opened last, newest first; none if the browser stores nothing. */
export function recentlyFound(): Found[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.flatMap(foundIn) : [];
  } catch {
    return [];
  }
}

/** Remembers the result that the reader opened, in this browser only. */
export function remember({ path, name, what }: Found): void {
  const others = recentlyFound().filter((other) => other.path !== path);
  const kept = [{ path, name, what }, ...others].slice(0, MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Without storage, the box shows no recent results.
  }
}

function foundIn(value: unknown): Found[] {
  if (typeof value !== "object" || value === null) return [];
  const { path, name, what } = value as Record<string, unknown>;
  if (typeof path !== "string" || typeof name !== "string" || typeof what !== "string") return [];
  return [{ path, name, what, spelling: undefined }];
}
