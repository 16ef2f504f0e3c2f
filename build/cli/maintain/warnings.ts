import { reportIssues, type Unusual } from "../../generator/data/issue.ts";
import type { LoadedData } from "../../generator/data/load-data.ts";
import { warningsOf } from "../../generator/data/unusual.ts";

/** A warning with its line, and the entry that silences it. */
export function describeWarning(
  { file, path, target, message }: Unusual,
  texts: ReadonlyMap<string, string>,
): string {
  const [place] = reportIssues([{ code: "unusual", file, path, message }], (f) => texts.get(f));
  const line = place?.line === undefined ? "" : `:${place.line}`;
  return (
    `${file}${line}: ${message}; if that is right, add { "path": "${target}", "reason": "WHY" } ` +
    "to exceptions.json"
  );
}

/** The warnings that edited data has and the data before the edits had not. */
export function newWarnings(before: LoadedData, after: LoadedData, today: string): Unusual[] {
  const known = new Set(warningsOf(before, today).map(({ target }) => target));
  return warningsOf(after, today).filter(({ target }) => !known.has(target));
}
