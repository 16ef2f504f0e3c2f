import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Command, Option } from "commander";
import { encodePath } from "../core/site/path-files.ts";
import { isTarball } from "../core/site/site-files.ts";
import { newestPatch } from "../generator/data/reference.ts";
import { documentsInMemory } from "../generator/make-documents.ts";
import { breakingChanges, compareSnapshots, isEmpty } from "./maintain/compare-snapshots.ts";
import { diffAsMarkdown, diffAsText } from "./maintain/diff-text.ts";
import { isRevision, withRevision } from "./maintain/git.ts";
import { readSnapshot, type Snapshot, snapshotOfSite } from "./maintain/snapshot.ts";
import { readBuildSettings } from "./settings.ts";
import { checkedData, offeredPatch } from "./terminal/data-folder.ts";
import { DATA_TO_READ, dataToRead } from "./terminal/data-option.ts";
import { InputError, print, setExitCode, terminal } from "./terminal/terminal.ts";

/** `gamedata diff`. */
export function addDiffCommand(program: Command): void {
  program
    .command("diff")
    .description(
      "show what changed between two sites (folders or tarballs), two recorded patches, or two " +
        "git revisions of the data",
    )
    .argument("<old>")
    .argument("<new>", '"." is the data folder')
    .addOption(
      new Option("--format <format>").choices(["text", "markdown", "json"]).default("text"),
    )
    .option("--json", "the same as --format json")
    .option("--exit-code", "exit with 1 if there are differences")
    .option("--data <dir>", DATA_TO_READ, dataToRead())
    .action(diff);
}

type DiffFlags = {
  format: "text" | "markdown" | "json";
  json?: boolean;
  exitCode?: boolean;
  data: string;
};

/** Reports what changed from one site, patch or revision to another. */
function diff(old: string, now: string, { format, json, exitCode, data }: DiffFlags): void {
  const [before, after] = [openSnapshot(old, data), openSnapshot(now, data)];
  const changes = compareSnapshots(before, after);
  const purge = pathsToPurge(before, after);
  const render = {
    text: diffAsText,
    markdown: diffAsMarkdown,
    json: (found: typeof changes) =>
      JSON.stringify({ ...found, breaking: breakingChanges(found), purge }, null, 2),
  };
  print(render[json ? "json" : format](changes));
  if (exitCode && !isEmpty(changes)) setExitCode(1);
}

function openSnapshot(name: string, dataDir: string): Snapshot {
  if (existsSync(join(name, "manifest.json")) || (isTarball(name) && existsSync(name)))
    return readSnapshot(name);
  if (name === ".") return fromData("the data folder", dataDir);
  if (/^\d{4}-\d{2}-\d{2}(-[b-z])?$/.test(name)) return fromData(name, dataDir, name);
  if (isRevision(dataDir, name)) return withRevision(dataDir, name, (dir) => fromData(name, dir));
  throw new InputError(
    `"${name}" is neither a site (a folder or a tarball with a manifest.json), nor a recorded ` +
      `patch, nor a git revision of ${dataDir}`,
  );
}

function fromData(label: string, dir: string, asOf?: string): Snapshot {
  const data = checkedData(dir);
  const patch = asOf === undefined ? newestPatch(data) : offeredPatch(data, asOf);
  const read = readBuildSettings(terminal().env, dir);
  if ("problems" in read) throw new InputError(read.problems.join("\n"));
  // Both sides have one version, since another commit is not a difference.
  const site = documentsInMemory(data, { ...read.settings, patch, version: "compared" });
  return snapshotOfSite(label, site, data);
}

/**
 * The percent-encoded paths whose answers differ between two built sites, and which a cache in
 * front of them must purge. Undefined where one side is not a built site.
 */
function pathsToPurge(old: Snapshot, now: Snapshot): string[] | undefined {
  const [before, after] = [old.checksums, now.checksums];
  if (before === undefined || after === undefined) return undefined;
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths]
    .filter((path) => before.get(path) !== after.get(path))
    .map(encodePath)
    .sort();
}
