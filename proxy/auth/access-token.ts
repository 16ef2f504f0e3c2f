import { type CryptoKey, errors, type JWTPayload, jwtVerify } from "jose";
import { LRUCache } from "lru-cache";
import { credentialDigest } from "../../build/keys/api-key.ts";
import { maxEntries } from "../entries.ts";
import type { Credential } from "./credential.ts";
import { type Allow, allowAll, scopesOf, type Verdict, type Verifier } from "./identity.ts";
import { createKeySet, type KeySet, type KeySetOptions, KeySetUnavailable } from "./key-set.ts";
import { ALGORITHMS } from "./usable-key.ts";

const CLOCK_TOLERANCE_SECONDS = 5;

/** In characters. A longer text is rejected and not parsed. */
const MAX_TOKEN_LENGTH = 8_192;

const MAX_REMEMBERED = 100_000;
const MAX_REJECTED = 10_000;

/** In characters. A longer subject is counted by its digest, so that window keys stay small. */
const MAX_SUBJECT_LENGTH = 200;

/** How long a rejected token is remembered, so that repeating it costs no signature check. */
const REJECTED_MS = 10_000;

/** A verdict that holds until a time, in milliseconds since the epoch. */
type Remembered = { verdict: Verdict; until: number };

export type AccessTokenOptions = Pick<KeySetOptions, "url" | "log" | "times"> & {
  /** The exact value of `iss`. */
  issuer: string;
  audience: string;
  /** Milliseconds since the epoch. Default: the system's clock. */
  now?: () => number;
};

/** The numbers of remembered tokens and of keys in the JWKS, and when the JWKS was fetched. */
export type AccessTokensState = {
  remembered: number;
  jwksKeys: number;
  jwksFetchedAt: number | undefined;
};

/**
 * Verifies access tokens (JWT, RFC 7519) with the keys of a JWKS. A verified token is remembered by
 * its digest until it expires.
 */
export function createAccessTokens(
  options: AccessTokenOptions,
): Verifier & { state: () => AccessTokensState } {
  const { url, issuer, audience, log, times, now = Date.now } = options;
  const memory = createTokenMemory();
  const keySet = createKeySet({
    url,
    log,
    onKeysRemoved: memory.clear,
    ...(times === undefined ? {} : { times }),
  });

  const check = (token: Credential, allow: Allow = allowAll): Verdict | Promise<Verdict> => {
    if (token.text.length > MAX_TOKEN_LENGTH)
      return { kind: "rejected", reason: "too long for a token" };
    const known = memory.of(token.digest);
    if (known !== undefined && known.until > now()) return known.verdict;
    return allow(() => verify(token));
  };

  const verify = async ({ text, digest }: Credential): Promise<Verdict> => {
    const began = memory.generation();
    const judged = await verdictOn(text);
    // If a key was withdrawn meanwhile, tokens that it signed must not be remembered.
    if (judged.until > now() && memory.generation() === began) memory.keep(digest, judged);
    return judged.verdict;
  };

  /** The verdict on a token, and until when it holds (milliseconds). */
  const verdictOn = async (token: string): Promise<Remembered> => {
    try {
      const payload = await verifiedPayload(token, keySet, { issuer, audience, now: now() });
      const verdict = verdictOf(payload, now());
      const ends = ((payload.exp ?? 0) + CLOCK_TOLERANCE_SECONDS) * 1000;
      return { verdict, until: verdict.kind === "keyed" ? ends : 0 };
    } catch (error) {
      if (error instanceof KeySetUnavailable)
        return { verdict: { kind: "unavailable", reason: error.message }, until: 0 };
      if (!isAboutToken(error)) throw error;
      return {
        verdict: { kind: "rejected", reason: reasonOf(error) },
        until: isLasting(error) ? now() + REJECTED_MS : 0,
      };
    }
  };

  const state = () => {
    const { keys, fetchedAt } = keySet.state();
    return { remembered: memory.size(), jwksKeys: keys, jwksFetchedAt: fetchedAt };
  };

  return { check, state, close: keySet.close };
}

