import type { CheckedFile } from "../../../../client/match-log/check-files.ts";
import type { ResolvedName } from "../../../../client/match-log/resolve-log.ts";
import type { NameList } from "../../../../core/schema/lists.ts";
import { toCsv } from "../../../../core/site/csv.ts";
import { scriptOf } from "../../../../core/spelling/scripts.ts";
import { count } from "../format.ts";

/** A name that logs have, with its lines in each file. */
export type FoundName = Omit<ResolvedName, "firstLine" | "lines"> & {
  places: { file: string; lines: readonly number[] }[];
};

/** Every name once: unknown names first, then the most frequent ones. */
export function namesOfFiles(files: readonly CheckedFile[]): FoundName[] {
  const found = new Map<string, FoundName>();
  for (const { file, log } of files) {
    for (const { firstLine: _, lines, ...name } of log.names) {
      const key = `${name.collection}/${name.name}`;
      const known = found.get(key);
      const place = { file, lines };
      if (known === undefined) found.set(key, { ...name, places: [place] });
      else {
        known.count += name.count;
        known.places.push(place);
      }
    }
  }
  const isKnown = ({ id }: FoundName) => Number(id !== null);
  return [...found.values()].sort((a, b) => isKnown(a) - isKnown(b) || b.count - a.count);
}

/** The nearest spelling of each unknown name. */
export function correctionsOf(names: readonly FoundName[]): ReadonlyMap<string, string> {
  return new Map(
    names.flatMap(({ id, name, nearest: [near] }) =>
      id === null && near !== undefined ? [[name, near.spelling] as const] : [],
    ),
  );
}

/** A log with the nearest spelling in the place of each unknown name. Fields are whole. */
export function correctedLog(text: string, names: readonly FoundName[]): string {
  const spellings = correctionsOf(names);
  const correct = (part: string, [separator, ...others]: readonly string[]): string =>
    separator === undefined
      ? part.replace(part.trim(), (name) => spellings.get(name) ?? name)
      : part
          .split(separator)
          .map((inner) => correct(inner, others))
          .join(separator);
  return correct(text, ["\n", ",", ";"]);
}

/** All names as CSV. */
export function namesCsv(names: readonly FoundName[]): string {
  return toCsv(
    ["name", "collection", "id", "variant", "count", "language", "lines", "nearest"],
    names.map(({ name, collection, id, variant, count: times, places, nearest }) => [
      name,
      collection,
      id,
      variant,
      times,
      scriptOf(name).name,
      places.map(({ file, lines }) => `${file}: ${lines.join(" ")}`).join("; "),
      nearest.map(({ spelling }) => spelling).join("; "),
    ]),
  );
}

/** The text of an issue with the unknown spellings. It names no player, team or file. */
export function issueText(
  files: readonly CheckedFile[],
  { patch }: Pick<NameList, "patch">,
): string {
  const players = new Set(files.flatMap((file) => file.players));
  const unknown = namesOfFiles(files).filter(({ id, name }) => id === null && !players.has(name));
  const rows = unknown.map(({ name, collection, count: times, nearest }) => {
    const near = nearest.map(({ spelling }) => spelling).join(", ");
    const what = collection === "heroes" ? "hero" : "map";
    const how = `${scriptOf(name).name}, ${count(times, "time")}, nearest: ${near || "none"}`;
    return `- \`${name.replaceAll("`", "'")}\`: a ${what} (${how})`;
  });
  return [
    `${count(unknown.length, "spelling")} of a match log ` +
      `${unknown.length === 1 ? "does" : "do"} not resolve:`,
    "",
    ...rows,
    "",
    `Names as of patch ${patch}. ${count(files.length, "log")}. What they ` +
      "mean, and the client's language: …",
    "",
  ].join("\n");
}
