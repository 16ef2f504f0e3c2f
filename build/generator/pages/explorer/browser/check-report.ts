import type { CheckedFile } from "../../../../client/match-log/check-files.ts";
import type { ResolvedName } from "../../../../client/match-log/resolve-log.ts";

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
function correctionsOf(names: readonly FoundName[]): ReadonlyMap<string, string> {
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
