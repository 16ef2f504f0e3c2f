import { type ResolvedLog, resolveLog as resolve } from "./match-log/resolve-log.ts";
import { type NamesData, namesOf } from "./names.ts";

/** The data. `makeLibrary` puts it here. */
declare const NAMING: NamesData;

/**
 * Resolves every hero and map in the lines of a Workshop log, in any client language, with the
 * abilities, matches and playing times of the log.
 * @example (await resolveLog(text.split("\n"))).matches
 */
export function resolveLog(lines: Iterable<string> | AsyncIterable<string>): Promise<ResolvedLog> {
  return resolve(lines, namesOf(NAMING));
}
