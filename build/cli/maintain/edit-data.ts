import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Command } from "commander";
import * as z from "zod";
import { dayOf } from "../../core/game/day.ts";
import { formatJson } from "../../core/site/parse-json.ts";
import { joinKeepingPrefix } from "../../core/site/site-files.ts";
import { checkEverything } from "../../generator/data/check-data.ts";
import { withoutLostGaps } from "../../generator/data/checks/gaps.ts";
import { type Issue, reportIssues, type Unusual } from "../../generator/data/issue.ts";
import {
  type LoadedData,
  loadData,
  parseData,
  type Sourced,
  schemaOf,
} from "../../generator/data/load-data.ts";
import { warningsOf } from "../../generator/data/unusual.ts";
import { withLock } from "../../generator/write/lock.ts";
import { replaceFile } from "../../generator/write/update-file.ts";
import {
  DATA_TO_WRITE,
  dataToWrite,
  editableData,
  faultyDataError,
} from "../terminal/data-folder.ts";
import { type Prompt, withPrompt } from "../terminal/prompt.ts";
import { InputError, note, print, terminal } from "../terminal/terminal.ts";
import { BASE_HELP, type Baseline, readBaseline } from "./compare-data.ts";

/** The flags of `addEditOptions`. */
export type EditFlags = { base?: string; data?: string; yes?: boolean };

/** Adds the options of commands that edit the data. */
export function addEditOptions(command: Command): Command {
  return command
    .option("--base <revision>", BASE_HELP)
    .option("--data <dir>", DATA_TO_WRITE)
    .option("--yes", "write without confirmation");
}

/** What an edit makes of the data, and what shows it. */
type Edit = (
  before: LoadedData,
  committed: Baseline | undefined,
  prompt: Prompt,
) => Promise<{ data: LoadedData; show: () => void }>;

/**
 * Edits the data of a folder: checks the edit, shows it, warns of values that look wrong, asks, and
 * writes the files that differ. Prints them, a line each. Throws `InputError` where the edited data
 * would not pass `gamedata check`, or the folder has changed meanwhile.
 */
export async function editData({ base, data, yes }: EditFlags, edit: Edit): Promise<void> {
  const dir = dataToWrite(data);
  const { before, texts } = editableData(dir);
  // A schema has its own order of keys, and a file keeps the one that it has.
  for (const one of filesOf(before)) one.value = JSON.parse(texts.get(one.file) ?? "");
  await withPrompt(yes, async (prompt) => {
    const baseline = readBaseline(dir, base, before);
    const { data: edited, show } = await edit(before, baseline, prompt);
    const { data: after, lost } = withoutLostGaps(baseline?.loaded ?? before, edited);
    for (const path of lost) note(`${path} is gone, and so is its gap`);
    const issues: Issue[] = [];
    const changed = changedTexts(before, after, issues);
    if (issues.length === 0) issues.push(...checkEverything(after).issues);
    if (issues.length > 0)
      throw faultyDataError({ issues, texts: new Map([...texts, ...changed]) }, dir);
    show();
    const warnings = (some: LoadedData) => warningsOf(some, dayOf(terminal().now));
    const known = new Set(warnings(before).map(({ message }) => message));
    for (const warning of warnings(after))
      if (!known.has(warning.message)) note(`warning: ${describeWarning(warning, texts)}`);
    const files = [...changed.keys()].map((file) => joinKeepingPrefix(dir, file));
    await prompt.confirm(`Write ${files.join(", ")}?`);
    withLock(join(dir, "patches"), () => {
      if (!isDeepStrictEqual(loadData(dir).data, before)) {
        throw new InputError(
          `${dir} has changed in the meantime; nothing was written, run the command again`,
        );
      }
      for (const [file, text] of changed) replaceFile(join(dir, file), text);
    });
    for (const file of files) print(file);
  });
}

function filesOf({ unreadable: _, ...files }: LoadedData) {
  const all: (Sourced<unknown> | undefined)[] = Object.values(files).flat();
  return all.filter((one) => one !== undefined);
}

/** The texts of the files that an edit changes, by name. What a schema refuses becomes issues. */
function changedTexts(before: LoadedData, after: LoadedData, issues: Issue[]) {
  const was = new Map(filesOf(before).map(({ file, value }) => [file, value]));
  const changed = new Map<string, string>();
  for (const { file, value } of filesOf(after)) {
    if (isDeepStrictEqual(value, was.get(file))) continue;
    changed.set(file, formatJson(value));
    parseData(formatJson(value), file, schemaOf(file) ?? z.never(), issues);
  }
  return changed;
}

/** A warning with its line, and the entry that silences it. */
export function describeWarning(
  { file, path, target, message }: Unusual,
  texts: ReadonlyMap<string, string>,
): string {
  const [place] = reportIssues([{ code: "unusual", file, path, message }], (f) => texts.get(f));
  const line = place?.line === undefined ? "" : `:${place.line}`;
  const exception = `{ "path": "${target}", "reason": "WHY" }`;
  const advice =
    target === undefined ? "" : `; if that is right, add ${exception} to exceptions.json`;
  return `${file}${line}: ${message}${advice}`;
}
