import { namesOf } from "../data/names.ts";
import { type LogEvent, parseLogLine as parseLine } from "../match-log/events.ts";
import { type ResolvedLog, resolveLog as resolve } from "../match-log/resolve-log.ts";
import { heroes } from "./heroes.ts";
import { maps } from "./maps.ts";

/** What one line of a Workshop log says; undefined where it is no event. */
export function parseLogLine(line: string): LogEvent | undefined {
  return parseLine(line);
}

/** Says what every hero and map in the lines of a Workshop log means, in any client language. */
export function resolveLog(lines: Iterable<string> | AsyncIterable<string>): Promise<ResolvedLog> {
  return resolve(lines, namesOf({ heroes, maps }));
}
