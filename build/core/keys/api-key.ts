import { hash, randomInt } from "node:crypto";
import * as z from "zod";
import type { KeyEntry } from "./key-file.ts";

/** The only scope, since the service is read-only. */
export const READ_SCOPE = "gamedata:read";

export const DEFAULT_KEY_PREFIX = "gdr_";

export const KeyPrefixSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{2,20}$/)
  .describe("2 to 20 letters, digits, hyphens and underscores, such as gdr_");

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_LENGTH = 30; // 178 bits
const CHECKSUM_LENGTH = 6;

/**
 * Creates a personal API key: the prefix, 30 random characters and a checksum. With the checksum,
 * scanners for leaked keys can tell a key from other text. The proxy does not look at it.
 */
export function createApiKey(prefix: string): string {
  const random = Array.from(
    { length: RANDOM_LENGTH },
    () => ALPHABET[randomInt(ALPHABET.length)],
  ).join("");
  return prefix + random + checksum(prefix + random);
}

/** The first 32 bits of the SHA-256, in base 62. */
function checksum(text: string): string {
  let bits = hash("sha256", text, "buffer").readUInt32BE(0);
  let digits = "";
  for (let at = 0; at < CHECKSUM_LENGTH; at += 1) {
    digits = ALPHABET[bits % ALPHABET.length] + digits;
    bits = Math.floor(bits / ALPHABET.length);
  }
  return digits;
}

/** The digest that is stored and looked up instead of a key or token. */
export function credentialDigest(credential: string): string {
  return hash("sha256", credential, "hex");
}

/** Why a stored key is not valid on a day (`YYYY-MM-DD`, UTC). Undefined where it is valid. */
export function invalidity(
  key: Pick<KeyEntry, "expires" | "revoked">,
  today: () => string,
): "revoked" | "expired" | undefined {
  if (key.revoked !== null) return "revoked";
  return key.expires !== null && key.expires < today() ? "expired" : undefined;
}
