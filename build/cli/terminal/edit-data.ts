import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { dayOf } from "../../core/schema/day.ts";
import { TextSchema } from "../../core/schema/values.ts";
import { joinKeepingPrefix } from "../../core/site/join-keeping-prefix.ts";
import { formatJson } from "../../core/site/parse-json.ts";
import { checkValues } from "../../generator/data/check-data.ts";
import { checkHistory } from "../../generator/data/checks/rebuild-proof.ts";
import { type LoadedData, loadData } from "../../generator/data/load-data.ts";
import { withLock } from "../../generator/write/lock.ts";
import { finishUpdate, replaceFiles } from "../../generator/write/replace-data-files.ts";
import { describeWarning, newWarnings, withExceptions } from "../maintain/warnings.ts";
import { faultyDataError } from "./data-folder.ts";
import { InputError, InterruptedError, note, print, terminal, UsageError } from "./terminal.ts";

/** The values of data files by name; undefined where the file is to be removed. */
export type Edits = ReadonlyMap<string, unknown>;

/**
 * Writes edits into a data folder, and prints the files, a line each, or all of `report` as JSON.
 * `before` is the data that they were made from. Throws `InputError` where it has changed since.
 */
export function writeEdits(
  dir: string,
  before: LoadedData,
  edits: Edits,
  { json = false, report }: { json?: boolean | undefined; report: object },
): void {
  withDataLock(dir, () => {
    if (edits.size === 0) return;
    mustBeUnchanged(dir, before);
    const written = [...edits].filter(([, value]) => value !== undefined);
    replaceFiles(dir, new Map(written.map(([file, value]) => [file, formatJson(value)])));
    for (const [file, value] of edits) if (value === undefined) rmSync(join(dir, file));
  });
  const files = [...edits.keys()].map((file) => joinKeepingPrefix(dir, file));
  if (json) print(JSON.stringify({ ok: true, files, ...report }));
  else for (const file of files) print(file);
}

/** The texts of data files, by name. */
export type Texts = ReadonlyMap<string, string>;

/** Runs `use` with the lock of a data folder, after completing an interrupted update. */
export function withDataLock<T>(dir: string, use: () => T): T {
  return withLock(join(dir, "patches"), () => {
    finishUpdate(dir);
    return use();
  });
}

/** Throws `InputError` where the data would not pass `gamedata check`. */
export function mustPass(data: LoadedData, dir: string, texts: Texts): void {
  const issues = [...checkValues(data), ...checkHistory(data)];
  if (issues.length > 0) throw faultyDataError({ ok: false, issues, texts }, dir);
}

/**
 * Shows what looks wrong in edited data and did not before. With a reason, it is written down as
 * right. Returns the file to write with its value, where there is one.
 */
export function addExceptions(
  before: LoadedData,
  after: LoadedData,
  { texts, because }: { texts: Texts; because: string | undefined },
): [file: string, value: unknown][] {
  const warnings = newWarnings(before, after, dayOf(terminal().now));
  if (because === undefined) {
    for (const warning of warnings)
      note(`warning: ${describeWarning(warning, texts)}, or use --because TEXT`);
    return [];
  }
  if (!TextSchema.safeParse(because).success)
    throw new InputError("--because: expected one line of text");
  if (warnings.length === 0)
    throw new InputError("--because: no value looks wrong; omit --because");
  for (const { message } of warnings) note(`${message}, because: ${because}`);
  return [["exceptions.json", withExceptions(after, warnings, because)]];
}

/** Throws `InputError` where the data was edited while the person was asked. */
function mustBeUnchanged(dir: string, before: LoadedData): void {
  const { data } = loadData(dir);
  if (JSON.stringify(data) === JSON.stringify(before)) return;
  throw new InputError(
    `${dir} has changed in the meantime; nothing was written, run the command again`,
  );
}

/**
 * Asks the person, unless `isAnswered`. Throws `InputError` after a no, `InterruptedError` after
 * Ctrl+C or Ctrl+D, and `UsageError` where there is no terminal.
 */
export async function confirm(question: string, isAnswered: boolean | undefined): Promise<void> {
  if (isAnswered) return;
  const { stdin, stderr } = terminal();
  if (stdin.isTTY !== true)
    throw new UsageError(
      "error: standard input is not a terminal; use --yes to write without confirmation",
    );
  const lines = createInterface({ input: stdin, output: stderr });
  const answered = lines.question(`${question} [y/N] `).catch(() => undefined); // Ctrl+C, Ctrl+D
  const ended = once(lines, "close").then(() => undefined);
  const answer = await Promise.race([answered, ended]);
  lines.close();
  if (answer === undefined) throw new InterruptedError("\nnothing was written");
  if (!/^y(es)?$/i.test(answer.trim())) throw new InputError("nothing was written");
}
