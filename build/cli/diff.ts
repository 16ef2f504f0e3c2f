import { type Command, Option } from "commander";
import type { PatchChange } from "../core/schema/patch.ts";
import { encodePath } from "../core/site/path-files.ts";
import type { GameData } from "../generator/data/game-data.ts";
import { type ChangeRow, changeRows, groupByThing } from "../generator/history/change-rows.ts";
import { editedRows } from "./maintain/compare-data.ts";
import {
  comparePaths,
  compareSites,
  type Diff,
  isEmpty,
  type Outline,
  withSite,
} from "./maintain/compare-sites.ts";
import { DATA_TO_READ, dataToRead, readableData } from "./terminal/data-folder.ts";
import { alignRows } from "./terminal/table.ts";
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
async function diff(old: string, now: string, flags: DiffFlags) {
  let data: GameData | undefined;
  const load = () => {
    data ??= readableData(flags.data);
    return data;
  };
  await withSite(old, flags.data, load, async (before) =>
    withSite(now, flags.data, load, async (after) => {
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
function pathsToPurge(old: Outline, now: Outline) {
  if (old.pages === undefined || now.pages === undefined) return undefined;
  const checksums = ({ documents, pages = [] }: Outline) =>
    new Map([
      ...documents.flatMap(({ spellings, sha256 }) =>
        spellings.map((path) => [path, sha256] as const),
      ),
      ...pages.map(({ path, sha256 }) => [path, sha256] as const),
    ]);
  const differing = Object.values(comparePaths(checksums(old), checksums(now))).flat();
  const isSame = differing.length === 0 && old.version === now.version;
  return isSame ? [] : [...differing, "/manifest.json"].map(encodePath).sort();
}

/** How many paths and spellings are listed. The others are only counted. */
const MOST_LISTED = 20;

/** How a difference is written for a terminal. */
const TEXT = {
  title: (text: string) => text,
  heading: (text: string) => `\n${text}`,
  rows: (rows: readonly ChangeRow[]) =>
    [...groupByThing(rows)].map(([thing, own]) => `  ${thing}\n${alignRows(own, "    ")}`),
  item: (text: string) => `  ${text}`,
  code: (text: string) => text,
  /** A name that people gave. */
  name: (text: string) => text,
};

/** How it is written for a change request, as GitHub renders it. */
const MARKDOWN: typeof TEXT = {
  title: (text) => `## ${text}`,
  heading: (text) => `\n### ${text}\n`,
  rows: markdownTable,
  item: (text) => `- ${text}`,
  code: codeSpan,
  name: escapeMarkdown,
};

/** The difference for a terminal. */
export function diffAsText(diff: Diff): string {
  return render(diff, TEXT);
}

/** The difference for a change request. */
export function diffAsMarkdown(diff: Diff): string {
  return render(diff, MARKDOWN);
}

function render(diff: Diff, style: typeof TEXT) {
  const { patches, editedPatches, values, spellings, documents, breaking } = diff;
  const title = style.title(
    `${diff.old.label} (patch ${diff.old.patch}) -> ${diff.new.label} (patch ${diff.new.patch})`,
  );
  if (isEmpty(diff)) return `${title}\n\nNothing differs.`;

  const section = (heading: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [style.heading(heading), ...lines];
  const listed = (heading: string, items: readonly string[]) => {
    const shown = items.slice(0, MOST_LISTED).map(style.item);
    const more = items.length - shown.length;
    return section(heading, more > 0 ? [...shown, style.item(`and ${more} more`)] : shown);
  };
  const changed = (heading: string, changes: readonly PatchChange[]) =>
    section(heading, style.rows(changeRows(changes)));
  const spelled = (list: Diff["spellings"]["lost"]) =>
    list.map(({ resource, spelling }) => `${style.code(spelling)} of ${resource}`);
  const headed = (heading: string, paths: readonly string[]) =>
    listed(`${heading}: ${paths.length}`, paths.map(style.code));

  return [
    title,
    ...listed("Breaking", breaking.map(style.name)),
    ...patches.added.flatMap(({ id, kind, name, changes }) => {
      const rows = style.rows(changeRows(changes));
      const lines = rows.length > 0 ? rows : ["No changes of the core game."];
      return section(`Patch ${id}, ${kind}: ${style.name(name)}`, lines);
    }),
    ...listed(
      "Patches that are gone",
      patches.removed.map(({ id, name }) => `${id}, ${style.name(name)}`),
    ),
    ...changed("Values that differ without a new patch", values),
    ...editedPatches.flatMap(({ patch, changes }) =>
      section(
        `The record of patch ${patch}, before and after the edit`,
        style.rows(editedRows(changes)),
      ),
    ),
    ...listed("Spellings gained", spelled(spellings.gained)),
    ...listed("Spellings lost", spelled(spellings.lost)),
    ...headed("Documents added", documents.added),
    ...headed("Documents removed", documents.removed),
    ...headed("Documents changed", documents.changed),
  ].join("\n");
}

function markdownTable(rows: readonly ChangeRow[]) {
  if (rows.length === 0) return [];
  const cell = escapeMarkdown;
  const lines = [...groupByThing(rows)].flatMap(([thing, own]) =>
    own.map(
      ({ target, from, to }, at) =>
        `| ${at === 0 ? `**${cell(thing)}**` : ""} | ${cell(target)} | ${cell(from)} | ` +
        `${cell(to)} |`,
    ),
  );
  return ["| | value | before | after |", "|---|---|---|---|", ...lines];
}

/** Text that Markdown shows as it is written, in a cell of a table too. */
function escapeMarkdown(text: string) {
  return text.replace(/[`*_[\]<>|~&]|\\(?=[!-/:-@[-`{-~])/g, "\\$&");
}

/** Code between more backticks than are in a row inside it. */
function codeSpan(text: string) {
  const runs = [...text.matchAll(/`+/g)].map(([run]) => run.length);
  const marks = "`".repeat(Math.max(0, ...runs) + 1);
  return runs.length === 0 ? marks + text + marks : `${marks} ${text} ${marks}`;
}
