import { createReadStream, existsSync, statSync } from "node:fs";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import type { Command } from "commander";
import fg from "fast-glob";
import { readLines } from "../client/match-log/check-files.ts";
import { ColumnResolver, MissingColumnError } from "../client/match-log/columns.ts";
import { EncodingError } from "../client/match-log/lines.ts";
import { LogResolver } from "../client/match-log/resolve-log.ts";
import { DATA_TO_READ, dataToRead, readableData } from "./terminal/data-folder.ts";
import { describeReport, type LogReport } from "./terminal/log-report.ts";
import { DAY, NamesByDay, type NamesOfDay } from "./terminal/names-of-day.ts";
import {
  appendTo,
  count,
  EXIT,
  InputError,
  note,
  print,
  printError,
  setExitCode,
  terminal,
} from "./terminal/terminal.ts";

/** `gamedata resolve`. */
export function addResolveCommand(program: Command): void {
  program
    .command("resolve")
    .description("resolve every hero and map name in a Workshop match log, in any client language")
    .argument("<logfiles...>", "logs (also .gz), glob patterns, or - for standard input")
    .option("--column <name>", "resolve this column of a table with a header; repeatable", appendTo)
    .option("--day <day>", `${DAY} (default: the day in the file's name, else today)`)
    .option("--data <dir>", DATA_TO_READ, dataToRead())
    .option("--json", "report as JSON, one line per log")
    .action(resolveLogs);
}

type ResolveFlags = { data: string; column?: string[]; day?: string; json?: boolean };

/** Reports what the names of logs mean. A file that cannot be read does not stop the others. */
async function resolveLogs(
  typed: readonly string[],
  { data: dir, column, day, json = false }: ResolveFlags,
): Promise<void> {
  const days = new NamesByDay(readableData(dir));
  const files = typed.flatMap(filesOf);
  for (const [at, file] of files.entries()) {
    if (files.length > 1 && !json) print(`${at === 0 ? "" : "\n"}${file}`);
    const names = day === undefined ? days.ofFile(file) : days.of(day);
    try {
      const report = await readReport(file, names, column);
      if (!reportOn(report, json)) setExitCode(EXIT.inputAtFault);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      printError(error.message, json);
      setExitCode(EXIT.inputAtFault);
    }
  }
}

/** The files of an argument: standard input, a file, or a pattern. Throws `InputError`. */
function filesOf(typed: string): string[] {
  if (typed === "-" || existsSync(typed) || !fg.isDynamicPattern(typed)) return [typed];
  const found = fg.sync(typed).sort();
  if (found.length === 0) throw new InputError(`${typed}: no such file`);
  return found;
}

/** Reads a log, or columns of a table. Throws `InputError`. */
async function readReport(
  file: string,
  { patch, names }: NamesOfDay,
  columns: readonly string[] | undefined,
): Promise<LogReport> {
  const resolver =
    columns === undefined ? new LogResolver(names) : new ColumnResolver(columns, names);
  try {
    await readLines(openLog(file), (line) => resolver.add(line));
  } catch (error) {
    if (error instanceof EncodingError || error instanceof MissingColumnError)
      throw new InputError(`${nameOf(file)} ${error.message}`);
    const isPacking = error instanceof Error && /^Z_/.test(String(Reflect.get(error, "code")));
    throw isPacking ? new InputError(`${file}: not a gzip file, or incomplete`) : error;
  }
  return { file, patch, ...resolver.result() };
}

function openLog(file: string): AsyncIterable<Buffer> {
  if (file === "-") return terminal().stdin;
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) throw new InputError(`${file}: no such file`);
  if (stat.isDirectory()) throw new InputError(`${file} is a folder; expected one match log`);
  if (stat.isFile() && stat.size === 0) throw new InputError(`${file} is empty; ${EXPECTED}`);
  const bytes = createReadStream(file);
  // `pipeline` hands errors of the file on, which `pipe` would not.
  return file.endsWith(".gz") ? pipeline(bytes, createGunzip(), () => {}) : bytes;
}

function nameOf(file: string): string {
  return file === "-" ? "standard input" : file;
}

const EXPECTED = "expected lines such as [00:00:00] ,match_start,0,Ilios,Control,Team 1,Team 2";

/** Prints what a log holds, and returns whether all its names resolve. */
function reportOn(report: LogReport, json: boolean): boolean {
  const { names, absent, moreUnknown } = report;
  const unresolved = names.filter(({ id }) => id === null).length + moreUnknown;
  const isEmpty = names.length + absent.length === 0;
  const ok = unresolved === 0 && !isEmpty;
  if (json) print(JSON.stringify({ ok, ...report }));
  else if (isEmpty) note(nothingIn(report));
  else {
    print(describeReport(report));
    if (!ok)
      note(`${unresolved === 1 ? "1 name does" : `${count(unresolved)} names do`} not resolve`);
  }
  return ok;
}

function nothingIn(report: LogReport): string {
  if ("rows" in report)
    return `${nameOf(report.file)} has no names in these columns (${count(report.rows)} rows)`;
  const { lines, events } = report;
  const read = `${count(lines)} ${lines === 1 ? "line" : "lines"}, ${count(events)} of them events`;
  return `${nameOf(report.file)} contains no hero or map names (${read}); ${EXPECTED}`;
}
