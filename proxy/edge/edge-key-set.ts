import { waitUntil } from "cloudflare:workers";
import { createRemoteJWKSet, customFetch } from "jose";
import { createKeyFinder } from "../auth/find-key.ts";
import { KeySetUnavailable } from "../auth/identity.ts";
import type { KeySet } from "../auth/key-set.ts";
import { isUsableKey, KeySetSchema } from "../auth/usable-key.ts";

/** How often the set is fetched again while there are requests, in milliseconds. */
const REFRESH_MS = 300_000;

/** How long after a fetch unknown keys and failed signatures cause no other one. */
const COOLDOWN_MS = 2_000;

const TIMEOUT_MS = 3_000;

/**
 * Creates the key set (JWKS, RFC 7517) of an authorization server, by jose alone. On Workers, jose
 * lets each request fetch for itself. The last good set stays in force while the server is away.
 */
export function createEdgeKeySet(
  url: string,
  onRefresh: () => void,
): Pick<KeySet, "find" | "refetch"> {
  const remote = createRemoteJWKSet(new URL(url), {
    [customFetch]: fetchUsable,
    timeoutDuration: TIMEOUT_MS,
    cooldownDuration: COOLDOWN_MS,
    // Otherwise known keys would be refused once the set is older and the server is away.
    cacheMaxAge: Number.POSITIVE_INFINITY,
  });
  const reload = () =>
    remote.reload().then(
      () => {
        onRefresh();
        return true;
      },
      () => false,
    );
  const finder = createKeyFinder(remote, reload);
  let refreshAt = Date.now() + REFRESH_MS;

  return {
    find: (header, token) => {
      if (Date.now() >= refreshAt) {
        refreshAt = Date.now() + REFRESH_MS;
        waitUntil(reload());
      }
      return finder.find(header, token);
    },
    refetch: finder.refetch,
  };
}

/** Fetches a set, of which a key must be able to verify tokens. Throws `KeySetUnavailable`. */
async function fetchUsable(url: string, options: RequestInit): Promise<Response> {
  const set = await fetch(url, options)
    .then(async (response) => (response.status === 200 ? await response.json() : undefined))
    .then((value) => KeySetSchema.safeParse(value).data)
    .catch(() => undefined);
  if (set?.keys.some(isUsableKey)) return Response.json(set);
  throw new KeySetUnavailable("the JWKS cannot be fetched");
}
