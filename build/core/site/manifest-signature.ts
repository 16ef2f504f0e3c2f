import { createHash, createPublicKey, type KeyObject, verify } from "node:crypto";
import { ExpectedError } from "../errors.ts";

/** The signature of a site's manifest. The file is next to the manifest. */
export const SIGNATURE_FILE = "manifest.json.minisig";

/** The largest size of a signature's file. */
export const MAX_SIGNATURE_BYTES = 8 * 1024;

/** A key or a signature cannot be used. The message says why. */
export class SignatureError extends ExpectedError {}

/** A public key of minisign. A signature holds the id of its key. */
export type PublicKey = { id: Buffer; key: KeyObject };

/** The beginning of an Ed25519 public key in DER (RFC 8410 §4). */
const SPKI = Buffer.from("302a300506032b6570032100", "hex");

const COMMENT = "untrusted comment: ";
const TRUSTED = "trusted comment: ";

/**
 * Parses minisign's public key: its file, or only the line with the key. Throws `SignatureError`.
 */
export function parsePublicKey(text: string): PublicKey {
  const lines = text.split(/\r?\n/).filter((line) => line !== "" && !line.startsWith(COMMENT));
  const bytes = Buffer.from(lines[0] ?? "", "base64");
  if (bytes.length !== 42 || bytes.toString("latin1", 0, 2) !== "Ed")
    throw new SignatureError(
      "not a minisign public key; expected the file that minisign -G writes",
    );
  const der = Buffer.concat([SPKI, bytes.subarray(10)]);
  const key = createPublicKey({ key: der, format: "der", type: "spki" });
  return { id: bytes.subarray(2, 10), key };
}

/**
 * Verifies that one of the keys signed a manifest. Returns when, in seconds since 1970, where the
 * trusted comment says it. Throws `SignatureError`.
 */
export function verifyManifest(
  manifest: Buffer,
  text: string,
  keys: readonly PublicKey[],
): { seconds: number | undefined } {
  const [untrusted = "", line = "", trusted = "", both = ""] = text.split(/\r?\n/);
  const bytes = Buffer.from(line, "base64");
  const algorithm = bytes.toString("latin1", 0, 2);
  const isMinisign = untrusted.startsWith(COMMENT) && trusted.startsWith(TRUSTED);
  if (!isMinisign || bytes.length !== 74 || (algorithm !== "ED" && algorithm !== "Ed"))
    throw new SignatureError(`${SIGNATURE_FILE} is not a minisign signature`);
  const { key } = keys.find(({ id }) => bytes.subarray(2, 10).equals(id)) ?? {};
  if (key === undefined) throw new SignatureError(`${SIGNATURE_FILE} was made with another key`);
  const signature = bytes.subarray(10);
  const comment = trusted.slice(TRUSTED.length);
  const signed = Buffer.concat([signature, Buffer.from(comment)]);
  // "ED" signs a hash of the file, "Ed", which older versions of minisign write, the file itself.
  const body = algorithm === "ED" ? createHash("blake2b512").update(manifest).digest() : manifest;
  if (
    !verify(null, body, key, signature) ||
    !verify(null, signed, key, Buffer.from(both, "base64"))
  )
    throw new SignatureError(`${SIGNATURE_FILE} does not sign this manifest`);
  const seconds = /(?:^|\t)timestamp:(\d{1,12})(?:\t|$)/.exec(comment)?.[1];
  return { seconds: seconds === undefined ? undefined : Number(seconds) };
}
