import { PROGRAM_CALL } from "../../core/package.ts";
import { FOLDERS } from "../../core/schema/data-files.ts";
import { newestFirst } from "../../core/schema/day.ts";
import type { PatchChange } from "../../core/schema/patch.ts";
import { parseJson } from "../../core/site/parse-json.ts";
import type { Issue } from "../../generator/data/issue.ts";
import { allThings, type LoadedData } from "../../generator/data/load-data.ts";
import { quoted } from "../terminal/terminal.ts";
import type { Baseline } from "./baseline.ts";
import { isOfWhole } from "./unrecorded-changes.ts";

/** How many commands are printed. The others are only counted. */
const MOST_COMMANDS = 5;

/** An issue for each change that is not recorded, at its place in the data. */
export function unrecordedIssues(
  changes: readonly PatchChange[],
  data: LoadedData,
  label: string,
): Issue[] {
  return changes.map((change) => ({
    code: "unrecorded",
    ...placeOf(change.target, data),
    message: `${describeChange(change, label)}: no patch or correction records this`,
  }));
}

function describeChange({ target, from, to }: PatchChange, label: string): string {
  if (from === undefined) return `${target} is new: it is not in ${label}`;
  if (to === undefined) return `${target} is missing, but is in ${label}`;
  if (isOfWhole({ target })) return `${target} differs from ${label}`;
  return `${target} is ${JSON.stringify(to)}, but ${JSON.stringify(from)} in ${label}`;
}

/** The file of a target, and as much of the path in it as exists. */
function placeOf(target: string, data: LoadedData): Pick<Issue, "file" | "path"> {
  const [collection = "", id = "", ...rest] = target.split("/");
  const thing = allThings(data).find((one) => one.target === `${collection}/${id}`);
  if (thing === undefined) {
    const isFolder = Object.hasOwn(FOLDERS, collection);
    return { file: isFolder ? `${collection}/${id}.json` : `${collection}.json`, path: [] };
  }
  const keys = pathIn(thing.value, rest);
  return { file: thing.file, path: [...thing.path, ...keys] };
}

/** The path of segments in a value. It ends where a key or an id is missing. */
function pathIn(value: unknown, segments: readonly string[]): (string | number)[] {
  const [segment, ...rest] = segments;
  if (segment === undefined || typeof value !== "object" || value === null) return [];
  const key = Array.isArray(value)
    ? value.findIndex((element) => Object(element).id === segment)
    : segment;
  if (key === -1) return [];
  if (!(key in value)) return "figures" in value ? pathIn(value, ["figures", ...segments]) : [];
  return [key, ...pathIn(Reflect.get(value, key), rest)];
}

/** The commands that record the changes, or correct the values, each with more options. */
export function suggestedFixes(
  changes: readonly PatchChange[],
  data: LoadedData,
  { patches }: Pick<Baseline, "patches">,
  options: string,
): { record: string; correct: string[] } {
  const known = new Set(patches.map(({ id }) => id));
  const own = newestFirst(data.patches.map(({ value }) => value)).find(({ id }) => !known.has(id));
  const about =
    own === undefined
      ? `DATE --kind KIND --name "NAME" --source URL`
      : `${own.id} --kind ${own.kind} --name ${quoted(own.name)}`;
  return {
    record: `${PROGRAM_CALL} record ${about}${options}`,
    correct: changes.map((change) =>
      isOfWhole(change)
        ? `add to corrections.json: ${JSON.stringify(correctionOfWhole(change))}`
        : `${PROGRAM_CALL} correct ${quoted(correction(change))} --reason "WHY"${options}`,
    ),
  };
}

/** What a maintainer writes down of a thing that was missing, or was there by mistake. */
function correctionOfWhole({ target, from, to }: PatchChange) {
  const sideOf = (value: unknown) => (value === undefined ? null : true);
  return { date: "DATE", target, from: sideOf(from), to: sideOf(to), reason: "WHY" };
}

function correction({ target, to }: PatchChange): string {
  return `${target}=${typeof to === "string" && parseJson(to) === undefined ? to : JSON.stringify(to ?? null)}`;
}

/** Explains the commands to somebody new to them. `undo` is one that undoes all edits. */
export function describeFixes(
  { record, correct }: ReturnType<typeof suggestedFixes>,
  undo: string | undefined,
): string {
  const shown = correct.slice(0, MOST_COMMANDS).map((command) => `  ${command}`);
  const more = correct.length - shown.length;
  return [
    "Fix each of these values in one of two ways.",
    "If the game changed, record it with the patch's date, kind (season, mid-season or hotfix) " +
      "and name:",
    `  ${record}`,
    "If the value was wrong before, correct it with the reason:",
    ...shown,
    ...(more > 0 ? [`  and so on for the other ${more}`] : []),
    ...(undo === undefined ? [] : [`Or undo all edits: ${undo}`]),
  ].join("\n");
}
