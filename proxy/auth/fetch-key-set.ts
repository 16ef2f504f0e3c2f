import {
  type CryptoKey,
  createRemoteJWKSet,
  customFetch,
  errors,
  type FlattenedJWSInput,
  type JWK,
  type JWSHeaderParameters,
} from "jose";
import * as z from "zod";
import { describeError } from "../../build/core/errors.ts";
import { NothingThere } from "../../build/core/fetch/json-response.ts";
import type { Config } from "../config.ts";
import type { Log } from "../log.ts";
import { KeySetUnavailable } from "./identity.ts";
import { isUsableKey, KeySetSchema } from "./usable-key.ts";

/** Fetches JSON of a shape, and takes at most so many milliseconds. */
export type FetchJson = <T>(url: string, schema: z.ZodType<T>, timeoutMs: number) => Promise<T>;

/** The media types of a JWKS and of a configuration. */
export const ACCEPT = "application/jwk-set+json, application/json";

/** Where the keys of an issuer are. */
export type KeySetAddress = Pick<
  NonNullable<Config["auth"]["tokens"]>,
  "issuer" | "jwksUrl" | "discoveryUrl"
>;

/** The parts of an issuer's configuration that are used (OpenID Connect Discovery 1.0 §3). */
const ConfigurationSchema = z.object({ issuer: z.string(), jwks_uri: z.url() });

/** A set of which a key can verify tokens. `url` is where it was, `size` counts all its keys. */
type FetchedSet = { url: string; keys: JWK[]; size: number };

/**
 * Fetches a set once. If there is nothing at its address, the issuer's configuration names another.
 */
export async function fetchKeySet(
  fetchJson: FetchJson,
  { issuer, jwksUrl, discoveryUrl }: KeySetAddress,
  timeoutMs: number,
): Promise<FetchedSet> {
  const fetchFrom = async (url: string) => {
    const { keys: all } = await fetchJson(url, KeySetSchema, timeoutMs);
    const keys = all.filter(isUsableKey);
    if (keys.length === 0) throw new Error("none of its keys can verify a token");
    return { url, keys, size: all.length };
  };
  try {
    return await fetchFrom(jwksUrl);
  } catch (error) {
    if (!(error instanceof NothingThere) || discoveryUrl === undefined) throw error;
  }
  const named = await fetchJson(discoveryUrl, ConfigurationSchema, timeoutMs).catch((error) => {
    throw new Error(`${discoveryUrl}: ${describeError(error)}`);
  });
  if (named.issuer !== issuer) throw new Error(`${discoveryUrl}: "issuer" is not AUTH_URL`);
  if (
    !/^https?:/.test(named.jwks_uri) ||
    (/^https:/.test(issuer) && !/^https:/.test(named.jwks_uri))
  )
    throw new Error(`${discoveryUrl}: "jwks_uri" is not an https address`);
  return fetchFrom(named.jwks_uri);
}

/** Finds keys for tokens. */
export type KeySet = {
  /** Finds the key for a token's header. Throws `KeySetUnavailable`, and jose's errors. */
  find: (header: JWSHeaderParameters, token: FlattenedJWSInput) => Promise<CryptoKey>;
  /** Fetches the set again, unless that happened lately. Returns whether it did. Never rejects. */
  refetch: () => Promise<boolean>;
};

export type RemoteOptions = {
  fetchJson: FetchJson;
  /** Called when the set has changed, so that a key may have left it. */
  onKeysChanged: () => void;
  log: Log;
};

/** The times of a key set, in milliseconds. */
export const TIMES = {
  /** How often the set is fetched again. */
  refresh: 300_000,
  /** How long after a fetch unknown keys and failed signatures cause no other one. */
  cooldown: 2_000,
  /** The pause after a failed fetch. */
  pause: 5_000,
  /** The pause after a failed fetch while there is no set yet. */
  firstPause: 1_000,
  timeout: 3_000,
};

/**
 * Creates the key set (JWKS, RFC 7517) of an authorization server, which is fetched for unknown
 * keys. The last good set stays in force.
 */
export function createRemoteKeySet(
  address: KeySetAddress,
  { fetchJson, log, onKeysChanged, times }: RemoteOptions & { times: typeof TIMES },
) {
  const { cooldown, pause, firstPause, timeout } = times;
  let last: { set: FetchedSet; at: number } | undefined;
  let current: FetchedSet | undefined;
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let failure: string | undefined;
  /** Whether the last early fetch was for a failed signature. */
  let isForSignature = false;

  const fetchSet = async () => {
    const now = performance.now();
    if (now < pausedUntil) throw new KeySetUnavailable("the JWKS cannot be fetched");
    // Of requests that overlap after a failure, one tries. At the edge none may wait for it.
    if (failure !== undefined) pausedUntil = now + timeout;
    try {
      const set = await fetchKeySet(fetchJson, address, timeout);
      last = { set, at: Date.now() };
      failure = undefined;
      pausedUntil = now;
      return Response.json(set);
    } catch (error) {
      const ms = last === undefined ? Math.min(firstPause, pause) : pause;
      pausedUntil = performance.now() + ms;
      const reason = describeError(error);
      const message = "the JWKS could not be fetched; the last good one stays in force";
      if (reason !== failure) log.warn({ reason }, message);
      failure = reason;
      throw new KeySetUnavailable("the JWKS cannot be fetched");
    }
  };

  // jose refuses known keys once the set is older than `cacheMaxAge`. So we refresh it.
  const remote = createRemoteJWKSet(new URL(address.jwksUrl), {
    [customFetch]: fetchSet,
    cacheMaxAge: Number.POSITIVE_INFINITY,
    cooldownDuration: cooldown,
  });

  /** Notes a new set. Only after jose uses it: until then it may still find a removed key. */
  const noteKeys = () => {
    const before = current;
    current = last?.set;
    if (JSON.stringify(current) === JSON.stringify(before)) return;
    if (before !== undefined) onKeysChanged();
    log.info({ keys: current?.keys.length }, "JWKS updated");
  };
  const find: KeySet["find"] = async (header, token) => {
    try {
      return await remote(header, token);
    } catch (error) {
      // Forged signatures must not delay a new key.
      if (!(isForSignature && error instanceof errors.JWKSNoMatchingKey)) throw error;
      await remote.reload();
      isForSignature = false;
      return await remote(header, token);
    } finally {
      noteKeys();
    }
  };
  const reload = () => remote.reload().then(noteKeys);
  return {
    find,
    refetch: async () => {
      const isFetched =
        !remote.coolingDown &&
        (await reload().then(
          () => true,
          () => false,
        ));
      isForSignature ||= isFetched;
      return isFetched;
    },
    reload,
    last: () => last,
    isFailing: () => failure !== undefined,
  };
}
