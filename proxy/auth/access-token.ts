import { type CryptoKey, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose";
import { LRUCache } from "lru-cache";
import { credentialDigest } from "../../build/keys/api-key.ts";
import { atMost } from "../entries.ts";
import { ALGORITHMS } from "./algorithms.ts";
import type { Credential } from "./credential.ts";
import { type Allow, allowAll, scopesOf, type Verdict, type Verifier } from "./identity.ts";
import {
  createKeySet,
  type KeySet,
  type KeySetOptions,
  KeySetUnavailable,
  UnknownKey,
} from "./key-set.ts";

const CLOCK_TOLERANCE_SECONDS = 5;

/** Longer text is no token of ours, and is not looked into. */
const MAX_TOKEN_LENGTH = 8_192;

const MAX_REMEMBERED = 100_000;
const MAX_REJECTED = 10_000;

/**
 * A longer subject is counted as its digest, so that windows cannot grow with what an issuer puts
 * there.
 */
const MAX_SUBJECT_LENGTH = 200;

/**
 * A rejected token is remembered for so long, so that repeating it does not cost a signature check
 * each time.
 */
const REJECTED_MS = 10_000;

/** `until` is in milliseconds since the epoch. */
type Remembered = { verdict: Verdict; until: number };

export type AccessTokenOptions = Pick<KeySetOptions, "url" | "log" | "times"> & {
  /** What `iss` must be, to the letter. */
  issuer: string;
  audience: string;
  /** Milliseconds since the epoch. */
  now?: () => number;
};

/**
 * What is known at the moment: verified and rejected tokens, and the keys they are verified with.
 */
export type AccessTokensState = {
  remembered: number;
  jwksKeys: number;
  jwksFetchedAt: number | undefined;
};

/**
 * Verifies access tokens (JWT, RFC 7519) against a JWKS. A verified token is remembered until it
 * expires, by its digest.
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
    // A key that was withdrawn meanwhile must not live on in the memory of what it signed.
    if (judged.until > now() && memory.generation() === began) memory.keep(digest, judged);
    return judged.verdict;
  };

  /** What a token is worth, and until when (milliseconds) that is certain. */
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

/** What is known of tokens, by their digests. */
function createTokenMemory() {
  // Rejected ones apart: anybody can make those up, and they must not push the verified ones out.
  const verified = new LRUCache<string, Remembered>(atMost(MAX_REMEMBERED));
  const rejected = new LRUCache<string, Remembered>(atMost(MAX_REJECTED));
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
    /** How many times it was cleared. */
    generation: () => generation,
    size: () => verified.size + rejected.size,
  };
}

/** The claims of a token that a key of the set has signed; `now` in milliseconds. */
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
  const find: JWTVerifyGetKey = (header, input) => keySet.find(header, input);
  try {
    return (await jwtVerify(token, find, options)).payload;
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    return await firstThatVerifies(error, (key) => jwtVerify(token, key, options));
  }
}

/**
 * Errors that a token brings about. jose reports a key that its algorithm cannot use, or that is
 * malformed, as one of the last two.
 */
function isAboutToken(error: unknown): error is Error {
  return [errors.JOSEError, UnknownKey, TypeError, DOMException].some(
    (kind) => error instanceof kind,
  );
}

function reasonOf(error: Error): string {
  return error instanceof errors.JOSEError ? error.code : error.message;
}

/** An unknown key may come with the next set, and a token from the future becomes valid. */
function isLasting(error: Error): boolean {
  if (error instanceof UnknownKey) return false;
  return !(error instanceof errors.JWTClaimValidationFailed && error.claim === "nbf");
}

/**
 * A token without a key id may fit several keys of the set; the one that made its signature is
 * among them or not.
 */
async function firstThatVerifies(
  candidates: AsyncIterable<CryptoKey>,
  verify: (key: CryptoKey) => Promise<{ payload: JWTPayload }>,
): Promise<JWTPayload> {
  for await (const key of candidates) {
    try {
      return (await verify(key)).payload;
    } catch (error) {
      // A key of the set that its algorithm cannot use is a TypeError; another one may still fit.
      if (!(error instanceof errors.JWSSignatureVerificationFailed || error instanceof TypeError))
        throw error;
    }
  }
  throw new errors.JWSSignatureVerificationFailed();
}

/**
 * What jose leaves to its user: a usable subject, no token from the future, and the scopes, in
 * `scope` or `scp`.
 */
function verdictOf({ sub, iat, scope, scp }: JWTPayload, now: number): Verdict {
  if (typeof sub !== "string" || sub === "") return { kind: "rejected", reason: "sub is no text" };
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
