import { execFileSync } from "node:child_process";
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Trust } from "../../build/cli/deployment/mirror-site.ts";
import { mirrorSite } from "../../build/cli/deployment/mirror-site.ts";
import { createClient } from "../../build/core/fetch/http-client.ts";
import { sha256Of } from "../../build/core/site/digest.ts";
import { verifySite } from "../../build/core/site/verify-site.ts";
import { hostFiles } from "../../build/generator/hosts/host-files.ts";
import { temporaryFolder } from "../helpers/data.ts";
import { keyPair } from "../helpers/minisign.ts";
import { startOrigin } from "../helpers/origin.ts";
import { type TinySite, tinySite, WHOLE, withForgery } from "./tiny-site.ts";

const SIGNATURE = "manifest.json.minisig";

const SAME = keyPair();

const trustIn = ({ key }: typeof SAME) => ({ keys: [key], mayBeOlder: false });

function signed(site: TinySite, { sign }: typeof SAME, seconds: number) {
  const text = sign(site.get("manifest.json") ?? Buffer.alloc(0), seconds);
  return new Map(site).set(SIGNATURE, Buffer.from(text));
}

async function mirrorOf(site: TinySite, dir: string, trust?: Trust) {
  const { url } = await startOrigin(site);
  const client = createClient(url, { wait: async () => {} });
  onTestFinished(() => client.close());
  await mirrorSite(client, { dir, trust });
}

describe("a mirror", () => {
  it("makes the files of hosts itself, whatever the deployment lists and serves", async () => {
    const dir = join(temporaryFolder(), "mirror");
    const evil = Buffer.from("rm -rf /\n");
    const site = withForgery(tinySite(), ({ hosts }) => {
      hosts.push({ file: "hosts/Caddyfile", bytes: evil.length, sha256: "0".repeat(64) });
    }).set("hosts/Caddyfile", evil);
    await mirrorOf(site, dir);

    expect(readFileSync(join(dir, "hosts/Caddyfile"), "utf8")).not.toContain("rm -rf");
    expect(verifySite(dir, hostFiles)).toMatchObject(WHOLE);
  });

  it("leaves what it did not fetch beside itself alone, and names it", async () => {
    const dir = join(temporaryFolder(), "mirror");
    await mirrorOf(tinySite(), dir);
    const beside = `${dir}.fetched`;
    writeFileSync(beside, "a file of mine");

    await expect(mirrorOf(tinySite({ id: "b" }), dir)).rejects.toThrow();
    expect(readFileSync(beside, "utf8")).toBe("a file of mine");
  });

  it.each<[string, (name: string, target: string) => void]>([
    ["a symbolic link", (name, target) => symlinkSync(target, name)],
    ["a hard link", (name, target) => linkSync(target, name)],
    ["a pipe", (name) => void execFileSync("mkfifo", [name])],
  ])("writes not through %s beside itself", async (_, put) => {
    const dir = join(temporaryFolder(), "mirror");
    const target = join(temporaryFolder(), "target");
    writeFileSync(target, "mine");
    mkdirSync(`${dir}.fetched`);
    const site = tinySite();
    for (const sum of new Set([...site.values()].map(sha256Of)))
      put(join(`${dir}.fetched`, sum), target);
    await mirrorOf(site, dir);

    expect(readFileSync(target, "utf8")).toBe("mine");
    expect(verifySite(dir, hostFiles)).toMatchObject(WHOLE);
  });

  it.each([["a folder"], ["nothing"]])(
    "refuses a link to %s in place of what it fetched",
    async (to) => {
      const dir = join(temporaryFolder(), "mirror");
      const target = join(temporaryFolder(), "target");
      if (to === "a folder") mkdirSync(target);
      symlinkSync(target, `${dir}.fetched`);

      await expect(mirrorOf(tinySite(), dir)).rejects.toThrow(/ is not a folder of gamedata; /);
      expect(existsSync(target) && readdirSync(target)).toEqual(to === "a folder" ? [] : false);
    },
  );
});

describe("a mirror that believes one key", () => {
  it("takes what is signed by it, and carries the signature", async () => {
    const dir = join(temporaryFolder(), "mirror");
    const keys = keyPair();
    const site = signed(tinySite(), keys, 2_000);
    await mirrorOf(site, dir, trustIn(keys));

    expect(readFileSync(join(dir, SIGNATURE), "utf8")).toBe(`${site.get(SIGNATURE)}`);
    expect(verifySite(dir, hostFiles)).toMatchObject(WHOLE);
  });

  it.each<[string, (site: TinySite) => TinySite, string]>([
    ["no signature", (site) => site, `has no ${SIGNATURE}; expected a signed site`],
    [
      "the signature of another site",
      (site) =>
        new Map(site).set(
          SIGNATURE,
          signed(tinySite({ id: "other" }), SAME, 1).get(SIGNATURE) ?? Buffer.alloc(0),
        ),
      "does not sign this manifest",
    ],
    [
      "the signature of another key",
      (site) => signed(site, keyPair(), 1),
      "does not sign this manifest",
    ],
  ])("refuses a site with %s", async (_what, change, why) => {
    const dir = join(temporaryFolder(), "mirror");

    await expect(mirrorOf(change(tinySite()), dir, trustIn(SAME))).rejects.toThrow(why);
    expect(existsSync(dir)).toBe(false);
  });

  it("does not go back to a site that was signed earlier, unless asked to", async () => {
    const dir = join(temporaryFolder(), "mirror");
    const keys = keyPair();
    const older = signed(tinySite(), keys, 1_000);
    const newer = signed(tinySite({ id: "new" }), keys, 2_000);
    await mirrorOf(newer, dir, trustIn(keys));

    await expect(mirrorOf(older, dir, trustIn(keys))).rejects.toThrow(
      "use --allow-older to accept it",
    );
    expect(readFileSync(join(dir, SIGNATURE), "utf8")).toBe(`${newer.get(SIGNATURE)}`);
    await mirrorOf(older, dir, { ...trustIn(keys), mayBeOlder: true });
    expect(readFileSync(join(dir, SIGNATURE), "utf8")).toBe(`${older.get(SIGNATURE)}`);
  });
});
