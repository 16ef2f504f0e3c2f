import type { Command } from "commander";
import { makeHostFiles } from "../deployment/made-content.ts";
import { packSite } from "../site/pack.ts";
import { isTarball } from "../site/site-files.ts";
import { verifySite } from "../site/verify.ts";
import { count, InputError, print } from "./terminal.ts";

/** `gamedata verify`. */
export function addVerifyCommand(program: Command): void {
  program
    .command("verify")
    .description("compare every file of a site with its manifest")
    .argument("<site>", "the folder of a site, or a tarball of one")
    .action((site: string) => {
      const { files, missing, extra, altered } = verifySite(site, makeHostFiles);
      const lines = [
        ...missing.map((file) => `missing  ${file}`),
        ...extra.map((file) => `extra    ${file}`),
        ...altered.map((file) => `altered  ${file}`),
      ];
      if (lines.length === 0)
        return print(`${site}: all ${count(files)} files agree with the manifest`);
      throw new InputError(
        `${lines.join("\n")}\n${site}: ${lines.length} files do not agree with the manifest`,
      );
    });
}

/** `gamedata pack`. */
export function addPackCommand(program: Command): void {
  program
    .command("pack")
    .description("write the deterministic tarball of a site, and its checksum beside it")
    .argument("[site]", "the folder of a site", "dist")
    .option("--out <file>", "the tarball (default: gamedata-GAME-PATCH.tar.gz)")
    .action((site: string, { out }: { out?: string }) => {
      if (isTarball(site))
        throw new InputError(`${site} is a tarball already; pack takes the folder of a site`);
      const { missing, extra, altered } = verifySite(site, makeHostFiles);
      if (missing.length + extra.length + altered.length > 0) {
        throw new InputError(
          `${site} does not agree with its manifest; gamedata verify ${site} tells where`,
        );
      }
      const { file, sha256, bytes, files } = packSite(site, out);
      print(`${file}: ${count(files)} files, ${(bytes / 1e6).toFixed(1)} MB, SHA-256 ${sha256}`);
    });
}
