import { setTimeout } from "node:timers/promises";
import { createJsonClient } from "../../build/core/fetch/json-client.ts";
import {
  ACCEPT,
  createRemoteKeySet,
  type FetchJson,
  type KeySetAddress,
  type RemoteOptions,
  TIMES,
} from "./fetch-key-set.ts";

const MAX_SET_BYTES = 262_144;

export type KeySetOptions = Omit<RemoteOptions, "fetchJson"> & {
  address: KeySetAddress;
  times?: Partial<typeof TIMES> | undefined;
};

/** Creates the function that fetches sets. */
export function createSetClient(): { fetchJson: FetchJson; close: () => void } {
  const { fetchJson, close } = createJsonClient(1, TIMES.timeout);
  const request = { method: "GET", headers: { accept: ACCEPT }, maxBytes: MAX_SET_BYTES } as const;
  return {
    fetchJson: (url, schema, timeoutMs) => fetchJson(url, schema, { ...request, timeoutMs }),
    close,
  };
}

/**
 * Creates the key set of an authorization server. It is fetched at the start, then in the
 * background, and early for an unknown key id.
 */
export function createKeySet({ address, ...options }: KeySetOptions) {
  const times = { ...TIMES, ...options.times };
  const { fetchJson, close } = createSetClient();
  const remote = createRemoteKeySet(address, { ...options, fetchJson, times });
  const { find, refetch, reload, last } = remote;

  const closing = new AbortController();
  const pause = () => (last() === undefined ? times.firstPause : times.refresh);
  void repeat(() => reload().catch(() => undefined), pause, closing.signal);
  return {
    find,
    refetch,
    /** The number of keys, and when they were last fetched, in milliseconds since the epoch. */
    state: () => ({ keys: last()?.set.keys.length ?? 0, fetchedAt: last()?.at }),
    close: () => {
      closing.abort();
      close();
    },
  };
}

/** Does a task again and again, with pauses in milliseconds, until the signal. */
async function repeat(task: () => Promise<unknown>, pause: () => number, signal: AbortSignal) {
  while (!signal.aborted) {
    await task();
    await setTimeout(pause(), undefined, { ref: false, signal }).catch(() => undefined);
  }
}
