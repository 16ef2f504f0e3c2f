import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { dayOf } from "../../core/game/day.ts";
import { formatJson, parseJson } from "../../core/site/parse-json.ts";
import { joinKeepingPrefix } from "../../core/site/site-files.ts";
import { checkEverything } from "../../generator/data/check-data.ts";
import { withoutLostGaps } from "../../generator/data/checks/gaps.ts";
import { type Issue, reportIssues, type Unusual } from "../../generator/data/issue.ts";
import {
  type LoadedData,
  loadData,
  type Sourced,
  schemaOf,
} from "../../generator/data/load-data.ts";
import { explain } from "../../generator/data/schema-issues.ts";
import { warningsOf } from "../../generator/data/unusual.ts";
import { property } from "../../generator/history/address.ts";
import { withLock } from "../../generator/write/lock.ts";
import { replaceFile } from "../../generator/write/update-file.ts";
import { faultyDataError } from "./data-folder.ts";
import type { Prompt } from "./prompt.ts";
import { InputError, note, print, terminal } from "./terminal.ts";

/** An edit of a data folder that a person has to confirm. */
type DataEdit = {
  dir: string;
  committed: LoadedData;
  before: LoadedData;
  after: LoadedData;
  /** The texts of the files before the edit, by name. */
  texts: ReadonlyMap<string, string>;
};

/**
 * The texts of the files that differ, by name. Throws `InputError` where the edited data would not
 * pass `gamedata check`.
 */
function checkedTexts({ dir, before, after, texts }: DataEdit) {
  const issues: Issue[] = [];
  const changed = new Map<string, string>();
  const was = new Map(filesOf(before).map(({ file, value }) => [file, value]));
  for (const { file, value } of filesOf(after)) {
    if (isDeepStrictEqual(value, was.get(file))) continue;
    const schema = schemaOf(file) ?? z.never();
    const { data = value, error } = schema.safeParse(value);
    for (const issue of error?.issues ?? [])
      issues.push({ file, ...explain(issue, schema, value) });
    changed.set(file, formatJson(inOrderOf(parseJson(texts.get(file) ?? "{}"), data)));
  }
  if (issues.length === 0) issues.push(...checkEverything(after).issues);
  if (issues.length > 0)
    throw faultyDataError({ issues, texts: new Map([...texts, ...changed]) }, dir);
  return changed;
}

/** A value with the keys of `old` in their order. A new key follows the one before it. */
function inOrderOf(old: unknown, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value))
    return value.map((element, at) => inOrderOf(counterpart(old, element, at), element));
  const keys = Object.keys(Object(old)).filter((key) => Object.hasOwn(value, key));
  let last: string | undefined;
  for (const key of Object.keys(value)) {
    if (!keys.includes(key)) keys.splice(last === undefined ? 0 : keys.indexOf(last) + 1, 0, key);
    last = key;
  }
  const own = (key: string) => inOrderOf(property(old, key), Reflect.get(value, key));
  return Object.fromEntries(keys.map((key) => [key, own(key)]));
}

/** The element of an old list that an element was, or the one in its place. */
function counterpart(old: unknown, element: unknown, at: number) {
  if (!Array.isArray(old)) return undefined;
  const nameOf = (one: unknown) => property(one, "id") ?? property(one, "target");
  const name = nameOf(element);
  return old.find((one) => name !== undefined && nameOf(one) === name) ?? old[at];
}

/**
 * Checks an edit, shows it, warns of values that look wrong, asks, and writes the files that
 * differ. Prints them, a line each. Throws `InputError` where the edit would not pass `gamedata
 * check`, or the folder has changed meanwhile.
 */
export async function writeEdit(
  edit: DataEdit,
  show: () => void,
  { confirm }: Prompt,
): Promise<void> {
  const { dir, committed, before, after, texts } = edit;
  if (after.gaps !== undefined) {
    const { gaps, lost } = withoutLostGaps(committed, after);
    after.gaps.value.gaps = gaps;
    for (const path of lost) note(`${path} is gone, and so is its gap`);
  }
  const changed = checkedTexts(edit);
  show();
  const warnings = (data: LoadedData) => warningsOf(data, dayOf(terminal().now));
  const known = new Set(warnings(before).map(({ message }) => message));
  for (const warning of warnings(after))
    if (!known.has(warning.message)) note(`warning: ${describeWarning(warning, texts)}`);
  const files = [...changed.keys()].map((file) => joinKeepingPrefix(dir, file));
  await confirm(`Write ${files.join(", ")}?`);
  withLock(join(dir, "patches"), () => {
    if (!isDeepStrictEqual(loadData(dir).data, before)) {
      throw new InputError(
        `${dir} has changed in the meantime; nothing was written, run the command again`,
      );
    }
    for (const [file, text] of changed) replaceFile(join(dir, file), text);
  });
  for (const file of files) print(file);
}

function filesOf({ unreadable: _, ...files }: LoadedData) {
  const all: (Sourced<unknown> | undefined)[] = Object.values(files).flat();
  return all.filter((one) => one !== undefined);
}

/** A warning with its line, and the entry that silences it. */
export function describeWarning(
  { file, path, target, message }: Unusual,
  texts: ReadonlyMap<string, string>,
): string {
  const [place] = reportIssues([{ code: "unusual", file, path, message }], (f) => texts.get(f));
  const line = place?.line === undefined ? "" : `:${place.line}`;
  const exception = `{ "path": "${target}", "reason": "WHY" }`;
  const advice =
    target === undefined ? "" : `; if that is right, add ${exception} to exceptions.json`;
  return `${file}${line}: ${message}${advice}`;
}
