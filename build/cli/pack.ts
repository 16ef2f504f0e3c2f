import type { Command } from "commander";
import { isTarball } from "../core/site/site-files.ts";
import { verifySite } from "../core/site/verify-site.ts";
import { hostFiles } from "../generator/hosts/host-files.ts";
import { packSite } from "../generator/write/tarball.ts";
import { count, InputError, print } from "./terminal/terminal.ts";

/** `gamedata pack`. */
export function addPackCommand(program: Command): void {
  program
    .command("pack")
    .description(
      "write a tarball of a site, and its checksum next to it (the same bytes with the same Node)",
    )
    .argument("[site]", "the folder of a site", "dist")
    .option("--out <file>", "the tarball (default: gamedata-GAME-PATCH.tar.gz)")
    .action(pack);
}

/** Writes the tarball of a site that agrees with its manifest. */
function pack(site: string, { out }: { out?: string }) {
  if (isTarball(site))
    throw new InputError(`${site} is already a tarball; pass the folder of a site`);
  const { missing, extra, altered } = verifySite(site, hostFiles);
  if (missing.length + extra.length + altered.length > 0) {
    throw new InputError(
      `${site} does not match its manifest; run gamedata verify ${site} to see where`,
    );
  }
  const { file, sha256, bytes, files } = packSite(site, out);
  print(`${file}: ${count(files)} files, ${(bytes / 1e6).toFixed(1)} MB, SHA-256 ${sha256}`);
}
