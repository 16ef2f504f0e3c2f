import { createReadStream, existsSync, statSync } from "node:fs";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import type { Command } from "commander";
import fg from "fast-glob";
import { abilitiesOfKeys, KeyTally, type UsedAbility } from "../client/match-log/abilities.ts";
import { EncodingError, LineReader } from "../client/match-log/lines.ts";
import {
  LogResolver,
  type ResolvedLog,
  type ResolvedName,
} from "../client/match-log/resolve-log.ts";
import { readableData } from "./terminal/data-folder.ts";
import { DATA_TO_READ, dataToRead } from "./terminal/data-option.ts";
import { DAY, NamesByDay, type NamesOfDay } from "./terminal/names-of-day.ts";
import { describeSuggestion, table } from "./terminal/table.ts";
import {
  count,
  EXIT,
  InputError,
  note,
  print,
  setExitCode,
  terminal,
} from "./terminal/terminal.ts";

/** `gamedata resolve`. */
export function addResolveCommand(program: Command): void {
  program
    .command("resolve")
    .description("resolve every hero and map name in a Workshop match log, in any client language")
    .argument("<logfiles...>", "logs (also .gz), glob patterns, or - for standard input")
    .option("--day <day>", `${DAY} (default: the day in the file's name, else today)`)
    .option("--data <dir>", DATA_TO_READ, dataToRead())
    .option("--json", "report as JSON, one line per log")
    .action(resolveLogs);
}

type ResolveFlags = { data: string; day?: string; json?: boolean };

/** Reports what the names of logs mean. */
async function resolveLogs(
  typed: readonly string[],
  { data: dir, day, json }: ResolveFlags,
): Promise<void> {
  const days = new NamesByDay(readableData(dir));
  const files = typed.flatMap(filesOf);
  for (const [at, file] of files.entries()) {
    if (files.length > 1 && !json) print(`${at === 0 ? "" : "\n"}${file}`);
    const names = day === undefined ? days.ofFile(file) : days.of(day);
    if (!(await resolveOne(file, names, json))) setExitCode(EXIT.inputAtFault);
  }
}

/** The files of an argument: standard input, a file, or a pattern. Throws `InputError`. */
function filesOf(typed: string): string[] {
  if (typed === "-" || existsSync(typed) || !fg.isDynamicPattern(typed)) return [typed];
  const found = fg.sync(typed).sort();
  if (found.length === 0) throw new InputError(`${typed}: no such file`);
  return found;
}

/** Prints what the names of one log mean, and returns whether all resolve. */
async function resolveOne(
  file: string,
  { patch, names }: NamesOfDay,
  json: boolean | undefined,
): Promise<boolean> {
  const resolver = new LogResolver(names);
  const keys = new KeyTally();
  const reader = new LineReader();
  const take = (lines: readonly string[]) => {
    for (const line of lines) {
      const event = resolver.add(line);
      if (event !== undefined) keys.add(event);
    }
  };
  for await (const bytes of bytesOf(file)) take(readable(file, () => reader.push(bytes)));
  take(readable(file, () => reader.end()));
  const kitOf = (hero: string) => names.heroes.resolve(hero)?.abilities ?? [];
  const abilities = abilitiesOfKeys(keys.uses(names), kitOf);
  const log = { patch, ...resolver.result(), abilities };
  const unresolved = log.names.filter(({ id }) => id === null);
  const ok = unresolved.length === 0 && log.names.length > 0;
  if (json) print(JSON.stringify({ ok, file, ...log }));
  else if (log.names.length === 0) note(nothingIn(file, log));
  else {
    print(describeLog(log));
    const many = unresolved.length === 1 ? "1 name does" : `${unresolved.length} names do`;
    if (!ok) note(`${many} not resolve`);
  }
  return ok;
}

function readable(file: string, read: () => string[]): string[] {
  try {
    return read();
  } catch (error) {
    if (error instanceof EncodingError) throw new InputError(`${nameOf(file)} ${error.message}`);
    throw error;
  }
}

async function* bytesOf(file: string): AsyncGenerator<Buffer> {
  try {
    yield* openLog(file);
  } catch (error) {
    const isPacking = error instanceof Error && /^Z_/.test(String(Reflect.get(error, "code")));
    throw isPacking ? new InputError(`${file}: not a gzip file, or incomplete`) : error;
  }
}

function openLog(file: string): AsyncIterable<Buffer> {
  if (file === "-") return terminal().stdin;
  if (statSync(file).isDirectory())
    throw new InputError(`${file} is a folder; expected one match log`);
  const bytes = createReadStream(file);
  // `pipeline` hands errors of the file on, which `pipe` would not.
  return file.endsWith(".gz") ? pipeline(bytes, createGunzip(), () => {}) : bytes;
}

function nameOf(file: string): string {
  return file === "-" ? "standard input" : file;
}

function nothingIn(logFile: string, { lines, events }: ResolvedLog): string {
  const file = nameOf(logFile);
  const read = `${count(lines)} ${lines === 1 ? "line" : "lines"}, ${count(events)} of them events`;
  return (
    `${file} contains no hero or map names (${read}); expected lines such as [00:00:00] ` +
    ",match_start,0,Ilios,Control,Team 1,Team 2"
  );
}

/** What a log holds, with the patch whose names it was read with. */
type DatedLog = ResolvedLog & { patch: string; abilities: UsedAbility[] };

function describeLog({ patch, lines, events, names, abilities }: DatedLog): string {
  const resolved = names.filter(({ id }) => id !== null);
  const of = (wanted: ResolvedName["collection"]) =>
    resolved.filter(({ collection }) => collection === wanted).map(resolvedRow);
  const sections = Object.entries({
    maps: of("maps"),
    heroes: of("heroes"),
    abilities: abilities.map(abilityRow),
    "not resolved": names.filter(({ id }) => id === null).map(unresolvedRow),
  }).filter(([, rows]) => rows.length > 0);
  return [
    `${count(lines)} lines, ${count(events)} events, ${names.length} names, as of patch ${patch}`,
    ...sections.map(([title, rows]) => `\n${title}\n${table(rows, "  ")}`),
  ].join("\n");
}

function abilityRow({ hero, key, id, name, count: times }: UsedAbility): string[] {
  return [key, `heroes/${hero}/abilities/${id}`, name, count(times)];
}

function resolvedRow({ name, collection, id, variant, count: times }: ResolvedName): string[] {
  return [
    name,
    `${collection}/${id}${variant === undefined ? "" : `, variant ${variant}`}`,
    count(times),
  ];
}

function unresolvedRow({
  name,
  collection,
  count: times,
  firstLine,
  nearest,
}: ResolvedName): string[] {
  const near = nearest.map(({ spelling, id }) =>
    describeSuggestion({ spelling, path: `${collection}/${id}` }),
  );
  return [
    name,
    `in ${collection}, ${times === 1 ? "once" : `${count(times)} times`}, first in line ` +
      `${firstLine}`,
    near.length === 0 ? "no similar name" : `nearest: ${near.join(", ")}`,
  ];
}
