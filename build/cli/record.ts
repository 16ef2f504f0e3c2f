import { readFileSync, statSync } from "node:fs";
import { type Command, InvalidArgumentError } from "commander";
import { PACKAGE_DATA } from "../core/package.ts";
import { dayOf } from "../core/schema/day.ts";
import { describeError } from "../core/site/describe-error.ts";
import { joinKeepingPrefix } from "../core/site/join-keeping-prefix.ts";
import { formatJson } from "../core/site/parse-json.ts";
import { checkValues, wholeData } from "../generator/data/check-data.ts";
import { loadData } from "../generator/data/load-data.ts";
import { stateOf } from "../generator/data/reference.ts";
import { changeRows } from "../generator/history/change-rows.ts";
import { openBaseline } from "./maintain/baseline.ts";
import { type EditedPatch, editedPatches, editedRows } from "./maintain/edited-patches.ts";
import { applyRows } from "./maintain/notes/apply-rows.ts";
import { readNotes } from "./maintain/notes/read-notes.ts";
import { readPage } from "./maintain/notes/read-page.ts";
import { parseRows, rowsFile } from "./maintain/notes/rows-file.ts";
import { recordFrom } from "./maintain/record-from.ts";
import { changedFiles } from "./maintain/record-older.ts";
import { type Recording, type RecordOptions, recordPatch } from "./maintain/record-patch.ts";
import { undoRecord } from "./maintain/undo-record.ts";
import { dataToWrite, faultyDataError } from "./terminal/data-folder.ts";
import { DATA_TO_WRITE } from "./terminal/data-option.ts";
import {
  addExceptions,
  confirm,
  mustPass,
  withDataLock,
  writeEdits,
} from "./terminal/edit-data.ts";
import { alignRows } from "./terminal/table.ts";
import { InputError, note, print, terminal, UsageError } from "./terminal/terminal.ts";

/** `gamedata record`. */
export function addRecordCommand(program: Command): void {
  program
    .command("record")
    .description(
      "write a patch with the changes between the last recorded state and the edited data",
    )
    .argument(
      "[patch]",
      "the patch's date, YYYY-MM-DD; a second patch on the same day is identified by its name, " +
        "or by its suffix, such as 2026-08-11-b",
    )
    .option("--kind <kind>", "season, mid-season or hotfix (a recorded patch keeps its own)")
    .option("--name <name>", "the patch's name; a recorded patch has its own")
    .option(
      "--from <sheet>",
      "record older patches: a patch file like those in gamedata/patches, or a folder of " +
        "such files",
    )
    .option("--history-from <patch>", "with --from: the oldest patch whose state can be rebuilt")
    .option("--add-figures", "with --from: add missing figures to newer states")
    .option("--rename", "change the kind or name of a recorded patch")
    .option("--undo", "undo the newest recorded change; edited values stay")
    .option("--count <n>", "with --undo: how many changes (default: 1)", positiveInteger)
    .option("--all", "with --undo: all changes that are not committed")
    .option("--because <text>", "why values that look wrong are right; goes to exceptions.json")
    .option("--source <url>", "the address of the patch notes")
    .option("--summary <text>", "a summary of the patch in one or two sentences")
    .option("--change <change...>", "a value that is not in the files: TARGET=FROM:TO")
    .option(
      "--changes <file>",
      "more such values: a JSON list in the form of a patch file, with notes and sources",
    )
    .option("--notes <file>", "propose rows from patch notes in English (- is standard input)")
    .option("--rows <file>", "apply and record rows that --notes proposed and you confirmed")
    .option("--complete", "state that the official notes were read completely")
    .option("--missing <text>", "what the record of the patch is missing, in one sentence")
    .option("--empty", "record a patch that changes none of the recorded values")
    .option(
      "--base <base>",
      "the data before the edits: a folder, a site or a git revision (default: the last " +
        "commit, else baseline.json, else dist)",
    )
    .option("--data <dir>", DATA_TO_WRITE)
    .option("--yes", "write without confirmation")
    .option("--json", "report as JSON")
    .action(record);
}

type RecordFlags = Omit<RecordOptions, "patch" | "changes" | "rows"> & {
  changes?: string;
  base?: string;
  data?: string;
  yes?: boolean;
  json?: boolean;
  undo?: boolean;
  count?: number;
  all?: boolean;
  because?: string;
  from?: string;
  historyFrom?: string;
  addFigures?: boolean;
  notes?: string;
  rows?: string;
};

function positiveInteger(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Expected a whole number of 1 or more.");
}

/** Writes the patch with its changes, or takes the newest one back, after a question. */
async function record(patch: string | undefined, allFlags: RecordFlags): Promise<void> {
  const { base, data, yes, json, undo, count, all, because, from, ...more } = allFlags;
  const { changes: file, notes, rows, ...flags } = more;
  if (notes !== undefined) return printRows(data ?? PACKAGE_DATA, notes, json);
  const dir = dataToWrite(data);
  if (from !== undefined) return await recordFrom(dir, from, allFlags);
  if (undo) return await undoLast(dir, all ? Number.POSITIVE_INFINITY : count, { base, yes, json });
  if (patch === undefined) throw new UsageError("error: missing required argument 'patch'");
  const options = {
    patch,
    ...flags,
    ...(file === undefined ? {} : { changes: readJson(file) }),
    ...(rows === undefined ? {} : { rows: parseRows(readText(rows), rows) }),
  };
  const prepared = withDataLock(dir, () => prepare(dir, base, options));
  const { loaded, after, recording, edited, texts } = prepared;
  showRecording(recording, edited);
  const edits = new Map<string, unknown>([
    ...changedFiles(loaded, after),
    ...addExceptions(loaded, after, { texts, because }),
  ]);
  const paths = [...edits.keys()].map((file) => joinKeepingPrefix(dir, file));
  await confirm(`Write ${paths.join(", ")}?`, yes);
  const { added, dropped, isNew } = recording;
  const targets = dropped.map(({ target }) => target);
  const report = { patch: recording.patch.id, isNew, added, dropped: targets };
  writeEdits(dir, loaded, edits, { json, report });
}

