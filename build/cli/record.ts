import { readFileSync, statSync } from "node:fs";
import type { Command } from "commander";
import * as z from "zod";
import { dayOf, PATCH_KINDS } from "../core/game/day.ts";
import {
  type PatchFile,
  PatchKindSchema,
  type RecordedChange,
  RecordedChangeSchema,
} from "../core/schema/patch.ts";
import { TextSchema } from "../core/schema/values.ts";
import { wholeData } from "../generator/data/check-data.ts";
import { stillExpected } from "../generator/data/game-data.ts";
import { type LoadedData, listsOf } from "../generator/data/load-data.ts";
import { valueAt } from "../generator/history/address.ts";
import { changeRows } from "../generator/history/change-rows.ts";
import { withRows } from "./maintain/apply-rows.ts";
import { editedPatches, editedRows, onlyIn, withNewFigures } from "./maintain/compare-data.ts";
import { addEditOptions, type EditFlags, editData } from "./maintain/edit-data.ts";
import {
  checkOptions,
  findRecorded,
  type Recording,
  type RecordOptions,
  recordPatch,
  withPatch,
} from "./maintain/record-patch.ts";
import { dataToWrite, parseInput } from "./terminal/data-folder.ts";
import { askForAddress, type Prompt } from "./terminal/prompt.ts";
import { alignRows } from "./terminal/table.ts";
import { InputError, note, terminal } from "./terminal/terminal.ts";

/** `gamedata record`. */
export function addRecordCommand(program: Command): void {
  const command = program
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
    .option("--source <url>", "the patch notes, where the changes without a source were read")
    .option("--summary <text>", "a summary of the patch in one or two sentences")
    .option(
      "--changes <file>",
      "rows to apply to the files and record: a JSON list of target, from, to, note, readAs, source " +
        "(- is standard input)",
    )
    .option("--complete", "state that the official notes were read completely")
    .option("--missing <text>", "what the record of the patch is missing, in one sentence")
    .option("--empty", "record a patch that changes none of the recorded values");
  addEditOptions(command).action(record);
}

type RecordFlags = EditFlags & Omit<RecordOptions, "patch" | "rows" | "day"> & { changes?: string };

/** Applies the rows, and writes the patch with all changes, after a question. */
async function record(id: string, { changes: file, ...flags }: RecordFlags) {
  const rows = file === undefined ? [] : readRows(file);
  const day = dayOf(terminal().now);
  const options = { ...flags, patch: id, day };
  await editData(flags, async (before, committed, prompt) => {
    checkOptions(options);
    if (committed === undefined) {
      const dir = dataToWrite(flags.data);
      throw new InputError(`${dir}: git does not track it, and record compares with a commit`);
    }
    const asked = await askForMissing(options, wholeData(before).patches, prompt);
    const edited = withRows(before, rows);
    const baseline = withNewFigures(committed, edited);
    const now = wholeData(edited);
    const recording = recordPatch(now, baseline, { ...asked, rows });
    keepOldNames(edited, recording.added);
    const after = withPatch(edited, recording.patch);
    const over = recording.isNew ? searchedUpTo(day, after) : [];
    const show = () => {
      showRecording(recording);
      for (const { kind, earliest, latest } of over)
        note(`no longer expected in game.json: ${kind}, ${earliest} to ${latest}`);
      for (const { patch, changes } of editedPatches(baseline.patches, now.patches)) {
        const isKnown = baseline.patches.some((one) => one.id === patch);
        if (patch === recording.patch.id || !isKnown) continue;
        note(`the record of patch ${patch} was edited, too:`);
        note(alignRows(editedRows(changes)));
      }
    };
    return { data: after, show };
  });
}

/** Asks for the kind, the name and the notes of a new patch, as far as no option gives them. */
async function askForMissing(
  options: RecordOptions,
  patches: readonly PatchFile[],
  prompt: Prompt,
) {
  if (!prompt.canAsk || findRecorded(options, patches) !== undefined) return options;
  const ask = (question: string, schema: z.ZodType) =>
    prompt.ask(question, (text) => schema.safeParse(text).success);
  const kind = options.kind ?? (await ask(`Kind (${PATCH_KINDS.join(", ")}): `, PatchKindSchema));
  const name = options.name ?? (await ask("Name, such as Hotfix: Ana: ", TextSchema));
  const source =
    options.source ?? (await askForAddress(prompt, "Address of the notes, or nothing: "));
  return { ...options, kind, name, source };
}

/** Shows what will be written. */
function showRecording({ patch, isNew, added, dropped }: Recording) {
  note(`${isNew ? "new patch" : "added to patch"} ${patch.id}, ${patch.name}:`);
  if (added.length > 0) note(alignRows(changeRows(added)));
  for (const { target } of dropped) note(`  ${target}  no longer a change`);
  const unsourced = added.filter(({ source }) => source === undefined).length;
  if (unsourced > 0)
    note(`note: ${unsourced} of these have no source; --source says where they were read`);
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

/**
 * Sources were searched up to a day, and the patches that were expected by now are no longer.
 * Returns these.
 */
function searchedUpTo(day: string, { game, patches }: LoadedData) {
  if (game === undefined) return [];
  if (day > game.value.lastChecked) game.value.lastChecked = day;
  const { expected } = game.value;
  if (expected === undefined) return [];
  const recorded = patches.map(({ value }) => value);
  game.value.expected = stillExpected({ game: game.value, patches: recorded });
  return onlyIn(expected, game.value.expected);
}

/** Makes the old names of renamed heroes and maps aliases, so that they resolve as before. */
function keepOldNames(data: LoadedData, changes: readonly RecordedChange[]) {
  for (const { target, from } of changes) {
    const [, thing] = /^((?:heroes|maps)\/[^/]+)\/(?:name|names\/\w+)$/.exec(target) ?? [];
    const aliases = valueAt(listsOf(data), `${thing}/aliases`.split("/"));
    if (typeof from !== "string" || !Array.isArray(aliases) || aliases.includes(from)) continue;
    aliases.push(from);
  }
}
