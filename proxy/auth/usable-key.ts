import { createPublicKey, type KeyObject } from "node:crypto";
import type { JWK } from "jose";
import { ALGORITHMS } from "./algorithms.ts";

const CURVES = new Set<unknown>(["P-256", "P-384", "P-521", "Ed25519"]);

/** A shorter one verifies nothing (RFC 7518 §3.3). */
const MIN_RSA_BITS = 2048;

/**
 * Whether a key of a JWKS can verify a token: it is for signatures, of an algorithm that is
 * allowed, and whole.
 */
export function isUsableKey(jwk: JWK): boolean {
  const { alg, use, key_ops: operations, crv } = jwk;
  if (use !== undefined && use !== "sig") return false;
  if (Array.isArray(operations) && !operations.includes("verify")) return false;
  if (alg !== undefined && !ALGORITHMS.includes(alg)) return false;
  if (crv !== undefined && !CURVES.has(crv)) return false;
  const { asymmetricKeyDetails } = importedKey(jwk) ?? {};
  if (asymmetricKeyDetails === undefined) return false;
  return (asymmetricKeyDetails.modulusLength ?? MIN_RSA_BITS) >= MIN_RSA_BITS;
}

/** Undefined where Node cannot read it; what that throws differs by what is wrong. */
function importedKey(key: JWK): KeyObject | undefined {
  try {
    return createPublicKey({ key: { ...key, kty: key.kty ?? "" }, format: "jwk" });
  } catch {
    return undefined;
  }
}
