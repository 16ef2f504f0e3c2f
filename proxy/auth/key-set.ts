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

/** In milliseconds. */
const TIMES = {
  /** The set is fetched again this often. */
  refresh: 300_000,
  /**
   * Two fetches are at least this far apart, whatever key ids are asked for; who asks in between
   * waits for the next one.
   */
  apart: 2_000,
  /** After a failed fetch the server is left alone this long. */
  pause: 5_000,
  timeout: 3_000,
};

const MAX_SET_BYTES = 262_144;

/**
 * Those who wait for a key that may come with the next fetch; more are told at once that it cannot
 * be known.
 */
const MAX_WAITING = 1_000;

/** The key may exist, but the set cannot be had. */
export class KeySetUnavailable extends Error {}

/** The set is there and has no such key. */
export class UnknownKey extends Error {}

export type KeySet = {
  /**
   * The key for a token's header. Throws `UnknownKey`, `KeySetUnavailable`, or one of jose's errors
   * for an ambiguous header.
   */
  find: (header: JWSHeaderParameters, token: FlattenedJWSInput) => Promise<CryptoKey>;
  /** The keys in force, and when they were last fetched, in milliseconds since the epoch. */
  state: () => { keys: number; fetchedAt: number | undefined };
  close: () => void;
};

export const KeySetSchema = z.looseObject({
  keys: z.array(z.looseObject({ kty: z.string() })).min(1),
});

export type KeySetOptions = {
  url: string;
  /** Called when a key that was in the set no longer is. */
  onKeysRemoved: () => void;
  log: {
    warn: (fields: object, message: string) => void;
    info: (fields: object, message: string) => void;
  };
  times?: Partial<typeof TIMES> | undefined;
};

/**
 * An authorization server's JWKS (RFC 7517), fetched at the start, refreshed in the background, and
 * fetched early for a key id that is not in it. The last good set stays in force however long the
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

/** The set in force. */
function createCurrentSet({ onKeysRemoved, log }: Pick<KeySetOptions, "onKeysRemoved" | "log">) {
  let current: { set: ReturnType<typeof createLocalJWKSet>; keys: Set<string> } | undefined;

  /** Puts a set in force. Throws where that would leave no key that can verify anything. */
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

  /** The key for a token's header; undefined where the set has none, or there is no set yet. */
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

/** Fetches the set, for everybody who wants it at the same time. */
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

  /** Whether the set could be had. */
  const fetchSet = (): Promise<boolean> => {
    if (performance.now() < failedUntil) return Promise.resolve(false);
    fetching ??= fetchInTurn();
    goOn(fetching); // who began to wait may leave, and others wait too
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
