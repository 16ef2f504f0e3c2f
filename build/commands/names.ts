import { createReadStream, statSync } from "node:fs";
import type { Command } from "commander";
import { type Meaning, namesOf } from "../data/names.ts";
import { readLines } from "../match-log/lines.ts";
import { type ResolvedLog, type ResolvedName, resolveLog } from "../match-log/resolve-log.ts";
import { PACKAGE_DATA } from "../package.ts";
import { checkedData } from "./data.ts";
import { count, InputError, print, terminal } from "./terminal.ts";

type NameFlags = { data: string; json?: boolean };

/** `gamedata lookup`. */
export function addLookupCommand(program: Command): void {
  program
    .command("lookup")
    .description("say which hero, map or ability a name means")
    .argument("<name>", "an id, a name or an alias, in any letter case")
    .option("--data <dir>", "the data folder", PACKAGE_DATA)
    .option("--json", "report as JSON")
    .action((name: string, { data: dir, json }: NameFlags) => {
      const names = namesOf(checkedData(dir, json));
      const found = names.meanings(name);
      const nearest = found.length > 0 ? [] : names.nearest(name);
      const report = JSON.stringify({ ok: found.length > 0, name, found, nearest });
      if (found.length > 0) return print(json ? report : table(found.map(meaningRow)));
      if (json) throw new InputError(report, true);
      const hint =
        nearest.length === 0 ? "" : `; did you mean ${nearest.map(inWords).join(" or ")}?`;
      throw new InputError(`no hero, map or ability is called ${JSON.stringify(name)}${hint}`);
    });
}

/** `gamedata resolve`. */
export function addResolveCommand(program: Command): void {
  program
    .command("resolve")
    .description(
      "say what every hero and map in a Workshop match log means, in any client language",
    )
    .argument("<logfile>", "the log, or - for standard input")
    .option("--data <dir>", "the data folder", PACKAGE_DATA)
    .option("--json", "report as JSON")
    .action(async (logFile: string, { data: dir, json }: NameFlags) => {
      const names = namesOf(checkedData(dir, json));
      const log = await resolveLog(
        readLines(logFile === "-" ? terminal().stdin : openLog(logFile)),
        names,
      );
      const unresolved = log.names.filter(({ id }) => id === null);
      const ok = unresolved.length === 0 && log.names.length > 0;
      if (json) {
        const report = JSON.stringify({ ok, ...log });
        if (ok) return print(report);
        throw new InputError(report, true);
      }
      if (log.names.length === 0) throw new InputError(nothingIn(logFile, log));
      print(logInWords(log));
      if (ok) return;
      const many = unresolved.length === 1 ? "1 name does" : `${unresolved.length} names do`;
      throw new InputError(`${many} not resolve`);
    });
}

function openLog(logFile: string): AsyncIterable<Buffer> {
  if (statSync(logFile).isDirectory())
    throw new InputError(`${logFile} is a folder; expected one match log`);
  return createReadStream(logFile);
}

function nothingIn(logFile: string, { lines, events }: ResolvedLog): string {
  const file = logFile === "-" ? "standard input" : logFile;
  const read = `${count(lines)} ${lines === 1 ? "line" : "lines"}, ${count(events)} of them events`;
  return `${file} names no hero and no map (${read}); expected lines such as [00:00:00] ,match_start,0,Ilios,Control,Team 1,Team 2`;
}

function logInWords({ lines, events, names }: ResolvedLog): string {
  const sections = [
    section(
      "maps",
      names,
      ({ collection, id }) => collection === "maps" && id !== null,
      resolvedRow,
    ),
    section(
      "heroes",
      names,
      ({ collection, id }) => collection === "heroes" && id !== null,
      resolvedRow,
    ),
    section("not resolved", names, ({ id }) => id === null, unresolvedRow),
  ];
  return [
    `${count(lines)} lines, ${count(events)} events, ${names.length} names`,
    ...sections.flat(),
  ].join("\n");
}

function section(
  title: string,
  names: readonly ResolvedName[],
  isIn: (name: ResolvedName) => boolean,
  row: (name: ResolvedName) => string[],
): string[] {
  const own = names.filter(isIn);
  return own.length === 0 ? [] : [`\n${title}`, table(own.map(row), "  ")];
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
    inWords({ spelling, path: `${collection}/${id}` }),
  );
  return [
    name,
    `in ${collection}, ${times === 1 ? "once" : `${count(times)} times`}, first in line ${firstLine}`,
    near.length === 0 ? "nothing is near" : `nearest: ${near.join(", ")}`,
  ];
}

function meaningRow({ path, name, kind, variant }: Meaning): string[] {
  return [path, name, variant === undefined ? kind : `${kind} ${variant}`];
}

function inWords({ spelling, path }: { spelling: string; path: string }): string {
  return `${spelling} (${path})`;
}

/** Columns, as wide as a terminal shows them. */
function table(rows: readonly string[][], indent = ""): string {
  const widths = rows.reduce<number[]>(
    (widest, row) => row.map((cell, at) => Math.max(widest[at] ?? 0, widthOf(cell))),
    [],
  );
  const pad = (cell: string, at: number) => cell + " ".repeat((widths[at] ?? 0) - widthOf(cell));
  return rows.map((row) => `${indent}${row.map(pad).join("  ").trimEnd()}`).join("\n");
}

/** Terminals show the characters of East Asia two columns wide (UAX #11), and marks above others in none. */
function widthOf(text: string): number {
  return [...text].reduce((width, char) => {
    if (/\p{Mark}/u.test(char)) return width;
    return (
      width +
      (/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/.test(
        char,
      )
        ? 2
        : 1)
    );
  }, 0);
}
