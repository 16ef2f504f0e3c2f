import type { RequestTarget } from "../gate/request.ts";

/** The path that all pictures are below. */
export const ASSETS = "/assets";

/**
 * The path of a picture at the origin, in one spelling and without a query. Undefined if the
 * request is not for a picture, or if a segment could lead to another place, such as `..`.
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
