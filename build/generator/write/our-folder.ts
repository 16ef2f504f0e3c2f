import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import * as z from "zod";
import { ExpectedError } from "../../core/errors.ts";
import { DECODERS } from "../../core/site/codings.ts";

/** The folder holds something that this program did not write, so it is left as it is. */
export class NotASiteError extends ExpectedError {}

/** The file that marks a folder of this program until the folder holds a whole site. */
const MARKER = ".made-by-gamedata";

/** Folders in which programs keep the history of files. A site has none. */
const REPOSITORIES = [".git", ".hg", ".svn", ".jj"];

/** The fields that tell a manifest of any version of this program from other `manifest.json`. */
const OurManifestSchema = z.object({
  format: z.int(),
  game: z.string(),
  patch: z.string(),
  version: z.string(),
  baseUrl: z.string(),
  documents: z.array(z.object({ path: z.string(), file: z.string(), sha256: z.string() })),
});

/**
 * Throws `NotASiteError` unless the name is free or its folder is ours. A folder is ours where it
 * is empty, holds a site of any version of this program, or was made by `makeOurFolder`. A folder
 * with a repository in it is never ours. Messages show `named`, as the person typed it.
 */
export function refuseForeignFolder(dir: string, named = dir): void {
  if (lstatSync(dir, { throwIfNoEntry: false }) === undefined || isOurFolder(dir)) return;
  const repository = REPOSITORIES.find((name) => existsSync(join(dir, name)));
  if (repository !== undefined) {
    throw new NotASiteError(
      `${named} holds ${repository}, which would be lost; choose another folder or move it away`,
    );
  }
  throw new NotASiteError(
    `${named} exists and is not a site; choose another folder or empty this one first`,
  );
}

/**
 * The absolute path of a folder that the person named. Throws `NotASiteError` where the name is
 * empty, as an unset variable of a script leaves it.
 */
export function absoluteFolder(named: string): string {
  if (named !== "") return resolve(named);
  throw new NotASiteError(
    '"" is not the name of a folder (is a variable empty?); pass the folder to write the site to',
  );
}

/**
 * The absolute path of a folder that a build or a mirror may replace. Only this path is used from
 * here on: to the system `missing/../docs` does not exist, but `resolve` makes `docs` of it. Throws
 * `NotASiteError` where the name is empty or the folder is not ours.
 */
export function folderToReplace(named: string): string {
  const dir = absoluteFolder(named);
  refuseForeignFolder(dir, named);
  return dir;
}

/** Removes a folder if it exists. Throws `NotASiteError` where it is not ours. */
export function removeOurFolder(dir: string): void {
  refuseForeignFolder(dir);
  rmSync(dir, { recursive: true, force: true });
}

/** Makes a folder that may be removed later. Throws `NotASiteError` where it is not ours. */
export function makeOurFolder(dir: string): void {
  refuseForeignFolder(dir);
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, MARKER), "This folder can be removed.\n");
}

/** Removes the mark of a folder that holds a whole site now. */
export function unmarkOurFolder(dir: string): void {
  rmSync(join(dir, MARKER), { force: true });
}

/** Whether this program made a folder, so that it may be replaced or removed. */
export function isOurFolder(dir: string): boolean {
  if (statSync(dir, { throwIfNoEntry: false })?.isDirectory() !== true) return false;
  const names = readdirSync(dir);
  if (names.some((name) => REPOSITORIES.includes(name))) return false;
  if (names.length === 0 || names.includes(MARKER)) return true;
  // Where the manifest is damaged, its siblings are read.
  return [...DECODERS].some(([ending, decode]) => {
    try {
      const text = decode(readFileSync(join(dir, `manifest.json${ending}`))).toString();
      return OurManifestSchema.safeParse(JSON.parse(text)).success;
    } catch {
      return false; // missing or damaged
    }
  });
}
