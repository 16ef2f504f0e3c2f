import type { RequestTarget } from "./site/request-target.ts";

/** What the two scopes are called in an address. */
export const COUNTED = "/v1";
export const DESCRIPTION = "/v1/openapi.json";

/** Whether a target lies under `/v1`, where callers are counted, and is not its description. */
export function isCounted({ isApi, key }: RequestTarget): boolean {
  return isApi && key !== DESCRIPTION;
}

/** The address by which a router finds the scope of a target, whatever its path is made of. */
export function scopeOf(target: RequestTarget): string {
  return isCounted(target) ? COUNTED : "/";
}
