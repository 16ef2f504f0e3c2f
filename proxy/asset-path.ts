import type { RequestTarget } from "./site/request-target.ts";

/** Below this pictures are. */
export const ASSETS = "/assets";

/**
 * The path by which a picture is asked for at the origin, in one spelling and without a query;
 * undefined for what is none, or has a segment that could mean another place.
 */
export function assetPathOf(method: string, { segments }: RequestTarget): string | undefined {
  if (method !== "GET" && method !== "HEAD") return undefined;
  const [first, ...rest] = segments ?? [];
  if (first !== ASSETS.slice(1) || rest.length === 0 || !rest.every(isPlain)) return undefined;
  return `${ASSETS}/${rest.map(encodeURIComponent).join("/")}`;
}

function isPlain(segment: string): boolean {
  return !/^\.{0,2}$|[\p{Cc}/\\]/u.test(segment);
}
