import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import type { Command } from "commander";
import { checkValues, wholeData } from "../data/check-data.ts";
import { checkHistory } from "../data/checks/history.ts";
import { type LoadedData, loadData, type Sourced } from "../data/load.ts";
import { stateOf } from "../data/reference.ts";
import { alignRows, changeRows } from "../history/changes.ts";
import { resolveTarget } from "../history/target.ts";
import { BaselineError, openBaseline, readBaseline } from "../maintain/baseline.ts";
import {
  beforeEdit,
  CorrectError,
  type Corrected,
  correctValue,
  correctWhole,
} from "../maintain/correct.ts";
import { type EditedPatch, editedPatches, editedRows } from "../maintain/edited-patches.ts";
import { parseValue } from "../maintain/given-changes.ts";
import { type Recording, recordPatch, type Wish } from "../maintain/record.ts";
import { MissingOptionError, RecordError } from "../maintain/record-error.ts";
import { SnapshotError } from "../maintain/snapshot.ts";
import { undoRecord } from "../maintain/undo.ts";
import { isOfWhole, unrecordedChanges } from "../maintain/unrecorded.ts";
import { dayOf } from "../schema/values.ts";
import { asTyped } from "../site/as-typed.ts";
import { ManifestError } from "../site/manifest.ts";
import { withLock } from "../write/lock.ts";
import { finishUpdate, replaceFiles } from "../write/replace-files.ts";
import { DATA_TO_WRITE, dataToWrite, finishInterrupted, unsound } from "./data.ts";
import { InputError, InterruptedError, note, print, terminal, UsageError } from "./terminal.ts";

type RecordFlags = Omit<Wish, "patch" | "changes"> & {
  changes?: string;
  base?: string;
  data?: string;
  yes?: boolean;
  json?: boolean;
  undo?: boolean;
};

/** `gamedata record`. */
export function addRecordCommand(program: Command): void {
  program
    .command("record")
    .description(
      "compare the edited data with the last recorded state and write the patch with its changes",
    )
    .argument(
      "[patch]",
      "the patch's date, YYYY-MM-DD; a second one of the day is found by its name, or given with its suffix",
    )
    .option("--kind <kind>", "season, mid-season or hotfix; a recorded patch has its own")
    .option("--name <name>", "the patch's name; a recorded patch has its own")
    .option("--rename", "give a recorded patch another kind or name")
    .option("--undo", "take the newest recorded change back; values stay as they are edited")
    .option("--source <url>", "where the patch's notes are")
    .option("--summary <text>", "the patch in a sentence or two of our own")
    .option("--change <change...>", "a value that the files do not hold: TARGET=FROM:TO")
    .option(
      "--changes <file>",
      "more such values: a JSON list as a patch's file writes it, with notes and sources",
    )
    .option("--complete", "say that the official notes were read whole")
    .option("--missing <text>", "what the record of the patch lacks, in a sentence")
    .option("--empty", "record a patch that changes none of the recorded values")
    .option(
      "--base <base>",
      "the data before the edits: a folder, a site or a git revision (default: the last commit, else dist)",
    )
    .option("--data <dir>", DATA_TO_WRITE)
    .option("--yes", "write without asking")
    .option("--json", "report as JSON")
    .action(async (patch: string | undefined, allFlags: RecordFlags) => {
      const { base, data, yes, json = false, undo, changes: file, ...flags } = allFlags;
      const dir = dataToWrite(data);
      if (undo) return await undoLast(dir, { base, yes, json });
      if (patch === undefined) throw new UsageError("error: missing required argument 'patch'");
      const wish = {
        patch,
        ...flags,
        ...(file === undefined ? {} : { changes: readJson(file) }),
      };
      const { loaded, recording, edited } = locked(dir, () => prepare(dir, base, wish));
      const patchFile = `patches/${recording.patch.id}.json`;
      tellRecording(recording, edited);
      await confirm(`Write ${asTyped(dir, patchFile)}?`, yes);
      locked(dir, () => {
        mustBeUnchanged(dir, loaded);
        replaceFiles(dir, new Map([[patchFile, toText(recording.patch)]]));
      });
      const { added, dropped, isNew } = recording;
      const targets = dropped.map(({ target }) => target);
      tellWritten(json, [asTyped(dir, patchFile)], {
        patch: recording.patch.id,
        isNew,
        added,
        dropped: targets,
      });
    });
}

