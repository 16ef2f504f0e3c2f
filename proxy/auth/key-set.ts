import { setTimeout } from "node:timers/promises";
import {
  type CryptoKey,
  createRemoteJWKSet,
  customFetch,
  type FlattenedJWSInput,
  type JWSHeaderParameters,
} from "jose";
import type * as z from "zod";
import { describeError } from "../../build/core/errors.ts";
import { createJsonClient, type JsonClient } from "./fetch-json.ts";
import { createKeyFinder } from "./find-key.ts";
import { KeySetUnavailable } from "./identity.ts";
import { isUsableKey, KeySetSchema } from "./usable-key.ts";

/** The times of a key set, in milliseconds. */
const TIMES = {
  /** How often the set is fetched again. */
  refresh: 300_000,
  /** How long after a fetch unknown keys cause no other one. */
  cooldown: 2_000,
  /** The pause after a failed fetch. */
  pause: 5_000,
  /** The pause after a failed fetch while there is no set yet. */
  firstPause: 1_000,
  timeout: 3_000,
};

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
  url: string;
  /** Called when the set has changed, so that a key may have left it. */
  onKeysChanged: () => void;
  log: Record<"warn" | "info", (fields: object, message: string) => void>;
  times?: Partial<typeof TIMES> | undefined;
};

type FetchedSet = z.infer<typeof KeySetSchema>;

/** Fetches a set once. `timeoutMs` has the default of a key set. */
export function fetchKeySet({ fetchJson }: JsonClient, url: string, timeoutMs = TIMES.timeout) {
  return fetchJson(url, KeySetSchema, {
    method: "GET",
    headers: { accept: "application/jwk-set+json, application/json" },
    timeoutMs,
    maxBytes: MAX_SET_BYTES,
  });
}

/** Creates the function that fetches a set. The last good one stays in force. */
function createFetcher({ url, log }: Pick<KeySetOptions, "url" | "log">, times: typeof TIMES) {
  const { pause, firstPause, timeout } = times;
  const client = createJsonClient(1, timeout);
  let last: { set: FetchedSet; at: number } | undefined;
  let failedUntil = Number.NEGATIVE_INFINITY;
  let failure: string | undefined;

  const fetchSet = async (): Promise<Response> => {
    if (performance.now() < failedUntil) throw new KeySetUnavailable("the JWKS cannot be fetched");
    try {
      const set = await fetchKeySet(client, url, timeout);
      if (!set.keys.some(isUsableKey)) throw new Error("none of its keys can verify a token");
      last = { set, at: Date.now() };
      failure = undefined;
      return Response.json(set);
    } catch (error) {
      failedUntil = performance.now() + (last === undefined ? Math.min(firstPause, pause) : pause);
      const reason = describeError(error);
      const message = "the JWKS could not be fetched; the last good one stays in force";
      if (reason !== failure) log.warn({ reason }, message);
      failure = reason;
      throw new KeySetUnavailable("the JWKS cannot be fetched");
    }
  };

  return { fetchSet, last: () => last, close: client.close };
}

/**
 * Creates the key set (JWKS, RFC 7517) of an authorization server. It is fetched at the start, then
 * in the background, and early for an unknown key id. The last good set stays in force while the
 * server is away.
 */
export function createKeySet({ url, onKeysChanged, log, ...options }: KeySetOptions): KeySet {
  const times = { ...TIMES, ...options.times };
  const { fetchSet, last, close } = createFetcher({ url, log }, times);
  let current: FetchedSet | undefined;

  // jose refuses known keys once the set is older than `cacheMaxAge`. So a timer refreshes it.
  const remote = createRemoteJWKSet(new URL(url), {
    [customFetch]: fetchSet,
    cacheMaxAge: Number.POSITIVE_INFINITY,
    cooldownDuration: times.cooldown,
  });

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
