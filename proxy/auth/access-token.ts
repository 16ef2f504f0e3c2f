import { errors, type JWTPayload, type JWTVerifyResult, jwtVerify } from "jose";
import { LRUCache } from "lru-cache";
import { credentialDigest } from "../../build/core/keys/api-key.ts";
import { maxEntries } from "../entries.ts";
import type { LimitOf } from "./claimed-limit.ts";
import type { KeySet } from "./fetch-key-set.ts";
import {
  type Allow,
  type Credential,
  KeySetUnavailable,
  scopesOf,
  type Verdict,
} from "./identity.ts";
import { ALGORITHMS } from "./usable-key.ts";

const CLOCK_TOLERANCE_SECONDS = 5;

/** In characters. A longer text is rejected and not parsed. */
const MAX_TOKEN_LENGTH = 8_192;

const MAX_REMEMBERED = 100_000;

/** The types of access tokens (RFC 9068 §2.1). Others are for something else (RFC 8725 §3.12). */
const TYPES: ReadonlySet<unknown> = new Set([undefined, "jwt", "at+jwt"]);

/** In characters. A longer subject is counted by its digest, so that window keys stay small. */
const MAX_SUBJECT_LENGTH = 200;

export type AccessTokenOptions = {
  keySet: KeySet;
  /** The exact value of `iss`. */
  issuer: string;
  /** `aud` must hold one of them. */
  audience: string[];
  limitOf?: LimitOf | undefined;
  /** Milliseconds since the epoch. Default: the system's clock. */
  now?: () => number;
};

/**
 * Verifies access tokens (JWT, RFC 7519) with the keys of a JWKS. A verified token is remembered by
 * its digest until it expires.
 */
export function createAccessTokens(options: AccessTokenOptions) {
  const { keySet, issuer, audience, limitOf, now = Date.now } = options;
  const verified = new LRUCache<string, { verdict: Verdict; until: number }>(
    maxEntries(MAX_REMEMBERED),
  );
  let removals = 0;

  const check = (token: Credential, allow: Allow): Verdict | Promise<Verdict> => {
    if (token.text.length > MAX_TOKEN_LENGTH)
      return { kind: "rejected", reason: "too long for a token" };
    const known = verified.get(token.digest);
    if (known !== undefined && known.until > now()) return known.verdict;
    return allow(() => verify(token));
  };

  const verify = async ({ text, digest }: Credential): Promise<Verdict> => {
    const removalsBefore = removals;
    try {
      const verifyNow = () => verifiedPayload(text, keySet.find, { issuer, audience, now: now() });
      const payload = await verifyNow().catch(async (error: unknown) => {
        // A key may have been replaced under its id.
        const isWrongKey = error instanceof errors.JWSSignatureVerificationFailed;
        if (isWrongKey && (await keySet.refetch())) return verifyNow();
        throw error;
      });
      const verdict = verdictOf(payload, limitOf?.(payload), now());
      // If a key was removed meanwhile, tokens that it signed must not be remembered.
      if (verdict.kind === "keyed" && removals === removalsBefore) {
        const until = ((payload.exp ?? 0) + CLOCK_TOLERANCE_SECONDS) * 1000;
        verified.set(digest, { verdict, until });
      }
      return verdict;
    } catch (error) {
      if (error instanceof KeySetUnavailable) return { kind: "unavailable", reason: error.message };
      if (!isAboutToken(error)) throw error;
      return {
        kind: "rejected",
        reason: reasonOf(error, { iss: issuer, aud: audience, typ: "at+jwt" }),
      };
    }
  };

  /** Forgets all verified tokens, as a key has left the set. */
  const forgetVerified = () => {
    removals += 1;
    verified.clear();
  };

  return { check, forgetVerified };
}

/** The claims of a token that a key of the set has signed. `now` is in milliseconds. */
async function verifiedPayload(
  token: string,
  findKey: KeySet["find"],
  { issuer, audience, now }: { issuer: string; audience: string[]; now: number },
) {
  const options = {
    issuer,
    audience,
    algorithms: ALGORITHMS,
    requiredClaims: ["exp", "sub"],
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    currentDate: new Date(now),
  };
  try {
    return payloadOf(await jwtVerify(token, findKey, options));
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    // The token has no key id, and several keys fit.
    for await (const key of error) {
      try {
        return payloadOf(await jwtVerify(token, key, options));
      } catch (wrong) {
        // A key that does not fit the algorithm is a TypeError. Another key may fit.
        if (!(wrong instanceof errors.JWSSignatureVerificationFailed || wrong instanceof TypeError))
          throw wrong;
      }
    }
    throw new errors.JWSSignatureVerificationFailed();
  }
}

/** The claims of a verified token. Throws if its type says that it is not an access token. */
function payloadOf({ payload, protectedHeader: { typ } }: JWTVerifyResult) {
  const type = typeof typ === "string" ? typ.toLowerCase().replace(/^application\//, "") : typ;
  if (TYPES.has(type)) return payload;
  throw new errors.JWTClaimValidationFailed("of another type", payload, "typ", "check_failed");
}

/** What is wrong, for the log. A claim is named with the expected value, never with the token's. */
function reasonOf(error: Error, expected: Readonly<Record<string, string | string[]>>) {
  if (!(error instanceof errors.JOSEError)) return error.message;
  if (!(error instanceof errors.JWTClaimValidationFailed)) return error.code;
  const value = expected[error.claim];
  const quoted = [value ?? []].flat().map((one) => JSON.stringify(one));
  const demand = quoted.length === 0 ? "is missing or wrong" : `must be ${quoted.join(" or ")}`;
  return `${error.code}: "${error.claim}" ${demand}`;
}

/**
 * Whether a token causes an error. jose reports keys that do not fit the algorithm, and malformed
 * keys, as one of the last two.
 */
function isAboutToken(error: unknown): error is Error {
  return [errors.JOSEError, TypeError, DOMException].some((kind) => error instanceof kind);
}

/** Checks what jose does not: the subject and `iat`. Reads the scopes from `scope` and `scp`. */
function verdictOf(
  { sub, iat, scope, scp }: JWTPayload,
  limit: number | undefined,
  now: number,
): Verdict {
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
    limit,
  };
}

function claimedScopes(claim: unknown) {
  if (typeof claim === "string") return scopesOf(claim);
  return Array.isArray(claim) ? claim.filter((scope) => typeof scope === "string") : [];
}
