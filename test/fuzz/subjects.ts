import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { ManifestError } from "../../build/core/errors.ts";
import { KeyFileError, parseKeyFile } from "../../build/core/keys/key-file.ts";
import { PACKAGE_DATA } from "../../build/core/package.ts";
import { FILE_SCHEMAS } from "../../build/core/schema/data-files.ts";
import { parseManifestInSteps } from "../../build/core/site/read-manifest.ts";
import { openSiteFiles } from "../../build/core/site/site-files.ts";
import { runSteps } from "../../build/core/site/steps.ts";
import { IntrospectionResponseSchema } from "../../proxy/auth/introspection.ts";
import { isUsableKey, KeySetSchema } from "../../proxy/auth/usable-key.ts";
import { tarOf } from "../attack/tarballs.ts";
import { type TinySite, tinySite } from "../attack/tiny-site.ts";

/** Something that is read from others, and how. */
export type Subject = {
  /** What is damaged: things that are read well. */
  good: () => Buffer[];
  /** Reads bytes; what it throws besides `expected` is a crash. */
  read: (bytes: Buffer, folder: string) => void;
  expected: (new (message: string) => Error)[];
};

const KEY = {
  id: "0000000a",
  name: "a",
  scopes: ["gamedata:read"],
  created: "2026-01-01",
  expires: null,
  revoked: null,
  sha256: "0".repeat(64),
};

const JWKS = {
  keys: [
    { kty: "EC", crv: "P-256", x: "A".repeat(43), y: "A".repeat(43), kid: "a", alg: "ES256" },
    { kty: "RSA", n: "w".repeat(342), e: "AQAB", use: "sig" },
    { kty: "OKP", crv: "Ed25519", x: "A".repeat(43), key_ops: ["verify"] },
  ],
};

const text = (value: unknown) => Buffer.from(JSON.stringify(value));

/** All that is fuzzed, by the name of its corpus. */
export function subjectsOf(): Record<string, Subject> {
  return {
    "key-files": {
      good: () => [text(KEY), text({ format: 1, keys: [KEY] })],
      read: (bytes) => void parseKeyFile(bytes.toString(), "keys.json"),
      expected: [KeyFileError],
    },
    jwks: {
      good: () => [text(JWKS)],
      read: (bytes) => void KeySetSchema.safeParse(jsonOf(bytes)).data?.keys.map(isUsableKey),
      expected: [],
    },
    introspection: {
      good: () => [text({ active: true, scope: "gamedata:read", exp: 1_900_000_000 })],
      read: (bytes) => {
        const value = jsonOf(bytes);
        const isActive = IntrospectionResponseSchema.safeParse(value).data?.active === true;
        const saysSo = typeof value === "object" && value !== null && "active" in value;
        if (isActive && !(saysSo && value.active === true)) throw new Error("believed a lie");
      },
      expected: [],
    },
    manifests: {
      good: () => [manifest(tinySite())],
      read: (bytes) => void runSteps(parseManifestInSteps(bytes, "manifest.json")),
      expected: [ManifestError],
    },
    // Not compressed: damage to compressed bytes is noticed before anything is read.
    tars: {
      good: () => [tarOf(entriesOf(tinySite()))],
      read: (bytes, folder) => readTarball(gzipSync(bytes, { level: 1 }), folder),
      expected: [ManifestError],
    },
    "data-files": {
      good: () => DATA_FILES.map((file) => readFileSync(join(PACKAGE_DATA, file))),
      read: (bytes) => {
        const value = jsonOf(bytes);
        for (const schema of Object.values(FILE_SCHEMAS)) schema.safeParse(value);
      },
      expected: [],
    },
  };
}

/** One of each kind, none of them long. */
const DATA_FILES = [
  "heroes/ana.json",
  "maps/busan.json",
  "patches/2026-08-11.json",
  "game.json",
  "modes.json",
  "roles.json",
  "corrections.json",
];

function manifest(site: TinySite) {
  return site.get("manifest.json") ?? Buffer.alloc(0);
}

function entriesOf(site: TinySite) {
  return [...site].map(([path, body]) => ({ path, body }));
}

/** Reads a tarball as the proxy does: its names, and every file. */
function readTarball(bytes: Buffer, folder: string) {
  const file = join(folder, "site.tar.gz");
  writeFileSync(file, bytes);
  const files = openSiteFiles(file);
  for (const name of files.names()) files.read(name);
}

function jsonOf(bytes: Buffer) {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}