/** Shows what will be written. */
function showRecording(
  { patch, isNew, renamed, added, dropped }: Recording,
  edited: readonly EditedPatch[],
): void {
  note(`${isNew ? "new patch" : "added to patch"} ${patch.id}, ${patch.name}:`);
  for (const { field, from, to } of renamed) note(`  ${field}  "${from}"  ->  "${to}"`);
  if (added.length > 0) note(alignRows(changeRows(added)));
  for (const { target } of dropped) note(`  ${target}  no longer a change`);
  if (dropped.length > 0 && patch.changes.length === 0)
    note("the patch changes nothing now; gamedata record --undo removes it");
  for (const other of edited) {
    note(`the record of patch ${other.patch} was edited, too:`);
    note(alignRows(editedRows(other)));
  }
}

/** `gamedata record --undo`. */
async function undoLast(
  dir: string,
  count: number | undefined,
  { base, yes, json }: UndoFlags,
): Promise<void> {
  const { loaded, undoing } = withDataLock(dir, () => {
    const { data: loaded, issues, texts } = loadData(dir);
    if (issues.length > 0) throw faultyDataError({ ok: false, issues, texts }, dir);
    const { patches } = wholeData(loaded);
    return { loaded, undoing: undoRecord(patches, openBaseline(dir, base), count) };
  });
  const { id, patch, changes, left } = undoing;
  const file = `patches/${id}.json`;
  note(`to be removed from patch ${id}:`);
  note(changes.length === 0 ? "  the patch itself" : alignRows(changeRows(changes)));
  if (patch === undefined && changes.length > 0) note("  and the patch itself, which has no other");
  if (left > 0) note(`${left} more can be removed; run it again for the next, or use --all`);
  await confirm(
    `${patch === undefined ? "Remove" : "Write"} ${joinKeepingPrefix(dir, file)}?`,
    yes,
  );
  const report = { patch: id, takenBack: changes, left };
  writeEdits(dir, loaded, new Map([[file, patch]]), { json, report });
}

type UndoFlags = {
  base?: string | undefined;
  yes?: boolean | undefined;
  json?: boolean | undefined;
};

function prepare(dir: string, base: string | undefined, options: RecordOptions) {
  const { data: loaded, issues, texts } = loadData(dir);
  const { rows = [], patch } = options;
  const isWhole = issues.length === 0 && rows.length > 0;
  const date = dayOf(terminal().now);
  const applied = isWhole ? applyRows(loaded, rows, { patch, date }) : undefined;
  const data = applied?.data ?? loaded;
  issues.push(...(applied?.issues ?? []), ...checkValues(data));
  for (const [file, value] of changedFiles(loaded, data)) texts.set(file, formatJson(value));
  if (issues.length > 0) throw faultyDataError({ ok: false, issues, texts }, dir);
  const baseline = openBaseline(dir, base);
  const recording = recordPatch(wholeData(data), baseline, options);
  const { id } = recording.patch;
  const edited = editedPatches(baseline.patches, wholeData(data).patches).filter(
    ({ patch, changes }) => patch !== id && changes.length > 0,
  );
  const file = `patches/${recording.patch.id}.json`;
  const others = data.patches.filter((patch) => patch.file !== file);
  const after = { ...data, patches: [...others, { file, value: recording.patch }] };
  mustPass(after, dir, texts);
  return { loaded, after, recording, edited, texts };
}

/** `gamedata record --notes`: prints the rows that notes seem to have. */
function printRows(dir: string, file: string, json: boolean | undefined): void {
  const name = file === "-" ? "standard input" : file;
  const lines = readPage(readText(file), name);
  const { data: loaded, issues, texts } = loadData(dir);
  if (issues.length > 0) throw faultyDataError({ ok: false, issues, texts }, dir);
  const data = wholeData(loaded);
  const { rows, unread, leftOut } = readNotes(lines, {
    state: stateOf(data),
    figures: new Map(data.figures.figures.map((field) => [field.name, field])),
    aliases: new Map(data.heroes.map(({ id, aliases }) => [id, aliases])),
  });
  print(json ? JSON.stringify({ rows, unread }) : rowsFile({ rows, unread, leftOut }, name));
}

/** Reads a file that was named, or standard input for `-`. A device could be read without end. */
function readText(file: string): string {
  if (file === "-") return readFileSync(0, "utf8");
  if (file === "") throw new InputError("the name of the file is empty; pass the path of a file");
  try {
    if (!statSync(file).isCharacterDevice()) return readFileSync(file, "utf8");
  } catch (error) {
    throw new InputError(`${file}: ${describeError(error)}`);
  }
  throw new InputError(`${file} is a device; pass the path of a file, or - for standard input`);
}

function readJson(file: string): unknown {
  const text = readText(file);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InputError(`${file}: ${describeError(error)}`);
  }
}
