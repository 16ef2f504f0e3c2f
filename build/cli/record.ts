import { readFileSync, statSync } from "node:fs";
import type { Command } from "commander";
import * as z from "zod";
import { dayOf, PATCH_KINDS } from "../core/game/day.ts";
import { type PatchFile, type RecordedChange, RecordedChangeSchema } from "../core/schema/patch.ts";
import { TextSchema, UrlSchema } from "../core/schema/values.ts";
import { wholeData } from "../generator/data/check-data.ts";
import { stillExpected } from "../generator/data/game-data.ts";
import type { LoadedData } from "../generator/data/load-data.ts";
import { changeRows } from "../generator/history/change-rows.ts";
import { withRows } from "./maintain/apply-rows.ts";
import {
  BASE_HELP,
  editedPatches,
  editedRows,
  readBaseline,
  withNewFigures,
} from "./maintain/compare-data.ts";
import {
  checkOptions,
  findRecorded,
  type Recording,
  type RecordOptions,
  recordPatch,
} from "./maintain/record-patch.ts";
import { DATA_TO_WRITE, dataToWrite, editableData, parseInput } from "./terminal/data-folder.ts";
import { writeEdit } from "./terminal/edit-data.ts";
import { type Prompt, withPrompt } from "./terminal/prompt.ts";
import { alignRows } from "./terminal/table.ts";
import { InputError, note, terminal } from "./terminal/terminal.ts";

/** `gamedata record`. */
export function addRecordCommand(program: Command): void {
  program
    .command("record")
    .description(
      "write a patch with the changes between the last commit and the edited data; on a " +
        "terminal, ask for what is missing",
    )
    .argument(
      "<patch>",
      "the patch's date, YYYY-MM-DD; a second patch on the same day is identified by its name, " +
        "or by its suffix, such as 2026-08-11-b",
    )
    .option("--kind <kind>", "season, mid-season or hotfix (a recorded patch keeps its own)")
    .option("--name <name>", "the patch's name; a recorded patch has its own")
    .option("--source <url>", "the address of the patch notes")
    .option("--summary <text>", "a summary of the patch in one or two sentences")
    .option(
      "--changes <file>",
      "rows to apply to the files and record: a JSON list of target, from, to, note, readAs, source " +
        "(- is standard input)",
    )
    .option("--complete", "state that the official notes were read completely")
    .option("--missing <text>", "what the record of the patch is missing, in one sentence")
    .option("--empty", "record a patch that changes none of the recorded values")
    .option("--base <revision>", BASE_HELP)
    .option("--data <dir>", DATA_TO_WRITE)
    .option("--yes", "write without confirmation")
    .action(record);
}

type RecordFlags = Omit<RecordOptions, "patch" | "rows" | "day"> & {
  changes?: string;
  base?: string;
  data?: string;
  yes?: boolean;
};

/** Applies the rows, and writes the patch with all changes, after a question. */
async function record(patch: string, { base, data, yes, changes: file, ...flags }: RecordFlags) {
  const dir = dataToWrite(data);
  const rows = file === undefined ? [] : readRows(file);
  const { before, texts } = editableData(dir);
  await withPrompt(yes, async (prompt) => {
    const day = dayOf(terminal().now);
    checkOptions({ patch, day, ...flags });
    const asked = await askForMissing({ patch, day, ...flags }, wholeData(before).patches, prompt);
    const edited = withRows(before, rows);
    const committed = readBaseline(dir, base);
    if (committed === undefined)
      throw new InputError(`${dir}: git does not track it, and record compares with a commit`);
    const baseline = withNewFigures(committed, edited);
    const recording = recordPatch(wholeData(edited), baseline, { ...asked, rows });
    keepOldNames(edited, recording.added);
    const own = `patches/${recording.patch.id}.json`;
    const others = edited.patches.filter((other) => other.file !== own);
    const after = { ...edited, patches: [...others, { file: own, value: recording.patch }] };
    if (recording.isNew) searchedUpTo(day, after);
    const isNew = (patch: string) => baseline.patches.every(({ id }) => id !== patch);
    const show = () => {
      showRecording(recording);
      for (const other of editedPatches(baseline.patches, wholeData(edited).patches)) {
        if (other.patch === recording.patch.id || isNew(other.patch)) continue;
        note(`the record of patch ${other.patch} was edited, too:`);
        note(alignRows(editedRows(other.changes)));
      }
    };
    await writeEdit({ dir, committed: committed.loaded, before, after, texts }, show, prompt);
  });
}

/** Asks for the kind, the name and the notes of a new patch, as far as no option gives them. */
async function askForMissing(
  options: RecordOptions,
  patches: readonly PatchFile[],
  { canAsk, ask }: Prompt,
) {
  if (!canAsk || findRecorded(options, patches) !== undefined) return options;
  const isKind = (text: string) => PATCH_KINDS.some((kind) => kind === text);
  const kind = options.kind ?? (await ask(`Kind (${PATCH_KINDS.join(", ")}): `, isKind));
  const isText = (text: string) => TextSchema.safeParse(text).success;
  const name = options.name ?? (await ask("Name, such as Hotfix: Ana: ", isText));
  const isUrl = (text: string) => text === "" || UrlSchema.safeParse(text).success;
  const source = options.source ?? (await ask("Address of the notes, or nothing: ", isUrl));
  return { ...options, kind, name, ...(source === "" ? {} : { source }) };
}

/** Shows what will be written. */
function showRecording({ patch, isNew, added, dropped }: Recording) {
  note(`${isNew ? "new patch" : "added to patch"} ${patch.id}, ${patch.name}:`);
  if (added.length > 0) note(alignRows(changeRows(added)));
  for (const { target } of dropped) note(`  ${target}  no longer a change`);
}

const RowsSchema = z.array(RecordedChangeSchema).min(1);

/** Reads the rows of `--changes`. Throws `InputError` with a line for each fault. */
function readRows(file: string) {
  if (file === "") throw new InputError("--changes: the name of the file is empty");
  if (file !== "-" && statSync(file).isCharacterDevice())
    // it could be read without end
    throw new InputError(`${file} is a device; pass the path of a file, or -`);
  const text = readFileSync(file === "-" ? 0 : file, "utf8");
  return parseInput(text, file, RowsSchema);
}

/** Sources were searched up to a day, and the patches that were expected by now are no longer. */
function searchedUpTo(day: string, { game, patches }: LoadedData) {
  if (game === undefined) return;
  if (day > game.value.lastChecked) game.value.lastChecked = day;
  const recorded = patches.map(({ value }) => value);
  if (game.value.expected !== undefined)
    game.value.expected = stillExpected({ game: game.value, patches: recorded });
}

/** Makes the old names of renamed heroes and maps aliases, so that they resolve as before. */
function keepOldNames(data: LoadedData, changes: readonly RecordedChange[]) {
  for (const { target, from } of changes) {
    const [, collection, id] = /^(heroes|maps)\/([^/]+)\/(?:name|names\/\w+)$/.exec(target) ?? [];
    const files = collection === "heroes" ? data.heroes : data.maps;
    const aliases = files.find(({ value }) => value.id === id)?.value.aliases;
    if (typeof from === "string" && aliases?.includes(from) === false) aliases.push(from);
  }
}
