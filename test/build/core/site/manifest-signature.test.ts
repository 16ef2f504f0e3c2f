import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  parsePublicKey,
  SignatureError,
  verifyManifest,
} from "../../../../build/core/site/manifest-signature.ts";
import { temporaryFolder } from "../../../helpers/data.ts";
import { keyPair } from "../../../helpers/minisign.ts";

const MANIFEST = Buffer.from('{ "format": 1 }\n');
const SECONDS = 1_790_000_000;

/** With `CI=true` they run, and fail, without it. */
const isSkipped = process.env["CI"] !== "true" && spawnSync("minisign", ["-v"]).status === null;

it.skipIf(isSkipped).each([
  ["a hash of it", []],
  ["the file itself, as older versions do", ["-l"]],
])("what the real minisign signs is verified: %s", (_what, flags) => {
  const folder = temporaryFolder();
  const [pub, sec, manifest] = ["key.pub", "key.sec", "manifest.json"].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  writeFileSync(manifest, MANIFEST);
  execFileSync("minisign", ["-G", "-W", "-p", pub, "-s", sec], { stdio: "ignore" });
  execFileSync("minisign", ["-S", ...flags, "-s", sec, "-m", manifest], { stdio: "ignore" });
  const signature = readFileSync(`${manifest}.minisig`, "utf8");
  const key = parsePublicKey(readFileSync(pub, "utf8"));
  expect(verifyManifest(MANIFEST, signature, [key]).seconds).toBeGreaterThan(1_600_000_000);
});

describe("a signature", () => {
  const { key, sign } = keyPair();
  const signature = sign(MANIFEST, SECONDS);

  it("is verified by its key, also beside another that it replaces", () => {
    const old = { ...keyPair().key, id: Buffer.from("87654321") };
    expect(verifyManifest(MANIFEST, signature, [old, key])).toEqual({ seconds: SECONDS });
  });

  it.each([
    ["other bytes", Buffer.from("{}"), signature, key],
    ["another time", MANIFEST, signature.replace(`${SECONDS}`, `${SECONDS + 1}`), key],
    ["half of it", MANIFEST, signature.split("\n").slice(0, 2).join("\n"), key],
    ["nothing", MANIFEST, "", key],
    ["another key", MANIFEST, signature, keyPair().key],
    ["a key with another id", MANIFEST, signature, { ...key, id: Buffer.from("87654321") }],
  ])("is refused with %s", (_what, body, text, by) => {
    expect(() => verifyManifest(body, text, [by])).toThrow(SignatureError);
  });
});

it.each(["", "untrusted comment: minisign public key\n", "RWQ", "no key at all"])(
  "what is not a key is said to be none: %j",
  (text) => {
    expect(() => parsePublicKey(text)).toThrow("not a minisign public key");
  },
);
