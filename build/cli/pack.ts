import { createPublicKey } from "node:crypto";
import { join } from "node:path";
import type { Command } from "commander";
import {
  SIGNATURE_FILE,
  SignatureError,
  type SigningKey,
  signManifest,
  verifyManifest,
} from "../core/site/manifest-signature.ts";
import { isTarball, openSiteFiles } from "../core/site/site-files.ts";
import { siteFolder } from "../core/site/site-folder.ts";
import { verifySite } from "../core/site/verify-site.ts";
import { packSite } from "../generator/write/pack-site.ts";
import { replaceFile } from "../generator/write/update-file.ts";
import { makeHostFiles } from "./deployment/made-content.ts";
import { readSecretKey } from "./terminal/signing-keys.ts";
import { count, InputError, print, terminal } from "./terminal/terminal.ts";

/** `gamedata pack`. */
export function addPackCommand(program: Command): void {
  program
    .command("pack")
    .description(
      "write a tarball of a site, and its checksum next to it (the same bytes with the same Node)",
    )
    .argument("[site]", "the folder of a site", "dist")
    .option("--out <file>", "the tarball (default: gamedata-GAME-PATCH.tar.gz)")
    .option("--sign <keyfile>", "first sign the manifest with a minisign secret key")
    .option("--json", "report as JSON")
    .action(pack);
}

type PackFlags = { out?: string; sign?: string; json?: boolean };

/** Writes the tarball of a site that agrees with its manifest. */
function pack(site: string, { out, sign, json }: PackFlags): void {
  if (isTarball(site))
    throw new InputError(`${site} is already a tarball; pass the folder of a site`);
  const { missing, extra, altered } = verifySite(site, makeHostFiles);
  if (missing.length + extra.length + altered.length > 0) {
    throw new InputError(
      `${site} does not match its manifest; run gamedata verify ${site} to see where`,
    );
  }
  if (sign !== undefined) signSite(site, readSecretKey(sign));
  const { file, sha256, bytes, files } = packSite(site, out);
  if (json) print(JSON.stringify({ ok: true, file, files, bytes, sha256 }));
  else print(`${file}: ${count(files)} files, ${(bytes / 1e6).toFixed(1)} MB, SHA-256 ${sha256}`);
}

/** Signs a site's manifest, unless it is signed with this key already. */
function signSite(site: string, key: SigningKey): void {
  const dir = siteFolder(site);
  const files = openSiteFiles(dir);
  const manifest = files.read("manifest.json") ?? Buffer.alloc(0);
  const before = files.read(SIGNATURE_FILE)?.toString() ?? "";
  try {
    verifyManifest(manifest, before, [{ id: key.id, key: createPublicKey(key.key) }]);
  } catch (error) {
    if (!(error instanceof SignatureError)) throw error;
    const text = signManifest(manifest, key, Math.floor(terminal().now.getTime() / 1000));
    replaceFile(join(dir, SIGNATURE_FILE), text);
  }
}
