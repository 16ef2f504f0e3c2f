import { existsSync, readdirSync, watch as watchFolder } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import type { Command } from "commander";
import { PROGRAM_CALL } from "../core/package.ts";
import { wholeData } from "../generator/data/check-data.ts";
import { type GameData, newestPatch } from "../generator/data/game-data.ts";
import { gapsUpTo } from "../generator/data/gap-paths.ts";
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
    .option("--watch", "build again after each change of the data, until stopped")
    .action(build);
}

/** `asOf` is the name of a patch or a date. */
type SiteFlags = { out: string; asOf?: string; data: string };

/** Builds a site, once or after each change. */
async function build({ watch, ...flags }: SiteFlags & { watch?: boolean }): Promise<void> {
  if (watch && !existsSync(flags.data))
    throw new InputError(`${flags.data}: no such folder; pass the data folder with --data`);
  warnOfPort();
  if (!watch) return await buildSiteOnce(flags, terminal().env);
  note(`watching ${flags.data}; press Ctrl+C to stop`);
  await runOnChange(flags.data, async () => {
    try {
      await buildSiteOnce(flags, terminal().env);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      note(error.message);
    }
  });
}

/** Builds a site by the settings in `env`, and prints a report. */
export async function buildSiteOnce(
  { out: named, asOf, data: dir }: SiteFlags,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const start = performance.now();
  const settings = readBuildSettings(env, dir);
  const out = siteToWrite(named);
  const data = recordedData(dir);
  const counter = showProgress("building", "files");
  const patch = asOf === undefined ? newestPatch(data) : offeredPatch(data, asOf);
  const { buildSite } = await import("../generator/build-site.ts");
  const options = { ...settings, patch, out, onProgress: counter.update };
  const { urls, documents, files, bytes, isUnchanged } = buildSite(data, options);
  counter.stop();
  const seconds = ((performance.now() - start) / 1000).toFixed(2);
  print(
    `${out}: ${data.game.name} as of patch ${patch}, ${count(urls)} URLs of ${count(documents)} ` +
      `documents, ${count(files)} files, ${(bytes / 1e6).toFixed(1)} MB, ` +
      `${isUnchanged ? "unchanged, " : ""}in ${Number(seconds)} s`,
  );
  const gaps = gapsUpTo(data, patch).length;
  print(`${gaps} known gaps: values that are unknown or weakly sourced (see the page /gaps)`);
}

/** The checked data. Where nobody recorded an edit, the record would seem wrong elsewhere. */
function recordedData(dir: string): GameData {
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
function warnOfPort(): void {
  const { PORT, BASE_URL } = terminal().env;
  if (!PORT || PORT === "8080" || BASE_URL) return;
  note(
    `warning: PORT is ${PORT}, but links in the site use ${DEFAULT_BASE_URL}; ` +
      `set BASE_URL=http://127.0.0.1:${PORT} to match`,
  );
}

/** Editors write a file in several steps. All events within this time are one change. */
const SETTLE_MS = 20;

/**
 * Calls `run` now, and again after each change of a JSON file in `dir` or a folder right below it.
 * One call runs at a time. It ends only when `run` throws.
 */
async function runOnChange(dir: string, run: () => Promise<void>): Promise<never> {
  let hasChanged = false;
  let wake = () => {};
  const onEvent = (_: string, file: string | null) => {
    if (file?.endsWith(".json") !== true) return;
    hasChanged = true;
    wake();
  };
  const watchers = foldersOf(dir).map((folder) => watchFolder(folder, onEvent));
  try {
    for (;;) {
      await run();
      if (!hasChanged) await new Promise<void>((resolve) => (wake = resolve));
      await wait(SETTLE_MS);
      hasChanged = false;
    }
  } finally {
    for (const watcher of watchers) watcher.close();
  }
}

function foldersOf(dir: string): string[] {
  const entries = readdirSync(dir, { withFileTypes: true });
  return [
    dir,
    ...entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(dir, name)),
  ];
}