/** What will be written, before the question. */
function tellRecording(
  { patch, isNew, renamed, added, dropped }: Recording,
  edited: readonly EditedPatch[],
): void {
  note(`${isNew ? "new patch" : "added to patch"} ${patch.id}, ${patch.name}:`);
  for (const { field, from, to } of renamed) note(`  ${field}  "${from}"  ->  "${to}"`);
  if (added.length > 0) note(alignRows(changeRows(added)));
  for (const { target } of dropped) note(`  ${target}  no longer a change`);
  if (dropped.length > 0 && patch.changes.length === 0)
    note("the patch changes nothing now; gamedata record --undo takes it out");
  for (const other of edited) {
    note(`the record of patch ${other.patch} was edited, too:`);
    note(alignRows(editedRows(other)));
  }
}

/** `gamedata record --undo`. */
async function undoLast(dir: string, { base, yes, json = false }: UndoFlags): Promise<void> {
  const { loaded, undoing } = locked(dir, () => {
    const { data: loaded, issues, texts } = loadData(dir);
    if (issues.length > 0) throw unsound({ ok: false, issues, texts }, dir);
    return { loaded, undoing: undoRecord(wholeData(loaded).patches, openBaseline(dir, base)) };
  });
  const { id, patch, change, left } = undoing;
  const file = `patches/${id}.json`;
  note(`to be taken back from patch ${id}:`);
  note(change === undefined ? "  the patch itself" : alignRows(changeRows([change])));
  if (patch === undefined && change !== undefined)
    note("  and the patch itself, which has no other");
  if (left > 0) note(`${left} more can be taken back; run it again for the next`);
  await confirm(`${patch === undefined ? "Remove" : "Write"} ${asTyped(dir, file)}?`, yes);
  locked(dir, () => {
    mustBeUnchanged(dir, loaded);
    if (patch === undefined) rmSync(join(dir, file));
    else replaceFiles(dir, new Map([[file, toText(patch)]]));
  });
  const report = { patch: id, takenBack: change ?? null, left };
  tellWritten(json, [asTyped(dir, file)], report);
}

type UndoFlags = { base?: string | undefined; yes?: boolean | undefined; json?: boolean };

/** The files that were written, a line each; for machines with what was written into them. */
function tellWritten(json: boolean, files: readonly string[], report: object): void {
  if (json) print(JSON.stringify({ ok: true, files, ...report }));
  else for (const file of files) print(file);
}

function prepare(
  dir: string,
  base: string | undefined,
  wish: Wish,
): { loaded: LoadedData; recording: Recording; edited: EditedPatch[] } {
  const { data: loaded, issues, texts } = loadData(dir);
  issues.push(...checkValues(loaded));
  if (issues.length > 0) throw unsound({ ok: false, issues, texts }, dir);
  const baseline = openBaseline(dir, base);
  const recording = recordPatch(wholeData(loaded), baseline, wish);
  const { id } = recording.patch;
  const edited = editedPatches(baseline.patches, wholeData(loaded).patches).filter(
    ({ patch, changes }) => patch !== id && changes.length > 0,
  );
  const file = `patches/${recording.patch.id}.json`;
  const others = loaded.patches.filter((patch) => patch.file !== file);
  mustPass({ ...loaded, patches: [...others, { file, value: recording.patch }] }, dir, texts);
  return { loaded, recording, edited };
}

type CorrectFlags = {
  reason: string;
  source?: string;
  date?: string;
  base?: string;
  data?: string;
  yes?: boolean;
  json?: boolean;
};

type Texts = ReadonlyMap<string, string>;

/** `gamedata correct`. */
export function addCorrectCommand(program: Command): void {
  program
    .command("correct")
    .description(
      "correct a value that was simply wrong, today and in every older state in which it stood; no patch gains a change",
    )
    .argument("<correction>", "TARGET=VALUE, such as heroes/ana/health/standard=225")
    .requiredOption("--reason <text>", "why, in a sentence")
    .option("--source <url>", "where the right value was read")
    .option("--date <date>", "the day of the correction (default: today, UTC)")
    .option("--base <base>", "the data before the edits, where the value is edited already")
    .option("--data <dir>", DATA_TO_WRITE)
    .option("--yes", "write without asking")
    .option("--json", "report as JSON")
    .action(
      async (correction: string, { data, base, yes, json = false, ...about }: CorrectFlags) => {
        const dir = dataToWrite(data);
        const [, target, text] = /^([^=]+)=(.*)$/s.exec(correction) ?? [];
        if (target === undefined || text === undefined) {
          throw new UsageError(
            `error: "${correction}" is no correction; expected TARGET=VALUE, such as heroes/ana/health/standard=225`,
          );
        }
        finishInterrupted(dir);
        const { data: loaded, issues, texts } = loadData(dir);
        issues.push(...checkValues(loaded));
        if (issues.length > 0) throw unsound({ ok: false, issues, texts }, dir);
        const date = about.date ?? dayOf(terminal().now);
        const wish = { ...about, target, value: parseValue(text), date };
        const corrected = inputErrors(() => prepareCorrection(loaded, wish, { dir, base, texts }));
        mustPass(corrected.data, dir, texts);

        const { from, to } = corrected.correction;
        note(`${target}: ${JSON.stringify(from)} was wrong, ${JSON.stringify(to)} stands now`);
        for (const place of corrected.repeated)
          note(`also corrected where a patch repeats it: ${place}`);
        await confirm(`Write ${corrected.files.join(", ")}?`, yes);
        locked(dir, () => {
          mustBeUnchanged(dir, loaded);
          const texts = corrected.files.map(
            (file) => [file, toText(contentOf(corrected.data, file))] as const,
          );
          replaceFiles(dir, new Map(texts));
        });
        const files = corrected.files.map((file) => asTyped(dir, file));
        const report = { correction: corrected.correction, repeated: corrected.repeated };
        tellWritten(json, files, report);
      },
    );
}

