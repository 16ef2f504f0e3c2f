import { waitUntil } from "cloudflare:workers";
import {
  ACCEPT,
  createRemoteKeySet,
  type FetchJson,
  type KeySetAddress,
  TIMES,
} from "../auth/fetch-key-set.ts";
import { createKeyFinder } from "../auth/find-key.ts";
import { parseJsonResponse } from "../auth/json-response.ts";
import type { KeySet } from "../auth/key-set.ts";
import type { Log } from "../log.ts";

/**
 * Creates the key set of an authorization server. On Workers, jose lets each request fetch for
 * itself. The set is refreshed while there are requests.
 */
export function createEdgeKeySet(
  address: KeySetAddress,
  onRefresh: () => void,
  log: Pick<Log, "warn">,
): Pick<KeySet, "find" | "refetch"> & { isFailing: () => boolean } {
  const { remote, isFailing } = createRemoteKeySet(address, { fetchJson, log, times: TIMES });
  const reload = () =>
    remote.reload().then(
      () => {
        onRefresh();
        return true;
      },
      () => false,
    );
  const finder = createKeyFinder(remote, reload);
  let refreshAt = Date.now() + TIMES.refresh;

  return {
    find: (header, token) => {
      if (Date.now() >= refreshAt) {
        refreshAt = Date.now() + TIMES.refresh;
        waitUntil(reload());
      }
      return finder.find(header, token);
    },
    refetch: finder.refetch,
    isFailing,
  };
}

const fetchJson: FetchJson = async (url, schema, timeoutMs) => {
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, { headers: { accept: ACCEPT }, redirect: "manual", signal });
  return parseJsonResponse(response.status, await response.text(), schema);
};
