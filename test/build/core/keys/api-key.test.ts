import { describe, expect, it } from "vitest";
import {
  createApiKey,
  credentialDigest,
  invalidity,
  KeyPrefixSchema,
} from "../../../../build/core/keys/api-key.ts";
import {
  createKeyLines,
  formatKeyFile,
  type KeyEntry,
  KeyFileError,
  parseKeyFile,
  ScopeSchema,
} from "../../../../build/core/keys/key-file.ts";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** A key whose checksum was not computed by our code. */
const KEY = "gdr_0123456789ABCDEFGHIJabcdefghij1bLRh4";

/** The checksum of a key, apart from our code: 32 bits of the SHA-256 of the rest, in base 62. */
function checksumOf(key: string) {
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

it.each(["", "a", "x".repeat(21), "a b", "a.b", "gdr=", "gdr\n", "schlüssel"])(
  "a prefix may not be %j",
  (prefix) => {
    expect(KeyPrefixSchema.safeParse(prefix).success).toBe(false);
  },
);

it.each(["", "a b", " a", "a\n", 'a"b', "a\\b", "ä"])(
  "a scope may not be %j (RFC 6749 §3.3)",
  (scope) => {
    expect(ScopeSchema.safeParse(scope).success).toBe(false);
  },
);

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
  const LINE = JSON.stringify(ENTRY);
  const parse = (text: string) => parseKeyFile(text, "keys.json");

  it.each([
    ["no key", "", []],
    ["several keys", `${LINE}\n${LINE}\n`, [ENTRY, ENTRY]],
    ["an empty line, and none at its end", `${LINE}\n\n${LINE}`, [ENTRY, ENTRY]],
    ["a byte order mark, and blanks", `\ufeff${LINE}\r\n \t\n`, [ENTRY]],
    ["keys in the earlier format", `{"format":1,"keys":[${LINE}]}`, [ENTRY]],
    [
      "keys in the earlier format, indented",
      JSON.stringify({ format: 1, keys: [ENTRY] }, null, 2),
      [ENTRY],
    ],
  ])("may hold %s", (_, text, keys) => {
    expect(parse(text)).toEqual(keys);
  });

  it.each([
    ["a key instead of a digest", { sha256: KEY }],
    ["a digest in capitals", { sha256: ENTRY.sha256.toUpperCase() }],
    ["an empty name", { name: "" }],
    ["a day that is none", { created: "2026-02-30" }],
    ["no word about its revocation", { revoked: undefined }],
    ["scopes as text", { scopes: "gamedata:read" }],
    ["a scope with a space", { scopes: ["gamedata:read players:read"] }],
  ])("does not hold %s, and the error names the line without showing it", (_, change) => {
    expect(() => parse(`${LINE}\n${JSON.stringify({ ...ENTRY, ...change })}\n`)).toThrow(
      new KeyFileError(
        "keys.json:2 is not a key; expected one JSON object a line, as gamedata keys issue " +
          "writes it",
      ),
    );
  });

  it.each(["[]", "null", LINE.slice(0, -1), `${LINE}${LINE}`, `${LINE},`])(
    "is not parsed from %j",
    (text) => expect(() => parse(text)).toThrow(/^keys\.json:1 is not a key; /),
  );

  it.each(["{", '{ "format": 1, "keys": [{}] }', '{ "format": 2, "keys": [] }', '{"keys":[]}'])(
    "is not parsed from %j, which is almost of the earlier format",
    (text) => expect(() => parse(text)).toThrow(/^keys\.json is not a key file; /),
  );

  it("is parsed from parts of any size", () => {
    const keys = ["a", '{"} \\\\', "é 🦊"].map((name) => ({ ...ENTRY, name }));
    const text = formatKeyFile(keys);
    for (let size = 1; size < text.length; size += 7) {
      const lines = createKeyLines("keys.json");
      const parts = text.match(new RegExp(`.{1,${size}}`, "gs")) ?? [];
      expect([...parts.flatMap(lines.add), ...lines.end()]).toEqual(keys);
    }
  });

  it("has at most 200,000 lines", () => {
    expect(parse("\n".repeat(199_999) + LINE)).toEqual([ENTRY]);
    expect(() => parse("\n".repeat(200_000) + LINE)).toThrow("more than 200000 keys");
  });

  it("is not collected in memory where a line has no end", () => {
    const lines = createKeyLines("keys.json");
    expect(() => {
      for (let parts = 0; parts < 10; parts += 1) lines.add("a".repeat(10_000));
    }).toThrow(/^keys\.json:1 is not a key; /);
  });

  it.each(["{", '{ "format": 1, "keys": [] }'])(
    "of the earlier format is not read in parts: %j",
    (text) => {
      expect(() => createKeyLines("keys.json").add(`${text}\n`)).toThrow(
        "keys.json has the format of an earlier version; " +
          "gamedata keys list --file keys.json rewrites it",
      );
    },
  );
});

it.each([
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
])("a stored key %s", (_, change, expected) => {
  expect(invalidity({ ...ENTRY, ...change }, () => "2026-07-01")).toBe(expected);
});
