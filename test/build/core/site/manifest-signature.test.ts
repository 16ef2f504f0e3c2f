import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  parsePublicKey,
  parseSecretKey,
  SignatureError,
  signManifest,
  verifyManifest,
} from "../../../../build/core/site/manifest-signature.ts";
import { temporaryFolder } from "../../../helpers/data.ts";

const MANIFEST = Buffer.from('{ "format": 1 }\n');
const SECONDS = 1_790_000_000;

function isThere(program: string): boolean {
  try {
    execFileSync(program, ["-v"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** A pair of keys that the real program made, and the folder of their files. */
function madeKeys() {
  const folder = temporaryFolder();
  const [pub, sec] = [join(folder, "key.pub"), join(folder, "key.sec")];
  execFileSync("minisign", ["-G", "-W", "-f", "-p", pub, "-s", sec], { stdio: "ignore" });
  const manifest = join(folder, "manifest.json");
  writeFileSync(manifest, MANIFEST);
  return {
    pub,
    sec,
    manifest,
    publicKey: parsePublicKey(readFileSync(pub, "utf8")),
    secretKey: parseSecretKey(readFileSync(sec, "utf8")),
  };
}

/** With `CI=true` they run, and fail, without it. */
const isSkipped = process.env["CI"] !== "true" && !isThere("minisign");

describe.skipIf(isSkipped)("with the real minisign", () => {
  it("what we sign is verified by it, comment and all", () => {
    const { pub, manifest, secretKey } = madeKeys();
    writeFileSync(`${manifest}.minisig`, signManifest(MANIFEST, secretKey, SECONDS));
    const said = execFileSync("minisign", ["-V", "-p", pub, "-m", manifest], { encoding: "utf8" });

    expect(said).toContain("Signature and comment signature verified");
    expect(said).toContain(`timestamp:${SECONDS}`);
  });

  it.each([
    ["a hash of it", []],
    ["the file itself, as older versions do", ["-l"]],
  ])("what it signs is verified by us: %s", (_what, flags) => {
    const { sec, manifest, publicKey } = madeKeys();
    execFileSync("minisign", ["-S", ...flags, "-s", sec, "-m", manifest], { stdio: "ignore" });
    const signature = readFileSync(`${manifest}.minisig`, "utf8");

    expect(verifyManifest(MANIFEST, signature, [publicKey]).seconds).toBeGreaterThan(1_600_000_000);
  });

  it("nothing else is: other bytes, another comment, another key, half a signature", () => {
    const { publicKey, secretKey } = madeKeys();
    const signature = signManifest(MANIFEST, secretKey, SECONDS);
    const refused = (body: Buffer, text: string, key = publicKey) =>
      expect(() => verifyManifest(body, text, [key])).toThrow(SignatureError);

    expect(verifyManifest(MANIFEST, signature, [publicKey]).seconds).toBe(SECONDS);
    refused(Buffer.from("{}"), signature);
    refused(MANIFEST, signature.replace(`${SECONDS}`, `${SECONDS + 1}`));
    refused(MANIFEST, signature.split("\n").slice(0, 2).join("\n"));
    refused(MANIFEST, "");
    refused(MANIFEST, signature, madeKeys().publicKey);
  });

  it("the new key and the old one are both good while one replaces the other", () => {
    const [old, fresh] = [madeKeys(), madeKeys()];
    for (const { secretKey } of [old, fresh]) {
      const signature = signManifest(MANIFEST, secretKey, SECONDS);
      const both = [old.publicKey, fresh.publicKey];
      expect(verifyManifest(MANIFEST, signature, both).seconds).toBe(SECONDS);
    }
  });
});

it("says that a key which is encrypted needs its password", () => {
  const encrypted = Buffer.alloc(158);
  encrypted.write("EdScB2", "latin1");

  expect(() => parseSecretKey(`untrusted comment: x\n${encrypted.toString("base64")}\n`)).toThrow(
    "set MINISIGN_PASSWORD to its password",
  );
});

it.each(["", "untrusted comment: minisign public key\n", "RWQ", "no key at all"])(
  "what is not a key is said to be none: %j",
  (text) => {
    expect(() => parsePublicKey(text)).toThrow("not a minisign public key");
    expect(() => parseSecretKey(text)).toThrow("not a minisign secret key");
  },
);
