import { join } from "node:path";
import { checkData, type Unsound } from "../data/check-data.ts";
import { formatIssues, tellIssues } from "../data/issue.ts";
import { type GameData, offeredPatches } from "../data/reference.ts";
import { DateSchema } from "../schema/values.ts";
import { nearest } from "../spelling/nearest.ts";
import { withLock } from "../write/lock.ts";
import { finishUpdate, isUnfinished } from "../write/replace-files.ts";
import { InputError } from "./terminal.ts";

/** The data of a folder; everything that is wrong with it is an `InputError`. */
export function checkedData(dir: string, json?: boolean): GameData {
  finishInterrupted(dir);
  const checked = checkData(dir);
  if (checked.ok) return checked.data;
  throw json ? new InputError(issuesAsJson(checked), true) : unsound(checked, dir);
}

/** Carries out a record or a correction that was killed on its way. */
export function finishInterrupted(dir: string): void {
  if (isUnfinished(dir)) withLock(join(dir, "patches"), () => finishUpdate(dir));
}

/** All issues, in words. */
export function unsound(found: Unsound, dir: string): InputError {
  return new InputError(issuesAsText(found, dir));
}

/** All issues for a person, and how many there are. */
export function issuesAsText({ issues, texts }: Unsound, dir: string): string {
  const files = new Set(issues.map(({ file }) => file)).size;
  const found = formatIssues(issues, (file) => texts.get(file));
  return `${found}\n${issues.length} ${issues.length === 1 ? "problem" : "problems"} in ${files} ${files === 1 ? "file" : "files"} of ${dir}; nothing was written`;
}

/** All issues for a machine. */
export function issuesAsJson({ issues, texts }: Unsound, more: object = {}): string {
  const told = tellIssues(issues, (file) => texts.get(file));
  return JSON.stringify({ ok: false, issues: told, ...more });
}

/**
 * The patch that is meant, whose state can be rebuilt: the one of this id, or the newest on or
 * before a date. Anything else is an `InputError` with the patch that is nearest in time.
 */
export function offeredPatch(data: GameData, name: string): string {
  const offered = offeredPatches(data).map(({ id }) => id);
  if (offered.includes(name)) return name;
  const { historyFrom } = data.game;
  const isDate = DateSchema.safeParse(name).success;
  if (data.patches.some(({ id }) => id === name) || (isDate && name < historyFrom)) {
    throw new InputError(
      `the record of values is complete from ${historyFrom} on only; ${name} is before it`,
    );
  }
  const before = offered.find((id) => id.slice(0, 10) <= name);
  if (isDate && before !== undefined) return before;
  const near = /^\d{4}-\d{2}-\d{2}/.test(name) ? before : nearest(name, offered)[0];
  const hint =
    near === undefined
      ? `the newest is ${offered[0]}, the oldest ${historyFrom}`
      : `did you mean ${near}?`;
  throw new InputError(`no patch "${name}" is recorded; ${hint}`);
}
