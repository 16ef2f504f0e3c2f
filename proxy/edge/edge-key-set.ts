import { waitUntil } from "cloudflare:workers";
import { createRemoteJWKSet, errors } from "jose";
import { KeySetUnavailable } from "../auth/identity.ts";
import type { KeySet } from "../auth/key-set.ts";

/** How often the set is fetched again while there are requests, in milliseconds. */
const REFRESH_MS = 300_000;

/** How long after a fetch unknown keys cause no other one, in milliseconds. */
const COOLDOWN_MS = 2_000;

const TIMEOUT_MS = 3_000;

/**
 * Finds keys in the set (JWKS, RFC 7517) of an authorization server, by jose alone. On Workers,
 * jose lets each request fetch for itself. The last good set stays in force while the server is
 * away.
 */
export function createKeyFinder(url: string, onRefresh: () => void): KeySet["find"] {
  const remote = createRemoteJWKSet(new URL(url), {
    timeoutDuration: TIMEOUT_MS,
    cooldownDuration: COOLDOWN_MS,
    // Otherwise known keys would be refused once the set is older and the server is away.
    cacheMaxAge: Number.POSITIVE_INFINITY,
  });
  let refreshAt = Date.now() + REFRESH_MS;

  return async (header, token) => {
    if (Date.now() >= refreshAt) {
      refreshAt = Date.now() + REFRESH_MS;
      waitUntil(remote.reload().then(onRefresh, () => undefined));
    }
    try {
      return await remote(header, token);
    } catch (error) {
      throw isAboutToken(error) ? error : new KeySetUnavailable("the JWKS cannot be fetched");
    }
  };
}

/** Whether the set was there, and has no key, or several, for the token. */
function isAboutToken(error: unknown): boolean {
  const kinds = [
    errors.JWKSNoMatchingKey,
    errors.JWKSMultipleMatchingKeys,
    errors.JOSENotSupported,
  ];
  return kinds.some((kind) => error instanceof kind);
}
