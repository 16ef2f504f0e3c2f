import { createPublicKey } from "node:crypto";
import { join } from "node:path";
import type { Command } from "commander";
import { makeHostFiles } from "../deployment/made-content.ts";
import {
  SIGNATURE_FILE,
  SignatureError,
  type SigningKey,
  signManifest,
  verifyManifest,
} from "../site/minisign.ts";
import { packSite } from "../site/pack.ts";
import { isTarball, openSiteFiles } from "../site/site-files.ts";
import { siteFolder } from "../site/site-folder.ts";
import { verifySite } from "../site/verify.ts";
import { replaceFile } from "../write/update-file.ts";
import { readPublicKey, readSecretKey } from "./signing-keys.ts";
import { count, EXIT, InputError, print, setExitCode } from "./terminal.ts";

/** `gamedata verify`. */
export function addVerifyCommand(program: Command): void {
  program
    .command("verify")
    .description("compare every file of a site with its manifest")
    .argument("<site>", "the folder of a site, or a tarball of one")
    .option("--key <public>", "the minisign key that must have signed it, or its file")
    .option("--json", "report as JSON")
    .action((site: string, { key, json }: { key?: string; json?: boolean }) => {
      const { files, missing, extra, altered } = verifySite(site, makeHostFiles);
      const lines = [
        ...missing.map((file) => `missing  ${file}`),
        ...extra.map((file) => `extra    ${file}`),
        ...altered.map((file) => `altered  ${file}`),
      ];
      const signed = key === undefined ? "" : `, ${signatureLine(site, key)}`;
      if (json) {
        print(JSON.stringify({ ok: lines.length === 0, site, files, missing, extra, altered }));
        if (lines.length > 0) setExitCode(EXIT.inputAtFault);
        return;
      }
      if (lines.length === 0)
        return print(`${site}: all ${count(files)} files agree with the manifest${signed}`);
      throw new InputError(
        `${lines.join("\n")}\n${site}: ${lines.length} files do not agree with the manifest`,
      );
    });
}

type PackFlags = { out?: string; sign?: string; json?: boolean };

/** `gamedata pack`. */
export function addPackCommand(program: Command): void {
  program
    .command("pack")
    .description("write the deterministic tarball of a site, and its checksum beside it")
    .argument("[site]", "the folder of a site", "dist")
    .option("--out <file>", "the tarball (default: gamedata-GAME-PATCH.tar.gz)")
    .option("--sign <keyfile>", "sign the manifest with minisign's secret key first")
    .option("--json", "report as JSON")
    .action((site: string, { out, sign, json }: PackFlags) => {
      if (isTarball(site))
        throw new InputError(`${site} is a tarball already; pack takes the folder of a site`);
      const { missing, extra, altered } = verifySite(site, makeHostFiles);
      if (missing.length + extra.length + altered.length > 0) {
        throw new InputError(
          `${site} does not agree with its manifest; gamedata verify ${site} tells where`,
        );
      }
      if (sign !== undefined) signSite(site, readSecretKey(sign));
      const { file, sha256, bytes, files } = packSite(site, out);
      if (json) return print(JSON.stringify({ ok: true, file, files, bytes, sha256 }));
      print(`${file}: ${count(files)} files, ${(bytes / 1e6).toFixed(1)} MB, SHA-256 ${sha256}`);
    });
}

/** What the signature of a site's manifest says, verified. */
function signatureLine(site: string, key: string): string {
  const files = openSiteFiles(site);
  const manifest = files.read("manifest.json") ?? Buffer.alloc(0);
  const signature = files.read(SIGNATURE_FILE)?.toString();
  if (signature === undefined) throw new InputError(`${site} has no ${SIGNATURE_FILE}`);
  try {
    const { seconds } = verifyManifest(manifest, signature, readPublicKey(key));
    const time = seconds === undefined ? "" : ` on ${new Date(seconds * 1000).toISOString()}`;
    return `which was signed by the key${time}`;
  } catch (error) {
    if (error instanceof SignatureError) throw new InputError(`${site}: ${error.message}`);
    throw error;
  }
}

/** Signs a site's manifest, unless it is signed with this key already. */
function signSite(site: string, key: SigningKey): void {
  const dir = siteFolder(site);
  const files = openSiteFiles(dir);
  const manifest = files.read("manifest.json") ?? Buffer.alloc(0);
  const before = files.read(SIGNATURE_FILE)?.toString() ?? "";
  try {
    verifyManifest(manifest, before, { id: key.id, key: createPublicKey(key.key) });
  } catch (error) {
    if (!(error instanceof SignatureError)) throw error;
    const text = signManifest(manifest, key, Math.floor(Date.now() / 1000));
    replaceFile(join(dir, SIGNATURE_FILE), text);
  }
}
