import { existsSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import type * as z from "zod";
import { IS_CHECKOUT, PACKAGE_DATA, PACKAGE_ROOT } from "../../core/package.ts";
import { DateSchema } from "../../core/schema/values.ts";
import { didYouMean } from "../../core/spelling/lookup.ts";
import { checkData, type FaultyData, wholeData } from "../../generator/data/check-data.ts";
import { type GameData, offeredPatches } from "../../generator/data/game-data.ts";
import {
  formatIssues,
  type Issue,
  mergeByCause,
  reportIssues,
} from "../../generator/data/issue.ts";
import { describeNoDataFolder, loadData, parseData } from "../../generator/data/load-data.ts";
import { InputError, quoted } from "./terminal.ts";

/** The help text of a folder that is read. Commander adds the default. */
export const DATA_TO_READ = "the data folder";

/**
 * The default data folder of commands that read: the checkout's. An installed package has
 * `./gamedata` if it exists, as its other commands write there, else the package's own folder.
 */
export function dataToRead(isCheckout = IS_CHECKOUT): string {
  return !isCheckout && existsSync("gamedata/game.json") ? "gamedata" : PACKAGE_DATA;
}

const FOLDER_TO_WRITE = IS_CHECKOUT ? PACKAGE_DATA : "./gamedata";

/** The help text of a folder that is written into. */
export const DATA_TO_WRITE = `the data folder (default: ${FOLDER_TO_WRITE})`;

/** Checks the data of a folder. Throws an `InputError` with everything that is wrong with it. */
export function checkedData(dir: string): GameData {
  const checked = checkData(dir);
  if (checked.ok) return checked.data;
  throw faultyDataError(checked, dir);
}

/**
 * Reads the data of a folder, for commands that only report it. Throws an `InputError` where a file
 * cannot be read; `gamedata check` finds everything else.
 */
export function readableData(dir: string): GameData {
  return wholeData(editableData(dir).before);
}

/**
 * Loads the data of a folder, for commands that edit it. Throws an `InputError` where a file cannot
 * be read; what else is wrong is found before the edit is written.
 */
export function editableData(dir: string) {
  const { data: before, issues, texts } = loadData(dir);
  if (issues.length > 0) throw faultyDataError({ issues, texts }, dir);
  return { before, texts };
}

/** A text that a person wrote, in the form of a schema. Throws `InputError` with all its faults. */
export function parseInput<T>(text: string, file: string, schema: z.ZodType<T>): T {
  const issues: Issue[] = [];
  const value = parseData(text, file, schema, issues);
  if (value === undefined) throw new InputError(formatIssues(issues, () => text));
  return value;
}

/**
 * The data folder that a command may write into. It is never that of an installed package, which
 * the next installation would replace. Throws `InputError` where there is none.
 */
export function dataToWrite(named: string | undefined, isCheckout = IS_CHECKOUT): string {
  const dir = named ?? (isCheckout ? PACKAGE_DATA : "gamedata");
  const isInPackage = !isCheckout && `${resolve(dir)}${sep}`.startsWith(`${PACKAGE_ROOT}${sep}`);
  if (isInPackage || (named === undefined && !existsSync(join(dir, "game.json")))) {
    throw new InputError(
      `the data of an installed package is read-only; copy it with: ` +
        `cp -r ${quoted(PACKAGE_DATA)} gamedata\n` +
        "then run the command in the folder that contains it, or pass the copy with --data",
    );
  }
  if (existsSync(dir) && !existsSync(join(dir, "game.json")))
    throw new InputError(`${dir}: ${describeNoDataFolder(dir)}`);
  return dir;
}

/**
 * The error with all issues and their number, as text and as JSON. `more` follows the text, and
 * `fixes` the JSON.
 */
export function faultyDataError(
  { issues, texts }: Omit<FaultyData, "ok">,
  dir: string,
  more = "",
  fixes: { suggestedFixes?: object } = {},
): InputError {
  const reported = mergeByCause(issues);
  const files = new Set(reported.map(({ file }) => file)).size;
  const textOf = (file: string) => texts.get(file);
  const message =
    `${formatIssues(issues, textOf)}\n${reported.length} ` +
    `${reported.length === 1 ? "problem" : "problems"} in ${files} ` +
    `${files === 1 ? "file" : "files"} of ${dir}; nothing was written${more}`;
  return new InputError(message, { issues: reportIssues(issues, textOf), ...fixes });
}

/**
 * The id of an offered patch, given as its id or as a date: then the newest patch on or before it.
 * Throws an `InputError` that names the nearest patch where there is none.
 */
export function offeredPatch(data: GameData, name: string): string {
  const offered = offeredPatches(data).map(({ id }) => id);
  if (offered.includes(name)) return name;
  const { historyFrom } = data.game;
  const isDate = DateSchema.safeParse(name).success;
  if (data.patches.some(({ id }) => id === name) || (isDate && name < historyFrom)) {
    throw new InputError(
      `the record of values is complete only from ${historyFrom} on; ${name} is earlier`,
    );
  }
  const before = offered.find((id) => id.slice(0, 10) <= name);
  if (isDate && before !== undefined) return before;
  const otherwise = `; the newest is ${offered[0]}, the oldest ${historyFrom}`;
  throw new InputError(`no patch "${name}" is recorded${didYouMean(name, offered, otherwise)}`);
}
