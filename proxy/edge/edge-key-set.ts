import { waitUntil } from "cloudflare:workers";
import { parseJsonResponse } from "../../build/core/fetch/json-response.ts";
import {
  ACCEPT,
  createRemoteKeySet,
  type FetchJson,
  type KeySetAddress,
  type RemoteOptions,
  TIMES,
} from "../auth/fetch-key-set.ts";

/**
 * Creates the key set of an authorization server. On Workers, jose lets each request fetch for
 * itself. The set is refreshed while there are requests.
 */
export function createEdgeKeySet(
  address: KeySetAddress,
  options: Omit<RemoteOptions, "fetchJson">,
): ReturnType<typeof createRemoteKeySet> {
  const remote = createRemoteKeySet(address, { ...options, fetchJson, times: TIMES });
  let refreshAt = Date.now() + TIMES.refresh;
  return {
    ...remote,
    find: (header, token) => {
      if (Date.now() >= refreshAt) {
        refreshAt = Date.now() + TIMES.refresh;
        waitUntil(remote.reload().catch(() => undefined));
      }
      return remote.find(header, token);
    },
  };
}

const fetchJson: FetchJson = async (url, schema, timeoutMs) => {
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, { headers: { accept: ACCEPT }, redirect: "manual", signal });
  return parseJsonResponse(response.status, await response.text(), schema);
};