/** A value may have been edited before anybody says that it was wrong: then what it was is read from the data before the edits. */
function prepareCorrection(
  loaded: LoadedData,
  wish: Parameters<typeof correctValue>[1],
  { dir, base: named, texts }: { dir: string; base: string | undefined; texts: Texts },
): Corrected {
  if (resolveTarget(wish.target).kind !== "modelled") return correctValue(loaded, wish);
  const base = readBaseline(dir, named);
  const { patches, corrections, ...lists } = wholeData(loaded);
  const now = { state: stateOf(lists), patches, corrections };
  const unrecorded = base === undefined ? [] : unrecordedChanges(base, now);
  const isWhole = isOfWhole(wish) && (wish.value === true || wish.value === null);
  if (isWhole) return correctWhole(loaded, wish, unrecorded);
  const before = beforeEdit(loaded, wish, unrecorded) ?? loaded;
  mustPass(before, dir, texts);
  return correctValue(before, wish);
}

/** Runs one of these commands at a time per data folder, and turns what the person can mend into what the person reads. */
function locked<T>(dir: string, use: () => T): T {
  return inputErrors(() =>
    withLock(join(dir, "patches"), () => {
      finishUpdate(dir);
      return use();
    }),
  );
}

function inputErrors<T>(use: () => T): T {
  try {
    return use();
  } catch (error) {
    if (error instanceof MissingOptionError) throw new UsageError(error.message);
    const isTheirs = [RecordError, CorrectError, BaselineError, SnapshotError, ManifestError].some(
      (kind) => error instanceof kind,
    );
    throw isTheirs && error instanceof Error ? new InputError(error.message) : error;
  }
}

/** Nothing is written that would not pass `gamedata check`. */
function mustPass(data: LoadedData, dir: string, texts: Texts): void {
  const issues = [...checkValues(data), ...checkHistory(data)];
  if (issues.length > 0) throw unsound({ ok: false, issues, texts }, dir);
}

/** Between the question and the answer somebody else may have edited. */
function mustBeUnchanged(dir: string, before: LoadedData): void {
  const { data } = loadData(dir);
  if (JSON.stringify(data) === JSON.stringify(before)) return;
  throw new InputError(`${dir} was changed meanwhile; nothing was written, run the command again`);
}

function contentOf(data: LoadedData, file: string): unknown {
  const isFile = (one: unknown): one is Sourced<unknown> =>
    typeof one === "object" && one !== null && Reflect.get(one, "file") === file;
  return Object.values<unknown>(data).flat().find(isFile)?.value;
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new InputError(`${file}: ${error instanceof Error ? error.message : "unreadable"}`);
  }
}

function toText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

async function confirm(question: string, isAnswered: boolean | undefined): Promise<void> {
  if (isAnswered) return;
  const { stdin, stderr } = terminal();
  if (stdin.isTTY !== true)
    throw new UsageError(
      "error: standard input is no terminal to ask on; give --yes to write without asking",
    );
  const lines = createInterface({ input: stdin, output: stderr });
  const answered = lines.question(`${question} [y/N] `).catch(() => undefined); // Ctrl+C, Ctrl+D
  const ended = once(lines, "close").then(() => undefined);
  const answer = await Promise.race([answered, ended]);
  lines.close();
  if (answer === undefined) throw new InterruptedError("\nnothing was written");
  if (!/^y(es)?$/i.test(answer.trim())) throw new InputError("nothing was written");
}
