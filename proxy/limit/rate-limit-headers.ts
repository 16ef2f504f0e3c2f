import type { Window } from "./windows.ts";

/** The tiers of the specification's section 5, and the policy names in the draft's fields. */
export type Tier = "anonymous" | "keyed";

/** The headers that show a caller's window. */
export type RateLimitHeaders = (tier: Tier, window: Window) => string[];

/**
 * Creates the contract's three headers and the two fields of the current draft
 * (draft-ietf-httpapi-ratelimit-headers), for the caller's own tier. Names and values alternate.
 */
export function createRateLimitHeaders({
  anonymous,
  keyed,
  windowSeconds,
}: Record<Tier | "windowSeconds", number>): RateLimitHeaders {
  const fixed = (tier: Tier, limit: number) => ({
    limit: `${limit}`,
    policy: `"${tier}";q=${limit};w=${windowSeconds}`,
  });
  const tiers = { anonymous: fixed("anonymous", anonymous), keyed: fixed("keyed", keyed) };
  return (tier, window) => {
    const { limit, policy } = tiers[tier];
    const remaining = `${window.remaining}`;
    const reset = `${window.resetSeconds}`;
    return [
      "RateLimit-Limit",
      limit,
      "RateLimit-Remaining",
      remaining,
      "RateLimit-Reset",
      reset,
      "RateLimit-Policy",
      policy,
      "RateLimit",
      `"${tier}";r=${remaining};t=${reset}`,
    ];
  };
}