/** Remembers verdicts on tokens by their digests. */
function createTokenMemory() {
  // Rejected tokens are kept apart. Anybody can make them up, and they must drop no verified one.
  const verified = new LRUCache<string, Remembered>(maxEntries(MAX_REMEMBERED));
  const rejected = new LRUCache<string, Remembered>(maxEntries(MAX_REJECTED));
  let generation = 0;
  return {
    of: (digest: string): Remembered | undefined => verified.get(digest) ?? rejected.get(digest),
    keep: (digest: string, judged: Remembered): void => {
      (judged.verdict.kind === "keyed" ? verified : rejected).set(digest, judged);
    },
    clear: (): void => {
      generation += 1;
      verified.clear();
      rejected.clear();
    },
    /** How many times the memory was cleared. */
    generation: () => generation,
    size: () => verified.size + rejected.size,
  };
}

/** The claims of a token that a key of the set has signed. `now` is in milliseconds. */
async function verifiedPayload(
  token: string,
  keySet: KeySet,
  { issuer, audience, now }: { issuer: string; audience: string; now: number },
): Promise<JWTPayload> {
  const options = {
    issuer,
    audience,
    algorithms: ALGORITHMS,
    requiredClaims: ["exp", "sub"],
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    currentDate: new Date(now),
  };
  try {
    return (await jwtVerify(token, keySet.find, options)).payload;
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    return await firstThatVerifies(error, (key) => jwtVerify(token, key, options));
  }
}

/**
 * Whether a token causes an error. jose reports keys that do not fit the algorithm, and malformed
 * keys, as one of the last two.
 */
function isAboutToken(error: unknown): error is Error {
  return [errors.JOSEError, TypeError, DOMException].some((kind) => error instanceof kind);
}

function reasonOf(error: Error): string {
  return error instanceof errors.JOSEError ? error.code : error.message;
}

/** Whether a rejection lasts. A key may be published later, and a token may become valid. */
function isLasting(error: Error): boolean {
  if (error instanceof errors.JWKSNoMatchingKey) return false;
  return !(error instanceof errors.JWTClaimValidationFailed && error.claim === "nbf");
}

/** Tries all keys that fit a token without a key id. Throws where none made the signature. */
async function firstThatVerifies(
  candidates: AsyncIterable<CryptoKey>,
  verify: (key: CryptoKey) => Promise<{ payload: JWTPayload }>,
): Promise<JWTPayload> {
  for await (const key of candidates) {
    try {
      return (await verify(key)).payload;
    } catch (error) {
      // A key that does not fit the algorithm is a TypeError. Another key may fit.
      if (!(error instanceof errors.JWSSignatureVerificationFailed || error instanceof TypeError))
        throw error;
    }
  }
  throw new errors.JWSSignatureVerificationFailed();
}

/** Checks what jose does not: the subject and `iat`. Reads the scopes from `scope` and `scp`. */
function verdictOf({ sub, iat, scope, scp }: JWTPayload, now: number): Verdict {
  if (typeof sub !== "string" || sub === "")
    return { kind: "rejected", reason: '"sub" must be a string' };
  if (
    iat !== undefined &&
    (typeof iat !== "number" || iat * 1000 > now + CLOCK_TOLERANCE_SECONDS * 1000)
  ) {
    return { kind: "rejected", reason: "iat is in the future" };
  }
  const account = sub.length > MAX_SUBJECT_LENGTH ? credentialDigest(sub) : sub;
  return {
    kind: "keyed",
    id: `account:${account}`,
    scopes: [...claimedScopes(scope), ...claimedScopes(scp)],
  };
}

function claimedScopes(claim: unknown): string[] {
  if (typeof claim === "string") return scopesOf(claim);
  return Array.isArray(claim) ? claim.filter((scope) => typeof scope === "string") : [];
}
