import { describe, expect, it } from "vitest";
import { createApiKey, credentialDigest, invalidity } from "../../../../build/core/keys/api-key.ts";
import {
  createKeyParser,
  type KeyEntry,
  KeyFileError,
  KeyFileSchema,
  parseKeyFile,
  ScopeSchema,
} from "../../../../build/core/keys/key-file.ts";
import { KeyPrefixSchema } from "../../../../build/core/keys/key-prefix.ts";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** A key whose checksum was not computed by our code. */
const KEY = "gdr_0123456789ABCDEFGHIJabcdefghij1bLRh4";

/** The checksum of a key, apart from our code: 32 bits of the SHA-256 of the rest, in base 62. */
function checksumOf(key: string): string {
  const bits = Number.parseInt(credentialDigest(key.slice(0, -6)).slice(0, 8), 16);
  return Array.from(
    { length: 6 },
    (_, at) => ALPHABET[Math.floor(bits / 62 ** (5 - at)) % 62],
  ).join("");
}

describe("a new key", () => {
  const keys = Array.from({ length: 1000 }, () => createApiKey("gdr_"));

  it("is the prefix, 30 random characters and 6 of checksum, so that scanners can find it", () => {
    for (const key of keys) expect(key).toMatch(/^gdr_[0-9A-Za-z]{36}$/);
  });

  it("has a random part of at least 160 bits", () => {
    const random = keys.map((key) => key.slice(4, -6));
    const used = new Set(random.join(""));

    expect([...used].sort().join("")).toBe(ALPHABET);
    expect(Math.log2(used.size) * 30).toBeGreaterThanOrEqual(160);
  });

  it.each(["gdr_", "my-key-", "A0", "x".repeat(20)])("may begin with %s", (prefix) => {
    const key = createApiKey(prefix);

    expect(key).toHaveLength(prefix.length + 36);
    for (const one of [key, KEY]) expect(one.slice(-6)).toBe(checksumOf(one));
  });
});

describe("a prefix", () => {
  it.each(["gdr_", "ab", "A-_9", "x".repeat(20)])("may be %s", (prefix) => {
    expect(KeyPrefixSchema.safeParse(prefix).success).toBe(true);
  });

  it.each(["", "a", "x".repeat(21), "a b", "a.b", "gdr=", "gdr\n", "schlüssel"])(
    "may not be %j",
    (prefix) => {
      expect(KeyPrefixSchema.safeParse(prefix).success).toBe(false);
    },
  );
});

describe("a scope", () => {
  it.each(["gamedata:read", "a", "https://example.org/scope", "a+b*c"])("may be %s", (scope) => {
    expect(ScopeSchema.safeParse(scope).success).toBe(true);
  });

  it.each(["", "a b", " a", "a\n", 'a"b', "a\\b", "ä"])(
    "may not be %j (RFC 6749 §3.3)",
    (scope) => {
      expect(ScopeSchema.safeParse(scope).success).toBe(false);
    },
  );
});

const ENTRY: KeyEntry = {
  id: "0123abcd",
  name: "scrim bot",
  scopes: ["gamedata:read"],
  created: "2026-01-01",
  expires: null,
  revoked: null,
  sha256: credentialDigest(KEY),
};

describe("a key file", () => {
  const isGood = (file: unknown) => KeyFileSchema.safeParse(file).success;

  it("may hold no key, or several", () => {
    expect(isGood({ format: 1, keys: [] })).toBe(true);
    expect(
      isGood({
        format: 1,
        keys: [ENTRY, { ...ENTRY, expires: "2027-01-01", revoked: "2026-02-01", scopes: [] }],
      }),
    ).toBe(true);
  });

  it.each<[string, object]>([
    ["the key itself", { key: KEY }],
    ["a key instead of a digest", { sha256: KEY }],
    ["a digest in capitals", { sha256: ENTRY.sha256.toUpperCase() }],
    ["half a digest", { sha256: ENTRY.sha256.slice(32) }],
    ["an empty name", { name: "" }],
    ["an id of another shape", { id: "1" }],
    ["a day that is none", { created: "2026-02-30" }],
    ["a moment instead of a day", { expires: "2026-02-01T00:00:00Z" }],
    ["no word about its revocation", { revoked: undefined }],
    ["scopes as text", { scopes: "gamedata:read" }],
    ["a scope with a space", { scopes: ["gamedata:read players:read"] }],
  ])("does not hold %s", (_, change) => {
    expect(isGood({ format: 1, keys: [{ ...ENTRY, ...change }] })).toBe(false);
  });

  it.each(["", "{", "[]", "null", '{ "format": 1, "keys": [{}] }'])(
    "is not parsed from %j, and the error names it",
    (text) => {
      expect(() => parseKeyFile(text, "keys.json")).toThrow(KeyFileError);
      expect(() => parseKeyFile(text, "keys.json")).toThrow(/^keys\.json is not a key file/);
    },
  );

  it("is parsed from parts of any size", () => {
    const keys = ["a", '{"} \\\\', "é 🦊"].map((name) => ({ ...ENTRY, name }));
    for (const text of [
      JSON.stringify({ format: 1, keys }),
      JSON.stringify({ keys, format: 1 }, null, 2),
    ]) {
      for (let size = 1; size < text.length; size += 7) {
        const parser = createKeyParser("keys.json");
        const parts = text.match(new RegExp(`.{1,${size}}`, "gs")) ?? [];
        expect(parts.flatMap(parser.add)).toEqual(keys);
        parser.end();
      }
    }
  });

  it("is not parsed where its keys are not separated, or one has no end", () => {
    const key = JSON.stringify(ENTRY);
    for (const keys of [`${key}${key}`, `${key},,${key}`, `,${key}`, `${key},`, key.slice(0, -1)])
      expect(() => parseKeyFile(`{"format":1,"keys":[${keys}]}`, "keys.json")).toThrow(
        KeyFileError,
      );
    const parser = createKeyParser("keys.json");
    parser.add('{"format":1,"keys":[{"name":"');
    expect(() => {
      for (let parts = 0; parts < 10; parts += 1) parser.add("a".repeat(10_000));
    }).toThrow(KeyFileError);
  });

  it("of another format is not read", () => {
    expect(isGood({ format: 2, keys: [] })).toBe(false);
    expect(isGood({ keys: [] })).toBe(false);
    expect(isGood([])).toBe(false);
  });
});

describe("a stored key", () => {
  it.each<[string, object, string | undefined]>([
    ["without an end is valid", {}, undefined],
    ["that expires later is valid", { expires: "2026-07-02" }, undefined],
    ["on its last day is valid", { expires: "2026-07-01" }, undefined],
    ["after its last day is expired", { expires: "2026-06-30" }, "expired"],
    ["that is revoked is revoked", { revoked: "2026-06-30" }, "revoked"],
    ["that is revoked today is revoked", { revoked: "2026-07-01" }, "revoked"],
    [
      "that is revoked and expired is revoked",
      { revoked: "2026-06-01", expires: "2026-05-01" },
      "revoked",
    ],
  ])("%s", (_, change, expected) => {
    expect(invalidity({ ...ENTRY, ...change }, () => "2026-07-01")).toBe(expected);
  });
});
