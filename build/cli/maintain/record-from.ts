import { formatJson } from "../../core/site/parse-json.ts";
import { checkValues } from "../../generator/data/check-data.ts";
import { checkHistory } from "../../generator/data/checks/rebuild-proof.ts";
import { loadData } from "../../generator/data/load-data.ts";
import { faultyDataError } from "../terminal/data-folder.ts";
import { confirm, mustPass, withDataLock, writeEdits } from "../terminal/edit-data.ts";
import { note } from "../terminal/terminal.ts";
import { readSheet } from "./read-sheet.ts";
import { recordOlder } from "./record-older.ts";

type FromFlags = { historyFrom?: string; addFigures?: boolean; yes?: boolean; json?: boolean };

/** `gamedata record --from`: records older patches of a sheet, after a question. */
export async function recordFrom(dir: string, path: string, flags: FromFlags): Promise<void> {
  const { loaded, recording } = withDataLock(dir, () => prepare(dir, path, flags));
  const { patches, figures, files } = recording;
  for (const { id, name, changes } of patches) note(`${id}  ${name}: ${changes.length} changes`);
  for (const target of figures) note(`added to newer states: ${target}`);
  if (files.size === 0) note("everything in the sheet is recorded already; nothing to write");
  else await confirm(`Write ${files.size} files in ${dir}?`, flags.yes);
  const report = { patches: patches.map(({ id }) => id), figures };
  writeEdits(dir, loaded, files, { json: flags.json, report });
}

/** Throws `InputError` with everything that is wrong with the sheet, or with what it leads to. */
function prepare(dir: string, path: string, flags: FromFlags) {
  const { data: loaded, issues, texts } = loadData(dir);
  if (issues.length === 0) mustPass(loaded, dir, texts);
  else throw faultyDataError({ ok: false, issues, texts }, dir);
  const read = readSheet(path);
  const recording = recordOlder(loaded, read.sheet, flags);
  const { data, files } = recording;
  const found = [...read.issues, ...recording.issues, ...checkValues(data)];
  // Without a patch that could not be read, others may not join.
  if (read.issues.length === 0) found.push(...checkHistory(data));
  for (const [file, value] of files) texts.set(file, formatJson(value));
  for (const [file, text] of read.texts) texts.set(file, text);
  const faults = found.map((issue) => ({
    ...issue,
    file: read.files.get(issue.file) ?? issue.file,
  }));
  if (faults.length > 0) throw faultyDataError({ ok: false, issues: faults, texts }, dir);
  return { loaded, recording };
}
