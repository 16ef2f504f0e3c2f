import { type LogEvent, parseLogLine as parseLine } from "./match-log/log-line.ts";
import { type ResolvedLog, resolveLog as resolve } from "./match-log/resolve-log.ts";
import { type NamesData, namesOf } from "./names.ts";

/** The data. `makeLibrary` puts it here. */
declare const NAMING: NamesData;

/** Reads one line of a Workshop log; undefined where it is not an event. */
export function parseLogLine(line: string): LogEvent | undefined {
  return parseLine(line);
}

/**
 * Resolves every hero and map in the lines of a Workshop log, in any client language, with the
 * abilities, matches and playing times of the log.
 */
export function resolveLog(lines: Iterable<string> | AsyncIterable<string>): Promise<ResolvedLog> {
  return resolve(lines, namesOf(NAMING));
}
