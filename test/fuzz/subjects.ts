import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { KeyFileError, parseKeyFile } from "../../build/keys/api-key.ts";
import { PACKAGE_DATA, PACKAGE_ROOT } from "../../build/package.ts";
import { HeroFileSchema } from "../../build/schema/hero.ts";
import { ManifestError, parseManifest } from "../../build/site/manifest.ts";
import { openSiteFiles } from "../../build/site/site-files.ts";
import { IntrospectionAnswerSchema } from "../../proxy/auth/introspection.ts";
import { KeySetSchema } from "../../proxy/auth/key-set.ts";
import { isUsableKey } from "../../proxy/auth/usable-key.ts";

/** Something that is read from others, and how. */
export type Subject = {
  /** What is damaged: something that is read well. */
  good: () => Buffer;
  /** Reads bytes; what it throws besides `expected` is a crash. */
  read: (bytes: Buffer, folder: string) => void;
  expected: (new (message: string) => Error)[];
};

const KEY_FILE = {
  format: 1,
  keys: [
    {
      id: "0000000a",
      name: "a",
      scopes: ["gamedata:read"],
      created: "2026-01-01",
      expires: null,
      revoked: null,
      sha256: "0".repeat(64),
    },
  ],
};

const JWKS = {
  keys: [
    { kty: "EC", crv: "P-256", x: "A".repeat(43), y: "A".repeat(43), kid: "a", alg: "ES256" },
    { kty: "RSA", n: "w".repeat(342), e: "AQAB", use: "sig" },
    { kty: "OKP", crv: "Ed25519", x: "A".repeat(43), key_ops: ["verify"] },
  ],
};

const text = (value: unknown) => Buffer.from(JSON.stringify(value));

/** All that is fuzzed, by the folder of its corpus; `site` is that of a good site. */
export function subjectsOf(site: string): Record<string, Subject> {
  return {
    "key-files": {
      good: () => text(KEY_FILE),
      read: (bytes) => void parseKeyFile(bytes.toString(), "keys.json"),
      expected: [KeyFileError],
    },
    jwks: {
      good: () => text(JWKS),
      read: (bytes) => void KeySetSchema.safeParse(jsonOf(bytes)).data?.keys.map(isUsableKey),
      expected: [],
    },
    introspection: {
      good: () => text({ active: true, scope: "gamedata:read", exp: 1_900_000_000 }),
      read: (bytes) => {
        const value = jsonOf(bytes);
        const isActive = IntrospectionAnswerSchema.safeParse(value).data?.active === true;
        const saysSo = typeof value === "object" && value !== null && "active" in value;
        if (isActive && !(saysSo && value.active === true)) throw new Error("believed a lie");
      },
      expected: [],
    },
    manifests: {
      good: () => readFileSync(join(site, "manifest.json")).subarray(0, 20_000),
      read: (bytes) => void parseManifest(bytes, "manifest.json"),
      expected: [ManifestError],
    },
    tarballs: {
      good: () => readFileSync(join(PACKAGE_ROOT, "test/fuzz/corpus/tarballs/no-tar.bin")),
      read: (bytes, folder) => {
        const file = join(folder, "site.tar.gz");
        writeFileSync(file, bytes);
        openSiteFiles(file).names();
      },
      expected: [ManifestError],
    },
    "data-files": {
      good: () => readFileSync(join(PACKAGE_DATA, "heroes/ana.json")),
      read: (bytes) => void HeroFileSchema.safeParse(jsonOf(bytes)),
      expected: [],
    },
  };
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}
