import { existsSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import type { Command } from "commander";
import { type BuildReport, buildSite, buildSites } from "../build-site.ts";
import { packSite } from "../pack.ts";
import { PACKAGE_DATA } from "../package.ts";
import { newestPatch, offeredPatches } from "../reference.ts";
import { readBuildSettings } from "../settings.ts";
import { isTarball } from "../site-files.ts";
import { verifySite } from "../verify.ts";
import { checkedData, offeredPatch } from "./data.ts";
import { progressBar } from "./progress.ts";
import { count, InputError, print } from "./terminal.ts";

/** The name of no patch: all that can be described. */
const EVERY = "every";

type BuildFlags = { out: string; asOf?: string; data: string; json?: boolean };

/** `gamedata build`. */
export function addBuildCommand(program: Command): void {
  program
    .command("build")
    .description("build the site, for the newest patch or as of an earlier one")
    .option("--out <dir>", "where the site is put", "dist")
    .option(
      "--as-of <patch>",
      `the patch to describe (default: the newest); "${EVERY}" builds all of them, in folders of their names`,
    )
    .option("--data <dir>", "the data folder", PACKAGE_DATA)
    .option("--json", "report as JSON")
    .action(({ out, asOf, data: dir, json }: BuildFlags) => {
      const start = performance.now();
      const read = readBuildSettings(process.env, dir);
      if ("problems" in read) throw new InputError(read.problems.join("\n"));
      if (asOf === EVERY && existsSync(join(out, "manifest.json"))) {
        throw new InputError(`${out} is a site itself; name another folder with --out for the sites of all patches`);
      }
      const data = checkedData(dir, json);
      const gaps = data.gaps.length;
      const bar = progressBar("writing", "files");
      const options = { ...read.settings, out, onProgress: bar.update };
      let since = start;
      const tell = (report: BuildReport & { out: string }) => {
        bar.stop();
        const seconds = Number(((performance.now() - since) / 1000).toFixed(2));
        since = performance.now();
        if (json) print(JSON.stringify({ ok: true, ...report, gaps, seconds }));
        else print(`${inWords(report, data.game.name)}in ${seconds} s`);
      };

      if (asOf === EVERY) {
        const patches = offeredPatches(data).map(({ id }) => id);
        for (const report of buildSites(data, patches.reverse(), options)) tell(report);
      } else {
        const patch = asOf === undefined ? newestPatch(data) : offeredPatch(data, asOf);
        tell({ out, ...buildSite(data, { ...options, patch }) });
      }
      if (!json)
        print(`${gaps} gaps are on record (gaps.json of the data): values that are unknown or rest on thin evidence`);
    });
}

function inWords(
  { out, patch, urls, documents, files, bytes, isUnchanged }: BuildReport & { out: string },
  game: string,
): string {
  return (
    `${out}: ${game} as of patch ${patch}, ${count(urls)} URLs of ${count(documents)} documents, ` +
    `${count(files)} files, ${(bytes / 1e6).toFixed(1)} MB, ${isUnchanged ? "unchanged, " : ""}`
  );
}

/** `gamedata verify`. */
export function addVerifyCommand(program: Command): void {
  program
    .command("verify")
    .description("compare every file of a site with its manifest")
    .argument("<site>", "the folder of a site, or a tarball of one")
    .action((site: string) => {
      const { files, missing, extra, altered } = verifySite(site);
      const lines = [
        ...missing.map((file) => `missing  ${file}`),
        ...extra.map((file) => `extra    ${file}`),
        ...altered.map((file) => `altered  ${file}`),
      ];
      if (lines.length === 0) return print(`${site}: all ${count(files)} files agree with the manifest`);
      throw new InputError(`${lines.join("\n")}\n${site}: ${lines.length} files do not agree with the manifest`);
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
      if (isTarball(site)) throw new InputError(`${site} is a tarball already; pack takes the folder of a site`);
      const { missing, extra, altered } = verifySite(site);
      if (missing.length + extra.length + altered.length > 0) {
        throw new InputError(`${site} does not agree with its manifest; gamedata verify ${site} tells where`);
      }
      const { file, sha256, bytes, files } = packSite(site, out);
      print(`${file}: ${count(files)} files, ${(bytes / 1e6).toFixed(1)} MB, SHA-256 ${sha256}`);
    });
}
