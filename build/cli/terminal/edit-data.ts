import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type * as z from "zod";
import { dayOf } from "../../core/game/day.ts";
import { FOLDERS, SINGLE_FILES } from "../../core/schema/data-files.ts";
import { formatJson } from "../../core/site/parse-json.ts";
import { joinKeepingPrefix } from "../../core/site/site-files.ts";
import { checkEverything } from "../../generator/data/check-data.ts";
import { withoutLostGaps } from "../../generator/data/checks/gaps.ts";
import { reportIssues, type Unusual } from "../../generator/data/issue.ts";
import { type LoadedData, loadData, type Sourced } from "../../generator/data/load-data.ts";
import { explain } from "../../generator/data/schema-issues.ts";
import { warningsOf } from "../../generator/data/unusual.ts";
import { withLock } from "../../generator/write/lock.ts";
import { replaceFile } from "../../generator/write/update-file.ts";
import { faultyDataError } from "./data-folder.ts";
import type { Prompt } from "./prompt.ts";
import { InputError, note, print, terminal } from "./terminal.ts";

/** An edit of a data folder that a person has to confirm. */
export type DataEdit = {
  dir: string;
  before: LoadedData;
  after: LoadedData;
  /** The texts of the files before the edit, by name. */
  texts: ReadonlyMap<string, string>;
};

/** Takes gaps of values that were committed and are gone off the list, and says so. */
export function dropLostGaps(committed: LoadedData, after: LoadedData): void {
  if (after.gaps === undefined) return;
  const { gaps, lost } = withoutLostGaps(committed, after);
  after.gaps.value.gaps = gaps;
  for (const path of lost) note(`${path} is gone, and so is its gap`);
}

/** Throws `InputError` where the edited data would not pass `gamedata check`. */
export function mustPass({ dir, before, after, texts }: DataEdit): void {
  const files = [...changedFiles(before, after)];
  const edited = new Map([
    ...texts,
    ...files.map(([file, value]) => [file, formatJson(value)] as const),
  ]);
  const issues = files.flatMap(([file, value]) => {
    const schema = schemaOf(file);
    const found = schema.safeParse(value).error?.issues ?? [];
    return found.map((issue) => ({ file, ...explain(issue, schema, value) }));
  });
  if (issues.length === 0) issues.push(...checkEverything(after).issues);
  if (issues.length > 0) throw faultyDataError({ issues, texts: edited }, dir);
}

function schemaOf(file: string): z.ZodType {
  const [first = "", second] = file.replace(/\.json$/, "").split("/");
  return Reflect.get(second === undefined ? SINGLE_FILES : FOLDERS, first);
}

/**
 * Warns of values that look wrong, asks, and writes the files that differ. Prints them, a line
 * each. Throws `InputError` where the folder has changed meanwhile.
 */
export async function writeEdit(
  { dir, before, after, texts }: DataEdit,
  { confirm }: Prompt,
): Promise<void> {
  for (const warning of newWarnings(before, after, dayOf(terminal().now)))
    note(`warning: ${describeWarning(warning, texts)}`);
  const changed = changedFiles(before, after);
  const files = [...changed.keys()].map((file) => joinKeepingPrefix(dir, file));
  await confirm(`Write ${files.join(", ")}?`);
  withLock(join(dir, "patches"), () => {
    if (!isDeepStrictEqual(loadData(dir).data, before)) {
      throw new InputError(
        `${dir} has changed in the meantime; nothing was written, run the command again`,
      );
    }
    for (const [file, value] of changed) replaceFile(join(dir, file), formatJson(value));
  });
  for (const file of files) print(file);
}

/** The values of the data files that an edit changed, by name. */
function changedFiles(before: LoadedData, after: LoadedData): Map<string, unknown> {
  const was = new Map(filesOf(before).map(({ file, value }) => [file, value]));
  return new Map(
    filesOf(after)
      .filter(({ file, value }) => !isDeepStrictEqual(value, was.get(file)))
      .map(({ file, value }) => [file, value]),
  );
}

function filesOf({ unreadable: _, ...files }: LoadedData): Sourced<unknown>[] {
  const all: (Sourced<unknown> | undefined)[] = Object.values(files).flat();
  return all.filter((one) => one !== undefined);
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

/** The warnings that edited data has and the data before the edits had not. */
function newWarnings(before: LoadedData, after: LoadedData, today: string): Unusual[] {
  const known = new Set(warningsOf(before, today).map(({ message }) => message));
  return warningsOf(after, today).filter(({ message }) => !known.has(message));
}
