import type { Window } from "./windows.ts";

/** The tiers of the specification's section 5; also the names of the policies in the draft's fields. */
export type Tier = "anonymous" | "keyed";

/**
 * The contract's three headers, and the two fields of the current draft (draft-ietf-httpapi-ratelimit-headers),
 * for the caller's own tier; names and values in turn.
 */
export function rateLimitHeaders(tier: Tier, window: Window, windowSeconds: number): string[] {
  const { limit, remaining, resetSeconds } = window;
  return [
    "RateLimit-Limit",
    `${limit}`,
    "RateLimit-Remaining",
    `${remaining}`,
    "RateLimit-Reset",
    `${resetSeconds}`,
    "RateLimit-Policy",
    `"${tier}";q=${limit};w=${windowSeconds}`,
    "RateLimit",
    `"${tier}";r=${remaining};t=${resetSeconds}`,
  ];
}
