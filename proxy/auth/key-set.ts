import { setTimeout } from "node:timers/promises";
import type { CryptoKey, FlattenedJWSInput, JWSHeaderParameters } from "jose";
import type { Log } from "../log.ts";
import { createJsonClient } from "./fetch-json.ts";
import {
  ACCEPT,
  createRemoteKeySet,
  type FetchedSet,
  type FetchJson,
  type KeySetAddress,
  TIMES,
} from "./fetch-key-set.ts";
import { createKeyFinder } from "./find-key.ts";

const MAX_SET_BYTES = 262_144;

export type KeySet = {
  /** Finds the key for a token's header. Throws `KeySetUnavailable`, and jose's errors. */
  find: (header: JWSHeaderParameters, token: FlattenedJWSInput) => Promise<CryptoKey>;
  /** Fetches the set again, unless that happened lately. Returns whether it did. Never rejects. */
  refetch: () => Promise<boolean>;
  /** The number of keys, and when they were last fetched, in milliseconds since the epoch. */
  state: () => { keys: number; fetchedAt: number | undefined };
  close: () => void;
};

export type KeySetOptions = {
  address: KeySetAddress;
  /** Called when the set has changed, so that a key may have left it. */
  onKeysChanged: () => void;
  log: Pick<Log, "info" | "warn">;
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
export function createKeySet({ address, onKeysChanged, log, ...options }: KeySetOptions): KeySet {
  const times = { ...TIMES, ...options.times };
  const { fetchJson, close } = createSetClient();
  const { remote, last } = createRemoteKeySet(address, { fetchJson, log, times });
  let current: FetchedSet | undefined;

  /** Notes a new set. Only after jose uses it: until then it may still find a removed key. */
  const noteKeys = (): void => {
    const { set } = last() ?? {};
    const before = current;
    current = set;
    if (JSON.stringify(set) === JSON.stringify(before)) return;
    if (before !== undefined) onKeysChanged();
    log.info({ keys: set?.keys.length }, "JWKS updated");
  };

  const reload = (): Promise<boolean> =>
    remote.reload().then(
      () => {
        noteKeys();
        return true;
      },
      () => false,
    );
  const { find, refetch } = createKeyFinder(remote, reload);

  const closing = new AbortController();
  const pause = () => (last() === undefined ? times.firstPause : times.refresh);
  void repeat(reload, pause, closing.signal);
  return {
    find: (header, token) => find(header, token).finally(noteKeys),
    refetch,
    state: () => ({ keys: current?.keys.length ?? 0, fetchedAt: last()?.at }),
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
