import {
  type CryptoKey,
  createLocalJWKSet,
  type FlattenedJWSInput,
  type JSONWebKeySet,
  type JWSHeaderParameters,
} from "jose";
import * as z from "zod";
import { createAsker, every, goOn } from "#host";
import { describeError } from "../../build/site/describe-error.ts";
import { fetchJson } from "./fetch-json.ts";
import { isUsableKey } from "./usable-key.ts";

/** The times of a key set, in milliseconds. */
const TIMES = {
  /** How often the set is fetched again. */
  refresh: 300_000,
  /** The shortest time between two fetches. Tokens with unknown keys wait for the next fetch. */
  apart: 2_000,
  /** The pause after a failed fetch. */
  pause: 5_000,
  timeout: 3_000,
};

const MAX_SET_BYTES = 262_144;

/** The most tokens that wait for the next fetch. Further ones get an error at once. */
const MAX_WAITING = 1_000;

/** The key may exist, but the set cannot be fetched. */
export class KeySetUnavailable extends Error {}

/** The set has no such key. */
export class UnknownKey extends Error {}

export type KeySet = {
  /**
   * Finds the key for a token's header. Throws `UnknownKey`, `KeySetUnavailable`, and jose's errors
   * where several keys fit.
   */
  find: (header: JWSHeaderParameters, token: FlattenedJWSInput) => Promise<CryptoKey>;
  /** The number of keys, and when they were last fetched, in milliseconds since the epoch. */
  state: () => { keys: number; fetchedAt: number | undefined };
  close: () => void;
};

export const KeySetSchema = z.looseObject({
  keys: z.array(z.looseObject({ kty: z.string() })).min(1),
});

export type KeySetOptions = {
  url: string;
  /** Called when a key has left the set. */
  onKeysRemoved: () => void;
  log: {
    warn: (fields: object, message: string) => void;
    info: (fields: object, message: string) => void;
  };
  times?: Partial<typeof TIMES> | undefined;
};

/**
 * Creates the key set (JWKS, RFC 7517) of an authorization server. It is fetched at the start, in
 * the background, and early for an unknown key id. The last good set stays in force while the
 * server is away.
 */
export function createKeySet(options: KeySetOptions): KeySet {
  const { refresh, ...times } = { ...TIMES, ...options.times };
  const current = createCurrentSet(options);
  const fetcher = createFetcher({ ...options, times }, current.accept);
  let waiting = 0;

  const find: KeySet["find"] = async (header, token) => {
    const known = await current.find(header, token);
    if (known !== undefined) return known;
    if (waiting >= MAX_WAITING)
      throw new KeySetUnavailable("too many tokens wait for unknown keys");
    waiting += 1;
    const isFresh = await fetcher.fetch().finally(() => {
      waiting -= 1;
    });
    const found = await current.find(header, token);
    if (found !== undefined) return found;
    throw isFresh ? new UnknownKey("no such key") : new KeySetUnavailable("the JWKS cannot be had");
  };

  const stop = every(refresh, () => void fetcher.fetch());
  void fetcher.fetch();
  return {
    find,
    state: () => ({ keys: current.size(), fetchedAt: fetcher.fetchedAt() }),
    close: () => {
      stop();
      fetcher.close();
    },
  };
}

/** Creates the holder of the set in force. */
function createCurrentSet({ onKeysRemoved, log }: Pick<KeySetOptions, "onKeysRemoved" | "log">) {
  let current: { set: ReturnType<typeof createLocalJWKSet>; keys: Set<string> } | undefined;

  /** Puts a set in force. Throws where it has no key that can verify a token. */
  const accept = (jwks: JSONWebKeySet): void => {
    const keys = new Set(jwks.keys.map((key) => JSON.stringify(key)));
    const isSame =
      current !== undefined &&
      keys.size === current.keys.size &&
      [...keys].every((key) => current?.keys.has(key));
    if (isSame) return;
    if (current !== undefined && !jwks.keys.some(isUsableKey))
      throw new Error("none of its keys can verify a token");
    const hasLost = current !== undefined && [...current.keys].some((key) => !keys.has(key));
    current = { set: createLocalJWKSet(jwks), keys };
    if (hasLost) onKeysRemoved();
    log.info({ keys: keys.size }, "JWKS taken over");
  };

  /** Finds the key for a token's header; undefined where there is no key or no set yet. */
  const find = async (
    header: JWSHeaderParameters,
    token: FlattenedJWSInput,
  ): Promise<CryptoKey | undefined> => {
    if (current === undefined) return undefined;
    try {
      return await current.set(header, token);
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ERR_JWKS_NO_MATCHING_KEY")
        return undefined;
      throw error;
    }
  };

  return { accept, find, size: () => current?.keys.size ?? 0 };
}

type FetcherOptions = Pick<KeySetOptions, "url" | "log"> & {
  times: Omit<typeof TIMES, "refresh">;
};

/** Creates the fetcher of the set. Callers at the same time share one fetch. */
function createFetcher(
  { url, log, times: { apart, pause, timeout } }: FetcherOptions,
  accept: (jwks: JSONWebKeySet) => void,
) {
  const asker = createAsker({ connections: 1, connectMs: timeout });
  let fetching: Promise<boolean> | undefined;
  let nextFetchAt = 0;
  let failedUntil = 0;
  let fetchedAt: number | undefined;
  let isClosed = false;

  /** Fetches the set. Resolves with whether it could be fetched. */
  const fetchSet = (): Promise<boolean> => {
    if (performance.now() < failedUntil) return Promise.resolve(false);
    fetching ??= fetchInTurn();
    goOn(fetching); // others may still wait when the first caller leaves
    return fetching;
  };

  const fetchInTurn = async (): Promise<boolean> => {
    await delay(nextFetchAt - performance.now());
    if (isClosed) return false;
    try {
      const headers = { accept: "application/jwk-set+json, application/json" };
      const limits = { ask: asker.ask, timeoutMs: timeout, maxBytes: MAX_SET_BYTES };
      accept(await fetchJson(url, KeySetSchema, limits, { headers }));
      fetchedAt = Date.now();
      return true;
    } catch (error) {
      if (!isClosed) noteFailure(error);
      return false;
    } finally {
      nextFetchAt = performance.now() + apart;
      fetching = undefined;
    }
  };

  const noteFailure = (error: unknown): void => {
    failedUntil = performance.now() + pause;
    log.warn(
      { reason: describeError(error) },
      "the JWKS could not be fetched; the last good one stays in force",
    );
  };

  return {
    fetch: fetchSet,
    fetchedAt: () => fetchedAt,
    close: () => {
      isClosed = true;
      asker.close();
    },
  };
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) =>
    milliseconds > 0 ? setTimeout(resolve, milliseconds).unref() : resolve(),
  );
}
