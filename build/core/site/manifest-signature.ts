import {
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  scryptSync,
  sign,
  verify,
} from "node:crypto";

/** The signature of a site's manifest. The file is next to the manifest. */
export const SIGNATURE_FILE = "manifest.json.minisig";

/** The largest size of a signature's file. */
export const MAX_SIGNATURE_BYTES = 8 * 1024;

/** A key or a signature cannot be used. The message says why. */
export class SignatureError extends Error {}

/** A key of minisign. A signature holds the id of its key. */
export type SigningKey = { id: Buffer; key: KeyObject };

/** The trusted comment of a signature. `seconds` is when it was made, since 1970. */
export type TrustedComment = { comment: string; seconds: number | undefined };

/** The beginnings of Ed25519 keys in DER (RFC 8410 §7). */
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");
const SPKI = Buffer.from("302a300506032b6570032100", "hex");

const COMMENT = "untrusted comment: ";
const TRUSTED = "trusted comment: ";

/**
 * Parses minisign's public key: its file, or only the line with the key. Throws `SignatureError`.
 */
export function parsePublicKey(text: string): SigningKey {
  const bytes = Buffer.from(lineOf(text) ?? "", "base64");
  if (bytes.length !== 42 || bytes.toString("latin1", 0, 2) !== "Ed")
    throw new SignatureError(
      "not a minisign public key; expected the file that minisign -G writes",
    );
  const der = Buffer.concat([SPKI, bytes.subarray(10)]);
  const key = createPublicKey({ key: der, format: "der", type: "spki" });
  return { id: bytes.subarray(2, 10), key };
}

/**
 * Parses the text of minisign's secret key file. An encrypted key needs its password. Throws
 * `SignatureError`.
 */
export function parseSecretKey(text: string, password?: string): SigningKey {
  const bytes = Buffer.from(lineOf(text) ?? "", "base64");
  if (bytes.length !== 158 || bytes.toString("latin1", 0, 2) !== "Ed")
    throw new SignatureError(
      "not a minisign secret key; expected the file that minisign -G writes",
    );
  const isEncrypted = bytes.toString("latin1", 2, 4) === "Sc";
  if (isEncrypted && password === undefined)
    throw new SignatureError("the key is encrypted; set MINISIGN_PASSWORD to its password");
  const opened = bytes.subarray(54);
  const secret = isEncrypted ? decrypt(bytes, opened, password ?? "") : opened;
  const key = createPrivateKey({
    key: Buffer.concat([PKCS8, secret.subarray(8, 40)]),
    format: "der",
    type: "pkcs8",
  });
  const own = createPublicKey(key).export({ format: "der", type: "spki" });
  if (!own.subarray(SPKI.length).equals(secret.subarray(40, 72)))
    throw new SignatureError("the password in MINISIGN_PASSWORD is wrong");
  return { id: secret.subarray(0, 8), key };
}

/** Signs a manifest in minisign's format. `seconds` is the time of the signature, since 1970. */
export function signManifest(manifest: Buffer, { id, key }: SigningKey, seconds: number): string {
  const signature = sign(null, hashOf(manifest), key);
  const comment = `timestamp:${seconds}\tfile:manifest.json\thashed`;
  const both = sign(null, Buffer.concat([signature, Buffer.from(comment)]), key);
  const line = Buffer.concat([Buffer.from("ED"), id, signature]).toString("base64");
  return `${COMMENT}signature of a site's manifest
${line}
${TRUSTED}${comment}
${both.toString("base64")}
`;
}

/** Verifies that one of the keys signed a manifest. Throws `SignatureError`. */
export function verifyManifest(
  manifest: Buffer,
  text: string,
  keys: readonly SigningKey[],
): TrustedComment {
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
  const body = algorithm === "ED" ? hashOf(manifest) : manifest;
  if (
    !verify(null, body, key, signature) ||
    !verify(null, signed, key, Buffer.from(both, "base64"))
  )
    throw new SignatureError(`${SIGNATURE_FILE} does not sign this manifest`);
  const seconds = /(?:^|\t)timestamp:(\d{1,12})(?:\t|$)/.exec(comment)?.[1];
  return { comment, seconds: seconds === undefined ? undefined : Number(seconds) };
}

/** The hash that minisign signs instead of the file. */
function hashOf(body: Buffer): Buffer {
  return createHash("blake2b512").update(body).digest();
}

function lineOf(text: string): string | undefined {
  return text
    .split(/\r?\n/)
    .find((line) => line !== "" && !line.startsWith(COMMENT))
    ?.trim();
}

/** Decrypts a secret key. libsodium derives scrypt's parameters from two limits in the file. */
function decrypt(file: Buffer, encrypted: Buffer, password: string): Buffer {
  const salt = file.subarray(6, 38);
  const operations = Math.max(Number(file.readBigUInt64LE(38)), 32_768);
  const memory = Number(file.readBigUInt64LE(46));
  const r = 8;
  const isShort = operations < memory / 32;
  const N = 2 ** Math.floor(Math.log2(isShort ? operations / (r * 4) : memory / (r * 128)));
  const p = isShort ? 1 : Math.max(1, Math.floor(operations / 4 / N / r));
  const stream = scryptSync(password, salt, encrypted.length, { N, r, p, maxmem: 2 * memory });
  return Buffer.from(encrypted.map((byte, at) => byte ^ (stream[at] ?? 0)));
}
