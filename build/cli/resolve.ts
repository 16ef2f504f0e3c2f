import { createReadStream, existsSync, statSync } from "node:fs";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import type { Command } from "commander";
import fg from "fast-glob";
import type { KeyUse, OtherKey, UsedAbility } from "../client/match-log/abilities.ts";
import { readLines } from "../client/match-log/check-files.ts";
import {
  createColumnResolver,
  MissingColumnError,
  type ResolvedColumns,
} from "../client/match-log/columns.ts";
import { EncodingError } from "../client/match-log/lines.ts";
import {
  type AbsentName,
  createLogResolver,
  type ResolvedLog,
  type ResolvedName,
  type Term,
} from "../client/match-log/resolve-log.ts";
import { fold } from "../core/spelling/fold.ts";
import { DATA_TO_READ, dataToRead, readableData } from "./terminal/data-folder.ts";
import { DAY, NamesByDay, type NamesOfDay } from "./terminal/names-of-day.ts";
import { describeSuggestion, table } from "./terminal/table.ts";
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
) {
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
function filesOf(typed: string) {
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
) {
  const resolver =
    columns === undefined ? createLogResolver(names) : createColumnResolver(columns, names);
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

function openLog(file: string) {
  if (file === "-") return terminal().stdin;
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) throw new InputError(`${file}: no such file`);
  if (stat.isDirectory()) throw new InputError(`${file} is a folder; expected one match log`);
  if (stat.isFile() && stat.size === 0) throw new InputError(`${file} is empty; ${EXPECTED}`);
  const bytes = createReadStream(file);
  // `pipeline` hands errors of the file on, which `pipe` would not.
  return file.endsWith(".gz") ? pipeline(bytes, createGunzip(), () => {}) : bytes;
}

function nameOf(file: string) {
  return file === "-" ? "standard input" : file;
}

const EXPECTED = "expected lines such as [00:00:00] ,match_start,0,Ilios,Control,Team 1,Team 2";

/** Prints what a log holds, and returns whether all its names resolve. */
function reportOn(report: LogReport, json: boolean) {
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

function nothingIn(report: LogReport) {
  if ("rows" in report)
    return `${nameOf(report.file)} has no names in these columns (${count(report.rows)} rows)`;
  const { lines, events } = report;
  const read = `${count(lines)} ${lines === 1 ? "line" : "lines"}, ${count(events)} of them events`;
  return `${nameOf(report.file)} contains no hero or map names (${read}); ${EXPECTED}`;
}

/** What was read from a file, with the patch whose names it was read with. */
type LogReport = { file: string; patch: string } & (ResolvedLog | ResolvedColumns);

/** What a log or a table holds, in sections. */
function describeReport(report: LogReport) {
  const { patch, names, absent, modes, teams, moreUnknown } = report;
  const resolved = names.filter(({ id }) => id !== null);
  const of = (wanted: ResolvedName["collection"]) =>
    resolved.filter(({ collection }) => collection === wanted).map(resolvedRow);
  const isTable = "rows" in report;
  const size = isTable
    ? `${count(report.rows)} rows`
    : `${count(report.lines)} lines, ${count(report.events)} events`;
  const sections = Object.entries({
    maps: of("maps"),
    heroes: of("heroes"),
    abilities: isTable ? [] : report.abilities.map(abilityRow),
    "not resolved": [
      ...names.filter(({ id }) => id === null).map((name) => unresolvedRow(name, isTable)),
      ...(moreUnknown === 0 ? [] : [[`and ${count(moreUnknown)} more names`]]),
    ],
    "not in the API": absent.map(absentRow),
    "keys of no known ability": isTable ? [] : report.otherKeys.map(otherKeyRow),
    "modes that are not known": isTable
      ? []
      : report.otherModes.map(({ name, count: times }) => [name, count(times)]),
    modes: modes.filter(isForeign).map((term) => termRow(term, `modes/${term.id}`)),
    teams: teams.filter(isForeign).map((term) => termRow(term, `Team ${term.id}`)),
    "lines that are not events": isTable ? [] : unreadRows(report),
    masked: isTable || report.masked === 0 ? [] : [[maskedText(report.masked)]],
  }).filter(([, rows]) => rows.length > 0);
  const named = names.length + moreUnknown + absent.length;
  return [
    `${size}, ${count(named)} names, as of patch ${patch}`,
    ...sections.map(([title, rows]) => `\n${title}\n${table(rows, "  ")}`),
  ].join("\n");
}

function resolvedRow({ name, collection, id, variant, stage, count: times }: ResolvedName) {
  const about = variant === undefined ? "" : `, variant ${variant}`;
  const part = stage === undefined ? "" : `, stage ${stage}`;
  return [name, `${collection}/${id}${about}${part}`, count(times)];
}

function abilityRow(use: UsedAbility) {
  const { hero, key, id, name, isPerk, count: times } = use;
  const path = `heroes/${hero}/${isPerk ? "perks" : "abilities"}/${id}`;
  return [key, path, name, count(times), splitOf(use)];
}

function otherKeyRow(use: OtherKey) {
  return [use.key, `heroes/${use.hero}`, use.note ?? "", count(use.count), splitOf(use)];
}

/** `18 used, 4 hits`. */
function splitOf({ used, hits }: KeyUse) {
  const parts = [
    ...(used === 0 ? [] : [`${count(used)} used`]),
    ...(hits === 0 ? [] : [`${count(hits)} ${hits === 1 ? "hit" : "hits"}`]),
  ];
  return parts.join(", ");
}

function absentRow({ name, note, count: times }: AbsentName) {
  return [`${name}: ${note}`, count(times)];
}

/** Whether a mode or a team is named in another language than English. */
function isForeign({ name, id }: Term) {
  const english = /^\d$/.test(id) ? `team ${id}` : id.replaceAll("-", " ");
  return fold(name) !== english;
}

function termRow({ name, count: times }: Term, meaning: string) {
  return [name, meaning, count(times)];
}

function unresolvedRow(
  { name, collection, count: times, firstLine, lines, nearest }: ResolvedName,
  isTable: boolean,
) {
  const near = nearest.map(({ spelling, id }) =>
    describeSuggestion({ spelling, path: `${collection}/${id}` }),
  );
  const rows = `${lines.length === 1 ? "row" : "rows"} ${lines.join(", ")}`;
  const place = isTable ? rows : `first in line ${firstLine}`;
  return [
    name,
    `in ${collection}, ${times === 1 ? "once" : `${count(times)} times`}, ${place}`,
    near.length === 0 ? "no similar name" : `nearest: ${near.join(", ")}`,
  ];
}

function unreadRows({ unread }: ResolvedLog) {
  const rows = unread.first.map(({ line, text }) => [`line ${count(line)}`, text]);
  const more = unread.count - rows.length;
  return more === 0 ? rows : [...rows, [`and ${count(more)} more`]];
}

function maskedText(masked: number) {
  const fields = masked === 1 ? "1 field is" : `${count(masked)} fields are`;
  return `${fields} masked by the client's language filter`;
}
