import { createHash, generateKeyPairSync, sign } from "node:crypto";
import type { PublicKey } from "../../build/core/site/manifest-signature.ts";

/** A pair of keys: `sign` makes minisign's signature of a manifest, at a time since 1970. */
export function keyPair(): { key: PublicKey; sign: (manifest: Buffer, seconds: number) => string } {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const id = Buffer.from("12345678");
  return {
    key: { id, key: publicKey },
    sign: (manifest, seconds) => {
      const hash = createHash("blake2b512").update(manifest).digest();
      const signature = sign(null, hash, privateKey);
      const comment = `timestamp:${seconds}\tfile:manifest.json\thashed`;
      const both = sign(null, Buffer.concat([signature, Buffer.from(comment)]), privateKey);
      const line = Buffer.concat([Buffer.from("ED"), id, signature]).toString("base64");
      const global = both.toString("base64");
      return `untrusted comment: x\n${line}\ntrusted comment: ${comment}\n${global}\n`;
    },
  };
}
