import { createPublicKey } from "node:crypto";
import type { JWK } from "jose";
import * as z from "zod";

/** A JWKS. Entries that are not usable keys are ignored (RFC 7517 §5). */
export const KeySetSchema = z.object({ keys: z.array(z.unknown()) });

/**
 * The accepted algorithms. All are asymmetric, since with a shared secret every verifier could
 * issue tokens (RFC 8725 §3.1, §3.2).
 */
export const ALGORITHMS = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
];

const CURVES = new Set<unknown>(["P-256", "P-384", "P-521", "Ed25519"]);

/** In bits. A shorter key must not be used (RFC 7518 §3.3). */
const MIN_RSA_BITS = 2048;

/** Whether an entry of a JWKS is a key, public, for signatures, of an accepted algorithm. */
export function isUsableKey(entry: unknown): entry is JWK {
  if (typeof entry !== "object" || entry === null) return false;
  const jwk: JWK = entry;
  if ("d" in jwk) return false; // a private key verifies nothing (RFC 7518 §6)
  const { alg, use, key_ops: operations, crv } = jwk;
  if (use !== undefined && use !== "sig") return false;
  if (Array.isArray(operations) && !operations.includes("verify")) return false;
  if (alg !== undefined && !ALGORITHMS.includes(alg)) return false;
  if (crv !== undefined && !CURVES.has(crv)) return false;
  try {
    const key = createPublicKey({ key: { ...jwk, kty: jwk.kty ?? "" }, format: "jwk" });
    return (key.asymmetricKeyDetails?.modulusLength ?? MIN_RSA_BITS) >= MIN_RSA_BITS;
  } catch {
    return false; // Node cannot read it
  }
}
