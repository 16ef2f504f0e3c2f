import { type Command, Option } from "commander";
import type { Manifest } from "../core/schema/manifest.ts";
import { encodePath } from "../core/site/path-files.ts";
import { comparePaths, compareSites, type Diff, isEmpty } from "./maintain/compare-sites.ts";
import { withSite } from "./maintain/compared-site.ts";
import { diffAsMarkdown, diffAsText } from "./maintain/diff-text.ts";
import { DATA_TO_READ, dataToRead } from "./terminal/data-folder.ts";
import { print, setExitCode } from "./terminal/terminal.ts";

/** `gamedata diff`. */
export function addDiffCommand(program: Command): void {
  program
    .command("diff")
    .description(
      "show what changed between two sites (folders, tarballs or addresses), two recorded " +
        "patches, or two git revisions of the data",
    )
    .argument("<old>")
    .argument("<new>", '"." is the data folder')
    .addOption(
      new Option("--format <format>").choices(["text", "markdown", "json"]).default("text"),
    )
    .option("--json", "the same as --format json")
    .option("--exit-code", "exit with 1 if there are differences")
    .addOption(
      new Option(
        "--fail-on <kind>",
        "exit with 1 if a path, spelling, id or enum value is gone",
      ).choices(["breaking"]),
    )
    .option("--data <dir>", DATA_TO_READ, dataToRead())
    .action(diff);
}

type DiffFlags = {
  format: "text" | "markdown" | "json";
  json?: boolean;
  exitCode?: boolean;
  failOn?: "breaking";
  data: string;
};

/** Reports what changed from one site, patch or revision to another. */
async function diff(old: string, now: string, flags: DiffFlags): Promise<void> {
  await withSite(old, flags.data, async (before) =>
    withSite(now, flags.data, async (after) => {
      const found = await compareSites(before, after);
      const purge = pathsToPurge(before.manifest, after.manifest);
      const render = {
        text: diffAsText,
        markdown: diffAsMarkdown,
        json: (all: Diff) => JSON.stringify({ ...all, purge }, null, 2),
      };
      print(render[flags.json ? "json" : flags.format](found));
      const isBad = flags.failOn !== undefined && found.breaking.length > 0;
      if (isBad || (flags.exitCode && !isEmpty(found))) setExitCode(1);
    }),
  );
}

/**
 * The percent-encoded paths whose responses differ between two built sites, and which a cache in
 * front of them must purge. Undefined where one side is not a built site.
 */
function pathsToPurge(old: Manifest, now: Manifest): string[] | undefined {
  if (old.pages.length === 0 || now.pages.length === 0) return undefined;
  const differing = Object.values(comparePaths(checksumsByPath(old), checksumsByPath(now))).flat();
  const isSame = differing.length === 0 && old.version === now.version;
  return isSame ? [] : [...differing, "/manifest.json"].map(encodePath).sort();
}

function checksumsByPath({ documents, pages }: Manifest): Map<string, string> {
  const ofDocuments = documents.flatMap(({ spellings, sha256 }) =>
    spellings.map((path) => [path, sha256] as const),
  );
  return new Map([...ofDocuments, ...pages.map(({ path, sha256 }) => [path, sha256] as const)]);
}
