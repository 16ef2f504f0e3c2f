import { performance } from "node:perf_hooks";
import type { Command } from "commander";
import { PROGRAM_CALL } from "../core/package.ts";
import { isTarball } from "../core/site/site-files.ts";
import { wholeData } from "../generator/data/check-data.ts";
import { newestPatch } from "../generator/data/game-data.ts";
import { gapsUpTo } from "../generator/data/gap-paths.ts";
import { digestOfInputs, reportOfBuild, writeStamp } from "../generator/write/stamp.ts";
import { compareData } from "./maintain/unrecorded-changes.ts";
import { DEFAULT_BASE_URL, readBuildSettings } from "./settings.ts";
import { DATA_TO_READ, dataToRead, faultyDataError, offeredPatch } from "./terminal/data-folder.ts";
import { showProgress } from "./terminal/progress.ts";
import { siteToWrite } from "./terminal/stored-site.ts";
import { count, InputError, note, print, terminal } from "./terminal/terminal.ts";

/** `gamedata build`. */
export function addBuildCommand(program: Command): void {
  program
    .command("build")
    .description("build the site, for the newest patch or as of an earlier one")
    .option("--out <dir>", "the folder to write the site to", "dist")
    .option(
      "--as-of <patch>",
      "the patch to describe, or a date: the newest patch on or before it (default: the newest)",
    )
    .option("--data <dir>", DATA_TO_READ, dataToRead())
    .action(build);
}

/** `asOf` is the name of a patch or a date. */
type SiteFlags = { out: string; asOf?: string; data: string };

async function build(flags: SiteFlags) {
  warnOfPort();
  await buildSiteOnce(flags, terminal().env);
}

/** Builds a site by the settings in `env`, and prints a report. */
export async function buildSiteOnce(
  { out: named, asOf, data: dir }: SiteFlags,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const start = performance.now();
  const settings = readBuildSettings(env, dir);
  const out = siteToWrite(named);
  const isFolder = !isTarball(out);
  const inputs = digestOfInputs(dir, { ...settings, asOf });
  const seconds = () => Number(((performance.now() - start) / 1000).toFixed(2));
  const before = isFolder ? reportOfBuild(out, inputs) : undefined;
  if (before !== undefined) {
    print(`${out}: ${before}, unchanged (verify checks every byte), in ${seconds()} s`);
    return;
  }
  const data = recordedData(dir);
  const counter = showProgress("building", "files");
  const patch = asOf === undefined ? newestPatch(data) : offeredPatch(data, asOf);
  const { buildSite } = await import("../generator/build-site.ts");
  const options = { ...settings, patch, out, onProgress: counter.update };
  const { urls, documents, files, bytes, isUnchanged } = buildSite(data, options);
  counter.stop();
  const report =
    `${data.game.name} as of patch ${patch}, ${count(urls)} URLs of ${count(documents)} ` +
    `documents, ${count(files)} files, ${(bytes / 1e6).toFixed(1)} MB`;
  if (isFolder) writeStamp(out, inputs, report);
  print(`${out}: ${report}, ${isUnchanged ? "unchanged, " : ""}in ${seconds()} s`);
  const gaps = gapsUpTo(data, patch).length;
  print(`${gaps} known gaps: values that are unknown or weakly sourced (see the page /gaps)`);
}

/** The checked data. Where nobody recorded an edit, the record would seem wrong elsewhere. */
function recordedData(dir: string) {
  const { loaded, data, texts, issues, changes, obstacle } = compareData(dir);
  const edits =
    `${count(changes.length)} ${changes.length === 1 ? "value" : "values"} changed since the ` +
    `last recorded patch (${changes[0]?.target}${changes.length > 1 ? ", ..." : ""}); ` +
    `run ${PROGRAM_CALL} record`;
  const more = changes.length === 0 ? "" : `\n${edits}`;
  if (issues.length > 0) throw faultyDataError({ issues, texts }, dir, more);
  if (changes.length > 0) throw new InputError(edits);
  if (obstacle !== undefined) note(`note: ${obstacle}`);
  return data ?? wholeData(loaded);
}

/** Warns where `PORT` is set without `BASE_URL`, which alone decides the site's addresses. */
function warnOfPort() {
  const { PORT, BASE_URL } = terminal().env;
  if (!PORT || PORT === "8080" || BASE_URL) return;
  note(
    `warning: PORT is ${PORT}, but links in the site use ${DEFAULT_BASE_URL}; ` +
      `set BASE_URL=http://127.0.0.1:${PORT} to match`,
  );
}
