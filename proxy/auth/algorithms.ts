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
